package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// needRounds is how often the true need is looked for. Counts that add up at
// seams give it at once; others may be short by a few tokens the first time.
const needRounds = 8

// Two nonces between whose counts those of all others lie.
//
// A vocabulary divides text into letters, digits and what is neither before it
// looks for tokens, and no token is shorter than a byte. So a nonce has the most
// tokens when each of its characters stands alone, which is when digits and
// letters take turns, a digit first: behind a letter the dash before the nonce
// could be part of its token. Fence lines hold nothing else that depends on the
// nonce, and data in which this very nonce stands only takes more for it.
//
// The other one has few; it tells which parts have a count that varies at all.
const (
	mostTokens = "2a2a2a2a2a"
	fewTokens  = "aaaaaaaaaa"
)

// tooSmall says of a budget in which the mandatory parts do not fit which these
// are, all of them, and a budget that is enough: the least for the nonce of the
// renderer, or, without one, the least that is enough whichever nonce comes. give
// is what to do with the number, as in "give --budget %d". Other errors pass.
func tooSmall(ctx context.Context, r render.Renderer, parts []render.Part, err error, give string) error {
	var s *budget.Shortage
	if !errors.As(err, &s) {
		return err
	}
	usable, few := s.Usable, s.Needs
	short := func(nonce fence.Nonce) *budget.Shortage {
		var more *budget.Shortage
		r.Nonce = nonce
		_, again := r.Render(ctx, parts...)
		if !errors.As(again, &more) {
			return nil
		}
		return more
	}
	if r.Nonce.IsZero() {
		if least := short(fixedNonce(fewTokens)); least != nil {
			few = least.Needs
		}
		if most := short(fixedNonce(mostTokens)); most != nil {
			s = most
		}
	}
	need := s.Total
	for range needRounds {
		r.Limit.Tokens = need
		more := short(r.Nonce)
		if more == nil {
			break
		}
		need = max(need+1, more.Total)
	}
	if late := ctx.Err(); late != nil { // the number was not tried
		return &ringfence.Error{
			Code: budget.CodeCancelled, Offset: ringfence.NoOffset, Err: late,
			Message: "the time ended while a budget that is enough was looked for", Hint: "raise the budget, or the time",
		}
	}
	return &ringfence.Error{
		Code: budget.CodeRequired, Offset: ringfence.NoOffset, Err: err,
		Message: fmt.Sprintf("a budget of %d is too small for what is never left out: %s", usable, needNames(s.Needs, few)),
		Hint:    fmt.Sprintf(give, need) + " or more; data needs room beyond that",
	}
}

// needNames lists parts with their tokens. A count is a bound where fewer were
// counted under another nonce.
func needNames(needs, few []budget.Need) string {
	names := make([]string, len(needs))
	for i, n := range needs {
		most := ""
		if i < len(few) && few[i].Tokens < n.Tokens {
			most = "at most "
		}
		names[i] = fmt.Sprintf("%s (%s%d)", n.Name, most, n.Tokens)
	}
	return strings.Join(names, ", ")
}

// fixedNonce is a nonce for counting alone.
func fixedNonce(s string) fence.Nonce {
	n, _ := fence.ParseNonce(s) // a constant of the right form; none would be a fresh one
	return n
}

// styleNames lists the styles, the default first.
func styleNames() []string {
	var out []string
	for s := fence.StyleBlock; s.String() != ""; s++ {
		out = append(out, s.String())
	}
	return out
}
