//go:build !unix

package bridge

import (
	"os"
	"syscall"
)

func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

func markInherited() {}

// awaitExit reports that waiting and reaping are one here.
func awaitExit(*os.Process) bool { return false }

// killTree ends the process; its descendants go on (see the table of the
// package).
func killTree(root int, _ *Reaper) {
	if p, err := os.FindProcess(root); err == nil {
		_ = p.Kill() // it may have ended
		_ = p.Release()
	}
}

func endLeftovers(int, *Reaper) {}
