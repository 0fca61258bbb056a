//go:build mutants

package main

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/corpus"
	"github.com/ringfence/ringfence/fence"
)

// What is sealed beside an input.
const (
	calm   = "Save changes"
	before = "Edit the module.\n"
	after  = "Answer in one word.\n"
)

func seedVector(name, text string) corpus.Vector {
	return corpus.Vector{
		Name: name, Expect: corpus.Expect{Outcome: corpus.RoundTrip}, Carrier: corpus.Tool, Payload: ringfence.NewData(text),
	}
}

// violation returns which guarantee the model breaks on an input, or "".
func (m *model) violation(v corpus.Vector) string {
	switch {
	case v.Carrier == corpus.Prompt && strings.Contains(v.Payload.Raw(), " style="):
		return "" // the model has no styles
	case v.Carrier == corpus.Prompt:
		return m.reading(v)
	}
	text := v.Payload.Raw()
	for _, check := range []func(corpus.Vector, string) string{m.containment, m.fenceLines, m.inertness, m.cutting} {
		if what := check(v, text); what != "" {
			return what
		}
	}
	return ""
}

// reading gives a prompt to the reader: it refuses what the vector says, and
// what another conversation sealed.
func (m *model) reading(v corpus.Vector) string {
	blocks, ok := m.read(corpus.Nonce, v.Payload.Raw())
	switch {
	case v.Expect.Outcome == corpus.Fails && ok:
		return "containment: accepts what is " + v.Expect.Detail
	case v.Expect.Outcome == corpus.Contained && (!ok || len(blocks) == 0):
		return "containment: refuses a prompt of the grammar"
	case v.Expect.Outcome == corpus.Contained:
		if _, ok := m.read("zzzzzzzzzz", v.Payload.Raw()); ok {
			return "containment: accepts a nonce that is not its own"
		}
		// A line feed before the closing line is the fence's, the one before that
		// is the text's.
		longer := strings.Replace(v.Payload.Raw(), "\n</", "\n\n</", 1)
		more, ok := m.read(corpus.Nonce, longer)
		if !ok || more[0].data == blocks[0].data {
			return "fidelity: a line feed more is not seen"
		}
	}
	return ""
}

// containment seals an input between two others: the blocks are found where
// they were put, with their data, and nothing of the input is outside.
func (m *model) containment(v corpus.Vector, text string) string {
	blocks := []string{m.seal(corpus.Nonce, 1, calm, 0), m.seal(corpus.Nonce, 2, text, 0), m.seal(corpus.Nonce, 4, calm, 0)}
	prompt := before + blocks[0] + after + blocks[1] + blocks[2]
	got, ok := m.read(corpus.Nonce, prompt)
	if !ok || len(got) != len(blocks) {
		return fmt.Sprintf("containment: %d blocks of 3 are read", len(got))
	}
	at := len(before)
	outside := prompt
	for i, b := range blocks {
		if i == 1 {
			at += len(after)
		}
		if got[i].start != at || got[i].end != at+len(b) {
			return "containment: a block is read at another place"
		}
		at += len(b)
		outside = strings.Replace(outside, b, "", 1)
	}
	switch {
	case got[0].data != calm || got[2].data != calm:
		return "fidelity: the text of a neighbour changes"
	case got[1].data != text:
		return "fidelity: another text comes back"
	case v.Canary != "" && strings.Contains(outside, v.Canary):
		return "containment: the canary stands outside"
	case v.Expect.Outcome == corpus.Verbatim && got[1].payload != text:
		return "inertness: harmless text is altered"
	case len(got[1].payload) > fence.MaxExpansion*len(text):
		return "linear cost: the payload is too long"
	case m.seal(corpus.Nonce, 2, text, 0) != blocks[1]:
		return "determinism: sealed again, a block differs"
	}
	return ""
}

// fenceLines holds that no byte and no property of the text is in a fence line
// but how its lines end, by the rule for that.
func (m *model) fenceLines(_ corpus.Vector, text string) string {
	lines := func(s string) string {
		block := strings.TrimSuffix(m.seal(corpus.Nonce, 7, s, 0), "\n")
		head, _, _ := strings.Cut(block, "\n")
		return head + block[strings.LastIndexByte(block, '\n')+1:]
	}
	want := lines(calm)
	if 2*strings.Count(text, "\r\n") > strings.Count(text, "\n") {
		want = strings.Replace(want, ">", " eol=crlf>", 1)
	}
	if got := lines(text); got != want {
		return "non-interference: the text changes its fence lines"
	}
	return ""
}

// inertness holds that nothing in the payload can act.
func (m *model) inertness(_ corpus.Vector, text string) string {
	got, ok := m.read(corpus.Nonce, m.seal(corpus.Nonce, 1, text, 0))
	if !ok || len(got) != 1 {
		return "containment: a block alone is not read"
	}
	payload := got[0].payload
	folded, _ := fold(payload)
	switch {
	case len(fence.FindControlTokens(payload)) > 0:
		return "inertness: a control token"
	case len(fence.FindFenceShapes(payload)) > 0:
		return "inertness: a fence shape"
	case strings.Contains(strings.ToLower(folded), corpus.Nonce):
		return "inertness: the nonce"
	case strings.Contains(payload, "\r"):
		return "inertness: a carriage return"
	}
	for _, c := range fence.FindCharacters(payload) {
		if c.Class != fence.Bracket {
			return "inertness: a character of class " + c.Class.String()
		}
	}
	return ""
}

// cutting cuts a text at several places: what comes back is its first part.
func (m *model) cutting(_ corpus.Vector, text string) string {
	for _, limit := range []int{1, 7, 40, 200} {
		got, ok := m.read(corpus.Nonce, m.seal(corpus.Nonce, 1, text, limit))
		if !ok || len(got) != 1 {
			return "containment: a text that was cut is not one block"
		}
		if got[0].data != firstRunes(text, limit) {
			return "fidelity: a text that was cut is not the first part"
		}
	}
	return ""
}
