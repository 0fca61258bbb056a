package gobridge

import (
	"os/exec"
	"syscall"
)

// endWithUs has the kernel end a program with the thread that starts it: a bridge
// whose host is killed is killed, too, and then cannot end its group.
func endWithUs(cmd *exec.Cmd) { cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL }
