package fence

import (
	"iter"
	"slices"
	"unicode/utf8"
)

// Match is a place in a text: bytes Start to End.
type Match struct {
	Start, End int
	Family     string // of a control token: the model family, or "shape"
}

// CharMatch is a character or byte that may not stand raw in a payload.
type CharMatch struct {
	Start, End int
	Rune       rune // the character, or the value of a byte that is not UTF-8
	Class      Class
}

// FindControlTokens returns the control tokens of s in every folding, the
// longest at each place where one begins; they may overlap. A sealed payload
// has none. It takes time linear in s.
func FindControlTokens(s string) []Match { return defaultTable().find(s) }

func (t *Table) find(s string) []Match {
	var out []Match
	t.eachTrigger(s, func(i, n int) {
		if end, index := t.token(s, i, n); end > 0 {
			m := Match{Start: i, End: end, Family: "shape"}
			if index >= 0 {
				m.Family = t.tokens[index].Family
			}
			out = append(out, m)
		}
	})
	return out
}

// FindFenceShapes returns what is shaped like the beginning of a fence line in
// any folding, real fence lines included. It takes time linear in s.
func FindFenceShapes(s string) []Match { return slices.Collect(FenceShapes(s)) }

// FenceShapes yields what [FindFenceShapes] returns, in order and without keeping
// it; a search for the first goes no further.
func FenceShapes(s string) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		p := newPlaces(s)
		for {
			start, end := p.next()
			if start < 0 || !yield(Match{Start: start, End: end}) {
				return
			}
		}
	}
}

// FindCharacters returns the characters and bytes of s that may not stand raw
// in a payload. A CR before an LF is not among them. It takes time linear in s.
func FindCharacters(s string) []CharMatch { return slices.Collect(Characters(s)) }

// Characters yields what [FindCharacters] returns, in order and without keeping
// it: a hostile text has one in every byte.
func Characters(s string) iter.Seq[CharMatch] {
	return func(yield func(CharMatch) bool) {
		raw := 0
		for i := 0; i < len(s); {
			b := s[i]
			if b < utf8.RuneSelf {
				c := asciiClass(b)
				if c != Plain && (b != '\r' || i+1 == len(s) || s[i+1] != '\n') {
					if !yield(CharMatch{i, i + 1, rune(b), c}) {
						return
					}
					raw = i + 1
				}
				i++
				continue
			}
			r, n := utf8.DecodeRuneInString(s[i:])
			class, keep := wideClass(s, i, n, r, raw)
			if class == Plain {
				i += keep
				continue
			}
			if class == NotUTF8 {
				r = rune(b)
			}
			if !yield(CharMatch{i, i + n, r, class}) {
				return
			}
			i += n
			raw = i
		}
	}
}

// eachTrigger calls f for the places of s where a pattern may begin: the offset
// and the length of the character.
func (t *Table) eachTrigger(s string, f func(i, n int)) {
	for i := 0; i < len(s); {
		switch t.stops[s[i]] {
		case stopTrigger, stopControl:
			if t.heads.maybe(s, i) {
				f(i, 1)
			}
			i++
		case stopWide:
			r, n := utf8.DecodeRuneInString(s[i:])
			if t.trigger(r) {
				f(i, n)
			}
			i += n
		default:
			i++
		}
	}
}
