package patch

import (
	"io/fs"
	"strings"
)

// validPath reports whether a patch can be about a path: relative, clean, below
// the root, not too deep, and without a byte that separates elsewhere or forges a
// line.
func validPath(p string) bool {
	if p == "." || len(p) > MaxPath || strings.Count(p, "/") >= MaxDepth || !fs.ValidPath(p) {
		return false
	}
	return !strings.ContainsFunc(p, func(r rune) bool { return r < 0x20 || r == 0x7f || r == '\\' })
}

// quoteName writes a name as headers do: in quotes, with escapes of C, where it
// holds a quote, a backslash, a control character or a byte above 7F.
func quoteName(name string) string {
	plain := true
	for i := range len(name) {
		if c := name[i]; c < 0x20 || c >= 0x7f || c == '"' || c == '\\' {
			plain = false
		}
	}
	if plain {
		return name
	}
	out := []byte{'"'}
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c == '\n':
			out = append(out, `\n`...)
		case c == '\t':
			out = append(out, `\t`...)
		case c < 0x20 || c >= 0x7f:
			out = append(out, '\\', '0'+c>>6, '0'+c>>3&7, '0'+c&7)
		default:
			out = append(out, c)
		}
	}
	return string(append(out, '"'))
}

// unquoteName reads a quoted name at the start of a text, and returns what
// follows it.
func unquoteName(s string) (name, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		return "", "", false
	}
	var out []byte
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return string(out), s[i+1:], true
		case c != '\\':
			out = append(out, c)
		case i+1 < len(s) && strings.IndexByte(`abtnvfr"\`, s[i+1]) >= 0:
			i++
			out = append(out, "\a\b\t\n\v\f\r\"\\"[strings.IndexByte(`abtnvfr"\`, s[i])])
		case i+3 < len(s) && octal(s[i+1]) && s[i+1] <= '3' && octal(s[i+2]) && octal(s[i+3]):
			out = append(out, (s[i+1]-'0')<<6|(s[i+2]-'0')<<3|(s[i+3]-'0'))
			i += 3
		default:
			return "", "", false
		}
	}
	return "", "", false
}

func octal(c byte) bool { return '0' <= c && c <= '7' }
