package budget

import "strings"

// Values of [Choice.Form] that are no index into Item.Forms.
const (
	FormCut     = -1 // the text is what Cut returned
	FormDropped = -2 // the item is not in the text
)

// Uncounted is the value of [Choice.Full] where it was not needed.
const Uncounted = -1

// Choice is what became of one item.
type Choice struct {
	Name     string // as given
	Text     string // what stands in the prompt; empty when dropped
	Tokens   int    // count of Text alone
	Form     int    // index into Item.Forms, FormCut or FormDropped
	Reason   Reason
	Full     int // count of the fullest form, or Uncounted
	Smallest int // count of the smallest form, or Uncounted
	Cap      int // as given
	Priority int // as given
}

// Plan is the result of [Fit]. The zero Plan is empty.
type Plan struct {
	// Used is the count of the text as a whole. It is at most Usable.
	Used int
	// Usable is what Limit.Usable returned.
	Usable int
	// Limit is Limit.Tokens.
	Limit int
	// Reserve is Limit.Reserve.
	Reserve int
	// Margin is Limit.Margin.
	Margin float64
	// Exactness is what Used is worth: that of the counter, or better where the
	// counter is a [Measurer] and says so of every text chosen.
	Exactness Exactness
	// Summed reports whether Used is a sum of counts between seams, which the
	// counter says is exact, and not a count of the whole.
	Summed bool
	// Floor is the sum of the smallest forms of what is required: the least
	// that any limit must have room for, because it always fits or Fit fails.
	Floor int
	// Breakpoints says where stable prefixes end, in the order of the text.
	Breakpoints []Breakpoint
	// Subtrees says how limits on subtrees were used, by name.
	Subtrees []Share
	// Choices has one entry for each item, in the order given.
	Choices []Choice
}

// Share is what a subtree took of its limit, in tokens: the sum of the counts
// of what was chosen in it.
type Share struct {
	Name         string
	Used, Usable int
}

// Text returns the chosen texts, joined in the order of the items.
func (p Plan) Text() string {
	n := 0
	for i := range p.Choices {
		n += len(p.Choices[i].Text)
	}
	var b strings.Builder
	b.Grow(n)
	for i := range p.Choices {
		b.WriteString(p.Choices[i].Text)
	}
	return b.String()
}
