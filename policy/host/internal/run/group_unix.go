//go:build unix

package run

import (
	"errors"

	"golang.org/x/sys/unix"
)

// endGroup kills the process group of a program that was not reaped yet.
func endGroup(pid int) {
	for errors.Is(unix.Kill(-pid, unix.SIGKILL), unix.EINTR) {
		continue
	}
}

// endLeftovers ends what an ended program left in its group, whose number is in
// use for as long as there is anything left.
func endLeftovers(pid int) { endGroup(pid) }

// ignoreInput drops the error of a program that did not read all its input: its
// exit status judges it.
func ignoreInput(err error) error {
	if errors.Is(err, unix.EPIPE) {
		return nil
	}
	return err
}
