//go:build unix && !linux

package run

import "syscall"

// attributes makes the program the leader of a process group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// awaitExit reports that waiting and reaping are one here.
func awaitExit(int) bool { return false }
