//go:build unix

package watch

import (
	"errors"
	"syscall"
)

// nolinkDir opens folders only: a pipe in the place of one is not waited for.
const nolinkDir = syscall.O_DIRECTORY | syscall.O_NONBLOCK

// goneError reports whether an error says that a name is no folder any more.
func goneError(err error) bool {
	return errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ESTALE)
}
