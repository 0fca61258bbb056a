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
	// What is decoded is no longer than the payload, but for the CRs.
	size := len(payload)
	if crlf {
		size += strings.Count(payload, "\n")
	}
	out := make([]byte, 0, size)
	i := 0
	for at >= 0 {
		out = appendLines(out, payload[i:i+at], crlf)
		i += at
		var n int
		if out, n = appendDecoded(out, payload[i:]); n == 0 {
			return "", i
		}
		i += n
		at = strings.Index(payload[i:], escOpen)
	}
	return string(appendLines(out, payload[i:], crlf)), -1
}

// appendDecoded decodes the escapes that stand one after another at the start
// of s, and returns their length, or 0 when one is not canonical. Bytes that
// form a character together are not: the character stands for itself.
func appendDecoded(dst []byte, s string) (out []byte, n int) {
	pending := 0 // bytes at the end of dst that come from byte escapes
	for strings.HasPrefix(s[n:], escOpen) {
		size, r, isByte := parseEscape(s[n:])
		if size == 0 {
			return dst, 0
		}
		n += size
		if !isByte {
			pending = 0
			dst = utf8.AppendRune(dst, r)
			continue
		}
		dst = append(dst, byte(r)) // parseEscape returns 80 to FF
		pending = min(pending+1, utf8.UTFMax)
		for k := range pending {
			if utf8.Valid(dst[len(dst)-1-k:]) {
				return dst, 0
			}
		}
	}
	return dst, n
}

func appendLines(dst []byte, s string, crlf bool) []byte {
	for crlf {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			break
		}
		dst = append(append(dst, s[:i]...), '\r', '\n')
		s = s[i+1:]
	}
	return append(dst, s...)
}
