package policy

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/ringfence/ringfence"
)

// Position is a place in a policy file. The zero Position is no place: what
// stands there is built in, or missing.
type Position struct {
	File   string // name as given to Parse
	Line   int    // from 1
	Column int    // from 1, in bytes
}

// IsZero reports whether there is no place.
func (p Position) IsZero() bool { return p.Line == 0 }

// String returns "file:line:column", or "built-in" for no place. The name is
// not escaped.
func (p Position) String() string {
	if p.IsZero() {
		return "built-in"
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

// PositionOf returns the place of a load error of [Parse].
func PositionOf(err error) (Position, bool) {
	var at *positionError
	if errors.As(err, &at) {
		return at.at, true
	}
	return Position{}, false
}

// positionError carries the place of a load error as its cause.
type positionError struct{ at Position }

// Error returns line and column; the name of the file may come from outside.
func (e *positionError) Error() string {
	return "line " + strconv.Itoa(e.at.Line) + ", column " + strconv.Itoa(e.at.Column)
}

// positionAt returns the place of a byte of a source.
func positionAt(file string, src []byte, offset int) Position {
	before := src[:min(max(offset, 0), len(src))]
	line := 1 + bytes.Count(before, []byte{'\n'})
	return Position{File: file, Line: line, Column: len(before) - bytes.LastIndexByte(before, '\n')}
}

// loadError returns a load error at a byte of a source.
func loadError(code ringfence.Code, file string, src []byte, offset int, pointer, message, hint string) error {
	at := &positionError{positionAt(file, src, offset)}
	return &ringfence.Error{
		Code: code, Message: at.Error() + ": " + message, Offset: int64(offset),
		Pointer: pointer, Hint: hint, Err: at,
	}
}
