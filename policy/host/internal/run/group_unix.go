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

// ignoreInput drops the error of a program that did not read all its input: its
// exit status judges it.
func ignoreInput(err error) error {
	if errors.Is(err, unix.EPIPE) {
		return nil
	}
	return err
}
