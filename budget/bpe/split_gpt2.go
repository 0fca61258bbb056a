package bpe

// nextGPT2 splits by the pattern of r50k_base and p50k_base:
//
//	's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
//
// Contractions are lower case only, and line ends are like other white space.
func nextGPT2(s string, i int) int {
	if s[i] == '\'' {
		// Upper case differs from lower only in the second byte or third.
		if end := contraction(s, i); end > i && isLowerASCII(s[i+1:end]) {
			return end
		}
	}
	start := i
	if s[i] == ' ' && i+1 < len(s) {
		start = i + 1
	}
	c, _ := classAt(s, start)
	switch {
	case c&classLetter != 0:
		return runOf(s, start, classLetter)
	case c&classNumber != 0:
		return runOf(s, start, classNumber)
	case c&classSpace == 0:
		return runOutside(s, start, classSolid)
	}
	end, last := i, i
	for end < len(s) {
		c, width := classAt(s, end)
		if c&classSpace == 0 {
			break
		}
		last = end
		end += width
	}
	if end == len(s) || last == i {
		return end
	}
	return last
}

// isLowerASCII reports whether s holds nothing but a to z.
func isLowerASCII(s string) bool {
	for _, b := range []byte(s) {
		if b < 'a' || b > 'z' {
			return false
		}
	}
	return true
}
