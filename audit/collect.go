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
	at, end int // end is at where only the beginning is known
	pointer string
	message string
	// evidence digests what was found, "" where the place is all that is known.
	evidence string
}

// tally counts the findings of a rule and keeps the first that is left out.
type tally struct {
	count int
	more  found
	rest  evidence // of all that are left out
}

// collector gathers findings, at most MaxPerRule a rule.
type collector struct {
	list    []found
	tallies map[string]*tally
	doc     *promptdoc.Document // the prompt that was read, whose nonces no pointer may show
	hidden  []Range             // of the body: what the payload withholds, in order and apart
	mask    func(string) string // takes that out of pointers; nil where there is none
}

// tally returns the tally of a rule.
func (c *collector) tally(rule string) *tally {
	t := c.tallies[rule]
	if t == nil {
		if c.tallies == nil {
			c.tallies = make(map[string]*tally)
		}
		t = new(tally)
		c.tallies[rule] = t
	}
	return t
}

// full counts one more finding of a rule that needs no more of them, and
// reports whether it did. text[start:end] is what was found.
func (c *collector) full(rule, text string, start, end int) bool {
	t := c.tally(rule)
	if t.count <= MaxPerRule {
		return false
	}
	t.count++
	t.rest.hits(text, start, end)
	return true
}

// add records a finding at a place of which only the beginning is known.
func (c *collector) add(rule string, span promptdoc.Span, at int, pointer func() string, message string) {
	c.addRange(rule, span, at, at, pointer, message)
}

// addRange records a finding of which no text is at hand. The pointer is made
// only if the finding is kept.
func (c *collector) addRange(rule string, span promptdoc.Span, at, end int, pointer func() string, message string) {
	t := c.tally(rule)
	t.count++
	if t.count > MaxPerRule {
		t.rest.hits(message, 0, len(message))
	}
	c.keep(t, found{rule: rule, span: span, at: at, end: end, message: message}, pointer)
}

// keep lists a finding that was counted, if there is room for it.
func (c *collector) keep(t *tally, f found, pointer func() string) {
	if t.count > MaxPerRule+1 {
		return
	}
	f.end = max(f.at, f.end)
	f.pointer = pointer()
	if c.mask != nil {
		f.pointer = c.mask(f.pointer)
	}
	f.pointer = shortPointer(f.pointer)
	if t.count > MaxPerRule {
		t.more = f
		return
	}
	c.list = append(c.list, f)
}

// maxKeptPointer is how long a pointer is kept, in bytes: many times what is ever
// printed of one. Names of members have any length, and a body can have a finding
// of each rule in every string below such a name.
const maxKeptPointer = 2 << 10

// shortPointer replaces the middle of a long pointer with a digest of the whole.
// What ringfence.PrintablePointer makes of it is the same.
func shortPointer(p string) string {
	if len(p) <= maxKeptPointer {
		return p
	}
	return p[:maxKeptPointer/2] + "..." + digest(p, 0, len(p)) + "..." + p[len(p)-maxKeptPointer/2:]
}

// findings returns what was gathered, placed in body and sorted.
func (c *collector) findings(file string, body []byte) []Finding {
	list := c.list
	for _, r := range rules().list { // in a fixed order
		if t := c.tallies[r.ID]; t != nil && t.count > MaxPerRule {
			t.more.evidence = t.rest.sum()
			t.more.message = "and " + strconv.Itoa(t.count-MaxPerRule) + " more of this rule, not listed"
			list = append(list, t.more)
		}
	}
	out := make([]Finding, len(list))
	begins := place(list, func(f found) int { return f.at })
	ends := place(list, func(f found) int { return f.end })
	for i, at := range begins {
		f := list[i]
		r, _ := RuleByID(f.rule)
		end := int64(ringfence.NoOffset)
		if at != ringfence.NoOffset && f.end > f.at && ends[i] > at {
			end = ends[i]
		}
		out[i] = Finding{
			Rule: f.rule, Severity: r.Severity, File: file,
			Offset: at, End: end, Pointer: f.pointer, Message: f.message, Evidence: f.evidence,
		}
	}
	slices.SortStableFunc(out, func(x, y Finding) int {
		return cmp.Or(cmp.Compare(x.Offset, y.Offset), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Pointer, y.Pointer))
	})
	number(out, body)
	return out
}

// place returns the file offsets of a place in each of the list. Places in one text
// are looked up together, so that a long text is read once and not once a finding.
func place(list []found, of func(found) int) []int64 {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(list[x].span.Compare(list[y].span), cmp.Compare(of(list[x]), of(list[y])))
	})
	out := make([]int64, len(list))
	for len(order) > 0 {
		n := 1
		for n < len(order) && list[order[n]].span.Compare(list[order[0]].span) == 0 {
			n++
		}
		at := make([]int, n)
		for i, k := range order[:n] {
			at[i] = of(list[k])
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
