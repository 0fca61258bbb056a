package budget

// Counter counts the tokens of a text. Count must be a function of its
// argument and safe for concurrent use, and must not panic on invalid UTF-8. A
// count below zero is taken as larger than every limit, so that a broken
// counter fails closed.
//
// Exactness is a promise about every value that Count returns.
type Counter interface {
	Count(s string) int
	Exactness() Exactness
}

// Additive is implemented by a [Counter] whose counts add at seams, as [Seam]
// defines them. When SeamAdditive returns true, the count of a text is exactly
// the sum of the counts of what its seams divide it into. (For an [Upper]
// counter: the sum is not below the true count of the whole, and Count of the
// whole is not above the sum.)
type Additive interface {
	SeamAdditive() bool
}

// Measurer is implemented by a [Counter] that knows more about one count than
// its Exactness says of all of them: an upper bound that happens to be exact
// for this text. The number is what Count returns.
type Measurer interface {
	Measure(s string) (int, Exactness)
}

// Prefixer is implemented by a [Counter] that can cut quickly. Prefix returns
// the length in bytes of a prefix of s that ends at a grapheme boundary and
// whose own count, taken alone, is at most limit; the longest one where the
// counter can tell, 0 where there is none.
type Prefixer interface {
	Prefix(s string, limit int) int
}

// maxCount stands in for a count that a counter could not give.
const maxCount = int(^uint(0) >> 1)

// add is a sum of counts that stays at maxCount instead of wrapping round.
func add(a, b int) int {
	if a > maxCount-b {
		return maxCount
	}
	return a + b
}
