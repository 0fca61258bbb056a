package ucd

import "testing"

func TestVariationSequence(t *testing.T) {
	for _, c := range []struct {
		base, vs rune
		want     bool
	}{
		{'0', 0xFE00, true},
		{'1', 0xFE00, false},
		{'#', 0xFE0E, true},
		{'#', 0xFE0F, true},
		{'a', 0xFE0F, false},
		{0x263A, 0xFE0F, true},
		{0x1F610, 0xFE0E, true},
		{0x1F9D1, 0xFE0F, false},
		{0x2229, 0xFE00, true},
		{0x1820, 0x180B, true},
		{0x1820, 0x180F, false},
		{0x1820, 0x180E, false}, // the vowel separator is no selector
		{0x4E0D, 0xFE00, true},
		{0x2A600, 0xFE00, true},
		{0x2A601, 0xFE00, false},
		{0x13091, 0xFE00, true},
		{0x845B, 0xE0100, true}, // ideographic
		{0x845B, 0xE01EF, false},
		{0x845B, 0xE00FF, false},
		{0x33FF, 0xE0100, false}, // before the first base
		{0x3402, 0xE0100, true},  // the first
		{0x3403, 0xE0100, false},
		{0x2FFFF, 0xE0100, false}, // after the last
		{'a', 0xE0100, false},
		{-1, 0xE0100, false},
		{0x110000, 0xE0100, false},
		{'0', '0', false},
		{'0', 0xFE10, false},
		{-1, 0xFE00, false},
		{'0', -1, false},
		{0x110000, 0xFE0F, false},
	} {
		if got := VariationSequence(c.base, c.vs); got != c.want {
			t.Errorf("VariationSequence(%U, %U) = %v, want %v", c.base, c.vs, got, c.want)
		}
	}
}

// The number of ideographic sequences and of their bases is that of the source,
// and the selectors of a base are the first ones.
func TestIdeographicSequenceCount(t *testing.T) {
	bases, n := 0, 0
	everyRune(func(base rune) {
		if !VariationSequence(base, firstIdeographic) {
			return
		}
		bases++
		gap := false
		for vs := rune(firstIdeographic); vs <= lastIdeographic; vs++ {
			listed := VariationSequence(base, vs)
			if listed {
				n++
			}
			if listed && gap {
				t.Errorf("%U: a gap before %U", base, vs)
			}
			gap = gap || !listed
		}
	})
	if bases != 15264 || n != 29303 {
		t.Errorf("%d bases with %d sequences, want 15264 with 29303", bases, n)
	}
}

// The number of sequences is that of the two source files.
func TestVariationSequenceCount(t *testing.T) {
	n := 0
	everyRune(func(base rune) {
		for _, vs := range []rune{
			0x180B, 0x180C, 0x180D, 0x180E, 0x180F,
			0xFE00, 0xFE01, 0xFE02, 0xFE03, 0xFE04, 0xFE05, 0xFE06, 0xFE07,
			0xFE08, 0xFE09, 0xFE0A, 0xFE0B, 0xFE0C, 0xFE0D, 0xFE0E, 0xFE0F,
		} {
			if VariationSequence(base, vs) {
				n++
			}
		}
	})
	if n != 1306+742 {
		t.Errorf("%d variation sequences, want %d", n, 1306+742)
	}
}
