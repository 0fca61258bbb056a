//go:build unix

package patch

import (
	"io/fs"
	"os"
	"syscall"
)

// links returns how many names a file has.
func links(info fs.FileInfo) uint64 {
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(sys.Nlink) //nolint:unconvert // narrower on some systems
	}
	return 1
}

// owner returns who owns a file.
func owner(info fs.FileInfo) (uid, gid int) {
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(sys.Uid), int(sys.Gid)
	}
	return -1, -1
}

// giveTo makes a file somebody's, where it is not already: a file must not change
// its owner because it is patched.
func giveTo(f *os.File, uid, gid int) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if u, g := owner(info); uid < 0 || u == uid && g == gid {
		return nil
	}
	return f.Chown(uid, gid)
}
