package budget_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

// upTo makes an item the last of a stable prefix.
func upTo(tokens int, it budget.Item) budget.Item {
	it.Breakpoint = tokens
	return it
}

func TestBreakpoint(t *testing.T) {
	p := fit(t, 100,
		one("a", 0, 40, 10), upTo(60, one("b", 9, 30, 5)), one("c", 50, 90, 20), upTo(90, budget.Item{}), one("d", 0, 30, 10),
	)
	want := []row{
		{10, 1, budget.Shorter},
		{30, 0, budget.Whole},
		{20, 1, budget.Shorter},
		{0, budget.FormDropped, budget.Empty},
		{30, 0, budget.Whole},
	}
	if diff := cmp.Diff(want, rows(p)); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
	if diff := cmp.Diff([]budget.Breakpoint{{Item: 1, End: 40, Tokens: 40, Limit: 60}, {Item: 3, End: 60, Tokens: 60, Limit: 90}}, p.Breakpoints); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
}

func TestBreakpointErrors(t *testing.T) {
	grouped := func(it budget.Item) budget.Item {
		it.Group = "g"
		return it
	}
	many := make([]budget.Item, budget.MaxBreakpoints+1)
	for i := range many {
		many[i] = upTo(50, one("a", 0, 2))
	}
	for _, c := range []struct {
		name  string
		items []budget.Item
		ok    bool
	}{
		{"negative", []budget.Item{upTo(-1, one("a", 0, 5))}, false},
		{"lower than before", []budget.Item{upTo(20, one("a", 0, 5)), upTo(19, one("b", 0, 5))}, false},
		{"as before", []budget.Item{upTo(20, one("a", 0, 5)), upTo(20, one("b", 0, 5))}, true},
		{"above the limit", []budget.Item{upTo(91, one("a", 0, 5))}, false},
		{"all of the limit", []budget.Item{upTo(90, one("a", 0, 5)), one("b", 0, 5)}, true},
		{"a group divided", []budget.Item{grouped(one("a", 0, 5)), upTo(50, one("b", 0, 5)), grouped(one("c", 0, 5))}, false},
		{"a group before", []budget.Item{grouped(one("a", 0, 5)), upTo(50, grouped(one("b", 0, 5))), one("c", 0, 5)}, true},
		{"too many", many, false},
		{"as many as may be", many[1:], true},
	} {
		_, err := budget.Fit(t.Context(), budget.Limit{Tokens: 100, Reserve: 10, Counter: budget.Bytes{}}, c.items)
		if c.ok && err != nil || !c.ok && !errors.Is(err, &ringfence.Error{Code: budget.CodeBreakpoint}) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestBreakpointShortage: a prefix does not shrink for what comes after it, and
// the error says so.
func TestBreakpointShortage(t *testing.T) {
	_, err := budget.Fit(t.Context(), budget.Limit{Tokens: 100, Counter: budget.Bytes{}}, []budget.Item{
		upTo(90, one("a", 0, 80, 10)), with(one("r", 0, 30), func(it *budget.Item) { it.Required = true }),
	})
	var s *budget.Shortage
	if !errors.As(err, &s) {
		t.Fatal(err)
	}
	want := &budget.Shortage{
		Usable: 100, Before: 80, Total: 110, Missing: 10, Needs: []budget.Need{{Name: "r", Tokens: 30, Drop: true}},
	}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
	var re *ringfence.Error
	if errors.As(err, &re); re.Hint != "drop or shorten r (30 tokens); or raise the limit or lower the breakpoint before" {
		t.Errorf("hint %q", re.Hint)
	}
}

// TestStablePrefix changes everything after a breakpoint, and the limit, and
// compares what stands before it byte for byte.
func TestStablePrefix(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	compared := 0
	for round := range 2000 {
		before, after := randomItems(rng), randomItems(rng)
		for i := range before {
			if rng.IntN(3) == 0 {
				before[i].Cut = cutter(before[i].Name)
			}
		}
		if len(before) == 0 {
			continue
		}
		counter := fuzzCounters[rng.IntN(len(fuzzCounters))]
		limit := budget.Limit{Tokens: 200 + rng.IntN(800), Counter: counter, Margin: 0.25, Greedy: rng.IntN(2) == 0, Step: rng.IntN(30)}
		before[len(before)-1].Breakpoint = 1 + rng.IntN(200)
		p, err := budget.Fit(t.Context(), limit, append(slices.Clone(before), after...))
		limit.Tokens += rng.IntN(300)
		q, err2 := budget.Fit(t.Context(), limit, append(slices.Clone(before), randomItems(rng)...))
		if err != nil || err2 != nil {
			continue // required items do not fit, of which each has its own
		}
		compared++
		if a, b := prefix(p), prefix(q); a != b || p.Breakpoints[0] != q.Breakpoints[0] {
			t.Fatalf("round %d: %q became %q", round, a, b)
		}
	}
	if compared < 500 {
		t.Errorf("only %d rounds compared anything", compared)
	}
}

func prefix(p budget.Plan) string { return p.Text()[:p.Breakpoints[0].End] }

// TestBreakpointOfAGrowingConversation plays a conversation whose history is a
// stable prefix, kept within its tokens by Tail: from turn to turn the start of
// the prompt stays, but for the few times that a step is full.
func TestBreakpointOfAGrowingConversation(t *testing.T) {
	limit := budget.Limit{Tokens: 1500, Counter: budget.Bytes{}, Step: 400}
	var turns []string
	before, changes := "", 0
	for n := range 200 {
		turns = append(turns, line(string(rune('a'+n%26)), 20+n%17))
		first, err := limit.Tail(turns, 1000)
		if err != nil {
			t.Fatal(err)
		}
		var items []budget.Item
		for _, s := range turns[first:] {
			items = append(items, budget.Item{Name: "turn", Forms: []string{s}, Required: true})
		}
		items[len(items)-1].Breakpoint = 1000
		items = append(items, one("r", 0, 100+n))
		p, err := budget.Fit(t.Context(), limit, items)
		if err != nil {
			t.Fatal(err)
		}
		now := prefix(p)
		if !strings.HasPrefix(now, before) {
			changes++
		}
		before = now
	}
	// 200 turns of 28 bytes on average, of which 1000 may stay, in steps of 400.
	if most := (200*28-1000)/400 + 1; changes == 0 || changes > most {
		t.Errorf("the prefix changed %d times, at most %d expected", changes, most)
	}
}
