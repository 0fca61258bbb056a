//go:build !unix

package approval

import "io"

// openTerminal has nothing to open: give Terminal.Open a device.
func openTerminal() (io.ReadWriteCloser, error) { return nil, ErrNoTerminal }
