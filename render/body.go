package render

import (
	"slices"

	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/grapheme"
)

// body is the data of a section before it is sealed. It can be shown in steps,
// from little to everything, and in a least form that is worth a block. A body
// is never changed once made: a part may be rendered several times, and at once.
type body interface {
	// empty reports whether there is nothing to show.
	empty() bool
	// trimmed reports whether everything that can be shown is less than the data,
	// because a field is over its limit.
	trimmed() bool
	// within returns the body with its steps, those left out that have many more
	// bytes than given.
	within(n int) body
	// last is the highest step: everything.
	last() int
	// at returns the text of a step, sets in h what the fence line says of it, and
	// reports whether it is less than everything.
	at(step int, h *fence.Header) (text string, reduced bool)
	// least is like at for the form that shows no more than n clusters or, for
	// each field, n UTF-16 units.
	least(n int, h *fence.Header) (text string, reduced bool)
	// reach is the lowest step whose text has more than n bytes, or the last.
	reach(n int) int
}

// shown makes a body the data of a section.
func shown(b body) hidden[body] { return hide(b) }

// text is data that is shown as it is, from its start. Step k shows k+1
// grapheme clusters.
type text struct {
	s    string
	ends []int // ends of the steps in bytes; the last is the length of s
	of   int   // clusters in all
}

func newText(s string) *text { return &text{s: s} }

func (t *text) empty() bool   { return t.s == "" }
func (t *text) trimmed() bool { return false }

// within finds the places where a text can be cut: those up to n bytes, and the
// one after.
func (t *text) within(n int) body {
	out := &text{s: t.s, ends: make([]int, 0, min(len(t.s), n)+1)}
	before := 0
	for end := range grapheme.Boundaries(t.s) {
		out.of++
		if before <= n {
			out.ends = append(out.ends, end)
		}
		before = end
	}
	if before = len(out.ends); before == 0 || out.ends[before-1] != len(t.s) {
		out.ends = append(out.ends, len(t.s))
	}
	return out
}

func (t *text) last() int { return len(t.ends) - 1 }

func (t *text) at(step int, h *fence.Header) (string, bool) {
	if step >= t.last() {
		return t.s, false
	}
	h.Cut = fence.Cut{Shown: step + 1, Of: t.of}
	return t.s[:t.ends[step]], true
}

func (t *text) least(n int, h *fence.Header) (string, bool) {
	if n >= t.of {
		return t.s, false
	}
	h.Cut = fence.Cut{Shown: n, Of: t.of}
	return t.s[:grapheme.Prefix(t.s, n)], true
}

func (t *text) reach(n int) int {
	step, _ := slices.BinarySearch(t.ends, n+1)
	return min(step, t.last())
}
