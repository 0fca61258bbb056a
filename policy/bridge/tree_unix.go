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

// awaitExit reports that waiting and reaping are one here.
func awaitExit(*os.Process) bool { return false }

// killTree ends the process group of a bridge that was not yet reaped.
func killTree(root int, _ *Reaper) {
	for errors.Is(syscall.Kill(-root, syscall.SIGKILL), syscall.EINTR) {
		continue
	}
}

// endLeftovers ends what an ended process left in its group.
func endLeftovers(root int, r *Reaper) { killTree(root, r) }
