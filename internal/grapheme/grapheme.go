// Package grapheme divides text into grapheme clusters (UAX #29), the units in
// which ringfence cuts text and reports how much of it is shown.
//
// Three rules go beyond the standard, so that hostile text costs no more than
// its length and every text, valid or not, has one division:
//
//   - A cluster of more than [MaxRunes] code points is cut inside, every
//     MaxRunes code points: one letter may carry a million combining marks.
//   - A byte that is not UTF-8 is a cluster by itself, whatever stands beside it.
//   - The division is always taken from the start of the string given.
//
// The clusters of a string, concatenated, are the string. All functions are
// linear in the bytes they have to look at and safe for concurrent use.
package grapheme

import (
	"iter"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// MaxRunes is the largest number of code points in a cluster. The longest
// sequence that a person would take for one sign (a flag of a subdivision, a
// family, a stacked Indic syllable) stays well below it.
const MaxRunes = 32

// window is how many bytes are handed to the segmenter at a time. It has to
// hold MaxRunes code points and the one after them, which decides whether a
// cluster ends there, after a cut back to the start of a code point.
const window = (MaxRunes+1)*utf8.UTFMax + utf8.UTFMax

// Next returns the length in bytes of the first cluster of s: 0 for an empty
// string, at least 1 otherwise.
func Next(s string) int {
	var w walker
	return w.next(s)
}

// Count returns the number of clusters of s.
func Count(s string) int {
	var w walker
	n := 0
	for len(s) > 0 {
		s = s[w.next(s):]
		n++
	}
	return n
}

// Prefix returns the length in bytes of the first n clusters of s, or of all
// of s when it has fewer. It is 0 for n <= 0.
func Prefix(s string, n int) int {
	var w walker
	at := 0
	for ; n > 0 && at < len(s); n-- {
		at += w.next(s[at:])
	}
	return at
}

// Floor returns the last cluster boundary of s that is not after the byte
// offset limit; 0 for limit <= 0.
func Floor(s string, limit int) int {
	if limit >= len(s) {
		return len(s)
	}
	var w walker
	at := 0
	for at < limit {
		end := at + w.next(s[at:])
		if end > limit {
			break
		}
		at = end
	}
	return at
}

// Boundaries yields the end, as a byte offset, of each cluster of s in turn;
// the last one is len(s).
func Boundaries(s string) iter.Seq[int] {
	return func(yield func(int) bool) {
		var w walker
		for at := 0; at < len(s); {
			at += w.next(s[at:])
			if !yield(at) {
				return
			}
		}
	}
}

// walker steps through a string. It remembers how much of what lies ahead has
// been found valid, so that the check is made once a byte and not once a
// cluster.
type walker struct {
	valid int // bytes at the front of the rest that are known to be UTF-8
}

// next returns the length of the first cluster of s, where s is what is left
// after the clusters returned before.
func (w *walker) next(s string) int {
	n := w.step(s)
	w.valid = max(0, w.valid-n)
	return n
}

func (w *walker) step(s string) int {
	if len(s) == 0 {
		return 0
	}
	// An ASCII character other than CR is a cluster when another one follows.
	if s[0] < utf8.RuneSelf && s[0] != '\r' && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return 1
	}
	end := min(window, len(s))
	if w.valid < end {
		w.valid = validPrefix(s, w.valid, end)
	}
	if w.valid > end {
		// The window ends where it may, inside a code point; what was found
		// valid never does.
		for !utf8.RuneStart(s[end]) {
			end--
		}
	} else {
		end = w.valid
	}
	if end == 0 {
		return 1 // not UTF-8
	}
	it := graphemes.FromString(s[:end])
	if !it.Next() {
		return 1
	}
	return clip(it.Value())
}

// validPrefix extends a valid prefix of s from the byte offset have until it
// reaches limit or an invalid byte. It looks no further than one window ahead,
// so a caller that stops early has not paid for all of s.
func validPrefix(s string, have, limit int) int {
	for have < limit {
		r, size := utf8.DecodeRuneInString(s[have:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		have += size
	}
	return have
}

// clip returns the length in bytes of a cluster, at most MaxRunes code points.
func clip(cluster string) int {
	if len(cluster) <= MaxRunes {
		return len(cluster)
	}
	at := 0
	for n := 0; n < MaxRunes && at < len(cluster); n++ {
		_, size := utf8.DecodeRuneInString(cluster[at:])
		at += size
	}
	return at
}
