package budget_test

import (
	"errors"
	"math"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

func TestFraming(t *testing.T) {
	for _, c := range []struct {
		framing        budget.Framing
		messages, want int
	}{
		{budget.Framing{}, 5, 0},
		{budget.Framing{PerMessage: 4, PerPrompt: 3}, 0, 3},
		{budget.Framing{PerMessage: 4, PerPrompt: 3}, 2, 11},
		{budget.Framing{PerMessage: 4, PerPrompt: 3}, -2, 3},
		{budget.Framing{PerMessage: -4, PerPrompt: -3}, 2, 0},
		{budget.Framing{PerMessage: 4}, math.MaxInt, math.MaxInt},
		{budget.Framing{PerMessage: 1, PerPrompt: 1}, math.MaxInt, math.MaxInt},
	} {
		if got := c.framing.Tokens(c.messages); got != c.want {
			t.Errorf("%+v of %d messages: %d", c.framing, c.messages, got)
		}
	}
}

func TestFramed(t *testing.T) {
	f := budget.Framing{PerMessage: 4, PerPrompt: 3}
	l := budget.Limit{Tokens: 100, Reserve: 20, Counter: budget.Bytes{}}
	if got := l.Framed(f, 2); got.Usable() != 69 || l.Usable() != 80 {
		t.Errorf("%d usable, %d before", got.Usable(), l.Usable())
	}
	for name, l := range map[string]budget.Limit{
		"too many messages": l.Framed(f, 20),
		"absurdly many":     l.Framed(f, math.MaxInt),
		"a wrong reserve":   budget.Limit{Tokens: 100, Reserve: -90, Counter: budget.Bytes{}}.Framed(f, 2),
	} {
		if err := l.Validate(); !errors.Is(err, &ringfence.Error{Code: budget.CodeReserve}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
