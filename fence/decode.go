package fence

import (
	"strings"
	"unicode/utf8"
)

// decode undoes the escapes of a payload. bad is the offset of the first
// bracket that starts no canonical escape, or -1. A payload without escapes is
// returned as it is, without a copy.
func decode(payload string, crlf bool) (data string, bad int) {
	at := strings.Index(payload, escOpen)
	if at < 0 && !crlf {
		return payload, -1
	}
	var b strings.Builder
	b.Grow(len(payload) + strings.Count(payload, "\n")*btoi(crlf))
	rest, base := payload, 0
	for at >= 0 {
		writeLines(&b, rest[:at], crlf)
		n := decodeEscapes(&b, rest[at:])
		if n == 0 {
			return "", base + at
		}
		rest, base = rest[at+n:], base+at+n
		at = strings.Index(rest, escOpen)
	}
	writeLines(&b, rest, crlf)
	return b.String(), -1
}

// decodeEscapes decodes the escapes that stand one after another at the start
// of s, and returns their length, or 0 when one is not canonical. Bytes that
// form a character together are not: the character stands for itself.
func decodeEscapes(b *strings.Builder, s string) int {
	var run [utf8.UTFMax]byte
	n, pending := 0, 0
	for strings.HasPrefix(s[n:], escOpen) {
		size, r, isByte := parseEscape(s[n:])
		if size == 0 {
			return 0
		}
		n += size
		if !isByte {
			pending = 0
			b.WriteRune(r)
			continue
		}
		b.WriteByte(byte(r)) // parseEscape returns 80 to FF
		if pending == len(run) {
			copy(run[:], run[1:])
			pending--
		}
		run[pending] = byte(r) // likewise
		pending++
		for k := range pending {
			if utf8.Valid(run[k:pending]) {
				return 0
			}
		}
	}
	return n
}

func writeLines(b *strings.Builder, s string, crlf bool) {
	for crlf {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		b.WriteString("\r\n")
		s = s[i+1:]
	}
	b.WriteString(s)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
