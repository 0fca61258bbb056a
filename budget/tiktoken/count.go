package tiktoken

import (
	"github.com/ringfence/ringfence/budget"
)

// MaxPiece is the largest piece, in bytes, that is merged. The merge costs the
// square of the length, so this bounds the cost of a byte; pieces of ordinary
// text and of code stay two orders of magnitude below it.
const MaxPiece = 1024

// Count returns the number of tokens of s, or more where a piece is longer than
// [MaxPiece].
func (e *Encoding) Count(s string) int {
	n, _ := e.Measure(s)
	return n
}

// Measure returns what Count does, and [budget.Exact] when no piece was too
// long to be merged, [budget.Upper] otherwise.
func (e *Encoding) Measure(s string) (int, budget.Exactness) {
	n, worth := 0, budget.Exact
	e.pieces([]rune(s), func(piece []rune) bool {
		text := string(piece)
		if _, ok := e.ranks[text]; ok {
			n++
			return true
		}
		if len(text) > MaxPiece {
			n += len(text)
			worth = budget.Upper
			return true
		}
		n += len(e.ordinary.EncodeOrdinary(text))
		return true
	})
	return n, worth
}

// Encode appends the tokens of s to dst; there are as many as Count returns.
// They decode to s, once each invalid byte is U+FFFD. A piece longer than
// [MaxPiece] is written as single bytes.
func (e *Encoding) Encode(dst []uint32, s string) []uint32 {
	e.pieces([]rune(s), func(piece []rune) bool {
		text := string(piece)
		if rank, ok := e.ranks[text]; ok {
			dst = append(dst, uint32(rank))
			return true
		}
		if len(text) > MaxPiece {
			for i := range len(text) {
				dst = append(dst, uint32(e.ranks[text[i:i+1]]))
			}
			return true
		}
		for _, id := range e.ordinary.EncodeOrdinary(text) {
			dst = append(dst, uint32(id))
		}
		return true
	})
	return dst
}
