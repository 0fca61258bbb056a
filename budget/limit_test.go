package budget_test

import (
	"errors"
	"math"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

func TestLimit(t *testing.T) {
	b := budget.Bytes{}
	for _, c := range []struct {
		name   string
		limit  budget.Limit
		code   ringfence.Code
		usable int
	}{
		{"zero", budget.Limit{}, budget.CodeNotPositive, 0},
		{"negative", budget.Limit{Tokens: -1, Counter: b}, budget.CodeNotPositive, 0},
		{"smallest int", budget.Limit{Tokens: math.MinInt, Counter: b}, budget.CodeNotPositive, 0},
		{"largest int", budget.Limit{Tokens: math.MaxInt, Counter: b}, budget.CodeTooLarge, 0},
		{"one too many", budget.Limit{Tokens: budget.MaxTokens + 1, Counter: b}, budget.CodeTooLarge, 0},
		{"most", budget.Limit{Tokens: budget.MaxTokens, Counter: b}, "", budget.MaxTokens},
		{"no counter", budget.Limit{Tokens: 5}, budget.CodeNoCounter, 0},
		{"negative reserve", budget.Limit{Tokens: 5, Counter: b, Reserve: -1}, budget.CodeReserve, 0},
		{"reserve takes all", budget.Limit{Tokens: 5, Counter: b, Reserve: 5}, budget.CodeReserve, 0},
		{"reserve", budget.Limit{Tokens: 5, Counter: b, Reserve: 4}, "", 1},
		{"negative step", budget.Limit{Tokens: 5, Counter: b, Step: -1}, budget.CodeStep, 0},
		{"NaN", budget.Limit{Tokens: 5, Counter: b, Margin: math.NaN()}, budget.CodeMargin, 0},
		{"infinite", budget.Limit{Tokens: 5, Counter: b, Margin: math.Inf(1)}, budget.CodeMargin, 0},
		{"negative margin", budget.Limit{Tokens: 5, Counter: b, Margin: -0.1}, budget.CodeMargin, 0},
		{"estimate without a margin", budget.Limit{Tokens: 5, Counter: guess{}}, budget.CodeMargin, 0},
		{"unknown exactness without a margin", budget.Limit{Tokens: 5, Counter: odd{}}, budget.CodeMargin, 0},
		{"estimate", budget.Limit{Tokens: 100, Counter: guess{}, Margin: 0.25}, "", 80},
		{"margin after reserve", budget.Limit{Tokens: 120, Reserve: 20, Counter: b, Margin: 0.25}, "", 80},
		{"rounded down", budget.Limit{Tokens: 10, Counter: guess{}, Margin: 0.3}, "", 7},
		{"tiny margin", budget.Limit{Tokens: 10, Counter: guess{}, Margin: math.SmallestNonzeroFloat64}, "", 10},
		{"huge margin", budget.Limit{Tokens: 10, Counter: guess{}, Margin: math.MaxFloat64}, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.limit.Validate()
			if c.code == "" && err != nil || c.code != "" && !errors.Is(err, &ringfence.Error{Code: c.code}) {
				t.Errorf("Validate: %v, want code %q", err, c.code)
			}
			if got := c.limit.Usable(); got != c.usable {
				t.Errorf("Usable = %d, want %d", got, c.usable)
			}
			_, ferr := budget.Fit(t.Context(), c.limit, nil)
			if (ferr == nil) != (err == nil) {
				t.Errorf("Fit: %v", ferr)
			}
		})
	}
}
