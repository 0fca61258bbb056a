package audit

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// charRules are the rules about single characters and rows of them.
const charRules = idControl + " " + idBidi + " " + idTags + " " + idInvisible + " " + idInvisibleRun + " " + idUnusual + " " +
	idSplit + " " + idSeparator + " " + idMarked + " " + idTerminal + " " + idTerminalLink

// keptSequences are emoji sequences whose joiners, selectors and tags stand raw.
var keptSequences = regexp.MustCompile("❤️|1️⃣|👩‍👩‍👧|👨🏽‍💻|🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F")

// charLetter gives a character the letter of its class by the table of SPEC.md
// and the tables of the standard library.
func charLetter(before string, r rune, size int, after string) byte {
	next, _ := utf8.DecodeRuneInString(after)
	prev, _ := utf8.DecodeLastRuneInString(before)
	joins := func(r rune) bool {
		return unicode.In(r, unicode.Arabic, unicode.Devanagari) && unicode.In(r, unicode.L, unicode.M)
	}
	switch {
	case r == utf8.RuneError && size == 1:
		return 'N'
	case r == '\n' || r == '\t' || r == '\r' && strings.HasPrefix(after, "\n"):
		return '.'
	case unicode.Is(unicode.Cc, r):
		if k := strings.IndexRune("\x1b\u009b\u009d\f", r); k >= 0 {
			return map[rune]byte{0x1B: 'E', 0x9B: 'K', 0x9D: 'O', '\f': 'F'}[r]
		}
		return 'C'
	case (r == 0x200C || r == 0x200D) && joins(prev) && joins(next):
		return '.'
	case r == 0xE0001 || r >= 0xE0020 && r <= 0xE007F:
		return 'T'
	case unicode.Is(unicode.Bidi_Control, r):
		return 'B'
	case r == 0xAD:
		return 'h'
	case r == 0xFEFF:
		return 'b'
	case strings.ContainsRune("\u200B\u200C\u200D\u2060\uFE0F", r):
		return 'z'
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r), unicode.Is(unicode.Cf, r), r == 0x2800:
		return 'y'
	case unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r), unicode.Is(unicode.Noncharacter_Code_Point, r):
		return 'S'
	case unicode.Is(unicode.Co, r):
		return 'P'
	case unicode.Is(unicode.M, r) && (before == "" || strings.HasSuffix(before, "\n")):
		return 'M'
	case !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z):
		return 'S' // not assigned
	case r < 0x80 && unicode.IsLetter(r):
		return 'a'
	}
	return '.'
}

// charLetters is the text as one letter a character, and where each begins.
func charLetters(s string) (string, []int) {
	kept := make([]bool, len(s))
	for _, m := range keptSequences.FindAllStringIndex(s, -1) {
		for k := m[0]; k < m[1]; k++ {
			kept[k] = true
		}
	}
	var out []byte
	var at []int
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		c := byte('.')
		if !kept[i] {
			c = charLetter(s[:i], r, n, s[i+n:])
		}
		out, at = append(out, c), append(at, i)
		i += n
	}
	return string(out), append(at, len(s))
}

var (
	charRows  = regexp.MustCompile(`[EKO][CF]*|[CF]+|B+|T+|[zyhb]+|[SPNM]+`)
	hyperlink = regexp.MustCompile(`^(\x1b\]|\x{9d})8;`)
	sequence  = regexp.MustCompile(`^(\x1b[\[\]]|\x{9b}|\x{9d})`)
)

// charRow names the rule of a row, from the letters around it.
func charRow(before, row, after, raw string) string {
	left, right := strings.HasSuffix(before, "a"), strings.HasPrefix(after, "a")
	switch row[0] {
	case 'B':
		return idBidi
	case 'T':
		return idTags
	case 'E', 'K', 'O':
		switch {
		case hyperlink.MatchString(raw):
			return idTerminalLink
		case sequence.MatchString(raw):
			return idTerminal
		}
		return idControl
	case 'F', 'C':
		if row == "F" {
			return idUnusual
		}
		return idControl
	case 'S', 'P', 'N', 'M':
		switch {
		case strings.Contains(row, "S"):
			return idSeparator
		case row[0] == 'M':
			return idMarked
		}
		return idUnusual
	}
	switch {
	case len(row) >= 8:
		return idInvisibleRun
	case row == "b" && (before == "" || strings.HasSuffix(before, "\n")):
		return idInvisible
	case strings.Trim(row, "h") == "":
		if left && right && strings.HasSuffix(before, "ha") {
			return idSplit
		}
		return idInvisible
	case left && right, (left || right) && strings.ContainsAny(row, "yb"):
		return idSplit
	}
	return idInvisible
}

