package coreform

import "math"

// Limits caps what a source may hold. A zero field means its default; raise a
// field to accept more. A source over a cap is an error and never shortened. A
// negative field makes every method return an error with [CodeLimit].
type Limits struct {
	Bytes int // length of the source, [DefaultBytes], at most 2^32-2
	Terms int // terms in it, containers and atoms, [DefaultTerms]
	Depth int // nesting of containers and quotes, [MaxDepth] and at most that
}

const (
	// DefaultBytes admits a log of a million entries whose values are artifacts.
	DefaultBytes = 64 << 20
	// DefaultTerms bounds memory: a term takes about 50 bytes, and the shortest
	// source of one takes 2, so that DefaultBytes alone would let a hostile
	// source cost gigabytes.
	DefaultTerms = 4 << 20
	// MaxDepth is the deepest nesting of any term, parsed or built. Payloads
	// and logs nest less than ten deep. A level indents the print by up to four
	// columns, so that depth multiplies what a short element costs to print,
	// and every walk over a term is a recursion of at most this depth.
	MaxDepth = 128
	// MaxDigits is the most digits an integer may have. Integers are kept as
	// digits, which costs linear time, but turning them into a number does not.
	MaxDigits = 1 << 16

	// maxOffset is the largest offset that a term can record.
	maxOffset = math.MaxUint32 - 1
)

// withDefaults returns the limits with zero fields filled in.
func (l Limits) withDefaults() (Limits, bool) {
	if l.Bytes < 0 || l.Terms < 0 || l.Depth < 0 {
		return l, false
	}
	if l.Bytes == 0 {
		l.Bytes = DefaultBytes
	}
	if l.Terms == 0 {
		l.Terms = DefaultTerms
	}
	if l.Depth == 0 {
		l.Depth = MaxDepth
	}
	l.Bytes = int(min(uint64(l.Bytes), maxOffset))
	l.Depth = min(l.Depth, MaxDepth)
	return l, true
}
