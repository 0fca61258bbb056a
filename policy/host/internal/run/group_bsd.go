//go:build unix && !linux

package run

import "syscall"

// attributes makes the program the leader of a process group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// awaitExit reports that waiting and reaping are one here.
func awaitExit(int) bool { return false }

// endLeftovers ends what an ended program left in its group, whose number is in
// use for as long as there is anything left.
func endLeftovers(pid int) { endGroup(pid) }
