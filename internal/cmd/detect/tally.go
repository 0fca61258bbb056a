package main

import (
	"maps"
	"slices"

	"github.com/ringfence/ringfence/audit"
)

// tally counts the texts of one class.
type tally struct {
	set, class string // of which data, and what sort of text
	kind       audit.Kind
	limit      string // what is held to: "≥ 95 %", "≤ 1 %", or "" for no gate
	texts      int
	bytes      int
	found      int // with a finding at warning or error
	noted      int // with a note alone
	missing    bool
	names      []string       // of what is not as it should be, the first ones
	rules      map[string]int // texts by rule, warnings and errors
}

// maxNames is how many are named: the rest is a number.
const maxNames = 12

// look checks one text and returns whether something at warning or error was
// found in it.
func (t *tally) look(file, text string) bool {
	c := audit.Checker{}
	c.Limits.Bytes = 64 << 20
	list, err := c.Check(t.kind, file, []byte(text))
	t.texts++
	t.bytes += len(text)
	hit := err != nil
	seen := map[string]bool{}
	for _, f := range list {
		if f.Severity > audit.Note && !seen[f.Rule] {
			hit, seen[f.Rule] = true, true
			if t.rules == nil {
				t.rules = map[string]int{}
			}
			t.rules[f.Rule]++
		}
	}
	switch {
	case hit:
		t.found++
	case len(list) > 0:
		t.noted++
	}
	return hit
}

// name keeps the name of a text that is not as it should be.
func (t *tally) name(s string) {
	if len(t.names) < maxNames {
		t.names = append(t.names, s)
	}
}

func (t *tally) share() float64 {
	if t.texts == 0 {
		return 0
	}
	return 100 * float64(t.found) / float64(t.texts)
}

// sortedRules are the rules that were broken, by name.
func (t *tally) sortedRules() []string { return slices.Sorted(maps.Keys(t.rules)) }
