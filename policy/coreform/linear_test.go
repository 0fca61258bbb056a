package coreform_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
)

// hostile are sources made to be slow, by a number that their length grows with.
var hostile = map[string]func(n int) string{
	"unclosed strings":    func(n int) string { return "[" + strings.Repeat(`"a" `, n) },
	"one long symbol":     func(n int) string { return strings.Repeat("x", 8*n) },
	"one long string":     func(n int) string { return `"` + strings.Repeat(`\x41`, 2*n) + `"` },
	"strings then escape": func(n int) string { return "[" + strings.Repeat(`"a" `, 2*n) + `"\n"]` },
	"escapes":             func(n int) string { return "[" + strings.Repeat(`"\n" `, n) + "]" },
	"comments":            func(n int) string { return strings.Repeat(";\n", 4*n) + "1" },
	"digits over the cap": func(n int) string { return strings.Repeat("7", 8*n) },
	"integers at the cap": func(n int) string { return strings.Repeat(strings.Repeat("7", coreform.MaxDigits)+" ", n>>12) },
	"keys backwards":      func(n int) string { return "{" + backwards(n) + "}" },
	"keys that begin alike": func(n int) string {
		return "{" + strings.Repeat(" ", n%7) + strings.ReplaceAll(backwards(n/8), ":", ":"+strings.Repeat("p", 50)) + "}"
	},
	"deep lists": func(n int) string {
		return strings.Repeat(strings.Repeat("(", 120)+"a b"+strings.Repeat(")", 120)+"\n", n/200)
	},
	"long text in deep lists": func(n int) string {
		return strings.Repeat("(", 120) + `"` + strings.Repeat("s", 8*n) + `"` + strings.Repeat(")", 120)
	},
	"wide lists": func(n int) string { return "(" + strings.Repeat("(a) ", n) + ")" },
	"quotes":     func(n int) string { return strings.Repeat("''''''''''a ", n/2) },
}

// backwards returns n pairs whose keys are in falling order.
func backwards(n int) string {
	var b strings.Builder
	for i := n; i > 0; i-- {
		b.WriteString(":")
		for bit := 18; bit >= 0; bit-- {
			b.WriteByte("ab"[i>>bit&1])
		}
		b.WriteString(" 1 ")
	}
	return b.String()
}

// TestHostileGrowth compares two sizes. Four times the source may take up to
// twelve times as long, which is far from the sixteen of quadratic cost only
// because the machine may be busy; the best of several runs counts.
func TestHostileGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("compares running times")
	}
	for name, source := range hostile {
		t.Run(name, func(t *testing.T) {
			const n = 1 << 14
			small, large := []byte(source(n)), []byte(source(4*n))
			for attempt := 0; ; attempt++ {
				a, b := cost(small), cost(large)
				if b < 12*a+5*time.Millisecond {
					return
				}
				if attempt == 4 {
					t.Fatalf("%d bytes took %v, %d bytes %v", len(small), a, len(large), b)
				}
			}
		})
	}
}

// cost is the best time of three to read, print and hash a source.
func cost(src []byte) time.Duration {
	best := time.Hour
	for range 3 {
		start := time.Now()
		if forms, err := coreform.ParseModule(src); err == nil {
			coreform.AppendModule(nil, forms)
			coreform.HashModule(forms)
		}
		best = min(best, time.Since(start))
	}
	return best
}

// Memory is bounded by the limit on terms even when every other byte is one.
func TestHostileMemory(t *testing.T) {
	src := []byte("[" + strings.Repeat("1 ", 200_000) + "]")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	term, err := coreform.Parse(src)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	// About 50 bytes a term in the tree and twice that, at worst, for a stack
	// that grew by doubling.
	if used := after.TotalAlloc - before.TotalAlloc; used > 400*uint64(term.Len()) {
		t.Errorf("%d bytes for %d terms", used, term.Len())
	}
	if _, err := (coreform.Limits{Terms: 1000}).Parse(src); !isCode(err, coreform.CodeTerms) {
		t.Errorf("error %v", err)
	}
}
