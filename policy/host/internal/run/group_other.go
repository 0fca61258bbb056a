//go:build !unix

package run

import (
	"os"
	"syscall"
)

func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

// awaitExit reports that waiting and reaping are one here.
func awaitExit(int) bool { return false }

// endGroup ends the program; there are no process groups.
func endGroup(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill() // it may have ended
		_ = p.Release()
	}
}

func endLeftovers(int) {}

func ignoreInput(err error) error { return err }
