package budget_test

import (
	"errors"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

func TestTail(t *testing.T) {
	turns := []string{line("a", 10), line("b", 20), line("c", 30), line("d", 5), line("e", 35)} // 100
	for _, c := range []struct {
		name                string
		tokens, step, first int
	}{
		{"all", 100, 0, 0},
		{"more than all", 500, 10, 0},
		{"one too many", 99, 0, 1},
		{"a step", 99, 11, 2},
		{"a step that ends with a turn", 99, 10, 1},
		{"two", 75, 0, 2},
		{"two steps", 75, 20, 3},
		{"the last alone", 35, 0, 4},
		{"a step would take the last", 60, 90, 4},
		{"not even the last", 34, 0, 5},
	} {
		limit := budget.Limit{Counter: budget.Bytes{}, Step: c.step}
		if first, err := limit.Tail(turns, c.tokens); err != nil || first != c.first {
			t.Errorf("%s: %d %v, want %d", c.name, first, err, c.first)
		}
	}
	if first, err := (budget.Limit{Counter: budget.Bytes{}}).Tail(nil, 5); err != nil || first != 0 {
		t.Errorf("no turns: %d %v", first, err)
	}
	if first, err := (budget.Limit{Counter: broken{}}).Tail([]string{"aa", "b", "aa", "a"}, 5); err != nil || first != 2 {
		t.Errorf("a count is missing: %d %v", first, err)
	}
	if first, err := (budget.Limit{Counter: guess{}, Margin: 1}).Tail([]string{line("a", 8), line("b", 8)}, 12); err != nil || first != 1 {
		t.Errorf("margin: %d %v", first, err)
	}
	for _, limit := range []budget.Limit{{}, {Counter: guess{}}, {Counter: budget.Bytes{}, Step: -1}} {
		var e *ringfence.Error
		if _, err := limit.Tail(turns, 5); !errors.As(err, &e) {
			t.Errorf("%+v: %v", limit, err)
		}
	}
	if _, err := (budget.Limit{Counter: budget.Bytes{}}).Tail(turns, 0); !errors.Is(err, &ringfence.Error{Code: budget.CodeNotPositive}) {
		t.Errorf("no tokens: %v", err)
	}
}

// TestTailMovesInSteps adds turns: what is kept always fits, and the tokens
// dropped in front go up by a step or not at all.
func TestTailMovesInSteps(t *testing.T) {
	const tokens, step = 500, 150
	limit := budget.Limit{Counter: budget.Bytes{}, Step: step}
	var turns []string
	was, moves := 0, 0
	for n := range 400 {
		turns = append(turns, line("t", 3+n*7%40))
		first, err := limit.Tail(turns, tokens)
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, s := range turns[first:] {
			kept += len(s)
		}
		if kept > tokens || first < was {
			t.Fatalf("turn %d: %d kept, first %d after %d", n, kept, first, was)
		}
		if first > 0 && kept < tokens-step-2*43 {
			t.Fatalf("turn %d: only %d kept", n, kept)
		}
		if first != was {
			moves++
		}
		was = first
	}
	if most := 400*23/step + 1; moves < 10 || moves > most {
		t.Errorf("%d moves, at most %d expected", moves, most)
	}
}
