package bpe

// The splitters of this package share the scanners below. Each takes the text,
// which is valid UTF-8, and a position at the start of a code point, and
// returns the position after what it matched.

// runOf returns the end of the longest run, from i on, of code points that
// have at least one of the given classes.
func runOf(s string, i int, in class) int {
	for i < len(s) {
		c, width := classAt(s, i)
		if c&in == 0 {
			break
		}
		i += width
	}
	return i
}

// runOutside returns the end of the longest run, from i on, of code points
// that have none of the given classes.
func runOutside(s string, i int, out class) int {
	for i < len(s) {
		c, width := classAt(s, i)
		if c&out != 0 {
			break
		}
		i += width
	}
	return i
}

// newlines returns the end of a run of CR and LF, and of '/' too if slash.
func newlines(s string, i int, slash bool) int {
	for i < len(s) && (s[i] == '\n' || s[i] == '\r' || slash && s[i] == '/') {
		i++
	}
	return i
}

// numbers matches \p{N}{1,most}, whose first member is known to be at i.
func numbers(s string, i, most int) int {
	for range most {
		if i == len(s) {
			break
		}
		c, width := classAt(s, i)
		if c&classNumber == 0 {
			break
		}
		i += width
	}
	return i
}

// contraction matches (?i:'s|'t|'re|'ve|'m|'ll|'d) at i, and returns i if
// there is none. Simple case folding makes U+017F, the long s, an s.
func contraction(s string, i int) int {
	if i+1 >= len(s) || s[i] != '\'' {
		return i
	}
	switch s[i+1] {
	case 's', 'S', 't', 'T', 'm', 'M', 'd', 'D':
		return i + 2
	case 0xC5:
		if s[i+2] == 0xBF {
			return i + 3
		}
		return i
	}
	if i+2 >= len(s) {
		return i
	}
	switch s[i+1] | 0x20 {
	case 'r', 'v':
		if s[i+2]|0x20 == 'e' {
			return i + 3
		}
	case 'l':
		if s[i+2]|0x20 == 'l' {
			return i + 3
		}
	}
	return i
}

// space matches the white-space alternatives at the end of most patterns,
// \s*[\r\n]+|\s+(?!\S)|\s+, where i is known to hold white space. A run is cut
// after its last CR or LF; without one, and with text behind it, the last
// white space is left to the next piece.
func space(s string, i int) int {
	end, last, newline := i, i, -1
	for end < len(s) {
		c, width := classAt(s, end)
		if c&classSpace == 0 {
			break
		}
		last = end
		end += width
		if c&classNewline != 0 {
			newline = end
		}
	}
	switch {
	case newline >= 0:
		return newline
	case end == len(s) || last == i:
		return end
	default:
		return last
	}
}
