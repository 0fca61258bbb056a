package bpe

import "unicode/utf8"

// CountUpTo counts s only as far as limit. If the count of s is at most limit
// it returns that count and true. Otherwise it returns a number above limit
// that the count reaches at least, and false, having looked at no more of s
// than LongestToken times limit bytes. A negative limit gives 0 and false.
func (e *Encoding) CountUpTo(s string, limit int) (n int, ok bool) {
	if limit < 0 {
		return 0, false
	}
	if least := e.atLeast(len(s)); least > limit {
		return least, false
	}
	s = repair(s)
	w := e.getWork()
	defer e.putWork(w)
	for i := 0; i < len(s); {
		end := e.next(s, i)
		if least := e.atLeast(end - i); n+least > limit {
			return n + least, false
		}
		n += e.countPiece(w, s, i, end)
		if n > limit {
			return n, false
		}
		i = end
	}
	return n, true
}

// Fits reports whether the count of s is at most limit. Two gates answer most
// calls without counting: a text with no more bytes than limit always fits, and
// one of more than LongestToken bytes for each token of the limit never does. A
// negative limit fits nothing, not even the empty text.
func (e *Encoding) Fits(s string, limit int) bool {
	if limit < 0 {
		return false
	}
	// A token has one byte at least, but an invalid byte counts as three.
	if len(s) <= limit/len(replacement) || len(s) <= limit && utf8.ValidString(s) {
		return true
	}
	_, ok := e.CountUpTo(s, limit)
	return ok
}

// atLeast returns the least number of tokens that n bytes can be. It holds for
// text that is not repaired yet, because repairing makes it longer.
func (e *Encoding) atLeast(n int) int {
	return (n + e.vocab.longest - 1) / e.vocab.longest
}
