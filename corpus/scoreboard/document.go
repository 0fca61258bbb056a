package main

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/corpus"
)

func vector(name, text string) corpus.Vector {
	return corpus.Vector{
		Name: name, Expect: corpus.Expect{Outcome: corpus.RoundTrip}, Carrier: corpus.Tool, Payload: ringfence.NewData(text),
	}
}

const intro = `<!-- Written by "make scoreboard". Do not edit. -->

# Scoreboard

What holds when the vectors of package corpus go through the fences of this module, and through those that people write or take instead. All of
them are small adapters in ` + "`corpus/scoreboard/fences.go`" + `, each with the most careful reader that its marks allow. Everything but the last
column is the same on every machine: ` + "`make scoreboard`" + ` writes the file anew, and a test fails when it is stale.

`

const judged = `
## How each column is judged

- **Containment**: the reader of the fence finds one block, and it ends where it was put: not earlier, at something that the text holds, and not
  later. The author of the text knows the closing mark, the nonce of ringfence included.
- **Inertness**: in the block, marks included, there is no control token of a model family in any compatibility form, and no raw invisible,
  bidirectional, private, unassigned or control character outside of the kept sequences. The tables are those of package fence (SPEC.md, sections 3
  and 5): this column says how well a fence does what this module promises, and others may promise less.
- **Fidelity**: what the reader returns equals the text, byte for byte.
- **Determinism**: the same text gives the same bytes again.
- **Look-alikes**: forms of the fence's own closing mark, in other widths and case, with spaces, marks or invisible characters in it, or inside a line,
  that do not stand in the block for a reader that folds all these. A program is not misled by them; a model may be.
- **Unaltered**: of the harmless texts in many scripts and languages (` + "`expect: verbatim`" + `), those that stand in the block as they were. A style that
  marks or encodes every word alters all of them: that is its purpose.
- **MB/s**: sealing and reading 230 kB of Go source, the best round of 0.3 s on the machine that wrote this file. Compare within a column only.

No column measures models: how often one is misled depends on the model and on the words around the block.

## What each fence is

`

// document is the text of the file.
func document(rows []row, s set) string {
	var b strings.Builder
	b.WriteString(intro)
	fmt.Fprintf(&b, "Inputs: %d shipped vectors, the first %d of `corpus.Generate(%d)`, and %d forms of the fence's own closing mark; %d for each fence.\n\n",
		s.shipped, sample, seed, rows[0].total-len(s.vectors), rows[0].total)
	b.WriteString("| Fence | Containment | Inertness | Fidelity | Determinism | Look-alikes | Unaltered | MB/s |\n|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s |", r.wrapping.name)
		for _, n := range r.held {
			fmt.Fprintf(&b, " %s |", percent(n, r.total))
		}
		fmt.Fprintf(&b, " %d of %d | %d of %d | %.0f |\n", r.broken, r.tried, r.benign, r.harmless, r.speed)
	}
	b.WriteString(judged)
	for _, r := range rows {
		fmt.Fprintf(&b, "- **%s**: %s.\n", r.wrapping.name, r.wrapping.about)
	}
	b.WriteString("\n## The first input that fails, by name\n\n| Fence | Containment | Inertness | Fidelity | Determinism |\n|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s |", r.wrapping.name)
		for _, name := range r.first {
			if name == "" {
				name = "–"
			}
			fmt.Fprintf(&b, " %s |", name)
		}
		b.WriteString("\n")
	}
	return b.String()
}
