package render

import (
	"fmt"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
)

// Decision says what became of a data part.
type Decision uint8

// The decisions.
const (
	Absent  Decision = iota // there was nothing to show
	Kept                    // whole
	Reduced                 // cut, or shown with fewer records
	Omitted                 // left out for lack of room
)

var decisionNames = [...]string{"absent", "kept", "cut", "dropped"}

// String returns the word used in reports: absent, kept, cut or dropped.
func (d Decision) String() string {
	if int(d) < len(decisionNames) {
		return decisionNames[d]
	}
	return ""
}

// PartReport says what became of one section of a data part, and why. It holds
// no data.
type PartReport struct {
	N             int // ordinal of its block, whether there is one or not
	Kind          fence.Kind
	Trust         ringfence.Trust
	Source        string
	Decision      Decision
	Reason        budget.Reason
	Tokens        int // of the block as it stands
	Full          int // of the block if it were whole; budget.Uncounted when not counted
	Cut           fence.Cut
	More, Dropped int
	Marks         fence.Marks // what had to be escaped
}

// Report says how the budget was used and what became of each data part.
type Report struct {
	Limit, Reserve, Used int // tokens
	Counter              string
	Exactness            budget.Exactness
	Parts                []PartReport
}

// Report returns the report, as a copy.
func (p *Prompt) Report() Report {
	r := p.in().report
	r.Parts = append([]PartReport(nil), r.Parts...)
	return r
}

func newReport(plan budget.Plan, limit budget.Limit) Report {
	return Report{
		Limit: plan.Limit, Reserve: plan.Reserve, Used: plan.Used,
		Counter: counterName(limit.Counter), Exactness: plan.Exactness,
	}
}

// counterName is what a counter calls itself, or the name of its type.
func counterName(c budget.Counter) string {
	if n, ok := c.(interface{ Name() string }); ok {
		return n.Name()
	}
	return fmt.Sprintf("%T", c)
}

func (r *Report) add(b *block, c budget.Choice, v variant) {
	d := Absent
	switch {
	case c.Reason.Dropped():
		d = Omitted
	case c.Text == "":
	case v.reduced:
		d = Reduced
	default:
		d = Kept
	}
	full := c.Full
	if !b.whole {
		full = budget.Uncounted // what was counted was less than everything
	}
	r.Parts = append(r.Parts, PartReport{
		N: b.n, Kind: b.kind, Trust: b.trust, Source: b.source,
		Decision: d, Reason: c.Reason, Tokens: c.Tokens, Full: full,
		Cut: v.header.Cut, More: v.header.More, Dropped: b.dropped, Marks: v.marks,
	})
}
