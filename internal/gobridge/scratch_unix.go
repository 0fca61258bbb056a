//go:build unix

package gobridge

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Names of the folders of tasks. One that is being made has another name until it
// is locked, so that no other bridge takes it for a leftover.
const (
	scratchName = "ringfence-task-"
	scratchNew  = "ringfence-new-task-"
)

// scratch makes the folder of a task. done removes it. A bridge that is killed
// cannot do that, so each one first removes what others left: folders of this
// user that no living process holds.
func scratch() (dir string, done func(), err error) {
	sweep(os.TempDir())
	fresh, err := os.MkdirTemp("", scratchNew)
	if err != nil {
		return "", nil, err
	}
	lock, err := os.Open(fresh) //nolint:gosec // the folder that was just made
	if err != nil {
		_ = os.Remove(fresh)
		return "", nil, err
	}
	// A file system without locks leaves the folder under its first name, which
	// is never swept.
	dir = fresh
	if syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		final := filepath.Join(filepath.Dir(fresh), scratchName+strings.TrimPrefix(filepath.Base(fresh), scratchNew))
		if os.Rename(fresh, final) == nil {
			dir = final
		}
	}
	return dir, func() {
		_ = removeAll(dir) // what stays is swept later
		_ = lock.Close()
	}, nil
}

// sweep removes the folders of tasks whose bridge has ended.
func sweep(temp string) {
	list, err := filepath.Glob(filepath.Join(temp, scratchName+"*"))
	if err != nil {
		return
	}
	for _, dir := range list {
		f, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0) //nolint:gosec // links are not followed
		if err != nil {
			continue
		}
		info, err := f.Stat()
		if err == nil && info.IsDir() && mine(info) && syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			_ = removeAll(dir) // another one may be removing it
		}
		_ = f.Close()
	}
}

// mine reports whether a file is this user's.
func mine(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int64(st.Uid) == int64(os.Geteuid())
}
