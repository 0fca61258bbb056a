package budget

import (
	"maps"
	"slices"
	"strings"

	"github.com/ringfence/ringfence"
)

// Codes of the errors about subtrees.
const (
	// CodeSubtree: a limit of Limit.Subtrees has no name, or a name with an
	// empty part, or is not 1 to [MaxTokens]. Leave a subtree's items out to
	// have none of it.
	CodeSubtree ringfence.Code = "limit-subtree"
	// CodeWithin: an item is in a subtree for which there is no limit, nor for
	// one that holds it. A limit that silently does not apply is worse than
	// none.
	CodeWithin ringfence.Code = "item-within"
)

// subtree is the account of one limit on a part of the prompt.
type subtree struct {
	name   string
	parent int32 // the nearest subtree around it that has a limit, -1 for none
	limit  int64 // tokens usable
	used   int64 // sum of the counts of what is chosen in it
	closed bool  // by strict order: an item of it did not fit
}

// subtrees are all accounts of a call of Fit, ordered by name: what holds a
// subtree stands before it.
type subtrees []subtree

func newSubtrees(l Limit) subtrees {
	if len(l.Subtrees) == 0 {
		return nil
	}
	ts := make(subtrees, 0, len(l.Subtrees))
	for _, name := range slices.Sorted(maps.Keys(l.Subtrees)) {
		ts = append(ts, subtree{name: name, parent: -1, limit: int64(l.lessMargin(l.Subtrees[name]))})
	}
	for i := range ts {
		if at := strings.LastIndexByte(ts[i].name, '/'); at >= 0 {
			ts[i].parent = ts.find(ts[i].name[:at])
		}
	}
	return ts
}

// find returns the limit that is nearest to a path: its own, or that of the
// smallest subtree around it; -1 for none.
func (ts subtrees) find(path string) int32 {
	for {
		i, ok := slices.BinarySearchFunc(ts, path, func(t subtree, name string) int { return strings.Compare(t.name, name) })
		if ok {
			return int32(i)
		}
		at := strings.LastIndexByte(path, '/')
		if at < 0 {
			return -1
		}
		path = path[:at]
	}
}

// room returns how many tokens are left in t and in all that holds it.
func (ts subtrees) room(t int32) int {
	left := int64(MaxTokens)
	for ; t >= 0; t = ts[t].parent {
		left = min(left, ts[t].limit-ts[t].used)
	}
	return int(max(left, 0))
}

// charge books n tokens, or gives them back when n is below zero. A count that
// no limit has room for is booked as just that, so that sums do not wrap round.
func (ts subtrees) charge(t int32, n int) {
	n = min(max(n, -MaxTokens-1), MaxTokens+1)
	for ; t >= 0; t = ts[t].parent {
		ts[t].used += int64(n)
	}
}

// clamp turns an account into a count.
func clamp(n int64) int { return int(min(n, int64(maxCount))) }

// holds reports whether t is inner or holds it.
func (ts subtrees) holds(t, inner int32) bool {
	for ; inner >= 0; inner = ts[inner].parent {
		if inner == t {
			return true
		}
	}
	return false
}

// over returns the first of t and what holds it that is over its limit, -1 if
// none is.
func (ts subtrees) over(t int32) int32 {
	for ; t >= 0; t = ts[t].parent {
		if ts[t].used > ts[t].limit {
			return t
		}
	}
	return -1
}

// shut reports whether t or what holds it is closed.
func (ts subtrees) shut(t int32) bool {
	for ; t >= 0; t = ts[t].parent {
		if ts[t].closed {
			return true
		}
	}
	return false
}

// closeOver closes t and what holds it where they are over their limits.
func (ts subtrees) closeOver(t int32) {
	for ; t >= 0; t = ts[t].parent {
		ts[t].closed = ts[t].closed || ts[t].used > ts[t].limit
	}
}

// open forgets what strict order closed, for the next part of the prompt.
func (ts subtrees) open() {
	for i := range ts {
		ts[i].closed = false
	}
}

// place finds the subtrees of the items.
func (f *fitter) place() error {
	known := map[string]int32{}
	for i := range f.items {
		path := f.items[i].Within
		if path == "" {
			f.states[i].subtree = -1
			continue
		}
		t, ok := known[path]
		if !ok {
			t = f.trees.find(path)
			known[path] = t
		}
		if t < 0 {
			return &ringfence.Error{
				Code: CodeWithin, Offset: ringfence.NoOffset,
				Message: "item " + printable(f.items[i].Name) + " is within " + printable(path) + ", which has no limit",
				Hint:    "give Limit.Subtrees a limit for it, or leave Within empty",
			}
		}
		f.states[i].subtree = t
	}
	return nil
}

// recount books what is chosen anew.
func (f *fitter) recount() {
	if f.trees == nil {
		return
	}
	for i := range f.trees {
		f.trees[i].used = 0
	}
	for i := range f.choices[:f.hi] {
		f.trees.charge(f.states[i].subtree, f.choices[i].Tokens)
	}
}

// admitWithin books the smallest forms of a unit in their subtrees. When one
// of them has no room, it books nothing, and with strict order closes it.
func (f *fitter) admitWithin(u unit, greedy bool) (ok bool) {
	members := f.order[u.lo:u.hi]
	for _, i := range members {
		f.trees.charge(f.states[i].subtree, f.states[i].least.n)
	}
	ok = true
	for _, i := range members {
		ok = ok && f.trees.over(f.states[i].subtree) < 0
	}
	if ok {
		return true
	}
	if !greedy {
		for _, i := range members {
			f.trees.closeOver(f.states[i].subtree)
		}
	}
	for _, i := range members {
		f.trees.charge(f.states[i].subtree, -f.states[i].least.n)
	}
	return false
}

// shutWithin reports whether strict order has closed a subtree of the unit.
func (f *fitter) shutWithin(u unit) bool {
	for _, i := range f.order[u.lo:u.hi] {
		if f.trees.shut(f.states[i].subtree) {
			return true
		}
	}
	return false
}
