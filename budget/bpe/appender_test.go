package bpe_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence/budget/bpe"
)

// appendAll appends s in parts of random length and compares every count with
// that of the text so far.
func appendAll(t *testing.T, e *bpe.Encoding, r *rand.Rand, s string, most int) {
	t.Helper()
	a := e.NewAppender()
	for i := 0; i < len(s); {
		end := min(i+1+r.IntN(most), len(s))
		a.Append(s[i:end])
		i = end
		if r.IntN(4) == 0 {
			continue // not every part is counted on its own
		}
		// An unfinished code point is not counted yet.
		whole := s[:i]
		for k := range 4 {
			if i >= k && utf8.ValidString(s[:i-k]) {
				whole = s[:i-k]
				break
			}
		}
		if got, want := a.Count(), e.Count(whole); got != want {
			t.Fatalf("%v: after %d bytes of %q: %d, want %d", e.Family(), i, s, got, want)
		}
	}
	if got, want := a.Finish(), e.Count(s); got != want {
		t.Fatalf("%v: %q: %d at the end, want %d", e.Family(), s, got, want)
	}
}

func TestAppenderCountsTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, e := range encodings {
		for range 300 {
			s := strings.ToValidUTF8(randomText(r, 40), "\uFFFD")
			appendAll(t, e.encoding(), r, s, 7)
		}
		for range 40 {
			s := strings.ToValidUTF8(randomText(r, 500), "\uFFFD")
			appendAll(t, e.encoding(), r, s, 30)
		}
	}
}

// TestAppenderInvalid looks at the end only: parts of invalid text divide where
// they may.
func TestAppenderInvalid(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	e := encodings[0].encoding()
	for range 500 {
		s := randomText(r, 20)
		a := e.NewAppender()
		for i := 0; i < len(s); {
			end := min(i+1+r.IntN(3), len(s))
			a.Append(s[i:end])
			a.Count()
			i = end
		}
		if got, want := a.Finish(), e.Count(s); got != want {
			t.Fatalf("%q: %d, want %d", s, got, want)
		}
	}
}
