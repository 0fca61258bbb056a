package jsonline

// HexDigits reads n hexadecimal digits of either case at the start of s, and says
// whether they are there. Eight that begin with 8 or more are a negative number:
// no escape stands for so high a character.
func HexDigits[T ~string | ~[]byte](s T, n int) (rune, bool) {
	if len(s) < n {
		return 0, false
	}
	var v rune
	for i := range n {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			v = v<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			v = v<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return v, true
}

// HexUnit reads `\uXXXX` at the start of s: one unit of UTF-16, which may be half of
// a pair.
func HexUnit[T ~string | ~[]byte](s T) (rune, bool) {
	if len(s) < hexEscape || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	return HexDigits(s[len(`\u`):], hexEscape-len(`\u`))
}

// SkipSpace returns the offset of the first byte of a JSON text, at or after at, that
// starts a token: it passes over white space and the separators, which are not tokens.
func SkipSpace(text []byte, at int64) int64 {
	for at < int64(len(text)) {
		switch text[at] {
		case ' ', '\t', '\r', '\n', ',', ':':
			at++
		default:
			return at
		}
	}
	return at
}
