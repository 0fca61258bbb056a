package audit

import (
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
	if testing.Short() {
		t.Skip("measures time")
	}
	const small, factor, slack, tries = 32 << 10, 16, 100, 6
	fastest := func(s string) time.Duration {
		best := time.Hour
		for range 3 {
			start := time.Now()
			everything(s, setting{}, &counted{})
			best = min(best, time.Since(start))
		}
		return best
	}
	for _, u := range hostileUnits {
		// Other work on the machine can slow any measurement down: what grows
		// with the square does so every time.
		for try := 1; ; try++ {
			few := max(fastest(repeatTo(u.raw, small)), 100*time.Microsecond)
			many := fastest(repeatTo(u.raw, factor*small))
			if many <= slack*few {
				break
			}
			if try == tries {
				t.Errorf("%s: %v for %d kB, %v for %d kB", u.name, few, small>>10, many, factor*small>>10)
				break
			}
		}
	}
}
