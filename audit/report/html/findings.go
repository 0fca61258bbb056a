package html

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/report"
)

// findingView is one finding of the list.
type findingView struct {
	N                       int
	Severity, Rule, Message string
	Where, Pointer          string
	Fingerprint             string
	Snippet                 string
	Target                  *target // the place in the prompt
}

// target is where a link leads.
type target struct{ ID string }

// places are the findings in each message of the prompt, in order of place.
type places struct {
	of     map[int][]ref
	marked map[int]bool // findings whose mark is on the page
	region map[int]int  // the region of a finding
}

// findings lists what was found, the most severe first and otherwise in the order of
// the report, and returns where it stands in the prompt.
func (p Page) findings(v *view) *places {
	at := &places{of: make(map[int][]ref), marked: make(map[int]bool), region: make(map[int]int)}
	if p.Report == nil {
		return at
	}
	v.HasFindings = true
	all := slices.Clone(p.Report.Findings)
	slices.SortStableFunc(all, func(a, b report.Finding) int { return cmp.Compare(b.Severity, a.Severity) })
	if n := len(all) - MaxFindings; n > 0 {
		all = all[:MaxFindings]
		v.FindingsLeft = count(n, "more finding is not listed.", "more findings are not listed.")
	}
	v.Findings = make([]findingView, len(all))
	for i := range all {
		v.Findings[i] = p.finding(i+1, &all[i])
	}
	v.Unchecked = slices.Clone(p.Report.Unchecked)
	if n := len(v.Unchecked) - MaxUnchecked; n > 0 {
		v.Unchecked = v.Unchecked[:MaxUnchecked]
		v.UncheckedLeft = count(n, "more is not listed.", "more are not listed.")
	}
	for i := range v.Unchecked {
		u := &v.Unchecked[i]
		u.File, u.Error = visible(u.File, maxName)+record(u.Record), visible(u.Error, maxSnippet)
	}
	p.locate(all, at)
	return at
}

// finding writes one finding. Messages are ours and hold no text of a file, but a
// report that was read back can say anything: all of it is made visible.
func (p Page) finding(n int, f *report.Finding) findingView {
	v := findingView{
		N: n, Severity: f.Severity.String(), Rule: visible(f.Rule, maxName), Message: visible(p.mask(f.Message), maxSnippet),
		Pointer: visible(ringfence.PrintablePointer(p.mask(f.Pointer)), maxName), Fingerprint: visible(f.Fingerprint, maxName),
	}
	v.Where = visible(f.File, maxName) + record(f.Record)
	if f.Line > 0 {
		v.Where += ":" + strconv.Itoa(f.Line) + ":" + strconv.Itoa(f.Column)
	}
	// In the prompt's own file the place is marked in the text, where nonces are
	// masked whole: a snippet can begin inside one.
	if s := f.Snippet; s != nil && !p.forged() && (p.Prompt == nil || f.File != p.Name) {
		v.Snippet = p.snippet(s)
	}
	return v
}

// record names the line of a file of records.
func record(n int) string {
	if n <= 0 {
		return ""
	}
	return " record " + strconv.Itoa(n)
}

// snippet shows a snippet as it stands, without nonces.
func (p Page) snippet(s *report.Snippet) string {
	text := visible(p.mask(s.Text), maxSnippet)
	if s.Before {
		text = "…" + text
	}
	if s.After {
		text += "…"
	}
	return text
}

// mask returns text without the nonces of the prompts on the page.
func (p Page) mask(text string) string { return p.Before.mask(p.Prompt.mask(text)) }

// forged reports whether a prompt on the page has more nonces than can be masked.
func (p Page) forged() bool {
	return p.Prompt != nil && p.Prompt.forged || p.Before != nil && p.Before.forged
}

// locate finds the findings of the prompt's file in its messages.
func (p Page) locate(all []report.Finding, at *places) {
	if p.Prompt == nil {
		return
	}
	var order []int
	for i := range all {
		if f := &all[i]; f.File == p.Name && f.Record == 0 && f.Offset >= 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(min(max(all[a].Offset-all[b].Offset, -1), 1)) })
	offsets := make([]int64, len(order))
	for k, i := range order {
		offsets[k] = all[i].Offset
	}
	message, place := p.Prompt.place(offsets)
	ends := p.Prompt.ends(all, order, message)
	for k, i := range order {
		if m := message[k]; m >= 0 {
			at.of[m] = append(at.of[m], ref{at: place[k], end: ends[k], N: i + 1, Severity: all[i].Severity.String()})
		}
	}
}

// ends returns where the findings of a list end, in the message where each of them
// begins; 0 where that is not known.
func (p *Prompt) ends(all []report.Finding, order, message []int) []int {
	out := make([]int, len(order))
	of := make(map[int][]int) // message to findings
	for k, i := range order {
		if message[k] >= 0 && all[i].End > all[i].Offset {
			of[message[k]] = append(of[message[k]], k)
		}
	}
	for m, list := range of {
		slices.SortFunc(list, func(a, b int) int { return cmp.Compare(all[order[a]].End, all[order[b]].End) })
		offsets := make([]int64, len(list))
		for n, k := range list {
			offsets[n] = all[order[k]].End
		}
		for n, at := range textPlaces(p.messages[m].span, len(p.messages[m].text), offsets) {
			out[list[n]] = at
		}
	}
	return out
}

// target links the findings with their marks, or with the region around.
func (v *view) target(at *places) {
	for i := range v.Findings {
		f := &v.Findings[i]
		if r, ok := at.region[f.N]; at.marked[f.N] {
			f.Target = &target{"p" + strconv.Itoa(f.N)}
		} else if ok {
			f.Target = &target{"b" + strconv.Itoa(r)}
		}
	}
}
