package bpe

import (
	"strings"
	"unicode/utf8"
)

// replacement is U+FFFD in UTF-8.
const replacement = "\uFFFD"

// repair returns s with every byte that is not part of valid UTF-8 replaced by
// U+FFFD. Each such byte is replaced on its own, as a Go range loop does and as
// encoding/json does on the way out; strings.ToValidUTF8 would replace a run by
// one. Valid text is returned as it is, without a copy.
func repair(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var out strings.Builder
	out.Grow(repairedLen(s))
	valid := 0 // where the bytes that are written next begin
	for i := 0; i < len(s); {
		width := widthAt(s, i)
		if width == 0 {
			out.WriteString(s[valid:i])
			out.WriteString(replacement)
			valid = i + 1
		}
		i += max(width, 1)
	}
	out.WriteString(s[valid:])
	return out.String()
}

// widthAt returns the width of the code point at s[i], or 0 if it is invalid.
func widthAt(s string, i int) int {
	if s[i] < utf8.RuneSelf {
		return 1
	}
	r, width := utf8.DecodeRuneInString(s[i:])
	if r == utf8.RuneError && width == 1 {
		return 0
	}
	return width
}

// repairedLen returns len(repair(s)).
func repairedLen(s string) int {
	n := len(s)
	for i := 0; i < len(s); {
		width := widthAt(s, i)
		if width == 0 {
			n += len(replacement) - 1
		}
		i += max(width, 1)
	}
	return n
}
