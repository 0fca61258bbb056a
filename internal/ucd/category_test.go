package ucd

import (
	"testing"
	"unicode"
)

// goCategories pairs the constants with the tables of the standard library.
var goCategories = []struct {
	cat   Category
	table *unicode.RangeTable
}{
	{Lu, unicode.Lu},
	{Ll, unicode.Ll},
	{Lt, unicode.Lt},
	{Lm, unicode.Lm},
	{Lo, unicode.Lo},
	{Mn, unicode.Mn},
	{Mc, unicode.Mc},
	{Me, unicode.Me},
	{Nd, unicode.Nd},
	{Nl, unicode.Nl},
	{No, unicode.No},
	{Pc, unicode.Pc},
	{Pd, unicode.Pd},
	{Ps, unicode.Ps},
	{Pe, unicode.Pe},
	{Pi, unicode.Pi},
	{Pf, unicode.Pf},
	{Po, unicode.Po},
	{Sm, unicode.Sm},
	{Sc, unicode.Sc},
	{Sk, unicode.Sk},
	{So, unicode.So},
	{Zs, unicode.Zs},
	{Zl, unicode.Zl},
	{Zp, unicode.Zp},
	{Cc, unicode.Cc},
	{Cf, unicode.Cf},
	{Cs, unicode.Cs},
	{Co, unicode.Co},
}

// goCategory is the standard library's answer, Cn when it has none.
func goCategory(r rune) Category {
	for _, c := range goCategories {
		if unicode.Is(c.table, r) {
			return c.cat
		}
	}
	return Cn
}

// reclassified lists the code points whose category changed between Unicode
// 15.0, which the standard library may have, and 16.0.
var reclassified = map[rune][2]Category{
	0x1171E: {Mn, Mc}, // AHOM CONSONANT SIGN MEDIAL RA, 16.0
}

func TestCategoriesAgainstStandardLibrary(t *testing.T) {
	if unicode.Version < "15" || unicode.Version > "16.0.0" {
		t.Skipf("the standard library has Unicode %s: its differences from %s are not listed here", unicode.Version, Version)
	}
	added, assigned := 0, 0
	everyRune(func(r rune) {
		got, want := CategoryOf(r), goCategory(r)
		if got != Cn && got != Cs && got != Co {
			assigned++
		}
		switch {
		case got == want:
		case want == Cn:
			added++
		case reclassified[r] == [2]Category{want, got}:
		default:
			t.Errorf("CategoryOf(%U) = %v, standard library %v", r, got, want)
		}
	})
	// DerivedAge: 627 code points came with 15.1, 5185 with 16.0.
	if unicode.Version == "15.0.0" && added != 627+5185 {
		t.Errorf("%d code points are new since Unicode 15.0, want %d", added, 627+5185)
	}
	// The count the Unicode Consortium states for 16.0, and the 65 controls.
	if assigned != 154998+65 {
		t.Errorf("%d code points are assigned, want %d", assigned, 154998+65)
	}
}

func TestCategorySamples(t *testing.T) {
	for _, c := range []struct {
		r    rune
		want Category
	}{
		{'A', Lu},
		{'a', Ll},
		{0x01C5, Lt},
		{0x02B0, Lm},
		{0x4E2D, Lo},
		{0xAC00, Lo},
		{0xD7A3, Lo},
		{0xD7A4, Cn},
		{0x0301, Mn},
		{0x0903, Mc},
		{0x20DD, Me},
		{'7', Nd},
		{0x2160, Nl},
		{0x00BD, No},
		{'_', Pc},
		{0x2014, Pd},
		{'(', Ps},
		{')', Pe},
		{0x00AB, Pi},
		{0x00BB, Pf},
		{'!', Po},
		{'<', Sm},
		{0x20AC, Sc},
		{'`', Sk},
		{0x1F600, So},
		{' ', Zs},
		{0x2028, Zl},
		{0x2029, Zp},
		{0, Cc},
		{0x9F, Cc},
		{0x200B, Cf},
		{0xE0001, Cf},
		{0xE0041, Cf},
		{0xE0100, Mn},
		{0xE01F0, Cn},
		{0xD800, Cs},
		{0xDFFF, Cs},
		{0xE000, Co},
		{0xF0000, Co},
		{0xFFFFD, Co},
		{0xFFFFE, Cn},
		{0x10FFFD, Co},
		{maxRune, Cn},
		{0x323AF, Lo},
		{0x323B0, Cn},
		{0x323C0, Cn},
		{0x1E5D0, Lo}, // new in 16.0
		{0x1C89, Lu},  // new in 16.0
		{-1, Cn},
		{maxRune + 1, Cn},
	} {
		if got := CategoryOf(c.r); got != c.want {
			t.Errorf("CategoryOf(%U) = %v, want %v", c.r, got, c.want)
		}
	}
}

func TestCategoryNames(t *testing.T) {
	if Lu.String() != "Lu" || Sm.String() != "Sm" || Cn.String() != "Cn" {
		t.Errorf("names %v %v %v", Lu, Sm, Cn)
	}
	if got := (Cn + 1).String(); got != "??" {
		t.Errorf("name of no category: %q", got)
	}
}

func TestCategoryGroups(t *testing.T) {
	everyRune(func(r rune) {
		major := CategoryOf(r).String()[0]
		if IsLetter(r) != (major == 'L') || IsMark(r) != (major == 'M') || IsNumber(r) != (major == 'N') {
			t.Errorf("groups of %U (%v) are wrong", r, CategoryOf(r))
		}
	})
}

func BenchmarkCategoryOf(b *testing.B) {
	b.SetBytes(int64(len(benchText)))
	var sum int
	for b.Loop() {
		for _, r := range benchText {
			sum += int(CategoryOf(r))
		}
	}
	sink = sum
}
