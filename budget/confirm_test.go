package budget_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

// provider counts what guess takes for a quarter less, times a factor.
func provider(calls *int, factor float64) budget.CountFunc {
	return func(_ context.Context, text string) (int, error) {
		*calls++
		return int(float64(len(text)) * factor), nil
	}
}

func confirmItems() []budget.Item {
	var items []budget.Item
	for i := range 60 {
		items = append(items, one(string(rune('a'+i%26)), -i, 50, 10))
	}
	return items
}

func TestConfirm(t *testing.T) {
	for _, c := range []struct {
		name   string
		limit  budget.Limit
		factor float64
		calls  int
	}{
		{"no need with an upper bound", budget.Limit{Counter: budget.Bytes{}}, 9, 0},
		{"the first is confirmed", budget.Limit{Counter: guess{}, Margin: 0.5}, 1, 1},
		{"the margin was too small", budget.Limit{Counter: guess{}, Margin: 0.1}, 1, 2},
		{"much too small", budget.Limit{Counter: guess{}, Margin: 0.1}, 4, 2},
		{"the provider counts less", budget.Limit{Counter: guess{}, Margin: 0.1}, 0.2, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			calls := 0
			c.limit.Tokens, c.limit.Reserve = 1000, 100
			got, err := budget.Confirm(t.Context(), c.limit, confirmItems(), provider(&calls, c.factor))
			if err != nil {
				t.Fatal(err)
			}
			if calls != c.calls || got.Calls != calls || got.Count > 900 || got.Margin < c.limit.Margin || (got.Margin > c.limit.Margin) != (calls > 1) {
				t.Errorf("%d calls, %d reported, count %d, margin %v", calls, got.Calls, got.Count, got.Margin)
			}
			if want := int(float64(len(got.Plan.Text())) * c.factor); calls > 0 && got.Count != want {
				t.Errorf("Count %d, want %d", got.Count, want)
			}
			if c.factor >= 1 && calls > 0 && got.Count < 500 {
				t.Errorf("only %d of 900 used", got.Count)
			}
			// The margin found confirms the next turn at once.
			next := 0
			c.limit.Margin = got.Margin
			again, err := budget.Confirm(t.Context(), c.limit, confirmItems(), provider(&next, c.factor))
			if err != nil || next > 1 || again.Plan.Text() != got.Plan.Text() {
				t.Errorf("with that margin: %d calls, %v", next, err)
			}
		})
	}
}

func TestConfirmAsksForNothing(t *testing.T) {
	got, err := budget.Confirm(t.Context(), budget.Limit{Tokens: 9, Counter: guess{}, Margin: 1}, nil, nil)
	if err != nil || got.Calls != 0 {
		t.Errorf("%+v %v", got, err)
	}
}

func TestConfirmErrors(t *testing.T) {
	boom := errors.New("boom")
	cancelled, cancel := context.WithCancel(t.Context())
	limit := budget.Limit{Tokens: 400, Counter: guess{}, Margin: 0.1}
	calls := 0
	for _, c := range []struct {
		name  string
		ctx   context.Context
		limit budget.Limit
		count budget.CountFunc
		code  ringfence.Code
		cause error
		calls int
	}{
		{"no function", t.Context(), limit, nil, budget.CodeCount, nil, 0},
		{"the provider fails", t.Context(), limit, func(context.Context, string) (int, error) {
			calls++
			return 0, boom
		}, budget.CodeCount, boom, 1},
		{"a negative count", t.Context(), limit, func(context.Context, string) (int, error) {
			calls++
			return -1, nil
		}, budget.CodeCount, nil, 1},
		{"never enough", t.Context(), limit, func(context.Context, string) (int, error) {
			calls++
			return 401, nil
		}, budget.CodeUnconfirmed, nil, budget.MaxCalls},
		{"far too many", t.Context(), limit, func(context.Context, string) (int, error) {
			calls++
			return math.MaxInt, nil
		}, "", nil, 1},
		{"a limit that is wrong", t.Context(), budget.Limit{}, provider(&calls, 1), budget.CodeNotPositive, nil, 0},
		{"ended while it counts", cancelled, limit, func(context.Context, string) (int, error) {
			calls++
			cancel()
			return 1, nil
		}, budget.CodeCancelled, context.Canceled, 1},
		{"ended before", cancelled, limit, provider(&calls, 1), budget.CodeCancelled, context.Canceled, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			calls = 0
			got, err := budget.Confirm(c.ctx, c.limit, confirmItems()[:9], c.count)
			if c.code == "" { // so much that nothing is left: an empty prompt needs no count
				if err != nil || got.Plan.Text() != "" || calls != c.calls {
					t.Errorf("%d calls, %v, %q", calls, err, got.Plan.Text())
				}
				return
			}
			if !errors.Is(err, &ringfence.Error{Code: c.code}) || c.cause != nil && !errors.Is(err, c.cause) || calls != c.calls {
				t.Errorf("%d calls, %v", calls, err)
			}
			if diff := cmp.Diff(budget.Confirmed{}, got); diff != "" {
				t.Errorf("something came with the error: %s", diff)
			}
		})
	}
}
