package bpe

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/internal/ucd"
)

// splitAll returns the pieces of s.
func splitAll(f Family, s string) []string {
	var pieces []string
	for i := 0; i < len(s); {
		end := families[f].next(s, i)
		pieces = append(pieces, s[i:end])
		i = end
	}
	return pieces
}

// fastSplit is splitAll by way of the look at eight bytes.
func fastSplit(f Family, s string) []string {
	if families[f].fast == nil {
		return splitAll(f, s)
	}
	fast := families[f].fast()
	var pieces []string
	for i := 0; i < len(s); {
		end := i
		if i+16 <= len(s) {
			end = i + fast.piece(s, i)
		}
		if end == i {
			end = families[f].next(s, i)
		}
		pieces = append(pieces, s[i:end])
		i = end
	}
	return pieces
}

func checkSplit(t *testing.T, f Family, s string) {
	t.Helper()
	want := published[f].split(s)
	if got := splitAll(f, s); !slices.Equal(got, want) {
		t.Fatalf("%v splits %q\n into %s\n want %s", f, s, quoteAll(got), quoteAll(want))
	}
	// Something has to stand behind a piece to see it in one look.
	padded := s + " and sixteen more bytes"
	if got, want := fastSplit(f, padded), splitAll(f, padded); !slices.Equal(got, want) {
		t.Fatalf("%v splits %q\n fast into %s\n want %s", f, padded, quoteAll(got), quoteAll(want))
	}
}

func TestSplitTable(t *testing.T) {
	for _, s := range []string{
		"", "Hello, world! It's 12345 o'clock.\n\n  The end  ", "HTTPServer's camelCase'LL x'ſ", "a\n  ", "a\n\n\n b", " \n \t\n  x", "\u3000\u3000x",
		"ªBCd", "\u0301ABC", "\u0301\u0301aB", "ǅab", "中ABC文", "!!//\r\n/x", " !\n/", "//comment\n", "'RE 're", "don't", "'", "' s", "\r\n\r\n \r\n",
		"\u0378\u0378x", "\x00\x01a", "①②③④", "1\u06632", "中文ひらカナ abc。", "`abc", "_x", "\x7f\x7f", "\u0085a", "𐐀𐐨", "e\u0301\u0300", " \u0301", "…—x",
	} {
		for f := FamilyO200K; f.valid(); f++ {
			checkSplit(t, f, s)
		}
	}
}

// alphabet holds a few characters of each kind that a pattern tells apart.
var alphabet = strings.Split("a b s t r e v m l d S L A B Z 0 7 ٣ Ⅷ ½ ʰ ª 中 ひ ー 한 \u0301 \u0903 \u20dd ǅ ſ é É ! / ' \" - _ $ + ~ ` . 。 「 😀 \u200d \ufe0f \u0378 \ue000 \x00 \x7f \r \n \t \v \u00a0 \u3000 \u2028 \u0085 𐐀 𐐨 \ufffd", " ")

func TestSplitRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	letters := append([]string{" ", " ", " ", "\n", "'"}, alphabet...)
	for k := range 40_000 {
		pick := letters
		if k%2 == 0 { // few characters make long runs
			pick = []string{letters[r.IntN(len(letters))], letters[r.IntN(len(letters))], letters[r.IntN(len(letters))]}
		}
		var s strings.Builder
		for range 1 + r.IntN(24) {
			s.WriteString(pick[r.IntN(len(pick))])
		}
		checkSplit(t, Family(1+k%(len(families)-1)), s.String())
	}
}

// TestClassesEveryCodePoint compares the generated table with the categories it
// was generated from.
func TestClassesEveryCodePoint(t *testing.T) {
	has := func(r rune, prefixes ...string) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(ucd.CategoryOf(r).String(), p) })
	}
	for r := rune(0); r <= 0x10FFFF; r++ {
		var want class
		for _, bit := range []struct {
			class
			in bool
		}{
			{classUpper, has(r, "Lu", "Lt", "Lm", "Lo", "M")},
			{classLower, has(r, "Ll", "Lm", "Lo", "M")},
			{classLetter, has(r, "L")},
			{classNumber, has(r, "N")},
			{classSpace, ucd.IsWhiteSpace(r)},
			{classNewline, r == '\r' || r == '\n'},
			{classPunct, has(r, "P")},
			{classSymbol, has(r, "S")},
		} {
			if bit.in {
				want |= bit.class
			}
		}
		if got := classOf(r); got != want {
			t.Fatalf("%U has classes %08b, want %08b", r, got, want)
		}
	}
	if classOf(-1) != 0 || classOf(0x110000) != 0 {
		t.Error("values outside Unicode have classes")
	}
}

// TestSplitEveryCodePoint splits every code point in contexts that show each of
// its classes. Code points whose category and neighbours are alike are compared
// with the pattern by one of sixteen.
func TestSplitEveryCodePoint(t *testing.T) {
	before := ucd.Category(255)
	for r := rune(0); r <= 0x10FFFF; r++ {
		if r == 0xD800 {
			r = 0xE000
		}
		c := ucd.CategoryOf(r)
		special := c != before
		before = c
		if !special && (testing.Short() || r%16 != 0 || r > 0x20000 && r%256 != 0) {
			continue
		}
		s := "x" + string(r) + "Ab " + string(r) + string(r) + "1" + string(r) + "\n" + string(r) + "'s!" + string(r)
		checkSplit(t, Family(1+int(r/16)%(len(families)-1)), s)
		if special {
			for f := FamilyO200K; f.valid(); f++ {
				checkSplit(t, f, s)
			}
		}
	}
}

// FuzzSplit compares every family with its published pattern.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"Hello World's 123 \n\n x", "\u0301AB", " \r\n ", "don'T", "中文123ひ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 {
			return
		}
		s = strings.ToValidUTF8(s, "\uFFFD")
		for family := FamilyO200K; family.valid(); family++ {
			checkSplit(t, family, s)
		}
	})
}
