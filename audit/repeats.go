package audit

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Sizes of what costs a tokenizer or a reader more than it says.
const (
	// bombSize is how long a repetition is that nobody writes.
	bombSize = 16 << 10
	// bombStep is how often a repetition is looked for; one of bombSize spans
	// several.
	bombStep = 4 << 10
	// maxPeriod is the longest unit that counts as a repetition, and longPeriod the
	// longest that does if it comes for longBomb bytes: notices and lists come twice
	// and three times in ordinary text.
	maxPeriod  = 48
	longPeriod = 8 << 10
	longBomb   = 64 << 10
	// unbroken is how long a word without an end is that only hand-made merging
	// makes cheap.
	unbroken = 64 << 10
)

// repeats looks for a unit that is repeated for bombSize bytes. It tests blocks:
// in ordinary text the first bytes of a block tell it apart.
func (t *textScan) repeats() {
	if t.in.code {
		return
	}
	seen := evidence{text: t.s}
	first, last, unit := 0, 0, 0
	defer func() {
		if seen.n > 0 {
			addAll(t.put, &seen, idBomb, first, last, unitOf(t.s[first:], unit)+" comes "+strconv.Itoa((last-first)/unit)+" times in a row: text that is made to be expensive")
		}
	}()
	for i := 0; i+bombSize <= len(t.s); i += bombStep {
		if start, end, p := longRepeat(t.s, i); p > 0 {
			if seen.n == 0 {
				first, last, unit = start, end, p
			}
			seen.hit(start, end)
			i = (end - 1) / bombStep * bombStep
			continue
		}
		for p := 1; p <= maxPeriod; p++ {
			if t.s[i] != t.s[i+p] || !periodic(t.s[i:i+bombStep], p) {
				continue
			}
			end := i + bombStep
			for end < len(t.s) && t.s[end] == t.s[end-p] {
				end++
			}
			if end-i >= bombSize-bombStep {
				start := i // blocks begin anywhere in the run
				for start > 0 && t.s[start-1] == t.s[start-1+p] {
					start--
				}
				if seen.n == 0 {
					first, last, unit = start, end, p
				}
				seen.hit(start, end)
				i = (end - 1) / bombStep * bombStep // and one step on
			}
			break
		}
	}
}

// periodic reports whether s repeats itself after p bytes.
func periodic(s string, p int) bool { return s[p:] == s[:len(s)-p] }

// unitOf says what is repeated: one character, or how long a unit of p bytes is,
// since messages hold no text of a body.
func unitOf(s string, p int) string {
	if r, n := utf8.DecodeRuneInString(s); n == p && r != utf8.RuneError {
		return fmt.Sprintf("one character (U+%04X)", r)
	}
	return "one unit of " + plural(p, "byte", "bytes")
}

// repeatMark is how much of a unit is looked for to find the next one, and
// repeatTries how often, since a unit may have the same in it twice.
const (
	repeatMark  = 24
	repeatTries = 4
)

// longRepeat returns where a repetition of more than maxPeriod bytes is that has
// begun at i, and its unit, 0 for none. It looks at every fourth block, of which
// longBomb bytes have several. What is found not to go on costs no more
// than longBomb a try.
func longRepeat(s string, i int) (start, end, p int) {
	if i%(4*bombStep) != 0 || i+longBomb > len(s) {
		return 0, 0, 0
	}
	mark, from := s[i:i+repeatMark], i+maxPeriod+1
	for range repeatTries {
		k := strings.Index(s[from:i+longPeriod+repeatMark], mark)
		if k < 0 {
			break
		}
		p := from + k - i
		if s[i:i+longBomb-p] != s[i+p:i+longBomb] {
			from += k + 1
			continue
		}
		end, start := i+longBomb, i
		for end < len(s) && s[end] == s[end-p] {
			end++
		}
		for start > 0 && s[start-1] == s[start-1+p] {
			start--
		}
		return start, end, p
	}
	return 0, 0, 0
}
