package budget_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

// TestFitWhole holds counters that do not add against their own count of the
// whole, at every limit.
func TestFitWhole(t *testing.T) {
	var items []budget.Item
	for i := range 12 {
		it := one(string(rune('a'+i)), i%4, 30, 12, 4)
		it.Required = i == 5
		if i%5 == 1 {
			for n, s := range it.Forms {
				it.Forms[n] = "/" + s[1:]
			}
		}
		if i%3 == 0 {
			it.Cut = cutter(it.Name)
		}
		items = append(items, it)
	}
	for _, counter := range []budget.Counter{joiner{7}, joiner{100}, haggler{}, merger{}, seamy{}, budget.Bytes{}} {
		t.Run(fmt.Sprintf("%T%v", counter, counter), func(t *testing.T) {
			var before budget.Plan
			for tokens := 1; tokens < 700; tokens++ {
				p, err := budget.Fit(t.Context(), budget.Limit{Tokens: tokens, Counter: counter}, items)
				if err != nil {
					if !errors.Is(err, &ringfence.Error{Code: budget.CodeRequired}) || len(before.Choices) > 0 {
						t.Fatal(tokens, err)
					}
					continue
				}
				if got := counter.Count(p.Text()); got != p.Used || got > tokens {
					t.Fatalf("Used %d, counted %d, limit %d", p.Used, got, tokens)
				}
				for i := range before.Choices {
					if before.Choices[i].Text != "" && p.Choices[i].Text == "" {
						t.Fatalf("limit %d drops item %d, which %d kept", tokens, i, tokens-1)
					}
				}
				before = p
			}
			if counter == budget.Counter(budget.Bytes{}) && before.Used != 12*30 {
				t.Errorf("not everything is in at the largest limit: %d", before.Used)
			}
		})
	}
}

// TestFitWholeFills asks that giving way to the count of the whole does not
// give up more than it has to.
func TestFitWholeFills(t *testing.T) {
	big := one("a", 1, 5000, 10)
	big.Cut = cutter("a")
	p, err := budget.Fit(t.Context(), budget.Limit{Tokens: 1000, Counter: joiner{50}}, []budget.Item{big, one("b", 0, 20)})
	if err != nil {
		t.Fatal(err)
	}
	if p.Used < 900 || p.Summed {
		t.Errorf("%d of 1000 used, summed %v", p.Used, p.Summed)
	}
}

func TestFitManyPartsOfANonAdditiveCounter(t *testing.T) {
	var items []budget.Item
	for range 3000 {
		items = append(items, one("a", 0, 10))
	}
	c := &calls{Counter: joiner{10}}
	p, err := budget.Fit(t.Context(), budget.Limit{Tokens: 20_005, Counter: c}, items)
	if err != nil {
		t.Fatal(err)
	}
	// Each part costs 20 with its toll, the last one 10.
	if p.Used != 20_000-10 {
		t.Errorf("Used %d", p.Used)
	}
	if c.n > 40 {
		t.Errorf("%d counts for one distinct text and the whole", c.n)
	}
}

type calls struct {
	budget.Counter
	n int
}

func (c *calls) Count(s string) int {
	c.n++
	return c.Counter.Count(s)
}

// TestFitChecksSeams uses a counter that adds only at seams, and items that do
// not meet at any.
func TestFitChecksSeams(t *testing.T) {
	for _, c := range []struct {
		a, b   string
		joined bool // counted as one text
	}{
		{"a\n", "b\n", false},
		{"a", "b\n", true},
		{"a\n", " b\n", true},
		{"a\n", "/b\n", true},
		{"a\n", "\u00a0b\n", true},
		{"a\n", "\xff\n", false},
	} {
		counter := &tally{seen: map[string]int{}}
		p, err := budget.Fit(t.Context(), budget.Limit{Tokens: 100, Counter: counter}, []budget.Item{
			{Forms: []string{c.a}}, {Forms: []string{""}}, {Forms: []string{c.b}}, {Forms: []string{"last\n"}},
		})
		if err != nil || !p.Summed {
			t.Fatal(err, p.Summed)
		}
		if joined := counter.seen[c.a+c.b] > 0; joined != c.joined || counter.seen[p.Text()] > 0 {
			t.Errorf("%q %q: joined %v", c.a, c.b, joined)
		}
	}
}

func TestFitExactness(t *testing.T) {
	text := func(s string) []budget.Item {
		return []budget.Item{{Forms: []string{"a\n"}}, {Forms: []string{s}}}
	}
	for _, c := range []struct {
		name    string
		counter budget.Counter
		items   []budget.Item
		want    budget.Exactness
	}{
		{"of the counter", budget.Bytes{}, text("b\n"), budget.Upper},
		{"nothing to count", merger{}, nil, budget.Exact},
		{"better than the counter", careful{}, text("b\n"), budget.Exact},
		{"better, without a seam", careful{}, text(" b\n"), budget.Exact},
		{"the least of all", careful{}, text("z\n"), budget.Upper},
		{"estimate", guess{}, text("b\n"), budget.Estimate},
		{"outside the set", odd{}, text("b\n"), budget.Estimate},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := budget.Fit(t.Context(), budget.Limit{Tokens: 50, Counter: c.counter, Margin: 0.5}, c.items)
			if err != nil {
				t.Fatal(err)
			}
			if p.Exactness != c.want {
				t.Errorf("got %v, want %v", p.Exactness, c.want)
			}
		})
	}
}

// TestFitEstimate: an estimate that is a quarter too low stays within the
// limit because its margin covers the error.
func TestFitEstimate(t *testing.T) {
	item := one("a", 0, 900, 10)
	item.Cut = func(n int) (string, bool) { return line("a", max(2, n*4/3)), true }
	for _, tokens := range []int{20, 50, 99, 100, 101, 500, 1000} {
		limit := budget.Limit{Tokens: tokens, Counter: guess{}, Margin: 0.34}
		p, err := budget.Fit(t.Context(), limit, []budget.Item{item})
		if err != nil {
			t.Fatal(err)
		}
		if p.Exactness != budget.Estimate {
			t.Fatal("the plan does not say that it is an estimate")
		}
		if truth := len(p.Text()); truth > tokens {
			t.Errorf("limit %d: %d true tokens", tokens, truth)
		}
		if p.Used < p.Usable*9/10 && p.Used < 900*3/4 {
			t.Errorf("limit %d: %d of %d used", tokens, p.Used, p.Usable)
		}
	}
}

func TestFitBrokenCounterFailsClosed(t *testing.T) {
	limit := budget.Limit{Tokens: 50, Counter: broken{}}
	p, err := budget.Fit(t.Context(), limit, []budget.Item{one("a", 1, 10), one("b", 0, 10)})
	if err != nil || p.Choices[1].Text != "" || p.Used != 10 {
		t.Errorf("%v %+v", err, p)
	}
	_, err = budget.Fit(t.Context(), limit, []budget.Item{with(one("b", 0, 10), func(it *budget.Item) { it.Required = true })})
	if !errors.Is(err, &ringfence.Error{Code: budget.CodeRequired}) {
		t.Errorf("got %v", err)
	}
}
