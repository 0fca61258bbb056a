package budget_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

func needed(it budget.Item) budget.Item {
	it.Required = true
	return it
}

// TestShortageSaysWhatToDrop: the highest that fit stay, and the hint names the
// others.
func TestShortageSaysWhatToDrop(t *testing.T) {
	group := func(it budget.Item) budget.Item {
		it.Group = "g"
		return it
	}
	for _, c := range []struct {
		name  string
		trees map[string]int
		items []budget.Item
		drop  []string
		hint  string
	}{
		{
			"the lowest", nil,
			[]budget.Item{needed(one("a", 1, 30)), needed(one("b", 2, 20))},
			[]string{"a"},
			"drop or shorten a (30 tokens); or raise the limit or lower the reserve",
		},
		{
			"not what fits after it", nil,
			[]budget.Item{needed(one("a", 3, 30)), needed(one("b", 2, 20)), needed(one("c", 1, 10))},
			[]string{"b"},
			"drop or shorten b (20 tokens); or raise the limit or lower the reserve",
		},
		{
			"the highest when it can never fit", nil,
			[]budget.Item{needed(one("a", 9, 50)), needed(one("b", 1, 40))},
			[]string{"a"},
			"drop or shorten a (50 tokens); or raise the limit or lower the reserve",
		},
		{
			"a group goes together", nil,
			[]budget.Item{needed(one("a", 3, 30)), group(needed(one("b", 2, 5))), group(one("c", 1, 20))},
			[]string{"b", "c"},
			"drop or shorten b (5 tokens), c (20 tokens); or raise the limit or lower the reserve",
		},
		{
			"of a subtree",
			map[string]int{"h": 10},
			[]budget.Item{needed(one("a", 3, 9)), needed(in("h/x", one("b", 2, 6))), needed(in("h", one("c", 1, 5)))},
			[]string{"c"},
			"drop or shorten c (5 tokens); or raise the limit of the subtree",
		},
		{
			"of two subtrees at once",
			map[string]int{"g": 4, "h": 4},
			[]budget.Item{needed(in("h", one("a", 3, 5))), needed(in("g", one("b", 2, 6)))},
			[]string{"a", "b"},
			"drop or shorten a (5 tokens), b (6 tokens); or raise the limit of the subtree",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			limit := budget.Limit{Tokens: 40, Counter: budget.Bytes{}, Subtrees: c.trees}
			_, err := budget.Fit(t.Context(), limit, c.items)
			var s *budget.Shortage
			var re *ringfence.Error
			if !errors.As(err, &s) || !errors.As(err, &re) {
				t.Fatal(err)
			}
			var drop []string
			for _, n := range s.Needs {
				if n.Drop {
					drop = append(drop, n.Name)
				}
			}
			slices.Sort(drop)
			if diff := cmp.Diff(c.drop, drop); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
			if re.Hint != c.hint {
				t.Errorf("hint %q", re.Hint)
			}
			withoutDropped(t, limit, c.items, s)
		})
	}
}

// withoutDropped fits again without the items that a shortage names.
func withoutDropped(t *testing.T, limit budget.Limit, items []budget.Item, s *budget.Shortage) {
	t.Helper()
	drop := map[string]bool{}
	for _, n := range s.Needs {
		if n.Drop {
			drop[n.Name] = true
		}
	}
	if len(drop) == 0 {
		t.Fatal("nothing to drop is named")
	}
	rest := slices.Clone(items)
	for i := range rest {
		if drop[rest[i].Name] {
			rest[i].Forms, rest[i].Cut = nil, nil // the place stays, and its breakpoint
		}
	}
	if _, err := budget.Fit(t.Context(), limit, rest); err != nil {
		t.Fatalf("what is named does not make the rest fit: %v", err)
	}
}

// TestShortageDropIsEnough drops what random shortages name.
func TestShortageDropIsEnough(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	shortages := 0
	for range 3000 {
		items := randomItems(rng)
		for i := range items {
			items[i].Required = rng.IntN(2) == 0
			items[i].Within = [...]string{"", "h"}[rng.IntN(2)]
		}
		limit := budget.Limit{
			Tokens: 1 + rng.IntN(150), Subtrees: map[string]int{"h": 1 + rng.IntN(80)},
			Counter: []budget.Counter{budget.Bytes{}, joiner{3}, haggler{}, merger{}}[rng.IntN(4)],
		}
		_, err := budget.Fit(t.Context(), limit, items)
		var s *budget.Shortage
		if !errors.As(err, &s) {
			continue
		}
		shortages++
		withoutDropped(t, limit, items, s)
	}
	if shortages < 300 {
		t.Errorf("only %d shortages", shortages)
	}
}

// TestFloor: a limit of the floor fits what is required, and one token less is
// a shortage of one.
func TestFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(53, 54))
	for round := range 500 {
		items := randomItems(rng)
		p := fit(t, 5000, items...)
		if p.Floor == 0 {
			continue
		}
		if q := fit(t, p.Floor, items...); q.Used != p.Floor || q.Floor != p.Floor {
			t.Fatalf("round %d: floor %d, then %d used, floor %d", round, p.Floor, q.Used, q.Floor)
		}
		if p.Floor == 1 {
			continue
		}
		_, err := budget.Fit(t.Context(), budget.Limit{Tokens: p.Floor - 1, Counter: budget.Bytes{}}, items)
		var s *budget.Shortage
		if !errors.As(err, &s) || s.Missing != 1 || s.Total != p.Floor {
			t.Fatalf("round %d: below the floor of %d: %v", round, p.Floor, err)
		}
	}
}
