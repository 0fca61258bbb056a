package fence

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/internal/ucd"
)

// The name of a shape has ASCII letters, digits and four marks, and no other
// ASCII character.
func TestShapeNamesInASCII(t *testing.T) {
	const inName = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."
	for c := range rune(0x81) {
		text := "<|" + string(c) + string(c) + string(c) + "|>"
		if got := len(FindControlTokens(text)) == 1; got != strings.ContainsRune(inName, c) {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// A shape has a bar behind its bracket, also where a literal begins as the text
// does; its name is not empty, and no longer than maxShape.
func TestShapesInASCII(t *testing.T) {
	long := strings.Repeat("n", maxShape)
	for text, want := range map[string]int{
		"<start_of_turn|>": 0, "[INST|]": 0, "<s|>": 0, "<": 0, "[|": 0, "<|a": 0, "<|a|": 0, "<||>": 0,
		"<|" + long + "|>": 1, "<|" + long + "n|>": 0, "[|" + long + "|]": 1, "[|" + long + "n|]": 0,
		"<|a|]": 0, "[|a|>": 0, "<|a>": 0, "<|a|\u0301>": 1, "<|a\u0301|>": 1, "<|\u0301a|>": 1, "<\u0301|a|>": 1, "<|a|>\u0301": 1,
		"<|a|\xff>": 0, "<|a\xff|>": 0, "<|a\x80|>": 0, "<|é|>": 1, "<｜a｜>": 1, "<|a｜＞": 1, "[｜a|］": 1,
	} {
		if got := len(FindControlTokens(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// The alphabet of a nonce is that of base32 in lower case.
func TestNonceAlphabet(t *testing.T) {
	for b := range 256 {
		if isNonceByte(byte(b)) != strings.ContainsRune("abcdefghijklmnopqrstuvwxyz234567", rune(b)) {
			t.Errorf("%q", rune(b))
		}
	}
}

// A token begins within a character that folds to several whichever of them is
// its first, ends where the longest does, and does not begin within the
// character before it.
func TestTokensWithinCharacters(t *testing.T) {
	for _, c := range []struct {
		literals, text, want string
	}{
		{"i<end", "ﬁ<end", "⟦U+FB01⟧<end"},
		{"fi< i>>", "ﬁ<", "⟦U+FB01⟧<"},
		{"fi<x i<xy", "ﬁ<xy", "⟦U+FB01⟧<xy"},
		{"i<end", "ﬁ<|im_end|>", "ﬁ⟦U+003C⟧|im_end|>"},
		{"i<end", "ﬁ<|zzz|>", "ﬁ⟦U+003C⟧|zzz|>"},
		{"i<end", "ﬁ<en", "ﬁ<en"},
		{"i<end", "ﬁﬁ<end", "ﬁ⟦U+FB01⟧<end"},
	} {
		table := mustTable(t, strings.Fields(c.literals)...)
		if got := checkBlockIn(t, table, testNonce, noteHeader, c.text); got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.literals, c.text, got, c.want)
		}
	}
	// Of two that end together, the one that begins first names the match.
	table, err := NewTable(Token{Literal: "fi<", Family: "one", Forced: true}, Token{Literal: "i<", Family: "two", Forced: true})
	if err != nil {
		t.Fatal(err)
	}
	if m := table.find("ﬁ<"); len(m) != 1 || m[0].Family != "one" || m[0].End != len("ﬁ<") {
		t.Errorf("%v", m)
	}
}

// A shape that only the text as it stands has ends behind its closer.
func TestRawShapeEnds(t *testing.T) {
	text := "<|" + strings.Repeat("ﷺ", maxShape) + "|>" // each folds to eighteen letters
	if m := FindControlTokens(text + "x"); len(m) != 1 || m[0].End != len(text) {
		t.Errorf("%v, want an end of %d", m, len(text))
	}
	if m := FindControlTokens("<|" + strings.Repeat("ﷺ", maxShape+1) + "|>"); m != nil {
		t.Errorf("%v", m)
	}
}

// Jamo compose as the Unicode Standard has it, in sections 3.12: a lead with a
// vowel, and both with a trail.
func TestSyllablesAgainstComposition(t *testing.T) {
	for prev := rune(0x10F0); prev < 0x1210; prev++ {
		for r := rune(0x10F0); r < 0x1210; r++ {
			// The fold of a composed syllable is its jamo: so the pairs that compose are
			// those within the fold of some syllable.
			lead := prev - 0x1100
			vowel := r - 0x1161
			want := lead >= 0 && lead < 19 && vowel >= 0 && vowel < 21 && foldString(string(0xAC00+(lead*21+vowel)*28)) == string(prev)+string(r)
			if trail := r - 0x11A7; trail > 0 && trail < 28 && prev >= 0x1161 && prev-0x1161 < 21 {
				want = want || strings.HasSuffix(foldString(string(0xAC00+(prev-0x1161)*28+trail)), string(prev)+string(r))
			}
			if on, got := compose(prev, r); got != want || on != r {
				t.Fatalf("%U %U: %U %v", prev, r, on, got)
			}
		}
	}
	for _, r := range []rune{'a', '한', 0x11A8, 0x1161, 0x10000} {
		for _, prev := range []rune{'a', '한', 0x10FFFF} {
			if on, joined := compose(prev, r); joined || on != r {
				t.Errorf("%U goes on a syllable that is none", r)
			}
		}
	}
}

// The vowels of Kirat Rai compose as the data of Unicode 16 says: 16D68 of 16D67
// twice, 16D69 of 16D63 and 16D67, 16D6A of 16D69 and 16D67; each letter takes as
// many as it can, from the left.
func TestKiratRaiComposes(t *testing.T) {
	e, ai := "\U00016D63", "\U00016D67"
	for text, letters := range map[string]int{
		e: 1, ai: 1, e + ai: 1, ai + ai: 1, e + ai + ai: 1, ai + e: 2, e + e: 2, ai + ai + ai: 2, e + ai + ai + ai: 2,
		e + ai + ai + ai + ai: 2, ai + ai + e + ai: 2, "a" + ai: 2, ai + "a" + ai: 3,
	} {
		n, prev := 0, rune(0)
		for _, r := range text {
			var joined bool
			if prev, joined = compose(prev, r); !joined {
				n++
			}
		}
		if n != letters {
			t.Errorf("%+q: %d letters, want %d", text, n, letters)
		}
	}
	for unit, count := range map[string]int{e + ai + ai: maxShape, ai + ai: maxShape, e + ai: maxShape, e: maxShape} {
		for n := count - 1; n <= count+1; n++ {
			text := "<|" + strings.Repeat(unit, n) + "|>"
			if found := len(FindControlTokens(text)) > 0; found != (n <= maxShape) {
				t.Errorf("%+q %d times: %v", unit, n, found)
			}
		}
	}
}

// The search for a nonce is that of trying every place of the fold, on all short
// texts of its letters in either case and width, with what folds to nothing.
func TestFinderOnShortTexts(t *testing.T) {
	var nonces []string
	everyText([]string{"a", "b"}, 5, func(s string) {
		if len(s) == 5 {
			nonces = append(nonces, s)
		}
	})
	texts := 0
	everyText([]string{"a", "B", "ａ", "b\u200b", "ß"}, 7, func(s string) {
		if texts++; (testing.Short() || raceEnabled) && texts%31 != 0 {
			return
		}
		for _, n := range nonces {
			f := newFinder(n)
			got := f.find(s)
			want := naiveFind(s, n)
			if len(got) != len(want) {
				t.Fatalf("%s in %+q: %v, want %v", n, s, got, want)
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("%s in %+q: %v, want %v", n, s, got, want)
				}
			}
		}
	})
}

// naiveFind returns the starts of the occurrences of nonce in the fold of s.
func naiveFind(s, nonce string) (out []int) {
	var fold []byte
	var from []int
	for i, r := range s {
		folded, changed := ucd.Fold(r)
		if !changed {
			folded = string(r)
		}
		for _, b := range []byte(strings.ToLower(folded)) {
			fold = append(fold, b)
			from = append(from, i)
		}
	}
	for i := range fold {
		if strings.HasPrefix(string(fold[i:]), nonce) && (len(out) == 0 || out[len(out)-1] < from[i]) {
			out = append(out, from[i])
		}
	}
	return out
}

// A fault of style is that of the payload with its line feed.
func TestStyleFaultPlace(t *testing.T) {
	block, err := sealStyle(testNonce, StylePrefix, "one\ntwo")
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(block, "\n") + 1
	broken := block[:at] + "x" + block[at+1:]
	_, faults := Inspect(broken)
	end := strings.LastIndex(broken, "</")
	if len(faults) != 1 || faults[0].Code != CodeStyle || faults[0].Start != at || faults[0].End != end {
		t.Errorf("%v, want %s from %d to %d", faults, CodeStyle, at, end)
	}
}

func sealStyle(n Nonce, s Style, data string) (string, error) {
	h := noteHeader
	h.Style = s
	block, _, err := Seal(nil, n, h, ringfence.NewData(data))
	return string(block), err
}

// A byte that is not UTF-8 breaks a token, wherever in it the byte stands.
func TestInvalidBytesBreakTokens(t *testing.T) {
	const token = "<|im_start|>"
	for i := 1; i < len(token); i++ {
		s := token[:i] + "\xff" + token[i:]
		if m := FindControlTokens(s); m != nil {
			t.Errorf("%+q: %v", s, m)
		}
		if !utf8.ValidString(blockOf(t, s).payload.Raw()) {
			t.Errorf("%+q is not sealed as UTF-8", s)
		}
	}
}

// A fence word is found whatever its second character is written as: the filter
// before the search lets all wide ones pass.
func TestFenceShapesWithWideLetters(t *testing.T) {
	for _, w := range words {
		for i := range len(w) {
			for _, letter := range []string{string(rune(w[i]) + 0xFEE0), string(w[i]) + "\u200b", "\u2060" + string(w[i]), string(w[i]) + "\u0301"} {
				for _, open := range []string{"<", "</", "＜", "<\u200b/"} {
					s := "x " + open + w[:i] + letter + w[i+1:]
					if m := FindFenceShapes(s); w[i] != '-' && (len(m) != 1 || m[0].Start != 2) {
						t.Errorf("%+q: %v", s, m)
					}
				}
			}
		}
	}
}

// A literal that begins with a letter of any lead byte is found, and so is one
// whose letter folds from an accented one.
func TestTableLeads(t *testing.T) {
	for _, c := range []struct{ literal, text string }{
		{"éa<", "éa<"},
		{"ea<", "éa<"},
		{"ŋa<", "ŋa<"},
		{"ʂ<|", "ʂ<|"},
		{"Жx|", "Жx|"},
		{"ѵx|", "ѵx|"},
		{"日<|", "日<|"},
		{"䀀<|", "䀀<|"},
		{"鿿<|", "鿿<|"},
		{"한<|", "한<|"},
		{"뀀<|", "뀀<|"},
		{"콿<|", "콿<|"},
		{"ｅa<", "éa<"},
	} {
		table := mustTable(t, c.literal)
		for _, text := range []string{c.text, "x" + c.text, c.text + c.text} {
			payload := checkBlockIn(t, table, testNonce, noteHeader, text)
			checkLiterals(t, []string{c.literal}, payload, text)
			if strings.Contains(payload, c.text) {
				t.Errorf("%s in %s: %s", c.literal, text, payload)
			}
		}
	}
}
