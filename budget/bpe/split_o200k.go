package bpe

// nextO200K splits by the pattern of o200k_base, whose alternatives are, in
// this order:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n/]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
func nextO200K(s string, i int) int {
	if end := casedWord(s, i); end > i {
		return contraction(s, end)
	}
	return afterWords(s, i, 3)
}

// nextTekken splits by the pattern of Tekken: that of o200k_base without the
// contractions and with \p{N} for \p{N}{1,3}.
func nextTekken(s string, i int) int {
	if end := casedWord(s, i); end > i {
		return end
	}
	return afterWords(s, i, 1)
}

// afterWords matches the alternatives behind the words.
func afterWords(s string, i, digits int) int {
	c, width := classAt(s, i)
	if c&classNumber != 0 {
		return numbers(s, i, digits)
	}
	start := i
	if s[i] == ' ' {
		start = i + width
	}
	if end := runOutside(s, start, classSolid); end > start {
		return newlines(s, end, true)
	}
	return space(s, i)
}

// casedWord matches the two word alternatives without the contraction, and
// returns i if neither matches. A regular expression tries the first
// alternative with and without the optional first character before it tries
// the second, and so does this.
func casedWord(s string, i int) int {
	c, width := classAt(s, i)
	if c&(classLetter|classNumber|classNewline) != 0 {
		if c&classLetter == 0 {
			return i
		}
		lower, upper := caseRuns(s, i)
		return max(lower, upper)
	}
	lower, upper := caseRuns(s, i+width)
	if lower > i+width {
		return lower
	}
	if c.isMark() {
		// A mark is in both runs, so the first alternative matches from it
		// on, without taking it for the optional first character.
		lower, _ = caseRuns(s, i)
		return lower
	}
	if upper > i+width {
		return upper
	}
	return i
}

// caseRuns matches upper*lower+ and, should that fail, upper+ at i. Both ends
// are i for no match; upper is set only if the first does not match.
//
// The upper run is greedy. Where no lower run follows it, the first pattern
// gives back characters until one that stands in both classes can be the lower
// run: the match then ends behind the last such character.
func caseRuns(s string, i int) (lower, upper int) {
	end, both := i, i
	for end < len(s) {
		c, width := classAt(s, end)
		if c&classUpper == 0 {
			break
		}
		end += width
		if c&classLower != 0 {
			both = end
		}
	}
	if run := runOf(s, end, classLower); run > end {
		return run, i
	}
	if both > i {
		return both, i
	}
	return i, end
}
