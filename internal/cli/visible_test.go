package cli

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence/fence"
)

var hostileTexts = []string{
	"", "plain", "é 日本語 👩‍👩‍👧 ❤️", "a\x1b[2J\a", "\u009b31m", "\u202eabc\u2066", "\u200b\U000e0041", "a\xffb\xc3",
	"one\ntwo\r\n\ttab", "::error::x", "##[error]x ##vso[x]", "###", "⟦U+0041⟧ \\x41", "\u2028\ue000\uffff", "\u0301a", "\n\u0301",
	"\x7f\x00", strings.Repeat("\u200d", 40), "\ufeffa",
}

// visible leaves nothing that acts on a terminal, a log or a CI system, and
// changes nothing that does not.
func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"a\x1b[2J": `a\x1b[2J`, "\u009b": `\u{9B}`, "\xff": `\xff`, "a\nb\r\tc": `a\nb\r\tc`, "##[x]": `\x23#[x]`, "###": `\x23\x23#`,
		"\U000e0041": `\u{E0041}`, "é ⟦x⟧": "é ⟦x⟧", "a#b": "a#b",
	} {
		if got := visible(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, text := range hostileTexts {
		v := visible(text)
		if !utf8.ValidString(v) || strings.ContainsAny(v, "\n\r\t") || strings.Contains(v, "##") {
			t.Errorf("%q: %q", text, v)
		}
		for _, m := range fence.FindCharacters(v) {
			if m.Class != fence.Bracket {
				t.Errorf("%q: %v at %d of %q", text, m.Class, m.Start, v)
			}
		}
		if again := visible(v); again != v {
			t.Errorf("%q: shown twice is %q", v, again)
		}
	}
}

func TestVisibleName(t *testing.T) {
	for name, want := range map[string]string{
		"a.json": "a.json", "::error::x": "./::error::x", " ::x": "./ ::x", "./::x": "./::x", "a::b": "a::b", "\u3000::x": "./\u3000::x", "\u00a0::x": "./\u00a0::x", "##[x]": `\x23#[x]`,
	} {
		if got := visibleName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// Every line of data is behind a bar.
func TestDataLines(t *testing.T) {
	for _, text := range append(hostileTexts, "a\n", "\n\n") {
		var b strings.Builder
		dataLines(&b, text)
		got := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		if len(got) != 1+strings.Count(text, "\n") {
			t.Errorf("%q: %d lines", text, len(got))
		}
		for _, line := range got {
			if !strings.HasPrefix(line, "| ") {
				t.Errorf("%q: line %q", text, line)
			}
		}
	}
}

// JSON strings read back as what they were, and hold nothing raw that acts.
func TestAppendJSON(t *testing.T) {
	for _, text := range hostileTexts {
		out := string(appendJSON(nil, text))
		if !utf8.ValidString(text) {
			continue
		}
		var back string
		if err := json.Unmarshal([]byte(out), &back); err != nil || back != text {
			t.Errorf("%q: %s reads back as %q: %v", text, out, back, err)
		}
		for _, m := range fence.FindCharacters(out) {
			if m.Class != fence.Bracket {
				t.Errorf("%q: %v is raw in %s", text, m.Class, out)
			}
		}
	}
	if got := string(appendName(nil, "a\xff\x1b")); got != `"a\\xff\\x1b"` {
		t.Errorf("a name that is not UTF-8: %s", got)
	}
}

func FuzzVisible(f *testing.F) {
	for _, text := range hostileTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v := visible(text)
		if visible(v) != v || strings.ContainsAny(v, "\n\r\t\x1b\a") || !utf8.ValidString(v) {
			t.Errorf("%q: %q", text, v)
		}
		if visibleName(text) != "" && strings.HasPrefix(strings.TrimSpace(visibleName(text)), "::") {
			t.Errorf("%q begins as a command", visibleName(text))
		}
		out := appendJSON(nil, text)
		var back string
		if err := json.Unmarshal(out, &back); err != nil || utf8.ValidString(text) && back != text {
			t.Errorf("%q: %s reads back as %q: %v", text, out, back, err)
		}
	})
}

func TestNearest(t *testing.T) {
	list := []string{"check", "render", "blocks", "rules", "version"}
	for word, want := range map[string]string{
		"chekc": "check", "chec": "check", "rendr": "render", "ver": "version", "block": "blocks", "rule": "rules", "CHECK": "check",
		"": "", "x": "", "inspect": "", strings.Repeat("check", 1000): "",
	} {
		if got := nearest(word, list); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
