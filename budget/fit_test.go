package budget_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

// line returns a text of n bytes that ends in LF and starts at a seam.
func line(letter string, n int) string { return strings.Repeat(letter, n-1) + "\n" }

func fit(t *testing.T, tokens int, items ...budget.Item) budget.Plan {
	t.Helper()
	p, err := budget.Fit(t.Context(), budget.Limit{Tokens: tokens, Counter: budget.Bytes{}}, items)
	if err != nil {
		t.Fatal(err)
	}
	if got := (budget.Bytes{}).Count(p.Text()); got != p.Used || got > tokens {
		t.Fatalf("Used %d, counted %d, limit %d", p.Used, got, tokens)
	}
	return p
}

// row is a choice without its text.
type row struct {
	Tokens, Form int
	Reason       budget.Reason
}

func rows(p budget.Plan) []row {
	var out []row
	for _, c := range p.Choices {
		out = append(out, row{c.Tokens, c.Form, c.Reason})
	}
	return out
}

func one(letter string, priority int, sizes ...int) budget.Item {
	it := budget.Item{Name: letter, Priority: priority}
	for _, n := range sizes {
		it.Forms = append(it.Forms, line(letter, n))
	}
	return it
}

func with(it budget.Item, change func(*budget.Item)) budget.Item {
	change(&it)
	return it
}

// cutter cuts to any size of two bytes or more.
func cutter(letter string) func(int) (string, bool) {
	return func(n int) (string, bool) {
		if n < 2 {
			return "", false
		}
		return line(letter, n), true
	}
}

