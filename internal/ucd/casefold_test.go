package ucd

import (
	"testing"
	"unicode"
)

func TestFoldCaseSamples(t *testing.T) {
	for _, c := range [][2]rune{
		{'A', 'a'},
		{'Z', 'z'},
		{'a', 'a'},
		{'@', '@'},
		{'[', '['},
		{0xC0, 0xE0},
		{0xD7, 0xD7},
		{0xDF, 0xDF},
		{0x1E9E, 0xDF},
		{0x130, 0x130}, // Turkish only
		{0x17F, 's'},
		{0x212A, 'k'},
		{0x3A3, 0x3C3},
		{0x3C2, 0x3C3},
		{0x13A0, 0x13A0},
		{0xAB70, 0x13A0},
		{0x1C89, 0x1C8A}, // new in 16.0
		{0x10400, 0x10428},
		{0x1E921, 0x1E943},
		{-1, -1},
		{0x110000, 0x110000},
	} {
		if got := FoldCase(c[0]); got != c[1] {
			t.Errorf("FoldCase(%U) = %U, want %U", c[0], got, c[1])
		}
	}
}

// newFoldings were added after Unicode 15.0, with the status S.
var newFoldings = map[rune]rune{0x1FD3: 0x390, 0x1FE3: 0x3B0, 0xFB05: 0xFB06}

// The standard library has no folding but has the orbits of equal ones. Two
// runes of one orbit fold alike; U+0130 and U+0131 stand alone.
func TestFoldCaseAgainstOrbits(t *testing.T) {
	everyRune(func(r rune) {
		f := FoldCase(r)
		if FoldCase(f) != f {
			t.Errorf("FoldCase(%U) = %U, folded again %U", r, f, FoldCase(f))
		}
		if next := unicode.SimpleFold(r); r >= 0 && FoldCase(next) != f {
			t.Errorf("%U folds to %U, %U of its orbit to %U", r, f, next, FoldCase(next))
		}
		if f != r && unicode.SimpleFold(r) == r && goCategory(r) != Cn && newFoldings[r] != f {
			t.Errorf("%U folds to %U, but stands alone", r, f)
		}
	})
}
