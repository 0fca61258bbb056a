package audit

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
)

// found is a finding whose place is not yet one in the file: at is an offset
// into the text that span was read from.
type found struct {
	rule    string
	span    promptdoc.Span
	at      int
	pointer string
	message string
}

// tally counts the findings of a rule and keeps the first that is left out.
type tally struct {
	count int
	more  found
}

// collector gathers findings, at most MaxPerRule a rule.
type collector struct {
	list    []found
	tallies map[string]*tally
}

// add records a finding. The pointer is made only if the finding is kept.
func (c *collector) add(rule string, span promptdoc.Span, at int, pointer func() string, message string) {
	if c.tallies == nil {
		c.tallies = make(map[string]*tally)
	}
	t := c.tallies[rule]
	if t == nil {
		t = new(tally)
		c.tallies[rule] = t
	}
	t.count++
	if t.count > MaxPerRule+1 {
		return
	}
	f := found{rule: rule, span: span, at: at, pointer: pointer(), message: message}
	if t.count > MaxPerRule {
		t.more = f
		return
	}
	c.list = append(c.list, f)
}

// findings returns what was gathered, placed in body and sorted.
func (c *collector) findings(file string, body []byte) []Finding {
	list := c.list
	for _, r := range rules().list { // in a fixed order
		if t := c.tallies[r.ID]; t != nil && t.count > MaxPerRule {
			t.more.message = "and " + strconv.Itoa(t.count-MaxPerRule) + " more of this rule from here on, not listed"
			list = append(list, t.more)
		}
	}
	out := make([]Finding, len(list))
	for i, at := range place(list) {
		f := list[i]
		r, _ := RuleByID(f.rule)
		out[i] = Finding{
			Rule: f.rule, Severity: r.Severity, File: file,
			Offset: at, Pointer: f.pointer, Message: f.message,
		}
	}
	slices.SortStableFunc(out, func(x, y Finding) int {
		return cmp.Or(cmp.Compare(x.Offset, y.Offset), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Pointer, y.Pointer))
	})
	number(out, body)
	return out
}

// place returns the file offsets of the list. Places in one text are looked up
// together, so that a long text is read once and not once a finding.
func place(list []found) []int64 {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(list[x].span.Start(), list[y].span.Start()), cmp.Compare(list[x].at, list[y].at))
	})
	out := make([]int64, len(list))
	for len(order) > 0 {
		n := 1
		for n < len(order) && list[order[n]].span.Start() == list[order[0]].span.Start() {
			n++
		}
		at := make([]int, n)
		for i, k := range order[:n] {
			at[i] = list[k].at
		}
		for i, off := range list[order[0]].span.Offsets(at) {
			out[order[i]] = off
		}
		order = order[n:]
	}
	return out
}

// number sets line and column of findings that are sorted by offset.
func number(list []Finding, body []byte) {
	line, start, at := 1, 0, 0
	for i := range list {
		f := &list[i]
		if f.Offset == ringfence.NoOffset {
			continue
		}
		end := min(int(f.Offset), len(body))
		for ; at < end; at++ {
			if body[at] == '\n' {
				line++
				start = at + 1
			}
		}
		f.Line, f.Column = line, end-start+1
	}
}

// at is a pointer that is known already.
func at(pointer string) func() string { return func() string { return pointer } }
