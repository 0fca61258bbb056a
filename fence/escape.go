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
	if r > 0xFFFF {
		dst = append(dst, escOpen+"U+"...)
		shift := 16
		if r > 0xFFFFF {
			shift = 20
		}
		for ; shift >= 0; shift -= 4 {
			dst = append(dst, hexUpper[r>>shift&0xF])
		}
		return append(dst, escClose...)
	}
	return append(dst, escOpen[0], escOpen[1], escOpen[2], 'U', '+',
		hexUpper[r>>12&0xF], hexUpper[r>>8&0xF], hexUpper[r>>4&0xF], hexUpper[r&0xF],
		escClose[0], escClose[1], escClose[2])
}

func appendByteEscape(dst []byte, b byte) []byte {
	return append(dst, escOpen[0], escOpen[1], escOpen[2], '0', 'x',
		hexUpper[b>>4], hexUpper[b&0xF], escClose[0], escClose[1], escClose[2])
}

// parseEscape reads the canonical escape at the start of s, which begins with
// escOpen. It returns its length and what it stands for: a rune, or a byte when
// isByte. A length of zero means that there is no canonical escape.
func parseEscape(s string) (n int, r rune, isByte bool) {
	n = len(escOpen)
	if len(s) < n+2 {
		return 0, 0, false
	}
	digits := 0
	isByte = s[n] == '0' && s[n+1] == 'x'
	if !isByte && (s[n] != 'U' || s[n+1] != '+') {
		return 0, 0, false
	}
	n += 2
	zero := n < len(s) && s[n] == '0'
	for ; n < len(s) && digits < 7; n, digits = n+1, digits+1 {
		d := rune(hexValue[s[n]]) - 1
		if d < 0 {
			break
		}
		r = r<<4 | d
	}
	if !strings.HasPrefix(s[n:], escClose) {
		return 0, 0, false
	}
	n += len(escClose)
	switch {
	case isByte && digits == 2 && r >= utf8.RuneSelf:
	case !isByte && digits >= 4 && digits <= 6 && (digits == 4 || !zero) && utf8.ValidRune(r):
	default:
		return 0, 0, false
	}
	return n, r, isByte
}

// hexValue is the value of an upper-case hexadecimal digit plus one, and 0 of other
// bytes.
var hexValue = [256]uint8{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16,
}
