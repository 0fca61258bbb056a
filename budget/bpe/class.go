package bpe

// A class is the set of character classes of one code point, as the published
// patterns name them. The bits are tested by the splitters; the table that
// maps code points to classes is generated (classes_tables.go).
type class uint8

const (
	// classUpper is [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}], the first run of a word
	// in o200k.
	classUpper class = 1 << iota
	// classLower is [\p{Ll}\p{Lm}\p{Lo}\p{M}], the second run of a word.
	classLower
	// classLetter is \p{L}.
	classLetter
	// classNumber is \p{N}.
	classNumber
	// classSpace is \s, which in the reference is the property White_Space.
	classSpace
	// classNewline is [\r\n]; both are white space too.
	classNewline
	// classPunct is \p{P}.
	classPunct
	// classSymbol is \p{S}.
	classSymbol
)

const (
	// classBoth marks what may stand in either run of a word: letters
	// without case, and marks.
	classBoth = classUpper | classLower
	// classSolid is what the run of "everything else" may not hold.
	classSolid = classSpace | classLetter | classNumber
)

// isMark reports \p{M}: the only members of both runs that are not letters.
func (c class) isMark() bool { return c&(classBoth|classLetter) == classBoth }

// classOf returns the classes of r. It is total: a value outside Unicode has
// no class.
func classOf(r rune) class {
	if uint32(r) > 0x10FFFF {
		return 0
	}
	block := int(classIndex[uint32(r)>>classShift])
	return class(classBlocks[block<<classShift|int(uint32(r)&(1<<classShift-1))])
}

// classAt returns the classes of the code point at s[i] and its width in
// bytes. s must be valid UTF-8 and i the start of a code point in it.
func classAt(s string, i int) (c class, width int) {
	if b := s[i]; b < 0x80 {
		return class(classBlocks[b]), 1 // the first block is that of ASCII
	}
	return wideClassAt(s, i)
}

// wideClassAt is classAt for what is not ASCII.
func wideClassAt(s string, i int) (c class, width int) {
	switch s[i] {
	case 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEB, 0xEC:
		// All that begins with these bytes, most Chinese characters and most
		// syllables of Korean, are letters without case.
		return classBoth | classLetter, 3
	}
	r, width := runeAt(s, i)
	return classOf(r), width
}

// runeAt decodes the code point at s[i]. Text has been validated by the time
// it is split, so the lead byte alone tells the width.
func runeAt(s string, i int) (r rune, width int) {
	b := s[i]
	switch {
	case b < 0x80:
		return rune(b), 1
	case b < 0xE0:
		return rune(b&0x1F)<<6 | rune(s[i+1]&0x3F), 2
	case b < 0xF0:
		return rune(b&0x0F)<<12 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F), 3
	default:
		return rune(b&0x07)<<18 | rune(s[i+1]&0x3F)<<12 | rune(s[i+2]&0x3F)<<6 | rune(s[i+3]&0x3F), 4
	}
}
