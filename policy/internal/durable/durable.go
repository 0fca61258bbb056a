// Package durable writes files that are whole after a crash, or not there.
//
// Nothing here is atomic by itself: [Create] makes a file under a name of its own,
// the caller renames it, and [Dir] forces that name to the disk.
package durable

import (
	"errors"
	"os"
)

// Create makes a file below a root that nobody but its owner reads, writes it whole
// and forces it to the disk. A file of that name is an error and stays as it is. After
// any other error the file may be there, and is for the caller to remove.
func Create(root *os.Root, name string, content []byte) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
