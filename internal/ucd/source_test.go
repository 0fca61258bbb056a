package ucd

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCategoriesAgainstSource(t *testing.T) {
	want := make([]string, maxRune+1)
	var first rune
	for _, r := range source(t, "UnicodeData") {
		c := parse(t, r.Codepoint)[0]
		if strings.HasSuffix(r.Name, "First>") {
			first = c
		}
		want[c] = r.Category
		if strings.HasSuffix(r.Name, "Last>") {
			for x := first; x < c; x++ {
				want[x] = r.Category
			}
		}
	}
	bad := 0
	for r, w := range want {
		if w == "" {
			w = "Cn"
		}
		if got := CategoryOf(rune(r)).String(); got != w {
			if bad++; bad < 10 {
				t.Errorf("CategoryOf(%U) = %s, want %s", r, got, w)
			}
		}
	}
}

func TestPropertiesAgainstSource(t *testing.T) {
	for _, c := range []struct {
		file, property string
		got            func(rune) bool
	}{
		{"PropList", "White_Space", IsWhiteSpace},
		{"PropList", "Noncharacter_Code_Point", Noncharacter},
		{"PropList", "Bidi_Control", Bidi},
		{"DerivedCoreProperties", "Default_Ignorable_Code_Point", Ignorable},
		{"emoji/emoji-data", "Emoji", Emoji},
		{"emoji/emoji-data", "Extended_Pictographic", ExtendedPictographic},
	} {
		t.Run(c.property, func(t *testing.T) {
			want := propertySet(t, c.file, c.property)
			everyRune(func(r rune) {
				if c.got(r) != want[r] {
					t.Errorf("%U: %v, want %v", r, c.got(r), want[r])
				}
			})
		})
	}
}

func TestCaseFoldingAgainstSource(t *testing.T) {
	want := map[rune]rune{}
	for _, r := range source(t, "CaseFolding") {
		if r.Status == "C" || r.Status == "S" {
			want[parse(t, r.Codepoint)[0]] = parse(t, r.Mapping)[0]
		}
	}
	everyRune(func(r rune) {
		w, ok := want[r]
		if !ok {
			w = r
		}
		if got := FoldCase(r); got != w {
			t.Errorf("FoldCase(%U) = %U, want %U", r, got, w)
		}
	})
}

func TestVariationsAgainstSource(t *testing.T) {
	want := map[[2]rune]bool{}
	bases := map[rune]bool{}
	for _, name := range []string{"StandardizedVariants", "emoji/emoji-variation-sequences"} {
		for _, r := range source(t, name) {
			c := parse(t, r.VariationSequence...)
			want[[2]rune{c[0], c[1]}] = true
			bases[c[0]] = true
		}
	}
	everyRune(func(base rune) {
		for vs := rune(0xFE00); vs <= 0xFE0F; vs++ {
			if got := VariationSequence(base, vs); got != want[[2]rune{base, vs}] {
				t.Errorf("VariationSequence(%U, %U) = %v", base, vs, got)
			}
		}
	})
	for base := range bases {
		for vs := rune(-1); vs <= 0x1FFFF; vs++ { // ideographic selectors have a source of their own
			// Only near the selectors can an answer go wrong.
			if vs > 0x1820 && vs < 0xFD00 || vs > 0xFF00 && vs < 0x1FE00 {
				continue
			}
			if got := VariationSequence(base, vs); got != want[[2]rune{base, vs}] {
				t.Errorf("VariationSequence(%U, %U) = %v", base, vs, got)
			}
		}
	}
}

// The normalization test file of the Unicode Consortium gives NFKD for every
// code point that has one: an answer that does not come from the decomposition
// column the tables were made of.
func TestFoldAgainstNormalizationTest(t *testing.T) {
	n := 0
	for _, r := range source(t, "NormalizationTest") {
		if len(r.NFKDSequence) == 0 {
			continue // a heading
		}
		n++
		src, dec := parse(t, r.SourceSequence...), parse(t, r.NFKDSequence...)
		want := withoutMarks(string(dec))
		if got := foldString(string(src)); got != want {
			t.Errorf("fold of %U = %q, want %q", src, got, want)
		}
	}
	if n < 19000 {
		t.Errorf("only %d cases", n)
	}
}

// withoutMarks drops marks and ignorables.
func withoutMarks(s string) string {
	var b strings.Builder
	for _, r := range s {
		if !IsMark(r) && !Ignorable(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// foldString folds a text code point by code point.
func foldString(s string) string {
	dst := make([]byte, 0, len(s))
	for _, r := range s {
		dst = AppendFold(dst, r)
	}
	if !utf8.Valid(dst) {
		panic("a folded text is not valid UTF-8")
	}
	return string(dst)
}
