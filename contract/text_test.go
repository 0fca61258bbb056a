package contract

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
)

func TestSynthesized(t *testing.T) {
	for id, want := range map[string]bool{
		"viv:div[0]": true, "viv:@cart/a.b-c[10]/h2[0]": true, "viv:a": true, "viv:ignore-all-of-this": true,
		"viv:": false, "viv": false, "": false, "VIV:a": false, "viv:A": false, "viv:a b": false, "viv:a\n": false,
		"viv:@mail body/p[0]": false, "viv:a_b": false, "viv:é": false, "viv:a\x00": false, "xviv:a": false, "viv:viv:a": false,
	} {
		if got := Synthesized(ringfence.NewData(id)); got != want {
			t.Errorf("Synthesized(%q) = %v", id, got)
		}
	}
	if Synthesized(ringfence.Data{}) {
		t.Error("absent data is synthesized")
	}
}

func TestLongerThan(t *testing.T) {
	for _, s := range []string{"", "abc", "é", "é😀", "😀😀😀", "a\ufffd", strings.Repeat("😀a", 9)} {
		units := len(utf16.Encode([]rune(s)))
		for limit := range units + 3 {
			if got := longerThan(s, limit); got != (units > limit) {
				t.Errorf("longerThan(%q, %d) = %v with %d units", s, limit, got, units)
			}
		}
	}
}

func TestBlank(t *testing.T) {
	for s, want := range map[string]bool{
		"": true, " \t\n": true, "\u200b\u00ad\u3164": true, "\u2003\ufeff": true, "a": false, " . ": false, "\ufffd": false, "🙂": false,
	} {
		if blank(s) != want {
			t.Errorf("blank(%q) = %v", s, !want)
		}
	}
}

func TestRoleToken(t *testing.T) {
	for s, want := range map[string]bool{
		"button": true, "doc-abstract": true, "graphics-object": true, "": false, "Button": false, "a b": false,
		"-x": false, "button\n": false, strings.Repeat("a", maxRole): true, strings.Repeat("a", maxRole+1): false,
	} {
		if roleToken(s) != want {
			t.Errorf("roleToken(%q) = %v", s, !want)
		}
	}
}

func TestFoldID(t *testing.T) {
	for _, pair := range [][2]string{
		{"shop:1", " SHOP:1\n"},
		{"é", "e\u0301"},
		{"é", "e"},
		{"ｓhop", "shop"},
		{"a\u200bb", "ab"},
		{"ﬁ", "fi"},
		{"K", "k"},
		{"ſ", "s"},
		{"\u00a0x\u3000", "x"},
		{"가", "\u1100\u1161"},
		{"Σ", "ς"},
	} {
		if a, b := foldID(pair[0]), foldID(pair[1]); a != b || a == "" {
			t.Errorf("%q folds to %q, %q to %q", pair[0], a, pair[1], b)
		}
	}
	for _, pair := range [][2]string{{"a", "b"}, {"a b", "ab"}, {"shop:1", "shop:11"}, {"сор", "cop"}, {"1", "l"}} {
		if a, b := foldID(pair[0]), foldID(pair[1]); a == b {
			t.Errorf("%q and %q both fold to %q", pair[0], pair[1], a)
		}
	}
}

// Folding twice is folding once, for every code point alone and after a letter.
func TestFoldIdempotent(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		once := foldText("x" + string(r))
		if twice := foldText(once); once != twice {
			t.Fatalf("U+%04X folds to %q and then %q", r, once, twice)
		}
	}
}

func TestWithheldSkeleton(t *testing.T) {
	if got := skeleton("withheld"); got != withheldSkeleton {
		t.Errorf("%q, want %q", withheldSkeleton, got)
	}
}

func TestLookalikes(t *testing.T) {
	for _, name := range []string{
		"Withheld", "WITHHELD", "withheId", "wіthheld", "ｗithheld", "with\u00adheld", "withhéld", " withheld", "withhe1d",
		"KEY", "isfocused", "іsFocused", "titlе", "Id", "ld", "ID\u200d", "кey",
	} {
		if i, ok := windowNames.looksLike(name); !ok || i >= len(windowNames.list) {
			t.Errorf("%q does not look like a known name", name)
		}
	}
	for _, name := range []string{"", "hidden", "with_held", "ident", "keys", "subtitle", "focused", "window", strings.Repeat("\u200b", maxLookalike) + "id"} {
		if _, ok := windowNames.looksLike(name); ok {
			t.Errorf("%q looks like a known name", name)
		}
	}
}

func TestReplacedIn(t *testing.T) {
	for raw, want := range map[string]replaced{
		`""`: {}, `"a\n\\\"é😀"`: {}, `"\ud83d\ude00"`: {}, `"\uFFFD\ufffd"`: {}, "\"\ufffd\"": {},
		`"\ud83d"`: {halves: 1}, `"\ude00"`: {halves: 1}, `"\ud83dx\ude00"`: {halves: 2}, `"\ud83d\ud83d\ude00"`: {halves: 1},
		`"\\ud83d"`: {}, `"\\\ud83d"`: {halves: 1}, `"\ud83d\n"`: {halves: 1}, `"\uD83D\\uDE00"`: {halves: 1},
		"\"\xff\"": {bytes: 1}, "\"\xf0\x9f\x98\"": {bytes: 3}, "\"\xed\xa0\x80\xed\xb0\x80\"": {bytes: 6}, "\"\xc0\xaf\\udc00\"": {bytes: 2, halves: 1},
	} {
		if got := replacedIn([]byte(raw)); got != want {
			t.Errorf("%s: %+v, want %+v", raw, got, want)
		}
	}
}

// What replacedIn counts is what the decoder replaces.
func TestReplacedMatchesDecoder(t *testing.T) {
	for _, raw := range []string{`a\ud83d b \udc00\ud83d\ude00`, "x\xff\xfey\xed\xa0\x80", `\ud800\ud800`, "plain", `\ud83d` + "\xf0\x9f"} {
		body := contextWith(Version01, "profile", `"`+raw+`"`)
		ec := mustContext(t, body)
		rep := replacedIn([]byte(`"` + raw + `"`))
		if got := strings.Count(ec.Profile.Raw(), "\ufffd"); got != rep.bytes+rep.halves {
			t.Errorf("%q: the decoder replaced %d, counted %+v", raw, got, rep)
		}
		if !utf8.ValidString(ec.Profile.Raw()) {
			t.Errorf("%q: not UTF-8", raw)
		}
		if rep.any() != (len(ec.Notes) > 0) {
			t.Errorf("%q: notes %q", raw, codesOf(ec.Notes))
		}
	}
}
