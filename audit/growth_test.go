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
		growth(t, u.name, u.raw, func(s string) { everything(s, setting{}, &counted{}) })
	}
}

// The search for sections of other programs grows no faster.
func TestForeignGrowth(t *testing.T) {
	for _, raw := range []string{
		"<data>", "</data>", "<data>\n</data>\n", "<data ", "<data \"", "<user_data>\n<page>\n", "<context><data></context>",
		"\uFF1C", "<<data>>\n", "[BEGIN DATA]\n", "within ---\n---\n", "   <", "<page></page>   ",
	} {
		growth(t, raw, raw, func(s string) { foreignFences(s, func(string, int, string) {}) })
		growth(t, "in blanks: "+raw, raw, func(s string) {
			foreignFences(strings.Repeat(" ", len(s))+s+strings.Repeat(" ", len(s)), func(string, int, string) {})
		})
	}
}

// growth holds that run takes no more than a hundred times as long for sixteen
// times as much of a unit.
func growth(t *testing.T, name, unit string, run func(string)) {
	t.Helper()
	if testing.Short() {
		t.Skip("measures time")
	}
	const small, factor, slack, tries = 32 << 10, 16, 100, 6
	fastest := func(s string) time.Duration {
		best := time.Hour
		for range 3 {
			start := time.Now()
			run(s)
			best = min(best, time.Since(start))
		}
		return best
	}
	// Other work on the machine can slow any measurement down: what grows with the
	// square does so every time.
	for try := 1; ; try++ {
		few := max(fastest(repeatTo(unit, small)), 100*time.Microsecond)
		many := fastest(repeatTo(unit, factor*small))
		if many <= slack*few {
			return
		}
		if try == tries {
			t.Errorf("%s: %v for %d kB, %v for %d kB", name, few, small>>10, many, factor*small>>10)
			return
		}
	}
}
