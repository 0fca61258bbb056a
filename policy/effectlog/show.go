package effectlog

import (
	"strconv"

	"github.com/ringfence/ringfence/policy/coreform"
)

// maxShown is how much of a side is shown, in bytes before escaping.
const maxShown = 160

// show returns a text as printable ASCII, shortened at its end.
func show(s string) string {
	more := ""
	if len(s) > maxShown {
		more = "... (" + strconv.Itoa(len(s)) + " bytes)"
		s = s[:maxShown]
	}
	q := strconv.QuoteToASCII(s)
	return q[1:len(q)-1] + more
}

// showTerm is show for a term.
func showTerm(t coreform.Term) string { return show(t.String()) }

// differ returns the pointer of the first place where two terms differ, and what
// each has there; ok is false when they are equal. It takes time linear in the
// smaller term, and the depth of recursion is bounded by coreform.MaxDepth.
func differ(a, b coreform.Term, at string) (pointer string, left, right coreform.Term, ok bool) {
	if a.Equal(b) {
		return "", a, b, false
	}
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return at, a, b, true
	}
	switch a.Kind() {
	case coreform.KindList, coreform.KindVector:
		for i, x := range a.Items() {
			y, _ := b.Item(i)
			if !x.Equal(y) {
				return differ(x, y, at+"/"+strconv.Itoa(i))
			}
		}
	case coreform.KindMap:
		for key, x := range a.Pairs() {
			y, there := b.Get(key)
			if !there {
				return at, a, b, true
			}
			if !x.Equal(y) {
				return differ(x, y, at+"/"+key.String())
			}
		}
	default:
	}
	return at, a, b, true
}
