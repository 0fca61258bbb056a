package contract

import "unicode/utf8"

// replaced counts what reads as U+FFFD in a raw JSON string.
type replaced struct {
	bytes  int // bytes that are not UTF-8
	halves int // escapes of half a surrogate pair
}

func (r replaced) any() bool { return r.bytes+r.halves > 0 }

// replacedIn looks through the raw text of a valid JSON string. A surrogate
// that is encoded in three raw bytes counts as bytes that are not UTF-8.
func replacedIn(raw []byte) replaced {
	var out replaced
	for i := 0; i < len(raw); {
		switch c := raw[i]; {
		case c == '\\':
			n, half := escapeAt(raw[i:])
			i += n
			if half {
				out.halves++
			}
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRune(raw[i:])
			if r == utf8.RuneError && n == 1 {
				out.bytes++
			}
			i += n
		}
	}
	return out
}

// Lengths of JSON escapes in bytes.
const (
	shortEscape = len(`\n`)
	hexEscape   = len(`\u0000`)
)

// escapeAt returns the length of the escape that b starts with, two for a
// whole surrogate pair, and whether it is half of one.
func escapeAt(b []byte) (n int, half bool) {
	v, ok := hexUnit(b)
	switch {
	case !ok:
		return shortEscape, false
	case v < 0xD800 || v > 0xDFFF:
		return hexEscape, false
	case v >= 0xDC00: // a low half that follows no high one
		return hexEscape, true
	}
	if low, ok := hexUnit(b[hexEscape:]); ok && low >= 0xDC00 && low <= 0xDFFF {
		return 2 * hexEscape, false
	}
	return hexEscape, true
}

// hexUnit reads `\uXXXX` at the start of b.
func hexUnit(b []byte) (rune, bool) {
	if len(b) < hexEscape || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	var v rune
	for _, c := range b[2:hexEscape] {
		v <<= 4
		switch {
		case '0' <= c && c <= '9':
			v |= rune(c - '0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			v |= rune(c|0x20-'a') + 10
		default:
			return 0, false
		}
	}
	return v, true
}
