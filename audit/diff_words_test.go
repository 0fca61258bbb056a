package audit

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

const mark = `[\x{300}-\x{36F}\x{1AB0}-\x{1AFF}\x{1DC0}-\x{1DFF}\x{20D0}-\x{20F0}]`

// Written over are eight marks in a row, and four Latin letters in a row with
// marks of their own; a space between two of them has one too.
var (
	piled  = regexp.MustCompile(mark + `{8}`)
	struck = regexp.MustCompile(`(?:[A-Za-z]` + mark + `+(?: ` + mark + `+)*){3}[A-Za-z]` + mark)
)

// The first place that is written over is found where a regular expression
// finds it, in any company.
func TestMarkedLettersAgainstExpression(t *testing.T) {
	fragments := []string{
		"r\u0336", "E\u0336", "v\u20D2", "a\u0301\u0323", "l\u1DC4", "x\u1AB0\u0300\u0300", " \u0336", "1\u0336", ".\u0336", "é\u0336",
		"a", " ", "é", "1", "\n", "日", "z" + strings.Repeat("\u0300", 7), "q" + strings.Repeat("\u0300", 8), "long stretch of plain words ",
	}
	g, seen := newTextGen(2), outcomes{}
	for range 4000 {
		s := g.text(9, fragments)
		want, got := -1, -1
		for _, pattern := range []*regexp.Regexp{piled, struck} {
			if m := pattern.FindStringIndex(s); m != nil && (want < 0 || m[1] < want) {
				want = m[1]
			}
		}
		for _, f := range mustCheck(t, Text, s) {
			if f.Rule == idMarked {
				got = int(f.End)
				break
			}
		}
		seen[strconv.FormatBool(want >= 0)]++
		if got != want {
			t.Fatalf("%q: the first ends at %d, want %d", s, got, want)
		}
	}
	seen.atLeast(t, 500, "true", "false")
}

// Letters for the words below: Latin ones; some of other scripts that look like
// them; small Greek ones that do so in the middle of a word; and others.
const (
	twinLetters = "аеорсухАВЕНКМОРСТХΑΒΕΖΟοօՍᎪᎬ"
	mathLetters = "ανωγ"
)

var (
	wordsOfText = regexp.MustCompile(`[\p{L}\p{Mn}0-9]+`)
	passes      = regexp.MustCompile(`^[lt][ltg]*[lt]$`)
)

// slowHomoglyphs spells every word with one letter for what each of its letters
// is, and returns where the first twin of the first word stands that passes.
func slowHomoglyphs(s string) []spot {
	first, count := 0, 0
	for _, m := range wordsOfText.FindAllStringIndex(s, -1) {
		var kinds strings.Builder
		twin := -1
		for i, r := range s[m[0]:m[1]] {
			kind := "x"
			switch {
			case !unicode.IsLetter(r):
				continue
			case unicode.Is(unicode.Latin, r):
				kind = "l"
			case strings.ContainsRune(twinLetters, r):
				kind = "t"
			case strings.ContainsRune(mathLetters, r):
				kind = "g"
			}
			if twin < 0 && (kind == "t" || kind == "g") {
				twin = m[0] + i
			}
			kinds.WriteString(kind)
		}
		k := kinds.String()
		if len(k) < 3 || twin < 0 || !strings.Contains(k, "l") || !passes.MatchString(k) {
			continue
		}
		if count == 0 {
			first = twin
		}
		count++
	}
	switch count {
	case 0:
		return nil
	case 1:
		return []spot{{idHomoglyph, first, -1}}
	}
	return []spot{{idMixed, first, -1}}
}

func TestHomoglyphsAgainstExpression(t *testing.T) {
	fragments := []string{
		"p", "ay", "Word", "x", "é", "\u0301", "1", " ", " ", ", ", "_", "\n", "-", "а", "ре", "С", "О", "α", "ν", "ωγ", "ο", "Ζ",
		"ж", "ш", "λ", "Ս", "Ꭺ", "日", "の", "\u200b", "пример ", "слово ", "paypal ", "μάθημα ", "pаy ", "tοp ", "Сash ",
	}
	g, seen := newTextGen(3), outcomes{}
	for range 6000 {
		s := g.text(14, fragments)
		want := slowHomoglyphs(s)
		got := spots(mustCheck(t, Text, s), idHomoglyph+" "+idMixed, idHomoglyph+" "+idMixed)
		for _, w := range want {
			seen[w.rule]++
		}
		if len(want) == 0 {
			seen["none"]++
		}
		if !compare(t, s, got, want) {
			return
		}
	}
	seen.atLeast(t, 200, "none", idHomoglyph, idMixed)
}
