//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package patch

import (
	"errors"
	"os"
	"syscall"
)

// taken takes the lock, unless another process has it, which it reports.
func taken(f *os.File) bool {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			return errors.Is(err, syscall.EWOULDBLOCK)
		}
	}
}
