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

// tooSmall says of a budget in which the mandatory parts do not fit which these
// are, all of them, and the least budget that is enough. Other errors pass.
func tooSmall(r render.Renderer, parts []render.Part, err error) error {
	var s *budget.Shortage
	if !errors.As(err, &s) {
		return err
	}
	names := make([]string, len(s.Needs))
	for i, n := range s.Needs {
		names[i] = fmt.Sprintf("%s (%d)", n.Name, n.Tokens)
	}
	usable, need := s.Usable, s.Total
	for range needRounds {
		r.Limit.Tokens = need
		_, again := r.Render(context.Background(), parts...)
		var more *budget.Shortage
		if !errors.As(again, &more) {
			break
		}
		need = max(need+1, more.Total)
	}
	return &ringfence.Error{
		Code: budget.CodeRequired, Offset: ringfence.NoOffset, Err: err,
		Message: fmt.Sprintf("a budget of %d is too small for what is never left out: %s", usable, strings.Join(names, ", ")),
		Hint:    fmt.Sprintf("give --budget %d or more; data needs room beyond that", need),
	}
}

// styleNames lists the styles, the default first.
func styleNames() []string {
	var out []string
	for s := fence.StyleBlock; s.String() != ""; s++ {
		out = append(out, s.String())
	}
	return out
}
