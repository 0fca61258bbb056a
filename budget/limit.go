package budget

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
)

// MaxTokens is the largest limit accepted. It is three orders of magnitude
// above the largest context window that is sold; what lies beyond is a unit
// mistaken, such as bytes or a time.
const MaxTokens = 1 << 30

// Codes of the errors that [Limit.Validate] returns.
const (
	// CodeNotPositive: Tokens is zero or negative.
	CodeNotPositive ringfence.Code = "limit-not-positive"
	// CodeTooLarge: Tokens is above MaxTokens.
	CodeTooLarge ringfence.Code = "limit-too-large"
	// CodeNoCounter: there is no Counter.
	CodeNoCounter ringfence.Code = "limit-no-counter"
	// CodeReserve: Reserve is negative, or leaves nothing of Tokens.
	CodeReserve ringfence.Code = "limit-reserve"
	// CodeMargin: Margin is negative or not a number, or is zero although the
	// Counter estimates.
	CodeMargin ringfence.Code = "limit-margin"
	// CodeStep: Step is negative.
	CodeStep ringfence.Code = "limit-step"
)

// Limit is how many tokens a prompt may have, and how they are counted.
type Limit struct {
	// Tokens is the context window, or the part of it that is meant for this
	// prompt: 1 to [MaxTokens].
	Tokens int
	// Counter counts. It is required.
	Counter Counter
	// Reserve is taken off Tokens before anything is fitted: for the answer, a
	// provider's framing of messages, and tool definitions.
	Reserve int
	// Margin is the share by which the true count may exceed what Counter
	// says: 0.25 makes room for a quarter more. An [Estimate] needs one; with
	// other counters it is allowed and has the same effect.
	Margin float64
	// Greedy goes on after an item that did not fit, with the items of lower
	// priority. It fills more, and gives up the promise that a larger limit
	// keeps what a smaller one kept.
	Greedy bool
	// Step, if above one, makes cuts move in steps: the tokens an item's Cut is
	// asked for are rounded down to a multiple of it. While a conversation
	// grows, what is cut then mostly stays byte for byte as it was, and so does
	// the start of the prompt that a provider has cached.
	Step int
	// Subtrees bounds parts of the prompt: the counts of what is chosen of the
	// items within a subtree, each counted alone, add up to no more than its
	// tokens, margin taken off as from Tokens. Names are paths: "history" holds
	// "history/tools", and an item of the latter counts for both. The limits
	// are 1 to [MaxTokens], and may add up to more than Tokens.
	Subtrees map[string]int
}

// Validate returns nil or a *ringfence.Error that says which field is wrong.
func (l Limit) Validate() error {
	bad := func(code ringfence.Code, message, hint string) error {
		return &ringfence.Error{Code: code, Message: message, Hint: hint, Offset: ringfence.NoOffset}
	}
	switch {
	case l.Tokens <= 0:
		return bad(CodeNotPositive, "the token limit is not positive", "give the tokens that the prompt may have")
	case l.Tokens > MaxTokens:
		return bad(CodeTooLarge, "the token limit is above every context window", "give tokens, not bytes")
	case l.Counter == nil:
		return bad(CodeNoCounter, "the limit has no counter", "use o200k.Encoding(), or budget.Bytes{} as an upper bound")
	case l.Reserve < 0:
		return bad(CodeReserve, "the reserve is negative", "give the tokens to keep free, or 0")
	case l.Reserve >= l.Tokens:
		return bad(CodeReserve, "the reserve leaves nothing of the token limit", "lower the reserve or raise the limit")
	case l.Step < 0:
		return bad(CodeStep, "the step of cuts is negative", "give the tokens of a step, or 0")
	case math.IsNaN(l.Margin) || math.IsInf(l.Margin, 0) || l.Margin < 0:
		return bad(CodeMargin, "the margin is not a share of zero or more", "give 0.25 for a quarter")
	case l.Margin == 0 && !l.Counter.Exactness().known():
		return bad(CodeMargin, "the counter estimates and there is no margin", "set Margin to the largest relative error expected")
	}
	for _, name := range slices.Sorted(maps.Keys(l.Subtrees)) {
		n := l.Subtrees[name]
		switch {
		case slices.Contains(strings.Split(name, "/"), ""):
			return bad(CodeSubtree, "subtree "+printable(name)+": the name has an empty part", `name subtrees like "history" or "history/tools"`)
		case n <= 0 || n > MaxTokens:
			return bad(CodeSubtree, "subtree "+printable(name)+": the limit is not 1 to "+strconv.Itoa(MaxTokens)+" tokens",
				"leave the subtree's items out to have none of it")
		}
	}
	return nil
}

// Usable returns the number of tokens, as Counter counts them, that a prompt
// may have: Tokens less Reserve, divided by one plus Margin, rounded down. It
// is 0 for a limit that Validate refuses.
func (l Limit) Usable() int {
	if l.Validate() != nil {
		return 0
	}
	return l.lessMargin(l.Tokens - l.Reserve)
}

// lessMargin divides n by one plus Margin, rounded down.
func (l Limit) lessMargin(n int) int {
	if l.Margin == 0 {
		return n
	}
	// Below 2^53 the conversion is exact; the quotient is never above n.
	return min(n, int(math.Floor(float64(n)/(1+l.Margin))))
}
