package bpe_test

import (
	"strings"
	"testing"
	"time"
)

// fastest returns the shortest of a few runs of f.
func fastest(f func()) time.Duration {
	best := time.Hour
	for range 3 {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
	}
	return best
}

// grows measures small and large and reports whether large takes longer than 30
// times small and the slack. What is too slow once is measured again: the machine
// may have been away.
func grows(small, large func(), slack time.Duration) (a, b time.Duration, grows bool) {
	a, b = fastest(small), fastest(large)
	for round := 0; round < 5 && b > 30*a+slack; round++ {
		b = min(b, fastest(large))
	}
	return a, b, b > 30*a+slack
}

// TestLinear compares the time for eight times the text, with wide slack: a
// quadratic method would take 64 times as long.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	e := encodings[0].encoding()
	e.Count(strings.Repeat("ab", 100)) // build the trie
	for _, family := range hostile {
		small, large := family.make(20_000), family.make(160_000)
		work := map[string]func(s string){
			"Count":  func(s string) { e.Count(s) },
			"Encode": func(s string) { e.Encode(nil, s) },
			"Prefix": func(s string) { e.Prefix(s, len(s)/16) },
		}
		for name, do := range work {
			a, b, slow := grows(func() { do(small) }, func() { do(large) }, 20*time.Millisecond)
			if slow {
				t.Errorf("%s of %s: %v for 20 kB, %v for 160 kB", name, family.name, a, b)
			}
		}
	}
}

// TestAppendLinear appends one character at a time and counts each time.
func TestAppendLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	e := encodings[0].encoding()
	for _, part := range []string{"a", "A", "中", " ", "\n", "-", "\u0301", "word "} {
		run := func(n int) func() {
			return func() {
				a := e.NewAppender()
				for range n {
					a.Append(part)
					a.Count()
				}
			}
		}
		a, b, slow := grows(run(2000), run(16_000), 50*time.Millisecond)
		if slow {
			t.Errorf("%q: %v for 2,000 parts, %v for 16,000", part, a, b)
		}
	}
}

// TestCountUpToStops shows that what lies far behind the limit is not read: a
// text of 64 MB is answered as fast as one of 64 kB.
func TestCountUpToStops(t *testing.T) {
	e := encodings[0].encoding()
	s := strings.Repeat("word ", 64<<20/5)
	near := fastest(func() { e.CountUpTo(s[:64<<10], 100) })
	far := fastest(func() { e.CountUpTo(s, 100); e.Prefix(s, 100) })
	if far > 100*near+20*time.Millisecond {
		t.Errorf("%v for 64 kB, %v for 64 MB", near, far)
	}
}
