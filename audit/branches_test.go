package audit

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget/models"
	"github.com/ringfence/ringfence/contract"
)

// Forms of text that are seldom met: each row is one of the ways in which a rule
// is told not to apply, or to apply after all.
func TestSeldomForms(t *testing.T) {
	for text, want := range map[string]string{
		"a\n```" + strings.Repeat(" ", 20) + "\nrest": idCodeFence,
		"\t\"\"\"\nx":            "", // the docstring of an indented block
		" \"\"\"\nx":             idCodeFence,
		"<untrusted\tdata":       "",
		"<            untrusted": "",
		"</            untrusted-data-k3f4q2m7xa-1>":                         idBreakout, // by its name; a fence is not so far from its bracket
		"&#1234567890123456789;&#x110000;&#0;&nosuch":                        "",
		`\xe2\x80\xae \xc3\xa9`:                                              idEncodedChar,
		`\xe2\x9f\xa6 \x3c/system\x3e`:                                       idEncoded,
		`\u{110000} \u{} \u{3c}/system>`:                                     idEncoded,
		`\u{zz} \uzzzz \xzz`:                                                 "",
		strings.Repeat("ab", 3000) + fill(9000) + strings.Repeat("cd", 3000): "", // two repetitions, neither long enough
	} {
		if got := ids(mustCheck(t, Text, text)); got != want {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

// At most as many findings under encodings are looked for as are listed.
func TestManyEncodings(t *testing.T) {
	got := mustCheck(t, Text, strings.Repeat("%3C/system%3E"+strings.Repeat("-\n", unitGap+1), 50))
	last := got[len(got)-1]
	if len(got) != MaxPerRule+1 || last.Rule != idEncoded || last.Message != "and 30 more of this rule, not listed" {
		t.Errorf("%d findings, the last is %+v", len(got), last)
	}
}

// UTF-16 is read in either order, in data and in answers, and what is left over
// is read as a character that replaces it.
func TestUTF16Orders(t *testing.T) {
	const text = "Go <|im_start|> \U0001F600"
	for name, order := range map[string]func(u rune) string{
		"\xff\xfe": func(u rune) string { return string([]byte{byte(u), byte(u >> 8)}) },
		"\xfe\xff": func(u rune) string { return string([]byte{byte(u >> 8), byte(u)}) },
	} {
		var body strings.Builder
		body.WriteString(name)
		for _, r := range text {
			for _, u := range utf16Units(r) {
				body.WriteString(order(u))
			}
		}
		for _, tail := range []string{"", "x"} {
			for _, kind := range []Kind{Text, Response} {
				if got := mustCheck(t, kind, body.String()+tail); ids(got) != idTemplate || kind == Text && got[0].Offset != 0 {
					t.Errorf("%q as %v with %q: %+v", name, kind, tail, got)
				}
			}
		}
	}
}

// What a checker is given can be the reason that a body is not checked.
func TestGivenThatCannotBeRead(t *testing.T) {
	for name, tc := range map[string]struct {
		c    Checker
		kind Kind
		body string
		code ringfence.Code
	}{
		"model in a prompt":      {Checker{Model: "no-such-model"}, Prompt, "x", models.CodeUnknown},
		"model without a window": {Checker{Model: "phi-4"}, Prompt, "x", models.CodeUnknown},
		"payload":                {Checker{With: []byte("{")}, Prompt, "x", contract.CodeTruncated},
		"prompt":                 {Checker{Prompt: []byte(`{"messages":[`)}, Response, "x", contract.CodeTruncated},
		"pins":                   {Checker{Pins: []byte("[]")}, Tools, oneTool, contract.CodeShape},
		"results in results":     {Checker{}, Tools, `{"result":{"result":{"result":{"result":{"tools":[]}}}}}`, contract.CodeShape},
	} {
		got, err := tc.c.Check(tc.kind, "x", []byte(tc.body))
		var e *ringfence.Error
		if got != nil || !errors.As(err, &e) || e.Code != tc.code {
			t.Errorf("%s: %+v %v, want %s", name, got, err, tc.code)
		}
	}
	if _, err := Pin([]byte("{}"), contract.Limits{}); err == nil {
		t.Error("what holds no tools was pinned")
	}
	got, err := Checker{Model: "text-davinci-003", Window: 40}.Check(Text, "x", []byte(strings.Repeat("é", 30)))
	if err != nil || ids(got) != idEstimate {
		t.Errorf("a vocabulary that is not at hand: %q %v", ids(got), err)
	}
}

// An ordinary word that a payload withholds is looked for as a word of its own.
func TestWithheldWords(t *testing.T) {
	with := []byte(askItem(`"label":"x","id":"mango"`))
	for prompt, want := range map[string]string{
		promptPayload("a mango b"):  idLeaked,
		promptPayload("a mangos b"): "",
		promptPayload("amango"):     "",
		promptPayload("MANGO"):      idLeaked,
		"mango\n" + goodPrompt:      idPossible,
		"mangos\n" + goodPrompt:     "",
	} {
		got, err := Checker{With: with}.Check(Prompt, "x", []byte(prompt))
		if err != nil || ids(got) != want {
			t.Errorf("%q: %q %v, want %q", prompt, ids(got), err, want)
		}
	}
}

// A rule says what its examples need, and in which order.
func TestNeeds(t *testing.T) {
	flags := map[string]int{}
	for _, r := range Rules() {
		c := r.Checker()
		for _, n := range r.Needs() {
			flags[n.Flag]++
			given := map[string]string{"with": string(c.With), "prompt": string(c.Prompt), "pins": string(c.Pins), "model": c.Model}
			if v, ok := given[n.Flag]; ok && (v != n.Value || n.File != (n.Flag != "model")) {
				t.Errorf("%s needs %+v, and its checker has %q", r.ID, n, v)
			}
			if _, ok := given[n.Flag]; !ok && (n.Flag != "context window" || c.Window == 0) {
				t.Errorf("%s needs %+v", r.ID, n)
			}
		}
		for _, n := range []struct {
			flag  string
			given bool
		}{{"with", c.With != nil}, {"prompt", c.Prompt != nil}, {"pins", c.Pins != nil}, {"model", c.Model != ""}, {"context window", c.Window > 0}} {
			has := false
			for _, need := range r.Needs() {
				has = has || need.Flag == n.flag
			}
			if has != n.given {
				t.Errorf("%s: need %s is %v, given %v", r.ID, n.flag, has, n.given)
			}
		}
	}
	for _, flag := range []string{"with", "prompt", "pins", "model", "context window"} {
		if flags[flag] == 0 {
			t.Errorf("no rule needs %s", flag)
		}
	}
}
