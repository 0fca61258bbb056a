package dialog

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/ucd"
)

// plain returns text that is seen as it is, on one line: printable ASCII, letters,
// marks and digits of any script stand as they are, every other character as
// \u{HEX}. A title could otherwise look like another one, or hide its end.
func plain(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case ' ' <= r && r <= '~':
			b.WriteRune(r)
		case r > '~' && (ucd.IsLetter(r) || ucd.IsNumber(r) || ucd.IsMark(r) && i > 0) && !ucd.Ignorable(r) && !ucd.Bidi(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u{%X}`, r)
		}
		i += size
	}
	return b.String()
}
