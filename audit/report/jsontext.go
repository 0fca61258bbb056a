package report

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ringfence/ringfence/fence"
)

const hexDigits = "0123456789abcdef"

// AppendJSON appends s as a JSON string in which everything that [Visible] would
// show as an escape is one, so that the output is safe to look at. What is not
// UTF-8 becomes U+FFFD: callers look at it first. It takes linear time.
func AppendJSON(dst []byte, s string) []byte {
	dst = append(dst, '"')
	marks := fence.FindCharacters(s)
	for i := 0; i < len(s); {
		for len(marks) > 0 && marks[0].Start < i {
			marks = marks[1:]
		}
		b := s[i]
		if b == '#' && i+1 < len(s) && s[i+1] == '#' {
			dst = appendUnit(dst, '#') // "##" begins a command of some CI systems
			i++
			continue
		}
		if b < utf8.RuneSelf {
			dst = appendASCII(dst, b)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if len(marks) > 0 && marks[0].Start == i && marks[0].Class != fence.Bracket {
			dst = appendUnits(dst, r)
		} else {
			dst = append(dst, s[i:i+n]...)
		}
		i += n
	}
	return append(dst, '"')
}

func appendASCII(dst []byte, b byte) []byte {
	switch {
	case b == '"' || b == '\\':
		return append(dst, '\\', b)
	case b == '\n':
		return append(dst, `\n`...)
	case b == '\r':
		return append(dst, `\r`...)
	case b == '\t':
		return append(dst, `\t`...)
	case b < ' ' || b == 0x7F:
		return appendUnit(dst, uint16(b))
	}
	return append(dst, b)
}

// appendUnits appends r as one or two escapes of UTF-16 units.
func appendUnits(dst []byte, r rune) []byte {
	if r1, r2 := utf16.EncodeRune(r); r1 != utf8.RuneError {
		return appendUnit(appendUnit(dst, uint16(r1)), uint16(r2))
	}
	return appendUnit(dst, uint16(r))
}

func appendUnit(dst []byte, u uint16) []byte {
	return append(dst, '\\', 'u', hexDigits[u>>12], hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15])
}

// AppendName appends the name of a file. One that is not UTF-8 is shown as
// [Visible] shows it, since JSON has no way to say it.
func AppendName(dst []byte, name string) []byte {
	if !utf8.ValidString(name) {
		name = Visible(name)
	}
	return AppendJSON(dst, name)
}
