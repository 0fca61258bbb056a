package ringfence

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Code names a kind of error. Each package declares the codes it returns as
// constants; a code is stable, lower case and hyphenated, and never holds data.
type Code string

// NoOffset is the Offset of an [Error] that has no place in the input.
const NoOffset = -1

// Error is what every package of this module returns for bad input. Message
// and Hint are written by the package and never hold text of the input; the
// only outside bytes are in Pointer, which Error escapes.
type Error struct {
	Code    Code
	Message string // what is wrong, in one line
	Offset  int64  // byte offset into the input, or NoOffset
	Pointer string // JSON pointer (RFC 6901) into the input, where there is one
	Hint    string // what to do about it, may be empty
	Err     error  // cause; may be nil
}

// maxPointer caps how much of a pointer an error message shows, in bytes: an
// object key can be as long as the input.
const maxPointer = 160

// Error returns one line of printable ASCII from the message, the place and the
// cause's code; never the hint. Of a nil error it says that there is none.
func (e *Error) Error() string {
	if e == nil {
		return "no error"
	}
	var b strings.Builder
	b.WriteString(string(e.Code))
	if e.Message != "" {
		b.WriteString(": ")
		b.WriteString(e.Message)
	}
	if e.Pointer != "" {
		b.WriteString(" at ")
		b.WriteString(PrintablePointer(e.Pointer))
	}
	if e.Offset >= 0 {
		b.WriteString(" (byte ")
		b.WriteString(strconv.FormatInt(e.Offset, 10))
		b.WriteString(")")
	}
	return b.String()
}

// Unwrap returns the cause; nil for a nil error.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// Format implements [fmt.Formatter]: every verb prints what Error returns, also
// of an Error that is not behind a pointer.
func (e Error) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(e.Error())) }

// Is reports whether target is an *Error with the same Code, so that sentinel
// errors such as contract.ErrVersion match whatever the place.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t != nil && e != nil && t.Code == e.Code
}

// PrintablePointer returns a JSON pointer as printable ASCII without white
// space or control characters, shortened in the middle when it is long: object
// keys come from outside.
func PrintablePointer(p string) string {
	short := p
	if len(short) > maxPointer {
		head, tail := short[:maxPointer/2], short[len(short)-maxPointer/2:]
		for !utf8.ValidString(head) && len(head) > maxPointer/2-utf8.UTFMax {
			head = head[:len(head)-1]
		}
		for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
			tail = tail[1:]
		}
		short = head + "..." + tail
	}
	q := strconv.QuoteToASCII(short)
	q = strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
	return strings.ReplaceAll(q, " ", `\x20`)
}
