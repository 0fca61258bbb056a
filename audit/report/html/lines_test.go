package html

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// texts returns two texts of few different lines.
func texts(r *rand.Rand) (a, b string) {
	make1 := func() string {
		var out []string
		for range r.IntN(12) {
			out = append(out, string(rune('a'+r.IntN(4))))
		}
		return strings.Join(out, "\n")
	}
	return make1(), make1()
}

// brute is the length of a longest common subsequence, from its definition.
func brute(a, b []string) int {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	if a[0] == b[0] {
		return 1 + brute(a[1:], b[1:])
	}
	return max(brute(a[1:], b), brute(a, b[1:]))
}

// What stays is a longest common subsequence; what changes is the rest of both.
func TestCompareLines(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		a, b := texts(r)
		cells := maxCells
		e := compareLines(a, b, &cells)
		la, lb := strings.Split(a, "\n"), strings.Split(b, "\n")
		if common := brute(la, lb); e.removed != len(la)-common || e.added != len(lb)-common {
			t.Fatalf("%q, %q: %v, but %d lines are common", a, b, e, common)
		}
		for _, side := range []struct {
			removed bool
			lines   []string
		}{{true, la}, {false, lb}} {
			rest := side.lines
			for _, c := range e.changes {
				if c.removed != side.removed {
					continue
				}
				at := slices.Index(rest, c.text)
				if at < 0 {
					t.Fatalf("%q, %q: line %q is not there or not in order", a, b, c.text)
				}
				rest = rest[at+1:]
			}
		}
	}
}

func TestCompareLinesTable(t *testing.T) {
	for _, tc := range []struct{ a, b, want string }{
		{"", "", "+0 −0"}, {"a", "a", "+0 −0"}, {"a\nb", "a\nc\nb", "+1 −0"}, {"a\nb\nc", "c", "+0 −2"}, {"x", "y\nz", "+2 −1"},
	} {
		cells := maxCells
		if got := compareLines(tc.a, tc.b, &cells).String(); got != tc.want {
			t.Errorf("%q, %q: %s, want %s", tc.a, tc.b, got, tc.want)
		}
	}
}

// Beyond its table, a comparison takes the whole middle.
func TestCompareLinesBounds(t *testing.T) {
	long := strings.Repeat("a\n", maxCompared+5)
	cells := maxCells
	if e := compareLines("x\n"+long+"y", "z\n"+long+"w", &cells); e.removed != maxCompared+7 || e.added != maxCompared+7 || cells != maxCells {
		t.Errorf("%v with %d cells left", e, cells)
	}
	cells = 3
	if e := compareLines("1\nsame\n2", "3\nsame\n4", &cells); e.removed != 3 || e.added != 3 {
		t.Errorf("%v without room for a table", e)
	}
	cells = 9
	if e := compareLines("1\nsame\n2", "3\nsame\n4", &cells); e.removed != 2 || e.added != 2 || cells != 0 {
		t.Errorf("%v with room, %d cells left", e, cells)
	}
}
