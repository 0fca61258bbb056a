package budget

import (
	"context"
	"strconv"

	"github.com/ringfence/ringfence"
)

// Codes of the errors that [Confirm] returns beside those of [Fit].
const (
	// CodeCount: the provider gave no count. The cause is its error, if any.
	CodeCount ringfence.Code = "budget-count"
	// CodeUnconfirmed: the provider counted too many tokens each time.
	CodeUnconfirmed ringfence.Code = "budget-unconfirmed"
)

// MaxCalls is how often [Confirm] asks a provider at most. Each answer corrects
// the margin by what was seen, so that a second or third one settles it unless
// the answers do not depend on the text.
const MaxCalls = 4

// confirmSlack is added to a corrected margin: the next text is a little less
// dense or more than the one that was counted.
const confirmSlack = 0.02

// CountFunc asks a provider how many tokens a text has. It must return once the
// context ends, and may be called several times. What the count holds besides
// the text, such as the framing of a message, counts towards Limit.Tokens less
// Limit.Reserve: leave it out of Reserve then.
type CountFunc func(ctx context.Context, text string) (int, error)

// Confirmed is a plan whose text has been counted by whoever will read it.
type Confirmed struct {
	Plan Plan
	// Count is the provider's count; Plan.Used where it was not asked.
	Count int
	// Calls is how often the provider was asked: 0 to [MaxCalls].
	Calls int
	// Margin is that of the limit with which the plan was made: Limit.Margin, or
	// more. Give it to the next turn, so that the first answer confirms and
	// stable prefixes stay as they are.
	Margin float64
}

// Confirm fits items with an estimate and lets the provider confirm the result.
// It first calls [Fit]. When the plan's count is exact or an upper bound, or
// there is no text, that is the answer and the provider is not asked. Otherwise
// count is called with the text; when it says that there are more tokens than
// Limit.Tokens less Limit.Reserve, the margin is corrected to what was seen,
// and the items are fitted again into less than before.
//
// With Confirm, Limit.Margin can be the error that is usual instead of the
// largest: a margin that is too small costs another call and not the promise.
// (It must be above zero, since Fit does not know of the provider.)
//
// Errors are those of Fit, and *ringfence.Error with [CodeCount],
// [CodeUnconfirmed] and [CodeCancelled]; what is confirmed is then nothing.
func Confirm(ctx context.Context, limit Limit, items []Item, count CountFunc) (Confirmed, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	room := limit.Tokens - limit.Reserve
	for calls := 0; ; {
		plan, err := Fit(ctx, limit, items)
		if err != nil {
			return Confirmed{}, err
		}
		text := plan.Text()
		if plan.Exactness.known() || text == "" {
			return Confirmed{Plan: plan, Count: plan.Used, Calls: calls, Margin: limit.Margin}, nil
		}
		n, err := ask(ctx, count, text)
		if err != nil {
			return Confirmed{}, err
		}
		calls++
		if n <= room {
			return Confirmed{Plan: plan, Count: n, Calls: calls, Margin: limit.Margin}, nil
		}
		if calls == MaxCalls {
			return Confirmed{}, &ringfence.Error{
				Code: CodeUnconfirmed, Offset: ringfence.NoOffset,
				Message: "after " + strconv.Itoa(calls) + " attempts the provider still counts " + tokens(n) + ", " + strconv.Itoa(room) + " usable",
				Hint:    "give a larger margin, or check that the provider counts the text it is given",
			}
		}
		limit.Margin = corrected(limit.Margin, n, plan.Used)
	}
}

// corrected is the margin after the provider counted n for what was estimated
// at used. Since n was too many for the limit, less is usable with it than was
// used, so that the next text is another one.
func corrected(margin float64, n, used int) float64 {
	return max(margin, float64(n)/float64(max(used, 1))-1) + confirmSlack
}

// ask calls the provider.
func ask(ctx context.Context, count CountFunc, text string) (int, error) {
	fail := func(code ringfence.Code, message string, err error) (int, error) {
		return 0, &ringfence.Error{Code: code, Message: message, Offset: ringfence.NoOffset, Err: err}
	}
	if count == nil {
		return fail(CodeCount, "there is no function that counts", nil)
	}
	if err := ctx.Err(); err != nil {
		return fail(CodeCancelled, "the context ended before the provider was asked", err)
	}
	n, err := count(ctx, text)
	switch {
	case ctx.Err() != nil:
		return fail(CodeCancelled, "the context ended while the provider counted", ctx.Err())
	case err != nil:
		return fail(CodeCount, "the provider gave no count", err)
	case n < 0:
		return fail(CodeCount, "the provider gave a negative count", nil)
	}
	return n, nil
}
