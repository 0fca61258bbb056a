package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence/ringfence/fence"
)

// masked stands for a nonce in a report.
const masked = "**********"

// maxNonceBytes is how much of a body beside a snippet is searched for a nonce that
// begins or ends in it: the longest nonce, with each character in its longest form
// or between marks. What is stretched beyond that reads as no nonce.
const maxNonceBytes = 512

// masks are places in a body that no report may show, in order and apart.
type masks []fence.Match

// masksNear returns where nonces stand in or across body[from:to].
func masksNear(body []byte, from, to int, nonces []fence.Nonce) masks {
	if len(nonces) == 0 {
		return nil
	}
	lo, hi := max(0, from-maxNonceBytes), min(len(body), to+maxNonceBytes)
	return findMasks(string(body[lo:hi]), lo, nonces)
}

// findMasks returns where nonces stand in a text that begins at base.
func findMasks(s string, base int, nonces []fence.Nonce) masks {
	var all masks
	for _, n := range nonces {
		for _, m := range n.Find(s) {
			all = append(all, fence.Match{Start: base + m.Start, End: base + m.End})
		}
	}
	slices.SortFunc(all, func(a, b fence.Match) int { return cmp.Compare(a.Start, b.Start) })
	out := all[:0]
	for _, m := range all {
		if n := len(out); n > 0 && m.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, m.End)
			continue
		}
		out = append(out, m)
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
