//go:build unix

package approval

import (
	"errors"
	"io"
	"os"
)

// openTerminal opens the terminal that controls the process, whatever standard
// input is.
func openTerminal() (io.ReadWriteCloser, error) {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, errors.Join(ErrNoTerminal, err)
	}
	return f, nil
}
