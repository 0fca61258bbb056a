//go:build unix && !linux

package bridge

import (
	"errors"
	"os"
	"syscall"
)

// ownGroup makes the bridge the leader of a session and a process group.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// markInherited closes, at the start of a program, descriptors that this process
// itself inherited. Those that Go opens are marked already.
func markInherited() {
	const first, last = 3, 1024
	for fd := first; fd < last; fd++ {
		syscall.CloseOnExec(fd)
	}
}

// awaitExit returns when the process has ended, and leaves it to be reaped where
// the system can say so.
func awaitExit(*os.Process) {}

// killTree ends the process group of a bridge that was not yet reaped.
func killTree(root int, _ *Reaper) {
	for errors.Is(syscall.Kill(-root, syscall.SIGKILL), syscall.EINTR) {
		continue
	}
}

// endLeftovers ends what an ended process left in its group.
func endLeftovers(root int, r *Reaper) { killTree(root, r) }
