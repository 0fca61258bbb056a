package audit

import "strconv"

// Need is something that the examples of a rule are checked with, beside the
// file itself.
type Need struct {
	Flag  string // of promptcheck check, without hyphens
	Value string
	File  bool // Value is the content of a file that the flag names
}

// Needs returns what the examples of the rule need, in a fixed order; nothing
// for most rules.
func (r Rule) Needs() []Need {
	var out []Need
	for _, n := range []Need{{"with", r.with, true}, {"prompt", r.prompt, true}, {"pins", r.pins, true}, {"model", r.model, false}} {
		if n.Value != "" {
			out = append(out, n)
		}
	}
	if r.window > 0 {
		out = append(out, Need{"context window", strconv.Itoa(r.window) + " tokens", false})
	}
	return out
}
