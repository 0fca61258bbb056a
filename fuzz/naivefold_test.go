package fuzz_test

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/ucd"
)

// notText stands in a fold for a byte that is not UTF-8. It is in no pattern.
const notText = "\uFFFF"

// naiveRune is the fold of one rune: its compatibility decomposition without
// marks and without ignorable characters. The decomposition is that of another
// library, whose tables can be one Unicode version behind; the letters and
// digits that version 16 added are put in by hand.
func naiveRune(r rune) string {
	switch {
	case r >= 0x1CCD6 && r <= 0x1CCEF: // outlined capital letters
		return string('A' + r - 0x1CCD6)
	case r >= 0x1CCF0 && r <= 0x1CCF9: // outlined digits
		return string('0' + r - 0x1CCF0)
	}
	return strings.Map(func(d rune) rune {
		if ucd.IsMark(d) || ucd.Ignorable(d) {
			return -1
		}
		return d
	}, norm.NFKD.String(string(r)))
}

// naiveFold folds a text rune by rune.
func naiveFold(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			b.WriteByte(s[i])
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			b.WriteString(notText)
		} else {
			b.WriteString(naiveRune(r))
		}
		i += n
	}
	return b.String()
}

// naiveShape matches the beginning of a fence line in a fold.
var naiveShape = regexp.MustCompile(`(?i)</?(untrusted|derived|request)-data`)

// hasFenceShape reports whether the fold of s holds the beginning of a fence
// line anywhere.
func hasFenceShape(s string) bool {
	fold := naiveFold(s)
	return strings.Contains(fold, "<") && naiveShape.MatchString(fold)
}

// hasNonce reports whether the fold of s holds the nonce in any case.
func hasNonce(s string, n fence.Nonce) bool {
	return strings.Contains(strings.ToLower(naiveFold(s)), n.Reveal())
}

var naiveToken = regexp.MustCompile(`<\|[\p{L}\p{Nd}_\-.▁]{1,64}\|>|\[\|[\p{L}\p{Nd}_\-.▁]{1,64}\|\]`)

// literals are the control tokens of the table, as they stand and after NFKC.
var literals = func() []string {
	seen := map[string]bool{}
	var out []string
	for _, tok := range fence.Tokens() {
		for _, l := range []string{tok.Literal, norm.NFKC.String(tok.Literal)} {
			if !seen[l] {
				seen[l] = true
				out = append(out, l)
			}
		}
	}
	return out
}()

// liveToken returns a control token that s holds raw, or that it would hold
// after a consumer had normalised it, and "" when there is none. The judgement
// of a shape needs a fold: a name that is raw can hold a letter that is none.
func liveToken(s string) string {
	fold := naiveFold(s)
	if !strings.ContainsAny(fold, "<[{") {
		return ""
	}
	for i, view := range []string{s, norm.NFKC.String(s), fold} {
		for _, l := range literals {
			if strings.Contains(view, l) {
				return l
			}
		}
		if m := naiveToken.FindString(view); m != "" && i > 0 {
			return m
		}
	}
	return ""
}
