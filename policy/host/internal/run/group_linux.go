package run

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes makes the program the leader of a process group. The kernel ends the
// program, and not its group, when the host is killed.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// awaitExit returns when the program has ended and leaves it to be reaped: until
// then nothing else has its number.
func awaitExit(pid int) bool {
	for errors.Is(unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil), unix.EINTR) {
		continue
	}
	return true
}
