package main

import (
	"runtime/debug"
	"slices"
)

// compared are the modules that are measured.
var compared = []string{"github.com/pkoukk/tiktoken-go", "github.com/tiktoken-go/tokenizer"}

// modules returns what is compared, with the versions that are linked in.
func modules() []string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return compared
	}
	var out []string
	for _, m := range info.Deps {
		if slices.Contains(compared, m.Path) {
			out = append(out, m.Path+" "+m.Version)
		}
	}
	return out
}
