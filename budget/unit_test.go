package budget

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestArrange holds the order against a plain sort.
func TestArrange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	priorities := []int{0, 1, 2, -5, math.MaxInt, math.MinInt}
	for round := range 500 {
		items := make([]Item, rng.IntN(30))
		for i := range items {
			items[i].Priority = priorities[rng.IntN(1+rng.IntN(len(priorities)))]
			items[i].Required = rng.IntN(4) == 0
			items[i].Group = [...]string{"", "", "", "a", "b"}[rng.IntN(5)]
			if rng.IntN(6) > 0 {
				items[i].Forms = []string{"x"}
			}
		}
		states := make([]state, len(items))
		for i := range items {
			states[i].ladder(items[i].Forms)
		}
		units, order := arrange(items, states)
		plain := slices.Clone(units)
		slices.SortFunc(plain, func(a, b unit) int {
			return cmp.Or(-cmp.Compare(b2i(a.required), b2i(b.required)), -cmp.Compare(a.priority, b.priority), cmp.Compare(a.first, b.first))
		})
		if !slices.Equal(units, plain) {
			t.Fatalf("round %d: %+v\nwant %+v", round, units, plain)
		}
		seen := map[int32]bool{}
		at := int32(0)
		for _, u := range units {
			if u.lo != at || u.hi <= u.lo || items[order[u.lo]].Priority != u.priority || order[u.lo] != u.first {
				t.Fatalf("round %d: unit %+v of %v", round, u, order)
			}
			at = u.hi
			for _, i := range order[u.lo:u.hi] {
				if seen[i] || items[i].Group != items[order[u.lo]].Group || u.hi-u.lo > 1 && items[i].Group == "" {
					t.Fatalf("round %d: item %d is misplaced", round, i)
				}
				seen[i] = true
			}
		}
		for i := range items {
			if seen[int32(i)] != (states[i].smallest >= 0) {
				t.Fatalf("round %d: item %d is missing", round, i)
			}
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
