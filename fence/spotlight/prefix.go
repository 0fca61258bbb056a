package spotlight

import "strings"

// LinePrefix stands before every line of text in the prefix style. Neither of
// its characters begins or ends a control token of a model family.
const LinePrefix = "| "

// MaxPrefix bounds the length of a text with prefixes: this many times the
// text, plus one prefix.
const MaxPrefix = 1 + len(LinePrefix)

// AppendPrefix appends s to dst with LinePrefix at the start and after every
// line feed. A text that ends in a line feed ends in a prefix: the line after
// it is there and is empty.
func AppendPrefix(dst []byte, s string) []byte {
	dst = append(dst, LinePrefix...)
	for {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(append(dst, s[:i+1]...), LinePrefix...)
		s = s[i+1:]
	}
}

// TrimPrefix is the inverse of [AppendPrefix]. ok is false when a line of s has
// no prefix, the first line being there always.
func TrimPrefix(s string) (text string, ok bool) {
	var b strings.Builder
	b.Grow(len(s))
	for {
		rest, found := strings.CutPrefix(s, LinePrefix)
		if !found {
			return "", false
		}
		i := strings.IndexByte(rest, '\n')
		if i < 0 {
			b.WriteString(rest)
			return b.String(), true
		}
		b.WriteString(rest[:i+1])
		s = rest[i+1:]
	}
}
