package html

import (
	"html/template"
	"slices"
	"strings"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
)

// view is what the template reads. Strings of it are written escaped.
type view struct {
	Policy   string
	Style    template.CSS
	Script   template.JS
	Name     string
	Headline string
	Shown    bool
	Keyed    bool // hashes of what is hidden are keyed
	Notices  []string
	Sections []section

	HasFindings   bool
	Severities    []severityView
	Findings      []findingView
	FindingsLeft  string
	Unchecked     []report.Unchecked
	UncheckedLeft string
	Prompt        *promptView
	Budget        *budgetView
	Diff          *diffView
}

// section is an entry of the list of sections.
type section struct{ ID, Title string }

// severityView is a box of the filter.
type severityView struct{ Word, Text string }

// view makes all that is on the page.
func (p Page) view() *view {
	v := &view{
		Policy: Policy(), Style: template.CSS(style), Script: template.JS(script), //nolint:gosec // constants of this package
		Name: visible(p.Name, maxName), Shown: p.Show,
	}
	allow := &allowance{text: MaxText, pieces: MaxPieces}
	places := p.findings(v)
	if p.Prompt == nil {
		v.Shown = p.Show && p.Windows != nil || v.hasSnippet()
	} else {
		v.Prompt = p.Prompt.view(p.show(p.Prompt), places, allow)
		v.Keyed = v.Prompt.keyed()
		v.Budget = p.Prompt.budget()
		v.notices(p.Prompt)
	}
	if p.Before != nil && p.Prompt != nil || p.Windows != nil {
		v.Diff = p.diff(allow)
	}
	v.target(places)
	v.headline(p)
	v.sections()
	return v
}

// hasSnippet reports whether a finding shows text, which a report that was read back
// can have without saying that it was made with --show.
func (v *view) hasSnippet() bool {
	return slices.ContainsFunc(v.Findings, func(f findingView) bool { return f.Snippet != "" })
}

// show reports whether the text of q may be on the page.
func (p Page) show(q *Prompt) bool { return p.Show && !q.forged }

// notices says what the prompt has that a page cannot show.
func (v *view) notices(p *Prompt) {
	if p.forged {
		v.Shown = false
		v.Notices = append(v.Notices, "The prompt holds more nonces than one conversation can have. Which is real cannot be told, so its text stays hidden.")
	}
	if p.unread > 0 {
		v.Notices = append(v.Notices, count(p.unread, "part of a message is not text and is not shown.", "parts of messages are not text and are not shown."))
	}
}

// headline counts.
func (v *view) headline(p Page) {
	if p.Report == nil {
		v.Headline = "a prompt"
		switch {
		case p.Before != nil || p.Prompt == nil && p.Windows != nil:
			v.Headline = "two turns compared"
		case p.Prompt == nil:
			v.Headline = "nothing to show"
		}
		return
	}
	var n [audit.Error + 1]int
	for i := range p.Report.Findings {
		n[min(p.Report.Findings[i].Severity, audit.Error)]++
	}
	parts := []string{
		count(n[audit.Error], "error", "errors"), count(n[audit.Warning], "warning", "warnings"), count(n[audit.Note], "note", "notes"),
		number(p.Report.Checked) + " checked",
	}
	if u := len(p.Report.Unchecked); u > 0 {
		parts = append(parts, number(u)+" not checked")
	}
	if p.Report.Known > 0 {
		parts = append(parts, number(p.Report.Known)+" known to the baseline and left out")
	}
	if p.Report.Excluded > 0 {
		parts = append(parts, count(p.Report.Excluded, "file", "files")+" excluded")
	}
	if p.Report.Passed > 0 {
		parts = append(parts, number(p.Report.Passed)+" in folders passed over because of their names")
	}
	v.Headline = strings.Join(parts, ", ")
	if part := p.Report.Header().Part(); part != "" {
		v.Headline = part + ": " + v.Headline
	}
	v.Severities = []severityView{
		{"error", count(n[audit.Error], "error", "errors")},
		{"warning", count(n[audit.Warning], "warning", "warnings")},
		{"note", count(n[audit.Note], "note", "notes")},
	}
}

// sections lists what there is.
func (v *view) sections() {
	add := func(has bool, id, title string) {
		if has {
			v.Sections = append(v.Sections, section{id, title})
		}
	}
	add(len(v.Unchecked) > 0, "unchecked", "Not checked")
	add(v.HasFindings, "findings", "Findings")
	add(v.Prompt != nil, "prompt", "Prompt")
	add(v.Budget != nil, "budget", "Budget")
	add(v.Diff != nil, "turns", "Since the turn before")
}

// visible returns a short text from outside on one line, cut at most bytes.
func visible(s string, most int) string {
	if len(s) <= most {
		return report.Visible(s)
	}
	return report.Visible(strings.ToValidUTF8(s[:most], "")) + "…"
}
