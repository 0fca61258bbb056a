package patch

import (
	"io"
	"os"
)

// lockName is the file of a folder of undo records that its host holds. It stays.
const lockName = "patch-lock"

// Lock takes a folder of undo records for this process, until the lock is closed
// or the process ends, however it ends. The error has CodeBusy where another one
// has it, and CodeWrite where the file of the lock cannot be made. Where the system
// or the file system has no locks, nothing is held, and the caller sees to it that
// one host has the folder.
func Lock(undo *os.Root) (io.Closer, error) {
	f, err := undo.OpenFile(lockName, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fail(CodeWrite, "the lock of the undo records cannot be made", err)
	}
	if taken(f) {
		_ = f.Close() // nothing was written
		return nil, fail(CodeBusy, "another host has the folder of undo records", nil)
	}
	return f, nil
}
