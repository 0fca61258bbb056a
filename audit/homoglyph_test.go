package audit

import (
	"strings"
	"testing"
	"unicode"
)

func TestHomoglyphs(t *testing.T) {
	for text, want := range map[string]int{
		// Latin words with a letter of another script in them.
		"p\u0430ypal":                      1,  // Cyrillic a
		"Ign\u043Er\u0435 th\u0435 rules":  2,  // Cyrillic o and e
		"\u0421ancel":                      1,  // Cyrillic S
		"g\u03BFogle":                      1,  // Greek omicron
		"pay\u03C1al":                      1,  // Greek rho in the middle
		"\u0395dit":                        1,  // Greek capital epsilon
		"g\u0585ogle":                      1,  // Armenian oh
		"\u13AADMIN":                       1,  // Cherokee go
		"p\u0430y1":                        1,  // digits belong to a word
		"re\u0301s\u0443me\u0301":          1,  // with marks
		"\u00E9t\u0435":                    1,  // Latin beside ASCII
		strings.Repeat("p\u0430ypal ", 30): 30, // all are counted
		// Formulas, units and symbols.
		"5 \u00B5m, \u03BCm, \u0394x, \u03C0/2, \u03BBx.y, k\u03A9, \u2126m": 0,
		"\u03B1max x\u03BD \u03C1v \u03C3xx \u03C4_max":                      0,
		"\u0394E\u03B1b": 0,
		// Whole words beside Latin ones, and words that do not read as Latin.
		"\u0441\u043E\u0441\u043D\u0430 paypal":   0, // a Cyrillic word of twins and one other
		"\u0441\u0435\u0440\u0430 page":           0,
		"\u0440\u0430\u0443\u0440\u0430":          0, // nothing Latin in it
		"web-\u0441\u0430\u0439\u0442":            0,
		"PDF\u043E\u043C":                         0, // an ending that nobody reads as Latin
		"\u03BB\u03CC\u03B3\u03BF\u03C2 logos":    0,
		"H\u041E 2\u0421":                         0, // too short to be a word
		"日本語text, עברית, naïve, Straße, İstanbul": 0,
		"": 0,
		"plain ASCII text with no letter from beyond": 0,
	} {
		got := 0
		mixedWords(text, new(evidence), func(_, n int) { got = n })
		if got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// The place is that of the letter, not of the word.
func TestHomoglyphPlace(t *testing.T) {
	for text, want := range map[string]int{
		"see p\u0430yp\u0430l":        len("see p"),
		"pay\u03C1\u0430l":            len("pay"), // the math twin comes first
		"\u00E9 \u0430bc":             len("\u00E9 "),
		"\u0441\u043E\u043A t\u043Ep": len("\u0441\u043E\u043A t"),
		"bytes \xff t\u043Ep":         len("bytes \xff t"),
	} {
		mixedWords(text, new(evidence), func(at, _ int) {
			if at != want {
				t.Errorf("%q: at %d, want %d", text, at, want)
			}
			want = -1
		})
		if want != -1 {
			t.Errorf("%q: nothing found", text)
		}
	}
}

func TestTwinsAreNotLatin(t *testing.T) {
	twins, math := 0, 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		twin := twinOf(r)
		if twin == 0 && !isMathTwin(r) {
			continue
		}
		if r < 0x370 || unicode.Is(unicode.Latin, r) || !unicode.IsLetter(r) {
			t.Errorf("%q is Latin", r)
		}
		if isMathTwin(r) {
			math++
			if twin != 0 {
				t.Errorf("%q is in both sets", r)
			}
			continue
		}
		twins++
		if twin < 'a' || twin > 'z' || !maybeTwin(r) {
			t.Errorf("%q is the twin of %q", r, twin)
		}
	}
	if twins < 65 || math < 5 {
		t.Errorf("sets of %d and %d", twins, math)
	}
	// The letters by their code points, lest one is of another script than it seems.
	for name, want := range map[string]string{
		"\u0430\u0435\u0455\u0456\u0458\u043E\u0440\u0441\u0443\u0445\u04BB\u04CF\u0501\u051B\u051D\u0475": "aesijopcyxhldqwv",
		"\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u03BF":       "abezhikmnoptyxo",
		"\u054D\u0555\u0585\u0578\u057D\u0570\u0581":                                                       "uoonuhg",
		"\u13AA\u13DF\u13A0\u13AC\u13A2":                                                                   "acdet",
	} {
		var got strings.Builder
		for _, r := range name {
			got.WriteString(string(rune(twinOf(r))))
		}
		if got.String() != want {
			t.Errorf("%q: %q, want %q", name, got.String(), want)
		}
	}
}
