package budget

import (
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
)

// Codes of the errors that [Fit] returns beside those of [Limit.Validate].
const (
	// CodeRequired: the required items do not fit. The cause is a *[Shortage].
	CodeRequired ringfence.Code = "budget-required"
	// CodeCancelled: the context ended. The cause is its error.
	CodeCancelled ringfence.Code = "budget-cancelled"
)

// namesShown caps how many items a message lists; [Shortage] has them all.
const namesShown = 8

// Need is a required item and the tokens of its smallest form.
type Need struct {
	Name   string
	Tokens int
	// Fits reports whether there was room for it after the required items that
	// come before it in order of priority.
	Fits bool
	// Drop reports whether it is one of those that have to go. Going down the
	// order, each item that still fits stays and each that does not goes, with
	// its group: without these the rest fits, and none of them could stay in
	// addition. (With a counter that is not additive more than one too many may
	// be named.)
	Drop bool
}

// Shortage says by how much the required items exceed the limit: the whole, a
// breakpoint, or the limit of a subtree.
type Shortage struct {
	Needs   []Need // the required items in question, in order of priority
	Usable  int    // tokens there were
	Before  int    // of Total: what the prompt, or the subtree, held before them
	Total   int    // tokens of the required items together, and Before
	Missing int    // Total - Usable, above zero
	Subtree string // whose limit it is; "" for that of the prompt
}

// Error returns one line of printable ASCII that names the items which do not
// fit.
func (s *Shortage) Error() string {
	var b strings.Builder
	b.WriteString("required parts do not fit")
	if s.Subtree != "" {
		b.WriteString(" into " + printable(s.Subtree))
	}
	b.WriteString(": " + s.list(func(n Need) bool { return !n.Fits }) + "; " + tokens(s.Total) + " needed, " +
		strconv.Itoa(s.Usable) + " usable, " + strconv.Itoa(s.Missing) + " missing")
	return b.String()
}

// list names the needs that are wanted, with their tokens.
func (s *Shortage) list(want func(Need) bool) string {
	var names []string
	more := 0
	for _, n := range s.Needs {
		switch {
		case !want(n):
		case len(names) == namesShown:
			more++
		default:
			names = append(names, printable(n.Name)+" ("+tokens(n.Tokens)+")")
		}
	}
	out := strings.Join(names, ", ")
	if more > 0 {
		out += " and " + strconv.Itoa(more) + " more"
	}
	return out
}

func (s *Shortage) wrap() error {
	raise := "raise the limit or lower the reserve"
	switch {
	case s.Subtree != "":
		raise = "raise the limit of the subtree"
	case s.Before > 0:
		raise = "raise the limit or lower the breakpoint before"
	}
	return &ringfence.Error{
		Code: CodeRequired, Message: s.Error(), Offset: ringfence.NoOffset, Err: s,
		Hint: "drop or shorten " + s.list(func(n Need) bool { return n.Drop }) + "; or " + raise,
	}
}

// shortage builds the error for the required units of a stage that do not fit
// behind what is before them.
func (f *fitter) shortage(required []unit, before, total int) error {
	s := &Shortage{Usable: f.room, Before: before, Total: total, Missing: total - f.room}
	return f.blame(s, required, func(int32) bool { return true })
}

// requiredWithin books the required units in their subtrees.
func (f *fitter) requiredWithin(required []unit) error {
	if f.trees == nil {
		return nil
	}
	before := make([]int64, len(f.trees))
	for t := range f.trees {
		before[t] = f.trees[t].used
	}
	f.recount()
	for t := range f.trees {
		if over := &f.trees[t]; over.used > over.limit {
			total := clamp(over.used)
			s := &Shortage{
				Usable: int(over.limit), Before: clamp(before[t]), Total: total,
				Missing: total - int(over.limit), Subtree: over.name,
			}
			return f.blame(s, required, func(i int32) bool { return f.trees.holds(int32(t), f.states[i].subtree) })
		}
	}
	return nil
}

// blame fills in what is needed and what would have to go.
func (f *fitter) blame(s *Shortage, required []unit, in func(int32) bool) error {
	for _, u := range required {
		f.drop(u, NoRoom)
	}
	f.apply()
	f.recount()
	none, err := f.total() // what earlier stages hold
	if err != nil {
		return err
	}
	sum, left := s.Before, f.room-none.n
	f.kept = f.kept[:0]
	for n, u := range required {
		need := 0
		for _, i := range f.order[u.lo:u.hi] {
			need = add(need, f.states[i].least.n)
		}
		if need <= left && f.admitWithin(u, true) {
			left -= need
			f.kept = append(f.kept, n)
		}
	}
	if err := f.settle(); err != nil {
		return err
	}
	for _, u := range required {
		for _, i := range f.order[u.lo:u.hi] {
			need := Need{Name: f.items[i].Name, Tokens: f.states[i].least.n, Fits: true, Drop: !f.states[i].in}
			if in(i) {
				sum = add(sum, need.Tokens)
				need.Fits = sum <= s.Usable
			} else if !need.Drop {
				continue // another limit is not short of room
			}
			s.Needs = append(s.Needs, need)
		}
	}
	return s.wrap()
}

// tokens writes a count for a message. A counter that gives no count is no
// reason to print a number with nineteen digits.
func tokens(n int) string {
	if n == maxCount {
		return "no count"
	}
	if n == 1 {
		return "1 token"
	}
	return strconv.Itoa(n) + " tokens"
}

// printable returns a name as printable ASCII on one line.
func printable(name string) string {
	if name == "" {
		return "(no name)"
	}
	q := strconv.QuoteToASCII(name)
	return q[1 : len(q)-1]
}
