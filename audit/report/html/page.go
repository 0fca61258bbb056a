package html

import (
	"bufio"
	"io"

	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/render"
)

// Page is what a report shows. Every field may be left out.
type Page struct {
	// Report is what an audit found, in any number of files.
	Report *report.Report
	// Prompt is shown beside the findings. Those of the file Name are linked with
	// their place in it.
	Prompt *Prompt
	Name   string
	// Before is the prompt of the turn before, for a comparison with Prompt.
	Before *Prompt
	// Windows says what changed among the windows since the turn before.
	Windows *Windows
	// Show puts the text of prompts and the titles of windows on the page. The
	// nonce stays masked. Snippets are shown when the findings have them.
	Show bool
}

// Windows is what changed among the windows between two turns, as
// [render.Diff] returns it, and how many of them are withheld now.
type Windows struct {
	Changes []render.Change
	// Withheld is a count, and the one thing that a page says of windows that are
	// withheld; negative when it is not known.
	Withheld int
}

// Diff returns the page that compares two turns.
func Diff(prev, cur *Prompt, windows *Windows) Page {
	return Page{Prompt: cur, Before: prev, Windows: windows}
}

// Write writes the page. An error is that of w.
func (p Page) Write(w io.Writer) error {
	out := bufio.NewWriterSize(w, 64<<10)
	if err := page().Execute(out, p.view()); err != nil {
		return err
	}
	return out.Flush()
}

// NewSink returns a sink that writes the page of a run when it is closed, with the
// findings of the run in place of base.Report. It keeps every finding in memory
// until then.
func NewSink(w io.Writer, h report.Header, base Page) report.Sink {
	return report.NewCollector(h, func(r *report.Report) error {
		base.Report = r
		return base.Write(w)
	})
}
