package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/corpus"
)

// The classes of attacks that are gated.
const (
	token     = "token"
	fenceOf   = "fence"
	character = "character"
	encoding  = "decoded encoding"
	ungated   = "not gated"
)

// ungatedCategories are attacks that ordinary documents cannot be told from.
var ungatedCategories = map[string]string{
	"template:claude": "role markers of ordinary words", "template:alpaca": "role markers of ordinary words",
	"fence:hr": "a rule and a heading", "enc:rot13": "rot13", "enc:leet": "leetspeak",
	"enc:mdref": "an image by reference", "enc:hiddendiv": "a hidden element",
}

// ungatedVectors are vectors of gated families that hold nothing to find, or
// what is not gated, with the reason.
var ungatedVectors = map[string]string{
	"control-token/alpaca": "role markers of ordinary words", "control-token/claude-legacy": "role markers of ordinary words",
	"control-token/rwkv": "role markers of ordinary words", "control-token/newline-inside": "a line break: no token",
	"fence-close/horizontal-rule": "a rule and a heading", "fence-close/html-comment": "an HTML comment",
	"fence-forged/no-line-feed": "source text: it tests the end of a fence", "fence-forged/nonce-echo": "a word that only its prompt knows to be a secret",
	"fence-forged/nonce-fullwidth": "a word that only its prompt knows to be a secret", "fence-forged/open-line-kind": "a fence line without its bracket",
	"fence-lookalike/entity-injective": "single characters, escaped", "fence-lookalike/escape-halves": "this module's escape, which closes nothing",
	"fence-lookalike/escape-lookalike": "this module's escape, which closes nothing",
}

// attacks measures recall.
func attacks(shared string) []*tally {
	return append(structural(filepath.Join(shared, "data", "attacks", "structural.jsonl")), append(vectors(), generated()...)...)
}

// tallies are made as they are needed, one a class.
type tallies struct {
	set  string
	list []*tally
}

func (l *tallies) of(class string) *tally {
	for _, t := range l.list {
		if t.class == class {
			return t
		}
	}
	t := &tally{set: l.set, class: class, kind: audit.Text, limit: "≥ 95 %"}
	if class == ungated {
		t.limit = ""
	}
	l.list = append(l.list, t)
	return t
}

func (l *tallies) look(class, name, text string) {
	t := l.of(class)
	if !t.look("attack", text) {
		t.name(name)
	}
}

func structural(file string) []*tally {
	l := &tallies{set: "attacks/structural.jsonl"}
	body, err := os.ReadFile(file)
	if err != nil {
		return []*tally{{set: l.set, class: "all", missing: true}}
	}
	for line := range bytes.Lines(body) {
		var a struct{ ID, Category, Text string }
		if err := json.Unmarshal(line, &a); err != nil {
			return []*tally{{set: l.set, class: "all", missing: true}}
		}
		class := character
		switch {
		case ungatedCategories[a.Category] != "":
			class = ungated
		case strings.HasPrefix(a.Category, "template:"):
			class = token
		case strings.HasPrefix(a.Category, "fence:"):
			class = fenceOf
		case a.Category == "enc:b64", a.Category == "enc:urlenc":
			class = encoding
		}
		l.look(class, a.Category, a.Text)
	}
	return l.list
}

func vectors() []*tally {
	l := &tallies{set: "corpus/vectors"}
	list, err := corpus.Vectors()
	if err != nil {
		return []*tally{{set: l.set, class: "all", missing: true}}
	}
	for _, v := range list {
		var class string
		switch v.Family {
		case "control-token":
			class = token
		case "fence-close", "fence-lookalike", "fence-forged":
			class = fenceOf
		case "unicode":
			class = character
			if v.Expect.Outcome == corpus.RoundTrip {
				continue // ordinary text that has to come back as it was
			}
		default:
			continue
		}
		if ungatedVectors[v.Name] != "" {
			class = ungated
		}
		l.look(class, v.Name, v.Payload.Raw())
	}
	return l.list
}

// generated measures the encodings of the generated vectors, for the attacks
// that are gated when they are not encoded.
func generated() []*tally {
	l := &tallies{set: "corpus.Generate"}
	for v := range corpus.Generate(1) {
		name := strings.TrimPrefix(v.Name, "generated/")
		if !encodedName.MatchString(name) || v.Carrier == corpus.Code {
			continue
		}
		l.look(encoding, name, v.Payload.Raw())
	}
	return l.list
}
