package budget_test

import (
	"hash/fnv"
	"strings"

	"github.com/ringfence/ringfence/budget"
)

// joiner charges for every place where a line is followed by another: the
// whole costs more than its parts, in proportion to their number.
type joiner struct{ toll int }

func (c joiner) Count(s string) int {
	return len(s) + c.toll*strings.Count(s[:max(0, len(s)-1)], "\n")
}
func (joiner) Exactness() budget.Exactness { return budget.Exact }

// seamy is additive at seams and nowhere else: a line that starts with a slash
// or a space costs more after another line.
type seamy struct{}

func (seamy) Count(s string) int {
	return len(s) + 9*(strings.Count(s, "\n/")+strings.Count(s, "\n "))
}
func (seamy) Exactness() budget.Exactness { return budget.Exact }
func (seamy) SeamAdditive() bool          { return true }

// haggler gives a discount that depends on the whole text: adding to a text
// can make it cheaper or dearer.
type haggler struct{}

func (haggler) Count(s string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s))
	return len(s) + int(h.Sum32()%uint32(2+len(s)/2))
}
func (haggler) Exactness() budget.Exactness { return budget.Upper }

// merger finds the whole cheaper than its parts.
type merger struct{}

func (merger) Count(s string) int {
	if s == "" {
		return 0
	}
	return 1 + len(s)/2
}
func (merger) Exactness() budget.Exactness { return budget.Exact }

// guess is an estimate that is a quarter too low.
type guess struct{}

func (guess) Count(s string) int          { return len(s) * 3 / 4 }
func (guess) Exactness() budget.Exactness { return budget.Estimate }

// broken gives no count for texts that hold 'b'.
type broken struct{}

func (broken) Count(s string) int {
	if strings.Contains(s, "b") {
		return -1
	}
	return len(s)
}
func (broken) Exactness() budget.Exactness { return budget.Exact }

// careful knows when its upper bound is exact.
type careful struct{ budget.Bytes }

func (c careful) Measure(s string) (int, budget.Exactness) {
	if strings.Contains(s, "z") {
		return c.Count(s), budget.Upper
	}
	return c.Count(s), budget.Exact
}

// odd returns an exactness outside the closed set.
type odd struct{ guess }

func (odd) Exactness() budget.Exactness { return 200 }
