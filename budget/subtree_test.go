package budget_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

// in returns an item within a subtree.
func in(path string, it budget.Item) budget.Item {
	it.Within = path
	return it
}

func TestSubtrees(t *testing.T) {
	const dropped = budget.FormDropped
	required := func(it *budget.Item) { it.Required = true }
	for _, c := range []struct {
		name   string
		tokens int
		trees  map[string]int
		greedy bool
		items  []budget.Item
		want   []row
		shares []budget.Share
	}{
		{"a subtree stops by itself", 100, map[string]int{"h": 20}, false, []budget.Item{
			in("h", one("a", 9, 15)), in("h", one("b", 8, 10)), in("h", one("c", 7, 5)), one("d", 1, 30),
		}, []row{
			{15, 0, budget.Whole}, {0, dropped, budget.NoRoomWithin}, {0, dropped, budget.AfterHigher}, {30, 0, budget.Whole},
		}, []budget.Share{{"h", 15, 20}}},
		{"greedy goes on within it", 100, map[string]int{"h": 20}, true, []budget.Item{
			in("h", one("a", 9, 15)), in("h", one("b", 8, 10)), in("h", one("c", 7, 5)), one("d", 1, 30),
		}, []row{
			{15, 0, budget.Whole}, {0, dropped, budget.NoRoomWithin}, {5, 0, budget.Whole}, {30, 0, budget.Whole},
		}, []budget.Share{{"h", 20, 20}}},
		{"growth stays within", 100, map[string]int{"h": 25}, false, []budget.Item{
			in("h", one("a", 9, 40, 18, 5)), in("h", one("b", 8, 40, 5)), one("c", 1, 30, 5),
		}, []row{
			{18, 1, budget.Shorter}, {5, 1, budget.Shorter}, {30, 0, budget.Whole},
		}, []budget.Share{{"h", 23, 25}}},
		{"an inner subtree counts for the outer", 100, map[string]int{"h": 30, "h/tools": 20}, false, []budget.Item{
			in("h/tools", one("a", 9, 20)), in("h/tools/x", one("b", 8, 2)), in("h", one("c", 7, 11)), in("h", one("d", 6, 3)), one("e", 5, 40),
		}, []row{
			{20, 0, budget.Whole}, {0, dropped, budget.NoRoomWithin}, {0, dropped, budget.NoRoomWithin}, {0, dropped, budget.AfterHigher}, {40, 0, budget.Whole},
		}, []budget.Share{{"h", 20, 30}, {"h/tools", 20, 20}}},
		{"a limit between need not be there", 100, map[string]int{"h": 10}, false, []budget.Item{
			in("h/a/b", one("a", 0, 8)), in("h/c", one("b", 0, 8)),
		}, []row{{8, 0, budget.Whole}, {0, dropped, budget.NoRoomWithin}}, []budget.Share{{"h", 8, 10}}},
		{"a name is no prefix of letters", 100, map[string]int{"h": 10, "hh": 50}, false, []budget.Item{
			in("hh", one("a", 0, 40)), in("h", one("b", 0, 8)),
		}, []row{{40, 0, budget.Whole}, {8, 0, budget.Whole}}, []budget.Share{{"h", 8, 10}, {"hh", 40, 50}}},
		{"the whole limit holds as well", 30, map[string]int{"h": 100}, false, []budget.Item{
			in("h", one("a", 2, 20)), in("h", one("b", 1, 20)),
		}, []row{{20, 0, budget.Whole}, {0, dropped, budget.NoRoom}}, []budget.Share{{"h", 20, 100}}},
		{"a group fits into all its subtrees or not at all", 100, map[string]int{"h": 10, "i": 50}, false, []budget.Item{
			with(in("i", one("a", 3, 20)), func(it *budget.Item) { it.Group = "g" }),
			with(in("h", one("b", 3, 20)), func(it *budget.Item) { it.Group = "g" }),
			in("i", one("c", 1, 20)),
		}, []row{{0, dropped, budget.NoRoomWithin}, {0, dropped, budget.NoRoomWithin}, {20, 0, budget.Whole}}, []budget.Share{{"h", 0, 10}, {"i", 20, 50}}},
		{"required items count", 100, map[string]int{"h": 25}, false, []budget.Item{
			with(in("h", one("a", 0, 40, 12)), required), in("h", one("b", 9, 13)), in("h", one("c", 8, 1)),
		}, []row{{12, 1, budget.Shorter}, {13, 0, budget.Whole}, {0, dropped, budget.NoRoomWithin}}, []budget.Share{{"h", 25, 25}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			limit := budget.Limit{Tokens: c.tokens, Counter: budget.Bytes{}, Subtrees: c.trees, Greedy: c.greedy}
			p, err := budget.Fit(t.Context(), limit, c.items)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, rows(p)); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
			if diff := cmp.Diff(c.shares, p.Subtrees); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

func TestSubtreeErrors(t *testing.T) {
	for name, c := range map[string]struct {
		trees map[string]int
		path  string
		code  ringfence.Code
	}{
		"zero":          {map[string]int{"h": 0}, "", budget.CodeSubtree},
		"negative":      {map[string]int{"h": -1}, "", budget.CodeSubtree},
		"absurd":        {map[string]int{"h": budget.MaxTokens + 1}, "", budget.CodeSubtree},
		"no name":       {map[string]int{"": 5}, "", budget.CodeSubtree},
		"an empty part": {map[string]int{"h//i": 5}, "", budget.CodeSubtree},
		"a slash first": {map[string]int{"/h": 5}, "", budget.CodeSubtree},
		"no limit":      {map[string]int{"h": 5}, "g", budget.CodeWithin},
		"none at all":   {nil, "h", budget.CodeWithin},
		"a longer name": {map[string]int{"h": 5}, "hh", budget.CodeWithin},
		"only an inner": {map[string]int{"h/i": 5}, "h", budget.CodeWithin},
		"within":        {map[string]int{"h": 5}, "h/i", ""},
	} {
		limit := budget.Limit{Tokens: 50, Counter: budget.Bytes{}, Subtrees: c.trees}
		_, err := budget.Fit(t.Context(), limit, []budget.Item{in(c.path, one("a", 0, 5))})
		if c.code == "" && err != nil || c.code != "" && !errors.Is(err, &ringfence.Error{Code: c.code}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSubtreeMargin(t *testing.T) {
	limit := budget.Limit{Tokens: 1000, Counter: guess{}, Margin: 0.5, Subtrees: map[string]int{"h": 30}}
	p, err := budget.Fit(t.Context(), limit, []budget.Item{in("h", one("a", 0, 28, 4))})
	if err != nil || p.Subtrees[0].Usable != 20 || p.Choices[0].Tokens != 3 {
		t.Errorf("%v %+v", err, p)
	}
}

// TestSubtreesOfABrokenCounter: a count that is missing is over every limit,
// however many there are.
func TestSubtreesOfABrokenCounter(t *testing.T) {
	limit := budget.Limit{Tokens: 50, Counter: wholeOnly{}, Subtrees: map[string]int{"h": 40}}
	items := make([]budget.Item, 6)
	for i := range items {
		items[i] = in("h", with(one("b", 0, 4), func(it *budget.Item) { it.Required = true }))
	}
	_, err := budget.Fit(t.Context(), limit, items)
	var s *budget.Shortage
	if !errors.As(err, &s) || s.Subtree != "h" || s.Missing <= 0 || !strings.Contains(err.Error(), "no count") {
		t.Errorf("got %v", err)
	}
}

// wholeOnly gives no count for a single line.
type wholeOnly struct{}

func (wholeOnly) Count(s string) int {
	if strings.Count(s, "\n") == 1 {
		return -1
	}
	return len(s)
}
func (wholeOnly) Exactness() budget.Exactness { return budget.Exact }

// TestSubtreesMonotone raises one limit after the other over random trees.
func TestSubtreesMonotone(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	paths := []string{"", "a", "a/b", "a/b/c", "d"}
	for round := range 3000 {
		items := randomItems(rng)
		for i := range items {
			items[i].Within = paths[rng.IntN(len(paths))]
			items[i].Required = items[i].Required && rng.IntN(4) == 0
		}
		trees := map[string]int{"a": 1 + rng.IntN(200), "a/b": 1 + rng.IntN(100), "d": 1 + rng.IntN(200)}
		limit := budget.Limit{Tokens: 1 + rng.IntN(600), Counter: budget.Bytes{}, Subtrees: trees}
		small, err := budget.Fit(t.Context(), limit, items)
		if err != nil {
			continue
		}
		checkSubtrees(t, limit, items, small)
		larger := limit
		larger.Tokens += rng.IntN(200)
		large, err := budget.Fit(t.Context(), larger, items)
		if err != nil {
			t.Fatalf("round %d: a larger limit fails: %v", round, err)
		}
		for i := range items {
			if small.Choices[i].Text != "" && large.Choices[i].Text == "" {
				t.Fatalf("round %d: a larger limit drops item %d", round, i)
			}
		}
		checkRaised(t, limit, items, small, []string{"a", "a/b", "d"}[rng.IntN(3)], rng.IntN(200))
	}
}

// checkSubtrees holds the sums of a plan against the limits, counted anew.
func checkSubtrees(t *testing.T, limit budget.Limit, items []budget.Item, p budget.Plan) {
	t.Helper()
	for _, share := range p.Subtrees {
		sum := 0
		for i, it := range items {
			if it.Within == share.Name || strings.HasPrefix(it.Within, share.Name+"/") {
				sum += p.Choices[i].Tokens
			}
		}
		usable := float64(limit.Subtrees[share.Name]) / (1 + limit.Margin)
		if sum != share.Used || sum > share.Usable || float64(share.Usable) > usable {
			t.Fatalf("subtree %s: %d tokens, reported %+v of %v", share.Name, sum, share, usable)
		}
	}
	if len(p.Subtrees) != len(limit.Subtrees) {
		t.Fatalf("%d subtrees reported of %d", len(p.Subtrees), len(limit.Subtrees))
	}
}

// checkRaised raises the limit of one subtree: all that was kept in it stays,
// and what is lost elsewhere comes in order after an item that came in.
func checkRaised(t *testing.T, limit budget.Limit, items []budget.Item, small budget.Plan, name string, by int) {
	t.Helper()
	trees := map[string]int{}
	maps.Copy(trees, limit.Subtrees)
	trees[name] += by
	limit.Subtrees = trees
	large, err := budget.Fit(t.Context(), limit, items)
	if err != nil {
		t.Fatalf("a larger limit of %s fails: %v", name, err)
	}
	for i, it := range items {
		if small.Choices[i].Text == "" || large.Choices[i].Text != "" {
			continue
		}
		if it.Within == name || strings.HasPrefix(it.Within, name+"/") {
			t.Fatalf("a larger limit of %s drops its item %d", name, i)
		}
		ok := false
		for j := range items {
			before := items[j].Priority > it.Priority || items[j].Priority == it.Priority && j < i
			ok = ok || small.Choices[j].Text == "" && large.Choices[j].Text != "" && before
		}
		if !ok {
			t.Fatalf("a larger limit of %s drops item %d for nothing", name, i)
		}
	}
}

// TestSubtreesOfTheWhole uses counters that do not add, so that Fit takes back
// what it had taken and growth begins anew: the accounts follow.
func TestSubtreesOfTheWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	for range 1500 {
		items := randomItems(rng)
		for i := range items {
			items[i].Required = false
			items[i].Within = [...]string{"a", "a/b", "d"}[rng.IntN(3)]
		}
		limit := budget.Limit{
			Tokens: 1 + rng.IntN(600), Counter: []budget.Counter{joiner{1 + rng.IntN(60)}, haggler{}}[rng.IntN(2)],
			Subtrees: map[string]int{"a": 1 + rng.IntN(300), "d": 1 + rng.IntN(300)},
		}
		p, err := budget.Fit(t.Context(), limit, items)
		if err != nil {
			t.Fatal(err)
		}
		checkSubtrees(t, limit, items, p)
	}
}
