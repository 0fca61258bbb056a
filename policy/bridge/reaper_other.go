//go:build !linux

package bridge

import "os"

// Reaper finds descendants of bridges that left everything else behind. It
// exists on Linux only.
type Reaper struct{}

// NewReaper returns an error with CodeNotSupported on this system.
func NewReaper() (*Reaper, error) {
	return nil, fail(CodeNotSupported, "orphans can be adopted on Linux only", nil)
}

func (*Reaper) start(start func() (*os.Process, error)) (*os.Process, error) { return start() }

func (*Reaper) forget(int) {}
