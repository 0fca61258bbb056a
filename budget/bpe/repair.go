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
	for _, r := range s {
		out.WriteRune(r) // an invalid byte comes as U+FFFD
	}
	return out.String()
}

// repairedLen returns len(repair(s)).
func repairedLen(s string) int {
	n := len(s)
	for i := 0; i < len(s); {
		r, width := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && width == 1 {
			n += len(replacement) - 1
		}
		i += width
	}
	return n
}
