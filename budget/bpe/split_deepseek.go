package bpe

// nextDeepSeekV3 splits by the three stages of DeepSeek V3 and R1. Each stage
// divides what the stage before it left over, taken alone:
//
//	\p{N}{1,3}
//	[一-龥぀-ゟ゠-ヿ]+
//	[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
//
// What the last stage does not match stays a piece of its own.
func nextDeepSeekV3(s string, i int) int {
	c, width := classAt(s, i)
	if c&classNumber != 0 {
		return numbers(s, i, 3)
	}
	if hanOrKana(s, i) {
		for i < len(s) && hanOrKana(s, i) {
			i += 3
		}
		return i
	}
	if end := deepSeekMatch(s, i); end > i {
		return end
	}
	// Nothing matches here: the gap reaches up to the next match. Only code
	// points without a class (controls, unassigned) are in it, and one that
	// a letter follows begins a match.
	for i += width; i < len(s) && !deepSeekBreak(s, i); {
		_, width = classAt(s, i)
		i += width
	}
	return i
}

// deepSeekBreak reports whether a piece begins at i.
func deepSeekBreak(s string, i int) bool {
	c, _ := classAt(s, i)
	return c&classNumber != 0 || hanOrKana(s, i) || deepSeekMatch(s, i) > i
}

// hanOrKana reports the range of the second stage, all of it three bytes wide:
// U+4E00 to U+9FA5 and U+3040 to U+30FF.
func hanOrKana(s string, i int) bool {
	if s[i] < 0xE3 || s[i] > 0xE9 {
		return false
	}
	r, _ := runeAt(s, i)
	return r >= 0x4E00 && r <= 0x9FA5 || r >= 0x3040 && r <= 0x30FF
}

// wordRun is runOf for letters and marks that the second stage did not take.
func wordRun(s string, i int) int {
	for i < len(s) {
		c, width := classAt(s, i)
		if c&classBoth == 0 || hanOrKana(s, i) {
			break
		}
		i += width
	}
	return i
}

// deepSeekMatch matches the third stage at i, and returns i if it does not
// match there. Neither numbers nor the range of the second stage are at i.
func deepSeekMatch(s string, i int) int {
	c, width := classAt(s, i)
	if s[i] < 0x80 && c&(classPunct|classSymbol) != 0 {
		end := i + 1
		for end < len(s) && isASCIILetter(s[end]) {
			end++
		}
		if end > i+1 {
			return end
		}
	}
	if c&(classLetter|classPunct|classSymbol|classNewline) == 0 {
		if end := wordRun(s, i+width); end > i+width {
			return end
		}
	}
	if end := wordRun(s, i); end > i {
		return end
	}
	start := i
	if s[i] == ' ' {
		start = i + 1
	}
	// The range of the second stage holds one punctuation mark and two
	// symbols that must not be taken here.
	end := start
	for end < len(s) {
		c, width := classAt(s, end)
		if c&(classPunct|classSymbol) == 0 || hanOrKana(s, end) {
			break
		}
		end += width
	}
	if end > start {
		return newlines(s, end, false)
	}
	if c&classSpace == 0 {
		return i
	}
	return deepSeekSpace(s, i)
}

// deepSeekSpace is space, but the text ends where a number or the range of the
// second stage begins: those were cut out before.
func deepSeekSpace(s string, i int) int {
	end := runOf(s, i, classSpace)
	if end < len(s) {
		if c, _ := classAt(s, end); c&classNumber != 0 || hanOrKana(s, end) {
			return i + space(s[i:end], 0)
		}
	}
	return space(s, i)
}

// isASCIILetter reports [A-Za-z].
func isASCIILetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
