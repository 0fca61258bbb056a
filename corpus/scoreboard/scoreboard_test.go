package main

import (
	"os"
	"regexp"
	"testing"
)

// speedColumn is the last cell of a row of the first table.
var speedColumn = regexp.MustCompile(`(?m) \d+ \|$`)

// TestScoreboardIsFresh holds the file against a new run, the speed apart, and
// the fences of this module against perfection.
func TestScoreboardIsFresh(t *testing.T) {
	in, err := inputs()
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	perfect := 0
	for _, f := range fences() {
		r := judge(f, in)
		rows = append(rows, r)
		if f.own && !r.perfect() {
			t.Errorf("%s: %v of %d, first %v", f.name, r.held, r.total, r.first)
		}
		if r.perfect() {
			perfect++
		}
	}
	if perfect == len(rows) {
		t.Error("every fence is perfect: the inputs test nothing")
	}
	have, err := os.ReadFile("../../docs/scoreboard.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := document(rows, in); speedColumn.ReplaceAllString(got, "") != speedColumn.ReplaceAllString(string(have), "") {
		t.Error("docs/scoreboard.md is stale: make scoreboard")
	}
}

// The adapters are no straw men: each keeps plain text, alone and before an
// instruction.
func TestAdaptersKeepPlainText(t *testing.T) {
	for _, f := range fences() {
		for _, text := range []string{"Save", "two\nlines", "ends in a line feed\n"} {
			block := f.seal(text)
			if got, end, ok := f.read(block + rest); !ok || got != text || end != len(block) {
				t.Errorf("%s: %q comes back as %q, block of %d ends at %d", f.name, text, got, len(block), end)
			}
		}
	}
}

func TestPercent(t *testing.T) {
	for want, in := range map[string][2]int{"100.0 %": {3, 3}, "99.9 %": {9999, 10000}, "0.0 %": {0, 7}, "33.3 %": {1, 3}} {
		if got := percent(in[0], in[1]); got != want {
			t.Errorf("%v: %s, want %s", in, got, want)
		}
	}
}
