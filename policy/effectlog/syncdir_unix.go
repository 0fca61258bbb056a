//go:build unix

package effectlog

import (
	"errors"
	"os"
	"syscall"
)

// syncDir forces the names in a folder that was opened to the disk, where the file
// system can, and closes it.
func syncDir(d *os.File, err error) error {
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, d.Close())
}
