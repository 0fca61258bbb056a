package audit

import "unicode/utf8"

// runeStart moves i forward to where a character begins.
func runeStart(s string, i int) int {
	for n := 0; i < len(s) && n < utf8.UTFMax && !utf8.RuneStart(s[i]); n++ {
		i++
	}
	return i
}
