//go:build unix

package task

import "syscall"

// nonblock keeps an open from waiting where a pipe took the place of a file.
const nonblock = syscall.O_NONBLOCK
