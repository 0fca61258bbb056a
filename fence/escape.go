package fence

import (
	"strings"
	"unicode/utf8"
)

// The two brackets of an escape. The opening one is always escaped itself, so
// that decoding a payload is unambiguous.
const (
	escOpen  = "⟦" // U+27E6, E2 9F A6
	escClose = "⟧" // U+27E7

	hexUpper = "0123456789ABCDEF"
	// maxEscape is the longest escape in bytes, ⟦U+10FFFF⟧.
	maxEscape = len(escOpen) + len("U+10FFFF") + len(escClose)
)

// MaxExpansion bounds how many times larger than its data a payload can be: the
// escape of a character of one byte takes twelve.
const MaxExpansion = 12

func appendRuneEscape(dst []byte, r rune) []byte {
	dst = append(dst, escOpen...)
	dst = append(dst, 'U', '+')
	shift := 12
	for r>>(shift+4) != 0 {
		shift += 4
	}
	for ; shift >= 0; shift -= 4 {
		dst = append(dst, hexUpper[r>>shift&0xF])
	}
	return append(dst, escClose...)
}

func appendByteEscape(dst []byte, b byte) []byte {
	dst = append(dst, escOpen...)
	dst = append(dst, '0', 'x', hexUpper[b>>4], hexUpper[b&0xF])
	return append(dst, escClose...)
}

// parseEscape reads the canonical escape at the start of s, which begins with
// escOpen. It returns its length and what it stands for: a rune, or a byte when
// isByte. A length of zero means that there is no canonical escape.
func parseEscape(s string) (n int, r rune, isByte bool) {
	body := s[len(escOpen):min(len(s), maxEscape)]
	end := strings.Index(body, escClose)
	if end < 0 {
		return 0, 0, false
	}
	body = body[:end]
	n = len(escOpen) + end + len(escClose)
	switch {
	case len(body) == 4 && body[0] == '0' && body[1] == 'x':
		v, ok := parseHex(body[2:])
		if !ok || v < utf8.RuneSelf {
			return 0, 0, false
		}
		return n, v, true
	case len(body) >= 6 && len(body) <= 8 && body[0] == 'U' && body[1] == '+':
		v, ok := parseHex(body[2:])
		if !ok || !utf8.ValidRune(v) || len(body) > 6 && body[2] == '0' {
			return 0, 0, false
		}
		return n, v, false
	}
	return 0, 0, false
}

func parseHex(s string) (rune, bool) {
	var v rune
	for i := range len(s) {
		d := strings.IndexByte(hexUpper, s[i])
		if d < 0 {
			return 0, false
		}
		v = v<<4 | rune(d)
	}
	return v, true
}
