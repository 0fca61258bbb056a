package fence

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/ringfence/ringfence/internal/testdata"
	"github.com/ringfence/ringfence/internal/ucd"
)

func TestTokensTable(t *testing.T) {
	type key struct{ literal, family string }
	seen := map[key]bool{}
	for _, tok := range Tokens() {
		k := key{tok.Literal, tok.Family}
		if tok.Literal == "" || tok.Family == "" || tok.Source == "" || seen[k] {
			t.Errorf("entry %+v", tok)
		}
		seen[k] = true
		found := FindControlTokens("x" + tok.Literal + "y")
		if len(found) == 0 || found[0].Start != 1 || found[0].End != 1+len(tok.Literal) || found[0].Family == "" {
			t.Errorf("%q: found %+v", tok.Literal, found)
		}
	}
	for _, numbered := range []string{"<unused50>", "<mask:2>", "<SPECIAL_999>"} {
		if found := FindControlTokens(numbered); len(found) != 1 || found[0].Start != 0 {
			t.Errorf("%s: %v", numbered, found)
		}
	}
	Tokens()[0].Literal = "changed"
	if Tokens()[0].Literal == "changed" {
		t.Error("the table can be changed from outside")
	}
}

// Every literal of the shared list that is not made of ordinary words is found.
func TestTokensCoverSharedList(t *testing.T) {
	var list struct {
		Families []struct {
			F               string
			Lit, Unverified []string
			Pattern         string
		}
	}
	if err := json.Unmarshal(testdata.ReadShared(t, "data/template_tokens.json"), &list); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range list.Families {
		lits := append(f.Lit, f.Unverified...)
		if f.Pattern != "" {
			sample := strings.NewReplacer(`\|`, "|", `\d{4}`, "0123").Replace(f.Pattern)
			if !regexp.MustCompile(f.Pattern).MatchString(sample) {
				t.Errorf("%s: %q is no sample of %s", f.F, sample, f.Pattern)
			}
			lits = append(lits, sample)
		}
		for _, lit := range lits {
			n++
			if found := FindControlTokens(lit); len(found) == 0 || found[0].Start != 0 || found[0].End != len(lit) {
				t.Errorf("%s: %q is not found: %v", f.F, lit, found)
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d literals read", n)
	}
}

// The characters whose fold holds a first character are exactly those that a
// table looks at, in the default table and in one that begins elsewhere.
func TestTriggerAgainstTables(t *testing.T) {
	other, err := NewTable(Token{Literal: "fi<x"}, Token{Literal: "用户:>"}, Token{Literal: "\u0301é|"})
	if err != nil {
		t.Fatal(err)
	}
	for name, table := range map[string]*Table{"default": defaultTable(), "extended": other} {
		first := map[rune]bool{}
		for _, tok := range table.Tokens() {
			for _, r := range tok.folded() {
				first[r] = true
				break
			}
		}
		for r := rune(0); r <= utf8.MaxRune; r++ {
			if !utf8.ValidRune(r) {
				continue
			}
			var got bool
			if r < utf8.RuneSelf {
				got = table.stops[r] == stopTrigger
			} else if got = table.trigger(r); got && table.stops[string(r)[0]] != stopWide {
				t.Errorf("%s: %U is passed over", name, r)
			}
			for view, fold := range map[string]string{"table": string(ucd.AppendFold(nil, r)), "norm": oracleFold(string(r))} {
				want := strings.ContainsFunc(fold, func(f rune) bool { return first[f] })
				if want && !got || got && !want && view == "table" {
					t.Errorf("%s: %U: trigger %v, folds to %q in %s", name, r, got, fold, view)
				}
			}
		}
	}
	for r := range defaultTable().first {
		if !strings.ContainsRune(defaultFirst, r) {
			t.Errorf("%q is not among the first characters", r)
		}
	}
}

func TestShapes(t *testing.T) {
	a64 := strings.Repeat("a", 64)
	for _, c := range []struct {
		text  string
		found bool
	}{
		{"<|x|>", true},
		{"[|x|]", true},
		{"<｜x｜>", true},
		{"<|a_B-9.▁é中٣|>", true},
		{"<|" + a64 + "|>", true},
		{"<|" + a64 + "a|>", false},
		{"[|" + a64 + "|]", true},
		{"[|" + a64 + "a|]", false},
		{"<|" + strings.Repeat("한", 64) + "|>", true}, // a syllable is one
		{"<|" + strings.Repeat("한", 65) + "|>", false},
		{"<|" + norm.NFD.String(strings.Repeat("한가", 32)) + "|>", true},
		{"<|" + norm.NFD.String(strings.Repeat("한가", 32)) + "한|>", false},
		{"<|" + strings.Repeat("e\u0301", 64) + "|>", true}, // marks do not count
		{"<|" + strings.Repeat("ﬃ", 21) + "a|>", true},      // folded letters do
		{"<|" + strings.Repeat("ﬃ", 64) + "|>", true},       // or those that stand there
		{"<|" + strings.Repeat("ﬃ", 65) + "|>", false},
		{"<|" + strings.Repeat("ﬃ", 64) + "\u0301|>", false}, // neither
		{"<｜" + strings.Repeat("ﬃ", 40) + "｜>", true},
		{"[|" + strings.Repeat("ﬃ", 40) + "|]", true},
		{"＜|" + strings.Repeat("ﬃ", 40) + "|>", false}, // no shape as it stands, and too long folded
		{"<|" + strings.Repeat("ﬃ", 40) + "｜>", false},
		{"<|" + strings.Repeat("\U00016D6A", 64) + "|>", true},
		{"<|" + strings.Repeat("\U00016D6A", 65) + "|>", false},
		{"<||>", false},
		{"<|\u0301|>", false},
		{"<|a b|>", false},
		{"<|a\n|>", false},
		{"<|a|b|>", false},
		{"<|a|]", false},
		{"[|a|>", false},
		{"<|a| >", false},
		{"<|a+|>", false},
		{"<|a|", false},
		{"<|a", false},
		{"<|", false},
		{"<|ﷺ|>", true}, // a letter that folds to words with spaces
		{"<|ﾞ|>", true}, // to a mark
		{"<|ͺ|>", true}, // to a space
		{"[|ﾟ|]", true},
		{"<｜ﹰ｜>", true},
		{"＜|ﷺ|>", false},
		{"<|ﷺ｜>", false},
		{"<|ﷺ|\u200b>", false},
		{"<|ﷺ", false},
		{"<|ﷺ\xff|>", false},
		{"<\u0338|x|>", true},
		{"≮|x|>", true},
		{"<\u200b|\u200bx\u200b|\u200b>", true},
		{"〈|x|〉", false}, // a homoglyph is not altered
	} {
		if found := FindControlTokens(c.text); (len(found) > 0) != c.found {
			t.Errorf("%q: %v", c.text, found)
		}
		p := checkBlock(t, testNonce, noteHeader, c.text)
		if broken := strings.Contains(p, "⟦U+003C⟧") || strings.Contains(p, "⟦U+005B⟧") || strings.Contains(p, "⟦U+226E⟧"); broken != c.found {
			t.Errorf("%q: payload %q", c.text, p)
		}
	}
}

func TestLongestMatchAndOverlap(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Match
	}{
		{"<|im_start|>", []Match{{0, 12, "chatml/qwen/yi"}}},
		{"<role>HUMAN</role>", []Match{{0, 18, "bailing/ling"}}},
		{"<<SYS>>", []Match{{0, 7, "llama2"}}},
		{"<|turn>", []Match{{0, 7, "gemma-4 style"}}},
		{"<|turn|>", []Match{{0, 8, "shape"}}},
		{"<|x|>", []Match{{0, 5, "shape"}}},
		{"[INST][/INST]", []Match{{0, 6, "llama2"}, {6, 13, "llama2"}}},
		{"＜ｓ＞", []Match{{0, 9, "llama2"}}},
		{"<S>", nil}, // control tokens have a case
		{"[[INST]]", []Match{{1, 7, "llama2"}}},
	} {
		got := FindControlTokens(c.text)
		if len(got) != len(c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%q: %v, want %v", c.text, got[i], c.want[i])
			}
		}
	}
}

func TestFindFenceShapes(t *testing.T) {
	for text, want := range map[string][]Match{
		"":                              nil,
		"<untrusted-data":               {{0, 15, ""}},
		"a</request-dataX<derived-data": {{1, 15, ""}, {16, 29, ""}},
		"≮untrusted-data ﹤derived-data": {{0, 17, ""}, {18, 33, ""}},
		"＜／ＤＥＲＩＶＥＤ－ＤＡＴＡ":                        {{0, 42, ""}},
		"<\u200bunt\u0301rusted\u00ad-data":     {{0, 22, ""}},
		"<<untrusted-data":                      {{1, 16, ""}},
		"<untrusted_data <data <//derived-data": nil,
		"<untrusted\u2010data":                  nil,
	} {
		got := FindFenceShapes(text)
		if len(got) != len(want) {
			t.Errorf("%q: %v, want %v", text, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%q: %v, want %v", text, got[i], want[i])
			}
		}
	}
}
