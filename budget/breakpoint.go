package budget

import (
	"strconv"

	"github.com/ringfence/ringfence"
)

// CodeBreakpoint: a breakpoint is below zero, below one before it, or above
// what the limit leaves for the prompt; or there are more than
// [MaxBreakpoints]; or one divides a group.
const CodeBreakpoint ringfence.Code = "item-breakpoint"

// MaxBreakpoints is how many items may end a stable prefix. The whole may have
// to be counted at each of them, and no provider caches as many prefixes.
const MaxBreakpoints = 16

// Breakpoint is where a stable prefix of a plan's text ends.
type Breakpoint struct {
	Item   int // index of the item that ends it
	End    int // length of the prefix in bytes of Plan.Text
	Tokens int // count of the prefix
	Limit  int // Item.Breakpoint, as given
}

// stage is a part of the prompt that is fitted without regard to what comes
// after it.
type stage struct {
	lo, hi int // items
	room   int // tokens usable for the text up to hi
}

// stages divides the items at their breakpoints.
func stages(l Limit, items []Item) ([]stage, error) {
	var out []stage
	lo, before := 0, 0
	for i := range items {
		b := items[i].Breakpoint
		if b == 0 {
			continue
		}
		bad := func(message, hint string) ([]stage, error) {
			return nil, &ringfence.Error{
				Code: CodeBreakpoint, Offset: ringfence.NoOffset, Hint: hint,
				Message: "item " + printable(items[i].Name) + ": " + message,
			}
		}
		switch {
		case b < 0:
			return bad("the breakpoint is negative", "give the tokens that the prompt may have up to here, or 0")
		case b < before:
			return bad("the breakpoint is lower than one before it", "a breakpoint bounds the prompt up to it, all prefixes included")
		case b > l.Tokens-l.Reserve:
			// Were it lowered to the limit, a larger limit would let the prefix
			// grow and could push out what is required after it.
			return bad("the breakpoint is above the tokens of the limit", "leave room for what comes after the stable prefix")
		case len(out) == MaxBreakpoints:
			return bad("there are more than "+strconv.Itoa(MaxBreakpoints)+" breakpoints", "keep those that are worth a cache entry")
		}
		out = append(out, stage{lo: lo, hi: i + 1, room: l.lessMargin(b)})
		lo, before = i+1, b
	}
	if len(out) > 0 {
		if err := undivided(items); err != nil {
			return nil, err
		}
	}
	return append(out, stage{lo: lo, hi: len(items), room: l.Usable()}), nil
}

// undivided checks that no group has members on both sides of a breakpoint:
// whether the first live would depend on the second.
func undivided(items []Item) error {
	part := 0
	of := map[string]int{}
	for i := range items {
		if g := items[i].Group; g != "" {
			if p, ok := of[g]; ok && p != part {
				return &ringfence.Error{
					Code: CodeBreakpoint, Offset: ringfence.NoOffset,
					Message: "group " + printable(g) + " is divided by a breakpoint",
					Hint:    "end the stable prefix before the group or after it",
				}
			}
			of[g] = part
		}
		if items[i].Breakpoint != 0 {
			part++
		}
	}
	return nil
}

// breakpoints says where the stable prefixes of the plan end.
func (f *fitter) breakpoints(stages []stage, tokens []int) []Breakpoint {
	var out []Breakpoint
	end, at := 0, 0
	for n, s := range stages[:len(stages)-1] {
		for ; at < s.hi; at++ {
			end += len(f.choices[at].Text)
		}
		out = append(out, Breakpoint{Item: s.hi - 1, End: end, Tokens: tokens[n], Limit: f.items[s.hi-1].Breakpoint})
	}
	return out
}