func slowCharacters(s string) []spot {
	letters, at := charLetters(s)
	for k := range letters { // a line feed counts for byte order marks
		if s[at[k]] == '\n' {
			letters = letters[:k] + "\n" + letters[k+1:]
		}
	}
	var out []spot
	for _, m := range charRows.FindAllStringIndex(letters, -1) {
		x := spot{charRow(letters[:m[0]], letters[m[0]:m[1]], letters[m[1]:], s[at[m[0]]:]), at[m[0]], at[m[1]]}
		if x.rule == idTerminal || x.rule == idTerminalLink || strings.ContainsAny(letters[m[0]:m[0]+1], "EKO") {
			x.end = -1
		}
		out = append(out, x)
	}
	return capped(append(out, slowRows(s, letters, at)...))
}

var shortRows = regexp.MustCompile(`[zyhb]+`)

// slowRows is what short rows of invisible characters make together, unless one
// of them is long: a finding where the first is.
func slowRows(s, letters string, at []int) (out []spot) {
	count := 0
	for _, m := range shortRows.FindAllStringIndex(letters, -1) {
		raw := s[at[m[0]]:at[m[1]]]
		first, n := utf8.DecodeRuneInString(raw)
		switch n, mixed := m[1]-m[0], raw != strings.Repeat(string(first), len(raw)/n); {
		case n >= 8:
			return nil
		case n >= 4, n >= 2 && mixed:
			count += n
			out = append(out, spot{idInvisibleRun, at[m[0]], at[m[1]]})
		}
	}
	if count < 24 {
		return nil
	}
	return out[:1]
}

var charFragments = []string{
	"word", "a", "Ab", "two words ", " ", ", ", "\n", "\r\n", "\t", "\r", "é", "日本語の", "می", "خواهم", "न", "x \u0301 y",
	"❤️", "1️⃣", "👩‍👩‍👧", "👨🏽‍💻", "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",
	"\u200B", "\u200C", "\u200D", "\u2060", "\u00AD", "\uFEFF", "a\u00ADb\u00ADc", "\u2800", "\u3164", "\u034F", "\uFE01", "\U000E0101",
	"\u200B\u200C\u200B\u200C\u200B\u200C\u200B", "\u202E", "\u2066", "\u200E", "\u061C", "\U000E0041", "\U000E0001", "\U000E0067\U000E0062",
	"\x07", "\x00", "\x7f", "\u0085", "\f", "\x1b[8m", "\x1b]0;t", "\x1b]8;;u", "\x1b", "\u009b2J", "\u009d8;;u", "\u009d0",
	"\u2028", "\u2029", "\uFFFF", "\uFDD0", "\uE000", "\U000F0000", "\u0378", "\u05FF", "\xff", "\xc3", "\xed\xa0\x80", "\n\u0301", "\n\uFEFF",
	strings.Repeat("\x01", 9), strings.Repeat("\u200B", 8), strings.Repeat("quite ordinary words go on. ", 2), strings.Repeat("é", 40),
}

// A slow implementation by letters and regular expressions finds the same rows
// of characters at the same places, in short texts and in ones that are longer
// than what is judged at once.
func TestCharactersAgainstTables(t *testing.T) {
	g, seen := newTextGen(1), outcomes{}
	for i := range 4000 {
		s := g.text(6, charFragments)
		if i%20 == 0 {
			s = g.text(300, charFragments)
		}
		got := spots(mustCheck(t, Text, s), charRules, idTerminal+" "+idTerminalLink)
		want := slowCharacters(s)
		for k := range want { // the rest of a row behind an escape character is not told
			if want[k].end < 0 && k < len(got) && want[k].rule == idControl {
				want[k].end = got[k].end
			}
			seen[want[k].rule]++
		}
		if len(want) == 0 {
			seen["none"]++
		}
		if !compare(t, s, got, want) {
			return
		}
	}
	seen.atLeast(t, 100, "none", idControl, idBidi, idTags, idInvisible, idInvisibleRun, idUnusual, idSplit, idSeparator, idMarked, idTerminal, idTerminalLink)
}
