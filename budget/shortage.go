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
}

// Shortage says by how much the required items exceed the limit.
type Shortage struct {
	Needs   []Need // every required item, in order of priority
	Usable  int    // tokens there were
	Total   int    // tokens of the required items together
	Missing int    // Total - Usable, above zero
}

// Error returns one line of printable ASCII that names the items which do not
// fit.
func (s *Shortage) Error() string {
	var b strings.Builder
	b.WriteString("required parts do not fit: ")
	shown, more := 0, 0
	for _, n := range s.Needs {
		switch {
		case n.Fits:
		case shown == namesShown:
			more++
		default:
			if shown > 0 {
				b.WriteString(", ")
			}
			b.WriteString(printable(n.Name))
			b.WriteString(" (" + tokens(n.Tokens) + ")")
			shown++
		}
	}
	if more > 0 {
		b.WriteString(" and " + strconv.Itoa(more) + " more")
	}
	b.WriteString("; " + tokens(s.Total) + " needed, " + strconv.Itoa(s.Usable) + " usable, " +
		strconv.Itoa(s.Missing) + " missing")
	return b.String()
}

func (s *Shortage) wrap() error {
	return &ringfence.Error{
		Code: CodeRequired, Message: s.Error(), Offset: ringfence.NoOffset, Err: s,
		Hint: "raise the limit, lower the reserve, or shorten one of the parts named",
	}
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
