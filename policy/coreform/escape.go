package coreform

const hexDigits = "0123456789ABCDEF"

// short returns the letter of a two-character escape, or 0.
func short(c byte) byte {
	switch c {
	case '\\', '"':
		return c
	case '\n':
		return 'n'
	case '\r':
		return 'r'
	case '\t':
		return 't'
	default:
		return 0
	}
}

// appendString appends text, which is UTF-8, as a string literal. Control
// characters (Unicode category Cc) are escaped, everything else is as it is.
func appendString(dst []byte, text string) []byte {
	dst = append(dst, '"')
	done := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= 0x20 && c != '"' && c != '\\' && c < 0x7F || c > 0xC2 {
			continue
		}
		r, size := rune(c), 1
		switch {
		case c == 0xC2:
			// C2 80 to C2 9F are U+0080 to U+009F, the C1 controls.
			if r = rune(text[i+1]); r > 0x9F {
				continue
			}
			size = 2
		case c > 0x7F:
			// A byte within a character.
			continue
		}
		dst = append(dst, text[done:i]...)
		if s := short(c); s != 0 {
			dst = append(dst, '\\', s)
		} else {
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
		}
		i += size - 1
		done = i + 1
	}
	dst = append(dst, text[done:]...)
	return append(dst, '"')
}

// appendBytes appends octets as a bytes literal: printable ASCII as it is, the
// rest in hexadecimal unless a shorter escape exists.
func appendBytes(dst []byte, octets string) []byte {
	dst = append(dst, 'b', '"')
	for i := range len(octets) {
		c := octets[i]
		switch s := short(c); {
		case s != 0:
			dst = append(dst, '\\', s)
		case 0x20 <= c && c <= 0x7E:
			dst = append(dst, c)
		default:
			dst = append(dst, '\\', 'x', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return append(dst, '"')
}
