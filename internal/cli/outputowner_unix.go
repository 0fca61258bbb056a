//go:build unix

package cli

import (
	"os"
	"syscall"
)

// errNoReader is what the system says of a pipe that nobody reads.
const errNoReader = syscall.ENXIO

// isOwned reports whether a file belongs to the user of this process.
func isOwned(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int64(stat.Uid) == int64(os.Geteuid())
}
