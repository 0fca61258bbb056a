//go:build !unix

package gobridge

import "os"

// scratch makes the folder of a task; done removes it.
func scratch() (dir string, done func(), err error) {
	dir, err = os.MkdirTemp("", "ringfence-task-")
	return dir, func() { _ = removeAll(dir) }, err
}
