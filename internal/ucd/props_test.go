package ucd

import (
	"testing"
	"unicode"
)

func TestPropertiesAgainstStandardLibrary(t *testing.T) {
	for _, c := range []struct {
		name  string
		got   func(rune) bool
		table *unicode.RangeTable
	}{
		{"White_Space", IsWhiteSpace, unicode.White_Space},
		{"Bidi_Control", Bidi, unicode.Bidi_Control},
		{"Noncharacter_Code_Point", Noncharacter, unicode.Noncharacter_Code_Point},
	} {
		everyRune(func(r rune) {
			if want := unicode.Is(c.table, r); c.got(r) != want {
				t.Errorf("%s of %U = %v, want %v", c.name, r, c.got(r), want)
			}
		})
	}
}

// Default_Ignorable_Code_Point is derived, section 5.21 of the standard and
// DerivedCoreProperties.txt: Other_Default_Ignorable_Code_Point, Cf and
// Variation_Selector, less white space, U+FFF9 to U+FFFB, the Egyptian format
// controls and the prepended concatenation marks.
func TestIgnorableAgainstDerivation(t *testing.T) {
	everyRune(func(r rune) {
		want := unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r) ||
			CategoryOf(r) == Cf
		if IsWhiteSpace(r) || r >= 0xFFF9 && r <= 0xFFFB || r >= 0x13430 && r <= 0x1343F ||
			unicode.Is(unicode.Prepended_Concatenation_Mark, r) {
			want = false
		}
		if Ignorable(r) != want {
			t.Errorf("Ignorable(%U) = %v, want %v", r, Ignorable(r), want)
		}
	})
}

func TestIgnorableSamples(t *testing.T) {
	for _, r := range []rune{
		0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x180B, 0x180E, 0x180F, 0x200B, 0x200D, 0x202E,
		0x2060, 0x2065, 0x206F, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0, 0x1BCA0, 0x1D173, 0xE0000, 0xE0001,
		0xE0041, 0xE0100, 0xE01EF, 0xE0FFF,
	} {
		if !Ignorable(r) {
			t.Errorf("%U is not ignorable", r)
		}
	}
	for _, r := range []rune{'a', ' ', 0x301, 0x600, 0x2028, 0xFFF9, 0xFFFD, 0xE1000, 0x110000, -1} {
		if Ignorable(r) {
			t.Errorf("%U is ignorable", r)
		}
	}
}

func TestNoncharacterCount(t *testing.T) {
	n := 0
	everyRune(func(r rune) {
		if Noncharacter(r) {
			n++
			if CategoryOf(r) != Cn {
				t.Errorf("noncharacter %U has category %v", r, CategoryOf(r))
			}
		}
	})
	if n != 66 {
		t.Errorf("%d noncharacters, want 66", n)
	}
}

func TestEmojiProperties(t *testing.T) {
	for _, c := range []struct {
		r           rune
		emoji, pict bool
	}{
		{'#', true, false},
		{'7', true, false},
		{'a', false, false},
		{0xA9, true, true},
		{0x1F600, true, true},
		{0x1F1E6, true, false},
		{0x1F3FB, true, false},
		{0x1FAE9, true, true}, // new in 16.0
		{0x1FAFF, false, true},
		{0x200D, false, false},
		{-1, false, false},
	} {
		if Emoji(c.r) != c.emoji || ExtendedPictographic(c.r) != c.pict {
			t.Errorf("%U: emoji %v, pictographic %v", c.r, Emoji(c.r), ExtendedPictographic(c.r))
		}
	}
}

// joinScripts and plainScripts are scripts the standard library knows by name.
var (
	joinScripts = []string{
		"Adlam", "Arabic", "Balinese", "Bengali", "Brahmi", "Chakma", "Devanagari", "Grantha", "Gujarati", "Gurmukhi",
		"Hanifi_Rohingya", "Javanese", "Kannada", "Khmer", "Malayalam", "Mandaic", "Mongolian", "Myanmar", "Nko",
		"Oriya", "Phags_Pa", "Sinhala", "Syriac", "Tamil", "Telugu", "Tibetan",
	}
	plainScripts = []string{
		"Armenian", "Cherokee", "Cyrillic", "Ethiopic", "Georgian", "Greek", "Han", "Hangul", "Hebrew", "Hiragana",
		"Katakana", "Latin", "Thaana", "Thai", "Lao", "Runic",
	}
)

func TestJoinControlScript(t *testing.T) {
	for _, name := range joinScripts {
		n := 0
		everyRune(func(r rune) {
			if goCategory(r) != Cn && unicode.Is(unicode.Scripts[name], r) && (IsLetter(r) || IsMark(r)) {
				n++
				if !JoinControlScript(r) {
					t.Errorf("%U of %s does not count", r, name)
				}
			}
		})
		if n == 0 {
			t.Errorf("no letter of %s tested", name)
		}
	}
	for _, name := range plainScripts {
		everyRune(func(r rune) {
			if unicode.Is(unicode.Scripts[name], r) && JoinControlScript(r) {
				t.Errorf("%U of %s counts", r, name)
			}
		})
	}
}

func TestJoinControlScriptShared(t *testing.T) {
	for _, c := range []struct {
		r    rune
		want bool
	}{
		{0x0640, true},  // tatweel, Common
		{0x064B, true},  // fathatan, Inherited
		{0x0670, true},  // superscript alef, Inherited
		{0x1CD0, true},  // Vedic tone, Inherited
		{0x0301, false}, // acute, Inherited
		{0x0307, false}, // dot above: Syriac, but Latin too
		{0x0660, false}, // a digit
		{0x0964, false}, // danda, punctuation
		{0x200C, false},
		{0x200D, false},
		{'a', false},
	} {
		if got := JoinControlScript(c.r); got != c.want {
			t.Errorf("JoinControlScript(%U) = %v", c.r, got)
		}
	}
	everyRune(func(r rune) {
		if JoinControlScript(r) && !IsLetter(r) && !IsMark(r) {
			t.Errorf("%U (%v) is neither letter nor mark", r, CategoryOf(r))
		}
	})
}
