package audit

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// textGen makes texts out of fragments, the same ones for the same seed.
type textGen struct{ *rand.Rand }

func newTextGen(seed uint64) textGen { return textGen{rand.New(rand.NewPCG(seed, 0x5EED))} }

// of picks one of the fragments.
func (g textGen) of(list []string) string { return list[g.IntN(len(list))] }

// text is between 1 and most fragments in a row.
func (g textGen) text(most int, list []string) string {
	var b strings.Builder
	for range 1 + g.IntN(most) {
		b.WriteString(g.of(list))
	}
	return b.String()
}

// spot is what a slow implementation says that a finding is: a rule and bytes
// of the text. An end of -1 says that only the beginning is known or compared.
type spot struct {
	rule       string
	start, end int
}

// spots reduces findings to those of some rules. The ends of rules in loose are
// not compared.
func spots(list []Finding, rules, loose string) []spot {
	var out []spot
	for _, f := range list {
		if !hasField(rules, f.Rule) {
			continue
		}
		s := spot{f.Rule, int(f.Offset), int(f.End)}
		if hasField(loose, f.Rule) {
			s.end = -1
		}
		out = append(out, s)
	}
	return out
}

// hasField reports whether one of the words of list is s.
func hasField(list, s string) bool { return slices.Contains(strings.Fields(list), s) }

// capped sorts spots as findings are, and keeps as many of a rule as are listed:
// MaxPerRule, and the place of the first that is left out.
func capped(list []spot) []spot {
	slices.SortStableFunc(list, func(x, y spot) int {
		return cmp.Or(cmp.Compare(x.start, y.start), cmp.Compare(x.rule, y.rule))
	})
	count := map[string]int{}
	return slices.DeleteFunc(list, func(s spot) bool {
		count[s.rule]++
		return count[s.rule] > MaxPerRule+1
	})
}

// outcomes counts what texts came out as, so that a test can say that it saw
// enough of each.
type outcomes map[string]int

// atLeast fails the test unless each outcome was seen n times.
func (o outcomes) atLeast(t *testing.T, n int, names ...string) {
	t.Helper()
	for _, name := range names {
		if o[name] < n {
			t.Errorf("outcome %q came %d times, which is not enough to tell: %v", name, o[name], o)
		}
	}
}

// compare fails the test unless got is what the slow implementation wants, and
// says from where on they differ. It reports whether to go on.
func compare(t *testing.T, text string, got, want []spot) bool {
	t.Helper()
	if slices.Equal(got, want) {
		return true
	}
	n := 0
	for n < len(got) && n < len(want) && got[n] == want[n] {
		n++
	}
	g, w := got[n:min(n+2, len(got))], want[n:min(n+2, len(want))]
	at := len(text)
	for _, s := range slices.Concat(g, w) {
		at = min(at, s.start)
	}
	t.Errorf("%.300q, at %q:\n got %v\nwant %v", text, text[max(0, at-60):min(len(text), at+80)], g, w)
	return false
}
