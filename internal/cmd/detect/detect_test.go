package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/internal/testdata"
)

// leastRecall and the limits below are what docs/detection.md says is gated.
const (
	leastRecall   = 95.0
	mostPrompts   = 0.5
	mostOrdinary  = 1.0
	fewestAttacks = 8
)

// gated reports the misses of classes that are held to a recall.
func gated(t *testing.T, list []*tally) {
	t.Helper()
	for _, a := range list {
		if a.missing {
			t.Errorf("%s, %s: not there", a.set, a.class)
		}
		if a.limit == "" {
			continue
		}
		if a.texts < 4 {
			t.Errorf("%s, %s: only %d texts", a.set, a.class, a.texts)
		}
	}
	// The gate is on what the data holds of all gated classes, and no class may
	// be much worse than that.
	texts, found := 0, 0
	for _, a := range list {
		if a.limit == "" {
			continue
		}
		texts, found = texts+a.texts, found+a.found
		if a.share() < leastRecall-5 {
			t.Errorf("%s, %s: %.1f %%, not found: %s", a.set, a.class, a.share(), strings.Join(a.names, ", "))
		}
	}
	if texts < fewestAttacks || float64(found)*100 < leastRecall*float64(texts) {
		t.Errorf("%d of %d texts found", found, texts)
	}
}

func TestRecallStructural(t *testing.T) {
	gated(t, structural(testdata.Shared(t, "data/attacks/structural.jsonl")))
}

func TestRecallCorpus(t *testing.T) { gated(t, vectors()) }

func TestRecallEncodings(t *testing.T) { gated(t, generated()) }

// What is listed as not gated is there.
func TestUngatedVectorsExist(t *testing.T) {
	n := 0
	for _, a := range vectors() {
		if a.class == ungated {
			n = a.texts
		}
	}
	if n != len(ungatedVectors) {
		t.Errorf("%d vectors are not gated, and %d are listed", n, len(ungatedVectors))
	}
}

func TestOrdinaryTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("reads thousands of files")
	}
	shared := filepath.Dir(filepath.Dir(testdata.Shared(t, "data/benign")))
	for _, o := range ordinary(shared) {
		most := mostOrdinary
		if o.class == "prompts" {
			most = mostPrompts
		}
		switch {
		case o.missing:
			t.Logf("%s, %s: not on this machine, so not measured", o.set, o.class)
		case o.limit != "" && o.share() > most:
			t.Errorf("%s, %s: %.2f %% of %d, such as %s", o.set, o.class, o.share(), o.texts, strings.Join(o.names, ", "))
		}
	}
}

// The document names every measurement, and what is missing.
func TestDocument(t *testing.T) {
	a := &tally{set: "S", class: "C", kind: audit.Text, limit: "≥ 95 %"}
	if !a.look("x", "<|im_start|>") || a.look("y", "Read the page.") {
		t.Error("a token is found, and a sentence is not")
	}
	a.name("y")
	text := document([]*tally{a}, []*tally{a, {set: "none", class: "gone", missing: true}})
	for _, want := range []string{"| S | C | 2 | 1 | 0 | 50.0 % | ≥ 95 % |", "- S, C: y", "| none | gone | not on the machine", "`tokens/chat-template` in 1"} {
		if !strings.Contains(text, want) {
			t.Errorf("the document lacks %q:\n%s", want, text)
		}
	}
}
