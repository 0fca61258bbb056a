package cli

import (
	"io"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/audit/report/html"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/render"
)

// page writes the page of the prompt of a subject: its regions with what an audit of them finds,
// and the budget. Findings do not change the exit status: render is no check.
func (f renderFlags) page(w io.Writer, p *render.Prompt, subject string) error {
	shown := html.FromRender(p)
	if f.seedSet() {
		shown = shown.Unkeyed() // who knows the seed knows the nonce
	}
	// Places of findings count in the prompt, which is no file: its name must not
	// lead to a line of what it was made of.
	name := "prompt of " + subject
	text := []byte(p.Text())
	c := audit.Checker{Limits: contract.Limits{Bytes: max(*f.maxBytes, len(text))}}
	found, err := c.Check(audit.Prompt, name, text)
	if err != nil {
		return nameFile(name, err)
	}
	h := newHeader()
	return html.Page{
		Report: &report.Report{
			Tool: h.Tool, Version: h.Version, Checked: 1,
			// The page marks findings in the prompt: it needs no snippets.
			Findings: report.Of(text, found, report.Place{}, false),
		},
		Prompt: shown, Name: name, Show: *f.show,
	}.Write(w)
}

// readName is the name of an input for people.
func readName(file string) string {
	if file == stdinName {
		return "standard input"
	}
	return file
}

// fitShow refuses --show with a format that hides nothing: what was asked for
// would silently not be done.
func fitShow(show bool, format string) error {
	if show && format != formatHTML {
		return usageError("--show has no effect: only a page hides the text of data", "add --format "+formatHTML)
	}
	return nil
}
