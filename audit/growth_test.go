package audit

import (
	"strings"
	"testing"
	"time"
)

// counted is a sink that keeps nothing and wants everything: a list of all that is
// found would be measured with the scan.
type counted struct{ n int }

func (c *counted) full(string, int, int) bool { return false }

func (c *counted) add(string, int, int, string) { c.n++ }

// Sixteen times the input takes no more than a hundred times as long, on every
// text that a part of the scan finds expensive: what grows with the square takes
// 256 times.
func TestScanGrowth(t *testing.T) {
	for _, u := range hostileUnits {
		growthOf(t, u.name, u.raw, func(s string) { everything(s, setting{}, &counted{}) })
	}
}

// The search for sections of other programs grows no faster.
func TestForeignGrowth(t *testing.T) {
	for _, raw := range []string{
		"<data>", "</data>", "<data>\n</data>\n", "<data ", "<data \"", "<user_data>\n<page>\n", "<context><data></context>",
		"\uFF1C", "<<data>>\n", "[BEGIN DATA]\n", "within ---\n---\n", "   <", "<page></page>   ",
	} {
		growthOf(t, raw, raw, func(s string) { foreignFences(s, func(string, int, string) {}) })
		growthOf(t, "in blanks: "+raw, raw, func(s string) {
			foreignFences(strings.Repeat(" ", len(s))+s+strings.Repeat(" ", len(s)), func(string, int, string) {})
		})
	}
}

// growthOf is growth for a unit that is repeated.
func growthOf(t *testing.T, name, unit string, f func(string)) {
	t.Helper()
	if testing.Short() {
		t.Skip("measures time")
	}
	const small, factor = 32 << 10, 16
	growth(t, name, repeatTo(unit, small), repeatTo(unit, factor*small), f)
}

// growth measures f on a text and on one that is sixteen times as long.
func growth(t *testing.T, name, small, large string, f func(string)) {
	t.Helper()
	const slack, tries = 100, 6
	fastest := func(s string) time.Duration {
		best := time.Hour
		for range 3 {
			start := time.Now()
			f(s)
			best = min(best, time.Since(start))
		}
		return best
	}
	// Other work on the machine can slow any measurement down: what grows with the
	// square does so every time.
	for try := 1; ; try++ {
		few := max(fastest(small), 100*time.Microsecond)
		many := fastest(large)
		if many <= slack*few {
			return
		}
		if try == tries {
			t.Errorf("%s: %v for %d kB, %v for %d kB", name, few, len(small)>>10, many, len(large)>>10)
			return
		}
	}
}

// To tell what a file is takes no more than to read it, whatever it has many of.
func TestShapeGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	const small, factor = 150, 16
	for name, made := range map[string]func(n int) string{
		"results":        func(n int) string { return "{" + strings.Repeat(`"result":{},`, n) + `"a":1}` },
		"lists of tools": func(n int) string { return "{" + strings.Repeat(`"tools":[{"name":"a"}],`, n) + `"a":1}` },
		"elements":       func(n int) string { return "[" + strings.Repeat(`{"name":"a"},`, n) + "1]" },
	} {
		growth(t, name, made(small), made(factor*small), func(s string) { _, _ = KindOf("", []byte(s)) })
	}
}
