// Package console is what questions on a terminal have in common: an answer is
// one line, and what is shown is seen as it is.
//
// All functions are linear and safe for concurrent use.
package console

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/ucd"
)

// ErrLong is returned for a line that is longer than allowed: it is no answer.
var ErrLong = errors.New("console: the line is too long")

// ReadLine reads to the end of a line and not a byte more, since what is behind it
// answers another question. The line comes without its end and has at most limit bytes;
// of a longer one ReadLine reads one byte more than that and returns ErrLong. Any other
// error is of r, also where r ends without the end of a line.
func ReadLine(r io.Reader, limit int) (string, error) {
	var line []byte
	var one [1]byte
	for len(line) <= limit {
		if _, err := io.ReadFull(r, one[:]); err != nil {
			return "", err
		}
		switch one[0] {
		case '\n':
			return string(line), nil
		case '\r':
		default:
			line = append(line, one[0])
		}
	}
	return "", ErrLong
}

// Visible returns text that is seen as it is, on one line: printable ASCII and letters
// and digits of any script stand as they are, every other character as \u{HEX} and
// what is not UTF-8 as \xHH. Nothing in it moves a cursor, hides, reorders or is mistaken
// for nothing. With marks, those behind another character stand as they are too: names
// in many scripts are not read without them, and to a person who compares they may look
// like another character.
func Visible(s string, marks bool) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case ' ' <= r && r <= '~':
			b.WriteRune(r)
		case r > '~' && (ucd.IsLetter(r) || ucd.IsNumber(r) || marks && i > 0 && ucd.IsMark(r)) && !ucd.Ignorable(r) && !ucd.Bidi(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u{%X}`, r)
		}
		i += size
	}
	return b.String()
}
