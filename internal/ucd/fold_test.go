package ucd

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// benchText is text of many scripts, marks, Hangul and compatibility forms.
var benchText = strings.Repeat("Приве́т мир 中文字符测试 한국어 텍스트 שלום Ünïcödé ﬁ ｆｕｌｌ हिन्दी العربية ①²³ 日本語テキスト ", 40)

// sink keeps results of benchmarks alive.
var sink int

// Newer decompositions cannot be in the older normalizer, so the comparison is
// for code points assigned in its version. Among them nothing differs, by the
// stability policy of normalization.
func TestFoldAgainstNormalizer(t *testing.T) {
	if unicode.Version != norm.Version {
		t.Skipf("categories are of Unicode %s, normalization of %s", unicode.Version, norm.Version)
	}
	n := 0
	everyRune(func(r rune) {
		if goCategory(r) == Cn || !utf8.ValidRune(r) {
			return
		}
		n++
		want := withoutMarks(norm.NFKD.String(string(r)))
		got, changed := Fold(r)
		if changed != (want != string(r)) || changed && got != want {
			t.Errorf("Fold(%U) = %q, %v, want %q", r, got, changed, want)
		}
	})
	if n < 149000 {
		t.Errorf("only %d code points compared", n)
	}
}

func TestFoldSamples(t *testing.T) {
	for _, c := range []struct {
		r       rune
		want    string
		changed bool
	}{
		{'a', "", false},
		{'A', "", false},
		{'<', "", false},
		{0x4E2D, "", false},
		{0x00C4, "A", true},
		{0x00A0, " ", true},
		{0x00A8, " ", true},
		{0x1E69, "s", true},
		{0xFB03, "ffi", true},
		{0xFF1C, "<", true},
		{0xFE64, "<", true},
		{0xFF5C, "|", true},
		{0x1D400, "A", true},
		{0x2460, "1", true},
		{0x2024, ".", true},
		{0x226E, "<", true}, // not less-than: '<' and a mark
		{0x0301, "", true},
		{0x20DD, "", true},
		{0x200B, "", true},
		{0xFE0F, "", true},
		{0x3164, "", true},
		{0xFFA0, "", true},
		{0xE0041, "", true},
		{0xE0FFF, "", true},
		{0xAC00, "\u1100\u1161", true},
		{0xAC01, "\u1100\u1161\u11a8", true},
		{0xD7A3, "\u1112\u1175\u11c2", true},
		{0xD7A4, "", false},
		{0x1100, "", false},
		{0x3131, "\u1100", true},
		{0xF900, "\u8c48", true},
		{0x2FA1D, "\U0002A600", true},
		{0xFDFA, "\u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064a\u0647 \u0648\u0633\u0644\u0645", true},
		{0x1CCD6, "A", true}, // new in 16.0
		{0xD800, "", false},
		{0xFFFD, "", false},
		{maxRune, "", false},
		{-1, "", false},
		{maxRune + 1, "", false},
	} {
		if s, changed := Fold(c.r); s != c.want || changed != c.changed {
			t.Errorf("Fold(%U) = %q, %v, want %q, %v", c.r, s, changed, c.want, c.changed)
		}
	}
}

// Folding twice changes nothing, and a changed fold is never the rune itself.
func TestFoldIdempotent(t *testing.T) {
	everyRune(func(r rune) {
		s, changed := Fold(r)
		if !changed && s != "" || changed && s == string(r) {
			t.Errorf("Fold(%U) = %q, %v", r, s, changed)
		}
		for _, x := range s {
			if again, c := Fold(x); c {
				t.Errorf("Fold(%U) holds %U, which folds to %q", r, x, again)
			}
			if IsMark(x) || Ignorable(x) {
				t.Errorf("Fold(%U) holds %U", r, x)
			}
		}
	})
}

// Dropped are exactly the marks, the ignorables and the halfwidth sound marks
// U+FF9E and U+FF9F, letters that decompose into marks.
func TestFoldDropped(t *testing.T) {
	everyRune(func(r rune) {
		s, changed := Fold(r)
		dropped := changed && s == ""
		if (IsMark(r) || Ignorable(r)) && !dropped {
			t.Errorf("%U is kept", r)
		}
		if dropped && !IsMark(r) && !Ignorable(r) && r != 0xFF9E && r != 0xFF9F {
			t.Errorf("%U (%v) is dropped", r, CategoryOf(r))
		}
	})
}

func TestFoldHangul(t *testing.T) {
	for r := rune(0xAC00); r <= 0xD7A3; r++ {
		if s, changed := Fold(r); !changed || s != norm.NFD.String(string(r)) {
			t.Fatalf("Fold(%U) = %q", r, s)
		}
	}
}

// FuzzFold checks that folding a text is the same in any normal form and that
// it is a homomorphism that is idempotent.
func FuzzFold(f *testing.F) {
	for _, s := range []string{"", "Ünï", "각", "각", "ﬁ<", "a\u0323\u0307", "a\u0307\u0323", "\u2260", "x\u200dy", "\xff", "ṩ", "\U0001D15F"} {
		f.Add(s, "\u0301")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 4096 || !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		s := a + b
		got := foldString(s)
		if got != foldString(a)+foldString(b) {
			t.Errorf("fold of %q is not the folds of %q and %q", s, a, b)
		}
		if again := foldString(got); again != got {
			t.Errorf("fold of %q is %q, folded again %q", s, got, again)
		}
		for _, form := range []norm.Form{norm.NFC, norm.NFD, norm.NFKC, norm.NFKD} {
			if other := foldString(form.String(s)); !strings.Contains(s, "\ufffd") && other != got && sameVersion(s) {
				t.Errorf("fold of %q is %q, of its form %d %q", s, got, form, other)
			}
		}
	})
}

// sameVersion reports whether the normalizer knows all code points of s.
func sameVersion(s string) bool {
	for _, r := range s {
		if goCategory(r) == Cn && CategoryOf(r) != Cn {
			return false
		}
	}
	return true
}

func TestNoAllocation(t *testing.T) {
	runes := []rune(benchText)
	dst := make([]byte, 0, 3*len(benchText))
	n := testing.AllocsPerRun(10, func() {
		dst = dst[:0]
		for _, r := range runes {
			s, _ := Fold(r)
			dst = append(dst, s...)
			dst = AppendFold(dst, FoldCase(r))
			if VariationSequence(r, 0xFE0F) {
				dst = dst[:0]
			}
		}
		sink += EmojiSequence("👩\u200d❤️\u200d💋\u200d👨")
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkFold(b *testing.B) {
	b.SetBytes(int64(len(benchText)))
	n := 0
	for b.Loop() {
		for _, r := range benchText {
			s, _ := Fold(r)
			n += len(s)
		}
	}
	sink = n
}
