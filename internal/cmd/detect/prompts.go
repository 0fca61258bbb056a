package main

import (
	"encoding/json"
	"io"
	"os"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/corpus"
)

// mutated reads a collection whose prompts are the members mutated_prompt.
func mutated(r io.Reader) ([]corpus.Vector, error) {
	var rows []struct {
		Prompt string `json:"mutated_prompt"`
	}
	if err := json.NewDecoder(r).Decode(&rows); err != nil {
		return nil, err
	}
	out := make([]corpus.Vector, len(rows))
	for i, row := range rows {
		out[i] = corpus.Vector{Name: strconv.Itoa(i), Payload: ringfence.NewData(row.Prompt)}
	}
	return out, nil
}

// prompts measures a collection of benign prompts.
func prompts(set, file string, read func(io.Reader) ([]corpus.Vector, error)) *tally {
	t := &tally{set: set, class: "prompts", kind: audit.Text, limit: "≤ 0.5 %", missing: true}
	f, err := os.Open(file)
	if err != nil {
		return t
	}
	defer func() { _ = f.Close() }() // it was only read
	list, err := read(f)
	if err != nil {
		return t
	}
	t.missing = false
	for _, v := range list {
		if t.look("prompt", v.Payload.Raw()) {
			t.name(v.Name)
		}
	}
	return t
}
