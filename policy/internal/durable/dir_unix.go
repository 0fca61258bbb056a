//go:build unix

package durable

import (
	"errors"
	"os"
	"syscall"
)

// Dir forces the names in a folder to the disk, where the file system can, and closes
// it. It takes what opens a folder returns: that error is returned as it is.
func Dir(d *os.File, err error) error {
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, d.Close())
}
