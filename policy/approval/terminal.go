package approval

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"

	"github.com/ringfence/ringfence/policy/internal/console"
)

// Terminal asks on a terminal: it shows the whole question and wants a code that
// is different for each one, so that neither a habit nor what was typed before
// the question answers it.
type Terminal struct {
	// Open opens the device for one question; nil opens the terminal device of
	// the process (/dev/tty), which standard input is not asked for. Closing it
	// must end a read.
	Open func() (io.ReadWriteCloser, error)
}

// ErrNoTerminal is returned where a system or process has no terminal device.
var ErrNoTerminal = errors.New("approval: there is no terminal to ask on")

// codeBytes is how many random bytes are typed, as two hexadecimal digits each.
// They are no digits of the request hash: who makes the payload can know session
// and place, and would try payloads until the code is the one that was typed last.
const codeBytes = 3

// maxLine is the longest line that is read as an answer, in bytes.
const maxLine = 64

// Approve implements [Approver], in the name of "terminal".
func (t Terminal) Approve(ctx context.Context, q Question) (Answer, error) {
	text, err := q.Text()
	if err != nil {
		return Answer{}, err
	}
	open := t.Open
	if open == nil {
		open = openTerminal
	}
	tty, err := open()
	if err != nil {
		return Answer{}, err
	}
	stop := context.AfterFunc(ctx, func() { _ = tty.Close() }) // ends the read
	defer func() {
		if stop() {
			_ = tty.Close() // the answer was read
		}
	}()
	var random [codeBytes]byte
	_, _ = rand.Read(random[:]) // never fails
	code := hex.EncodeToString(random[:])
	prompt := text + "Type " + code + " to allow this once; anything else denies: "
	if _, err := io.WriteString(tty, prompt); err != nil {
		return Answer{}, err
	}
	line, err := console.ReadLine(tty, maxLine)
	if err != nil {
		return Answer{}, errors.Join(ctx.Err(), err)
	}
	return Answer{Allow: line == code, By: "terminal"}, nil
}
