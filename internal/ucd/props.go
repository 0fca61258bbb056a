package ucd

// A property word holds the category in the lowest 5 bits and one bit for each
// of these; the generator has the same list.
const (
	categoryMask = 1<<5 - 1

	bitWhite = 1 << (5 + iota - 1)
	bitIgnorable
	bitNonchar
	bitBidi
	bitEmoji
	bitPictographic
	bitJoin
	bitDropped // Fold gives the empty string
	bitMapped  // Fold gives another string
	bitCased   // FoldCase gives another rune
)

// highRange is a range of code points from lowEnd on with one property word.
// It starts after the end of the one before.
type highRange struct {
	last rune
	word uint16
}

// word returns the property word of r.
func word(r rune) uint16 {
	// The conversion makes a negative rune large, so that one comparison is enough.
	if u := uint32(r); u < lowEnd {
		return classWords[propsBlocks[uint(propsIndex[u>>6])<<6|uint(u&63)]&127]
	}
	return highWord(r)
}

// highWord finds r in highRanges. It is rare, and not inlined so that word can be.
//
//go:noinline
func highWord(r rune) uint16 {
	if r < 0 {
		return uint16(Cn)
	}
	lo, hi := 0, len(highRanges)
	for lo < hi {
		mid := (lo + hi) / 2
		if highRanges[mid].last < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(highRanges) { // above U+10FFFF
		return uint16(Cn)
	}
	return highRanges[lo].word
}

// IsWhiteSpace reports the property White_Space.
func IsWhiteSpace(r rune) bool { return word(r)&bitWhite != 0 }

// Ignorable reports the property Default_Ignorable_Code_Point: what a renderer
// that does not support it shows as nothing. It includes unassigned code
// points, such as most of U+E0000 to U+E0FFF.
func Ignorable(r rune) bool { return word(r)&bitIgnorable != 0 }

// Noncharacter reports the property Noncharacter_Code_Point.
func Noncharacter(r rune) bool { return word(r)&bitNonchar != 0 }

// Bidi reports the property Bidi_Control: the marks, embeddings, overrides and
// isolates that steer the order of display.
func Bidi(r rune) bool { return word(r)&bitBidi != 0 }

// Emoji reports the property Emoji. It includes the digits, '#' and '*', which
// start keycap sequences.
func Emoji(r rune) bool { return word(r)&bitEmoji != 0 }

// ExtendedPictographic reports the property Extended_Pictographic, which
// includes code points reserved for future emoji.
func ExtendedPictographic(r rune) bool { return word(r)&bitPictographic != 0 }

// JoinControlScript reports whether r is a letter or mark of a script in which
// ZWNJ (U+200C) and ZWJ (U+200D) between letters change how a word is written:
//   - scripts with a letter of Joining_Type dual, right or left joining
//     (Arabic, Syriac, Mandaic, N'Ko, Mongolian, Phags-pa, Adlam, Hanifi
//     Rohingya, Manichaean, Psalter Pahlavi, Sogdian, Chorasmian, Old Uyghur);
//   - scripts with a virama or an invisible stacker in the property
//     Indic_Syllabic_Category (Devanagari, Bengali, Gurmukhi, Gujarati, Oriya,
//     Tamil, Telugu, Kannada, Malayalam, Sinhala, Khmer, Myanmar and the
//     smaller ones of this kind), and Tibetan.
//
// A letter or mark of no script of its own (Common, Inherited) counts when its
// Script_Extensions name such a script and none of Latin, Greek and Cyrillic.
func JoinControlScript(r rune) bool { return word(r)&bitJoin != 0 }