func TestFit(t *testing.T) {
	const dropped = budget.FormDropped
	required := func(it *budget.Item) { it.Required = true }
	inG := func(it *budget.Item) { it.Group = "g" }
	cap10 := func(it *budget.Item) { it.Cap = 10 }
	for _, c := range []struct {
		name   string
		tokens int
		items  []budget.Item
		want   []row
	}{
		{"nothing", 10, nil, nil},
		{"all fits", 100, []budget.Item{with(one("a", 0, 10), required), one("b", 0, 20, 5)}, []row{
			{10, 0, budget.Required}, {20, 0, budget.Whole},
		}},
		{"exactly", 30, []budget.Item{with(one("a", 0, 10), required), one("b", 0, 20, 5)}, []row{
			{10, 0, budget.Required}, {20, 0, budget.Whole},
		}},
		{"one short", 29, []budget.Item{with(one("a", 0, 10), required), one("b", 0, 20, 5)}, []row{
			{10, 0, budget.Required}, {5, 1, budget.Shorter},
		}},
		{"ladder takes the fullest that fits", 15, []budget.Item{one("a", 0, 40, 20, 12, 3)}, []row{
			{12, 2, budget.Shorter},
		}},
		{"strict order drops all after", 20, []budget.Item{one("a", 1, 5), one("b", 3, 10), one("c", 2, 15)}, []row{
			{0, dropped, budget.AfterHigher}, {10, 0, budget.Whole}, {0, dropped, budget.NoRoom},
		}},
		{"given order breaks ties", 12, []budget.Item{one("a", 0, 10), one("b", 0, 10)}, []row{
			{10, 0, budget.Whole}, {0, dropped, budget.NoRoom},
		}},
		{"smallest of all before growth of any", 20, []budget.Item{one("a", 2, 18, 4), one("b", 1, 5)}, []row{
			{4, 1, budget.Shorter}, {5, 0, budget.Whole},
		}},
		{"growth by priority", 30, []budget.Item{one("a", 1, 20, 4), one("b", 2, 20, 4)}, []row{
			{4, 1, budget.Shorter}, {20, 0, budget.Whole},
		}},
		{"required grows before optional", 30, []budget.Item{one("a", 9, 20, 4), with(one("b", 0, 20, 4), required)}, []row{
			{4, 1, budget.Shorter}, {20, 0, budget.Required},
		}},
		{"a cap leaves room for others", 40, []budget.Item{with(one("a", 2, 35, 9, 4), cap10), one("b", 1, 20, 4)}, []row{
			{9, 1, budget.Capped}, {20, 0, budget.Whole},
		}},
		{"what caps leave unused is used", 40, []budget.Item{with(one("a", 2, 35, 9, 4), cap10), one("b", 1, 5)}, []row{
			{35, 0, budget.Whole}, {5, 0, budget.Whole},
		}},
		{"a cap does not bound the smallest form", 40, []budget.Item{with(one("a", 2, 35), cap10)}, []row{
			{35, 0, budget.Whole},
		}},
		{"empty forms are passed over", 40, []budget.Item{
			{Forms: []string{"", line("a", 30), "", line("a", 4), ""}}, {Forms: []string{"", ""}}, {},
		}, []row{
			{30, 1, budget.Whole}, {0, dropped, budget.Empty}, {0, dropped, budget.Empty},
		}},
		{"a group lives", 20, []budget.Item{with(one("a", 0, 5), inG), one("b", 1, 5), with(one("c", 2, 10), inG)}, []row{
			{5, 0, budget.Whole}, {5, 0, budget.Whole}, {10, 0, budget.Whole},
		}},
		{"a group dies", 14, []budget.Item{with(one("a", 0, 5), inG), one("b", 1, 5), with(one("c", 2, 30), inG)}, []row{
			{0, dropped, budget.WithGroup}, {0, dropped, budget.AfterHigher}, {0, dropped, budget.NoRoom},
		}},
		{"a group stands at its highest member", 15, []budget.Item{with(one("a", 0, 5), inG), one("b", 1, 5), with(one("c", 2, 10), inG)}, []row{
			{5, 0, budget.Whole}, {0, dropped, budget.NoRoom}, {10, 0, budget.Whole},
		}},
		{"a required member requires its group", 15, []budget.Item{one("b", 9, 5), with(with(one("a", 0, 5), inG), required), with(one("c", 0, 10), inG)}, []row{
			{0, dropped, budget.NoRoom}, {5, 0, budget.Required}, {10, 0, budget.Whole},
		}},
		{"cut fills the room", 17, []budget.Item{with(one("a", 0, 40, 4), func(it *budget.Item) { it.Cut = cutter("a") })}, []row{
			{17, budget.FormCut, budget.CutToFit},
		}},
		{"cut within its cap, then beyond", 37, []budget.Item{
			with(with(one("a", 1, 90, 4), cap10), func(it *budget.Item) { it.Cut = cutter("a") }), one("b", 0, 20, 4),
		}, []row{
			{17, budget.FormCut, budget.CutToFit}, {20, 0, budget.Whole},
		}},
		{"cut kept at its cap", 30, []budget.Item{
			with(with(one("a", 1, 90, 4), cap10), func(it *budget.Item) { it.Cut = cutter("a") }), one("b", 0, 20, 4),
		}, []row{
			{10, budget.FormCut, budget.Capped}, {20, 0, budget.Whole},
		}},
		{"a cut that is over is ignored", 17, []budget.Item{with(one("a", 0, 40, 4), func(it *budget.Item) {
			it.Cut = func(n int) (string, bool) { return line("a", n+1), true }
		})}, []row{
			{4, 1, budget.Shorter},
		}},
		{"a cut that is smaller than a form is ignored", 17, []budget.Item{with(one("a", 0, 40, 9, 4), func(it *budget.Item) {
			it.Cut = func(int) (string, bool) { return line("a", 9), true }
		})}, []row{
			{9, 1, budget.Shorter},
		}},
		{"a cut of nothing is ignored", 17, []budget.Item{with(one("a", 0, 40, 9, 4), func(it *budget.Item) {
			it.Cut = func(int) (string, bool) { return "", true }
		})}, []row{
			{9, 1, budget.Shorter},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, rows(fit(t, c.tokens, c.items...))); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

func TestFitGreedy(t *testing.T) {
	limit := budget.Limit{Tokens: 20, Counter: budget.Bytes{}, Greedy: true}
	p, err := budget.Fit(t.Context(), limit, []budget.Item{one("a", 1, 5), one("b", 3, 10), one("c", 2, 15)})
	if err != nil {
		t.Fatal(err)
	}
	want := []row{{5, 0, budget.Whole}, {10, 0, budget.Whole}, {0, budget.FormDropped, budget.NoRoom}}
	if diff := cmp.Diff(want, rows(p)); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
}

func TestFitOrderIsGivenOrder(t *testing.T) {
	p := fit(t, 100, one("a", 1, 5), one("b", 3, 5), one("c", 2, 5))
	if want := line("a", 5) + line("b", 5) + line("c", 5); p.Text() != want {
		t.Errorf("got %q, want %q", p.Text(), want)
	}
}

func TestFitShortage(t *testing.T) {
	items := []budget.Item{
		{Name: "rules", Forms: []string{line("a", 30)}, Required: true, Priority: 5},
		{Name: "request\n\u202e", Forms: []string{line("b", 50), line("b", 25)}, Required: true},
		{Name: "page", Forms: []string{line("c", 10)}},
	}
	p, err := budget.Fit(t.Context(), budget.Limit{Tokens: 50, Reserve: 10, Counter: budget.Bytes{}}, items)
	var re *ringfence.Error
	if !errors.As(err, &re) || re.Code != budget.CodeRequired {
		t.Fatalf("got %v", err)
	}
	if diff := cmp.Diff(budget.Plan{}, p); diff != "" {
		t.Errorf("a plan came with the error: %s", diff)
	}
	var s *budget.Shortage
	if !errors.As(err, &s) {
		t.Fatal("no *Shortage")
	}
	want := &budget.Shortage{Usable: 40, Total: 55, Missing: 15, Needs: []budget.Need{
		{Name: "rules", Tokens: 30, Fits: true}, {Name: "request\n\u202e", Tokens: 25, Drop: true},
	}}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
	const message = `budget-required: required parts do not fit: request\n\u202e (25 tokens); 55 tokens needed, 40 usable, 15 missing`
	if err.Error() != message {
		t.Errorf("got  %s\nwant %s", err, message)
	}
}

func TestShortageNamesAFew(t *testing.T) {
	s := &budget.Shortage{Usable: 1, Total: 21, Missing: 20}
	for range 20 {
		s.Needs = append(s.Needs, budget.Need{Tokens: 1})
	}
	if got := s.Error(); strings.Count(got, "(no name)") != 8 || !strings.Contains(got, "and 12 more") {
		t.Errorf("got %s", got)
	}
}

func TestFitRefusesCutWithoutForm(t *testing.T) {
	_, err := budget.Fit(t.Context(), budget.Limit{Tokens: 5, Counter: budget.Bytes{}},
		[]budget.Item{{Name: "x", Forms: []string{""}, Cut: cutter("a")}})
	if !errors.Is(err, &ringfence.Error{Code: budget.CodeItem}) {
		t.Errorf("got %v", err)
	}
}

func TestFitCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := &stopper{after: 500, stop: cancel}
	var items []budget.Item
	for range 20_000 {
		items = append(items, one("a", 0, 20))
		items[len(items)-1].Forms[0] = "a" + strconv.Itoa(len(items)) + "\n"
	}
	p, err := budget.Fit(ctx, budget.Limit{Tokens: 1 << 30, Counter: c}, items)
	if !errors.Is(err, context.Canceled) || !errors.Is(err, &ringfence.Error{Code: budget.CodeCancelled}) {
		t.Fatalf("got %v", err)
	}
	if len(p.Choices) != 0 {
		t.Error("a plan came with the error")
	}
	if c.n > 1000 {
		t.Errorf("%d counts after the context ended", c.n-500)
	}
	if _, err := budget.Fit(ctx, budget.Limit{Tokens: 1, Counter: budget.Bytes{}}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("ended before the start: got %v", err)
	}
}

// stopper ends a context after a number of counts.
type stopper struct {
	n, after int
	stop     func()
}

func (c *stopper) Count(s string) int {
	if c.n++; c.n == c.after {
		c.stop()
	}
	return len(s)
}

func (*stopper) Exactness() budget.Exactness { return budget.Exact }

// tally counts how often each text is counted.
type tally struct {
	budget.Bytes
	seen map[string]int
}

func (c *tally) Count(s string) int {
	c.seen[s]++
	return c.Bytes.Count(s)
}

func TestFitCountsOnce(t *testing.T) {
	c := &tally{seen: map[string]int{}}
	items := []budget.Item{
		with(one("a", 0, 90, 50, 8, 4), func(it *budget.Item) { it.Cap = 10 }),
		one("a", 0, 90, 50, 8, 4), one("b", 0, 20, 3), one("b", 0, 20, 3),
	}
	p, err := budget.Fit(t.Context(), budget.Limit{Tokens: 80, Counter: c}, items)
	if err != nil || !p.Summed {
		t.Fatal(err, p.Summed)
	}
	for s, n := range c.seen {
		if n != 1 {
			t.Errorf("%q counted %d times", s, n)
		}
	}
	if c.seen[p.Text()] != 0 {
		t.Error("the whole was counted although the sum is exact")
	}
}

// TestFitStep: over a range of room within a step the cut stays as it is.
func TestFitStep(t *testing.T) {
	item := one("a", 0, 500, 4)
	item.Cut = cutter("a")
	for tokens := 5; tokens < 400; tokens++ {
		limit := budget.Limit{Tokens: tokens, Counter: budget.Bytes{}, Step: 64}
		p, err := budget.Fit(t.Context(), limit, []budget.Item{item})
		if err != nil {
			t.Fatal(err)
		}
		if want := max(4, tokens/64*64); p.Used != want {
			t.Fatalf("limit %d: %d used, want %d", tokens, p.Used, want)
		}
	}
}
