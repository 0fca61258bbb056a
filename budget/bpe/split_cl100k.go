package bpe

// nextCL100K splits by the pattern of cl100k_base, whose alternatives are, in
// this order:
//
//	'(?i:[sdmt]|ll|ve|re)
//	[^\r\n\p{L}\p{N}]?+\p{L}++
//	\p{N}{1,3}+
//	 ?[^\s\p{L}\p{N}]++[\r\n]*+
//	\s++$
//	\s*[\r\n]
//	\s+(?!\S)
//	\s
func nextCL100K(s string, i int) int {
	if end := word(s, i, classLetter); end > i {
		return end
	}
	if end := plainTail(s, i, 3, classSolid); end > i {
		return end
	}
	if end := runOf(s, i, classSpace); end == len(s) {
		return end
	}
	return space(s, i)
}

// nextLlama3 splits by the pattern of Llama 3, which is that of cl100k_base
// without \s++$: white space at the end of the text is cut after its last CR
// or LF.
//
//	(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
func nextLlama3(s string, i int) int {
	return nextPlain(s, i, classLetter, 3, classSolid)
}

// nextQwen2 splits by the pattern of Qwen 2: Llama 3 with \p{N} for
// \p{N}{1,3}.
func nextQwen2(s string, i int) int {
	return nextPlain(s, i, classLetter, 1, classSolid)
}

// nextQwen35 splits by the pattern of Qwen 3.5: Qwen 2 with [\p{L}\p{M}]+ for
// words, and marks taken out of the punctuation.
func nextQwen35(s string, i int) int {
	// Letters and marks are together what the two runs of o200k hold.
	return nextPlain(s, i, classBoth, 1, classSolid|classBoth)
}

// nextPlain is the shape that Llama 3 and Qwen share.
func nextPlain(s string, i int, letters class, digits int, solid class) int {
	if end := word(s, i, letters); end > i {
		return end
	}
	if end := plainTail(s, i, digits, solid); end > i {
		return end
	}
	return space(s, i)
}

// word matches a contraction, or letters with one optional character before
// them that is no letter, number, CR or LF. It returns i if neither matches.
func word(s string, i int, letters class) int {
	if end := contraction(s, i); end > i {
		return end
	}
	c, width := classAt(s, i)
	if c&(classLetter|classNumber|classNewline) == 0 {
		if end := runOf(s, i+width, letters); end > i+width {
			return end
		}
	}
	return runOf(s, i, letters)
}

// plainTail matches numbers, or a run of what is not solid with one optional
// space before it and line ends behind. It returns i if neither matches.
func plainTail(s string, i, digits int, solid class) int {
	c, width := classAt(s, i)
	if c&classNumber != 0 {
		return numbers(s, i, digits)
	}
	start := i
	if s[i] == ' ' {
		start = i + width
	}
	if end := runOutside(s, start, solid); end > start {
		return newlines(s, end, false)
	}
	return i
}
