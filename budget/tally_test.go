package budget

import (
	"fmt"
	"strings"
	"testing"
)

type counting struct{ n int }

func (c *counting) Count(s string) int {
	c.n++
	return len(s)
}
func (*counting) Exactness() Exactness { return Exact }

// TestLedger counts texts that all have the same ends, so that they ask for one
// place, beside others that do not.
func TestLedger(t *testing.T) {
	var texts []string
	for i := range 3000 {
		texts = append(texts, strings.Repeat("a", ends)+fmt.Sprintf("%08d", i)+strings.Repeat("z", ends))
		texts = append(texts, fmt.Sprint(i), strings.Repeat("b", i))
	}
	c := &counting{}
	l := newLedger(c, 10)
	for range 3 {
		for _, s := range texts {
			if got := l.count(s); got.n != len(s) || got.e != Exact {
				t.Fatalf("%q: %+v", s, got)
			}
		}
	}
	if c.n != len(texts) {
		t.Errorf("%d counts of %d texts", c.n, len(texts))
	}
	large := newLedger(c, 1<<30)
	if large.open(); len(l.slots) > maxSlots || len(large.slots) != maxSlots {
		t.Error("slots are not bounded")
	}
}

func TestAddDoesNotWrap(t *testing.T) {
	for _, c := range [][3]int{{1, 2, 3}, {maxCount, 0, maxCount}, {maxCount, 1, maxCount}, {1, maxCount, maxCount}, {maxCount, maxCount, maxCount}} {
		if got := add(c[0], c[1]); got != c[2] {
			t.Errorf("add(%d, %d) = %d", c[0], c[1], got)
		}
	}
}

// TestLongest runs every pattern of answers for up to six parts, where zero
// parts always fit, and asks that the answer is one that was verified last.
func TestLongest(t *testing.T) {
	for all := range 7 {
		for pattern := range 1 << all {
			for _, scan := range []bool{true, false} {
				last := -1
				fits := func(k int) (bool, error) {
					last = k
					return k == 0 || pattern>>(k-1)&1 == 1, nil
				}
				k, err := longest(all, scan, fits)
				if ok, _ := fits(k); err != nil || !ok {
					t.Fatalf("%d of %d does not fit (%b)", k, all, pattern)
				}
				largest := 0
				for j := range all + 1 {
					if ok, _ := fits(j); ok {
						largest = j
					}
				}
				if scan && k != largest {
					t.Fatalf("%d of %d, want %d (%b)", k, all, largest, pattern)
				}
				last = -1
				if k, _ = longest(all, scan, fits); last != k {
					t.Fatalf("%d was returned and %d tried last (%b)", k, last, pattern)
				}
			}
		}
	}
}
