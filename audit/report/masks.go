package report

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/fence"
)

// masked stands for a nonce in a report, and for what a payload withholds.
const masked = "**********"

// maxNonceBytes is how much of a body beside a snippet is searched for a nonce that
// begins or ends in it: the longest nonce, with each character in its longest form
// or between marks. What is stretched beyond that reads as no nonce.
const maxNonceBytes = 512

// masks are places in a body that no report may show, in order and apart.
type masks []fence.Match

// masksNear returns where nonces stand, and what is hidden, in or across
// body[from:to].
func masksNear(body []byte, from, to int, nonces []fence.Nonce, hidden []audit.Range) masks {
	var all masks
	if len(nonces) > 0 {
		lo, hi := max(0, from-maxNonceBytes), min(len(body), to+maxNonceBytes)
		all = findMasks(string(body[lo:hi]), lo, nonces)
	}
	for i := firstHidden(hidden, from); i < len(hidden) && hidden[i].Start < int64(to); i++ {
		all = append(all, fence.Match{Start: int(hidden[i].Start), End: min(int(hidden[i].End), len(body))})
	}
	return all.joined()
}

// firstHidden is the first range that ends behind a place.
func firstHidden(hidden []audit.Range, at int) int {
	return sort.Search(len(hidden), func(i int) bool { return hidden[i].End > int64(at) })
}

// findMasks returns where nonces stand in a text that begins at base.
func findMasks(s string, base int, nonces []fence.Nonce) masks {
	var all masks
	for _, n := range nonces {
		for _, m := range n.Find(s) {
			all = append(all, fence.Match{Start: base + m.Start, End: base + m.End})
		}
	}
	return all.joined()
}

// joined sorts masks and joins those that overlap.
func (m masks) joined() masks {
	slices.SortFunc(m, func(a, b fence.Match) int { return cmp.Compare(a.Start, b.Start) })
	out := m[:0]
	for _, x := range m {
		if n := len(out); n > 0 && x.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, x.End)
			continue
		}
		out = append(out, x)
	}
	return out
}

// text returns body[from:to] with what is masked replaced. A nonce that reaches
// over an end is masked on both sides of it.
func (m masks) text(body []byte, from, to int) string {
	var b strings.Builder
	at := from
	for _, x := range m {
		if x.End <= from || x.Start >= to {
			continue
		}
		b.Write(body[at:max(at, x.Start)])
		b.WriteString(masked)
		at = min(x.End, to)
	}
	b.Write(body[at:to])
	return b.String()
}

// maskPointer returns a pointer without nonces.
func maskPointer(p string, nonces []fence.Nonce) string {
	if len(nonces) == 0 {
		return p
	}
	return findMasks(p, 0, nonces).text([]byte(p), 0, len(p))
}
