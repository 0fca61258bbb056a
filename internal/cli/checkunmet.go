package cli

import (
	"sync/atomic"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
)

// CodeNothingCompared is the code of a file that was to be compared with others,
// of which there were none.
const CodeNothingCompared = report.CodeNothingCompared

// comparison is a flag that names a file to compare bodies of a kind with. A run
// in which no body is of the kind has compared nothing, and must not look like one
// that found nothing.
type comparison struct {
	flag, file string
	kind       audit.Kind
	met        atomic.Bool
}

// comparisons are the flags that were given.
func (f ruleFlags) comparisons() (out []*comparison) {
	for _, c := range []*comparison{
		{flag: "with", file: *f.with, kind: audit.Prompt},
		{flag: "prompt", file: *f.prompt, kind: audit.Response},
		{flag: "pins", file: *f.pins, kind: audit.Tools},
	} {
		if c.file != "" {
			out = append(out, c)
		}
	}
	return out
}

// meet notes that a body was checked. It runs on several goroutines at once.
func (c *settings) meet(kind audit.Kind, name string, body []byte) {
	for _, want := range c.compares {
		if want.met.Load() {
			continue
		}
		is := kind
		if is == audit.Auto {
			is, _ = audit.KindOf(name, body) // it was checked: its kind is known
		}
		if is == want.kind || want.kind == audit.Tools && is == audit.Prompt && audit.HasTools(body) {
			want.met.Store(true)
		}
	}
}

// unmet is what was to be compared with bodies of which there were none.
func (c *settings) unmet() (out taskResult) {
	for _, want := range c.compares {
		if want.met.Load() {
			continue
		}
		err := &ringfence.Error{
			Code: CodeNothingCompared, Offset: ringfence.NoOffset,
			Message: "no body of this run is of kind " + want.kind.String() + ": --" + want.flag + " was compared with nothing",
			Hint:    "name the files that hold them, with --kind " + want.kind.String() + " if their shape does not tell",
		}
		message, hint := describe(err)
		out.items = append(out.items, item{
			unchecked: &report.Unchecked{File: want.file, Error: message + "; " + hint},
			placed:    nameFile(want.file, err),
		})
	}
	return out
}
