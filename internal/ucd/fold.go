package ucd

import (
	"math/bits"
	"unicode/utf8"
)

// foldBlock says which of 64 code points have a folded string and how many
// code points before the block have one.
type foldBlock struct {
	mapped uint64
	rank   uint16
}

// Hangul syllables are a grid: 19 leads, 21 vowels, 28 trails of which the
// first is none (Unicode Standard, section 3.12).
const (
	hangulBase   = 0xAC00
	hangulTrails = 28
	hangulCount  = 19 * 21 * hangulTrails
	jamoLen      = 3                                // bytes of one jamo in UTF-8
	hangulStride = (hangulTrails - 1) * 3 * jamoLen // bytes for one lead and vowel
)

// Fold returns the full compatibility decomposition (NFKD) of r without code
// points of general category M* and without Default_Ignorable_Code_Point.
// changed is false, and s empty, when r folds to itself; ("", true) means that
// r is dropped: a mark, an ignorable, or U+FF9E and U+FF9F, which decompose
// into marks.
//
// The fold of a text is the concatenation of the folds of its code points.
// This holds although NFKD reorders, since it reorders only marks, and no mark
// is left. So a text and any text canonically equivalent to it, composed or
// not, have equal folds, and folding twice changes nothing. Hangul syllables
// decompose to conjoining jamo. Letter case is kept: see [FoldCase].
//
// A surrogate and a rune that is no code point fold to themselves. The time is
// constant, and s points into a static table.
func Fold(r rune) (s string, changed bool) {
	w := word(r)
	if w&(bitDropped|bitMapped) == 0 {
		return "", false
	}
	if w&bitDropped != 0 {
		return "", true
	}
	return foldMapped(r), true
}

// foldMapped returns the folded string of a code point whose word has bitMapped.
func foldMapped(r rune) string {
	if i := uint32(r) - hangulBase; i < hangulCount {
		return foldHangul(i)
	}
	block := uint32(r) >> 6
	if block >= uint32(len(foldIndex)) { // never: no code point of the last blocks has bitMapped
		return ""
	}
	b := &foldBlocks[foldIndex[block]]
	below := b.mapped & (1<<(uint32(r)&63) - 1)
	rank := int(b.rank) + bits.OnesCount64(below)
	return foldPool[foldOffsets[rank]:foldOffsets[rank+1]]
}

// foldHangul returns the jamo of syllable i. One without a trail is the start
// of the next one.
func foldHangul(i uint32) string {
	pair, trail := i/hangulTrails, i%hangulTrails
	at := pair * hangulStride
	if trail == 0 {
		return hangulPool[at : at+2*jamoLen]
	}
	at += (trail - 1) * 3 * jamoLen
	return hangulPool[at : at+3*jamoLen]
}

// AppendFold appends the fold of r to dst, r itself when it does not change. A
// surrogate or a rune that is no code point is appended as U+FFFD.
func AppendFold(dst []byte, r rune) []byte {
	if s, changed := Fold(r); changed {
		return append(dst, s...)
	}
	return utf8.AppendRune(dst, r)
}
