package jsonline

import "unicode/utf8"

// Lengths of JSON escapes in bytes.
const (
	shortEscape = len(`\n`)
	hexEscape   = len(`\u0000`)
)

// Surrogates: the first of a pair is a high one.
const (
	firstHigh, lastHigh = 0xD800, 0xDBFF
	firstLow, lastLow   = 0xDC00, 0xDFFF
)

// Escape returns how many bytes of b the escape takes that b, which is the rest
// of a valid JSON string, starts with, and how many bytes of UTF-8 it stands for.
// Both escapes of a surrogate pair are one. half says that it is half of a pair,
// which reads as U+FFFD.
func Escape(b []byte) (size, text int, half bool) {
	v, ok := HexUnit(b)
	switch {
	case !ok:
		return shortEscape, 1, false
	case v < firstHigh || v > lastLow:
		return hexEscape, utf8.RuneLen(v), false
	case v <= lastHigh:
		if low, ok := HexUnit(b[hexEscape:]); ok && low >= firstLow && low <= lastLow {
			return 2 * hexEscape, utf8.UTFMax, false
		}
	}
	return hexEscape, utf8.RuneLen(utf8.RuneError), true
}
