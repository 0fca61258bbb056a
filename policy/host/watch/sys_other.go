//go:build !unix

package watch

import (
	"errors"
	"syscall"
)

const nolinkDir = 0

func goneError(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
