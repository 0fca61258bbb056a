//go:build unix

package effectlog

import (
	"errors"
	"os"
	"path/filepath"
)

// syncDir forces the name of a new file to the disk.
func syncDir(path string) error {
	d, err := os.Open(filepath.Dir(path))
	if err == nil {
		err = errors.Join(d.Sync(), d.Close())
	}
	if err != nil {
		return fail(CodeWrite, "the folder of the journal cannot be forced to the disk", err)
	}
	return nil
}
