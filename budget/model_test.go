package budget_test

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/ringfence/ringfence/budget"
)

// plainFit is the rule of Fit written down without regard to cost, for items
// without groups, caps and cuts, whose forms get smaller and whose counts add.
// It returns the form of each item, or ok=false when the required do not fit.
func plainFit(tokens int, greedy bool, items []budget.Item) (forms []int, ok bool) {
	order := make([]int, len(items))
	forms = make([]int, len(items))
	for i := range items {
		order[i], forms[i] = i, budget.FormDropped
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if items[a].Required != items[b].Required {
			if items[a].Required {
				return -1
			}
			return 1
		}
		return cmp.Compare(items[b].Priority, items[a].Priority)
	})
	left := tokens
	for _, i := range order {
		last := len(items[i].Forms) - 1
		n := len(items[i].Forms[last])
		switch {
		case n <= left:
			forms[i], left = last, left-n
		case items[i].Required:
			return nil, false
		case !greedy:
			left = -1
		}
		if left < 0 {
			break
		}
	}
	if left < 0 {
		// Strict order stopped somewhere: what was taken before stays.
		left = tokens
		for i, f := range forms {
			if f >= 0 {
				left -= len(items[i].Forms[f])
			}
		}
	}
	for _, i := range order {
		if forms[i] < 0 {
			continue
		}
		have := len(items[i].Forms[forms[i]])
		for j, s := range items[i].Forms[:forms[i]] {
			if len(s) <= have+left {
				forms[i], left = j, left+have-len(s)
				break
			}
		}
	}
	return forms, true
}

func randomItems(rng *rand.Rand) []budget.Item {
	items := make([]budget.Item, rng.IntN(12))
	for i := range items {
		size := 40 + rng.IntN(60)
		var sizes []int
		for range 1 + rng.IntN(4) {
			sizes = append(sizes, size)
			if size = 2 + rng.IntN(size-2); size == 2 {
				break
			}
		}
		items[i] = one(string(rune('a'+i)), rng.IntN(4), sizes...)
		items[i].Required = rng.IntN(6) == 0
	}
	return items
}

// TestFitAgainstPlainRule compares forms over random ladders and limits.
func TestFitAgainstPlainRule(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for round := range 4000 {
		items := randomItems(rng)
		limit := budget.Limit{Tokens: 1 + rng.IntN(600), Counter: budget.Bytes{}, Greedy: rng.IntN(2) == 0}
		want, ok := plainFit(limit.Tokens, limit.Greedy, items)
		p, err := budget.Fit(t.Context(), limit, items)
		if (err == nil) != ok {
			t.Fatalf("round %d: %v, by the rule %v", round, err, ok)
		}
		for i, c := range p.Choices {
			if c.Form != want[i] {
				t.Fatalf("round %d, limit %+v, item %d: form %d, by the rule %d\n%+v", round, limit, i, c.Form, want[i], p.Choices)
			}
		}
	}
}

// TestFitOrderOfEqualsAlone: which place an item has in the text does not
// matter to whether it is kept, only its priority does.
func TestFitOrderOfEqualsAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for round := range 500 {
		items := randomItems(rng)
		for i := range items {
			items[i].Priority = i // all different
		}
		limit := budget.Limit{Tokens: 1 + rng.IntN(600), Counter: budget.Bytes{}}
		p, err := budget.Fit(t.Context(), limit, items)
		shuffled := slices.Clone(items)
		rng.Shuffle(len(shuffled), reflect.Swapper(shuffled))
		q, err2 := budget.Fit(t.Context(), limit, shuffled)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("round %d: %v and %v", round, err, err2)
		}
		kept := map[string]int{}
		for _, c := range p.Choices {
			kept[c.Name] = c.Tokens
		}
		for _, c := range q.Choices {
			if kept[c.Name] != c.Tokens {
				t.Fatalf("round %d: item %s has %d tokens, shuffled %d", round, c.Name, kept[c.Name], c.Tokens)
			}
		}
	}
}

// TestFitLeavesItemsAlone: what was given is as it was, and a plan shares no
// memory with the next.
func TestFitLeavesItemsAlone(t *testing.T) {
	items := randomItems(rand.New(rand.NewPCG(25, 26)))
	before := make([]budget.Item, len(items))
	for i := range items {
		before[i] = items[i]
		before[i].Forms = slices.Clone(items[i].Forms)
	}
	p := fit(t, 500, items...)
	if !reflect.DeepEqual(items, before) {
		t.Error("the items were changed")
	}
	q := fit(t, 500, items...)
	for i := range p.Choices {
		p.Choices[i] = budget.Choice{}
	}
	if len(q.Choices) > 0 && q.Text() == "" {
		t.Error("two plans share their choices")
	}
}

func TestFitConcurrent(t *testing.T) {
	items := randomItems(rand.New(rand.NewPCG(27, 28)))
	limit := budget.Limit{Tokens: 400, Counter: budget.Bytes{}}
	want, err := budget.Fit(t.Context(), limit, items)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				got, err := budget.Fit(t.Context(), limit, items)
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%v, another plan", err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestFitUsesTheRoom: with more data than room and parts that can be cut, caps
// or not, all of the limit is used but for what no cut can fill.
func TestFitUsesTheRoom(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 30))
	for round := range 300 {
		items := make([]budget.Item, 1+rng.IntN(6))
		for i := range items {
			letter := string(rune('a' + i))
			items[i] = one(letter, rng.IntN(3), 3000, 10)
			items[i].Cut = cutter(letter)
			items[i].Cap = rng.IntN(200)
		}
		tokens := 100 + rng.IntN(2000)
		if p := fit(t, tokens, items...); p.Used != tokens {
			t.Fatalf("round %d: %d of %d used", round, p.Used, tokens)
		}
	}
}
