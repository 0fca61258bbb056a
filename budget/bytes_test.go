package budget_test

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence/budget"
)

func TestBytes(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "abc": 3, "漢": 3, "\xff": 3, "a\xff\xfe": 7, "\uFFFD": 3, "\xe2\x82": 6,
		strings.Repeat("\x80", 1000): 3000,
	} {
		if got := (budget.Bytes{}).Count(s); got != want {
			t.Errorf("Count(%q) = %d, want %d", s, got, want)
		}
		if got := len(strings.ToValidUTF8(s, "")); got > want {
			t.Errorf("%q: fewer tokens than bytes", s)
		}
	}
}

func TestBytesPrefix(t *testing.T) {
	b := budget.Bytes{}
	const s = "ae\u0301\r\n\xff漢"
	for limit := -1; limit < 20; limit++ {
		n := b.Prefix(s, limit)
		if got := b.Count(s[:n]); got > max(0, limit) {
			t.Errorf("limit %d: %d tokens", limit, got)
		}
		want := map[int]int{-1: 0, 0: 0, 3: 1, 4: 4, 5: 4, 6: 6, 8: 6, 9: 7, 11: 7, 12: 10, 19: 10}
		if w, ok := want[limit]; ok && n != w {
			t.Errorf("Prefix(%d) = %d, want %d", limit, n, w)
		}
	}
}

func TestNames(t *testing.T) {
	for e, want := range map[budget.Exactness]string{
		budget.Estimate: "estimate", budget.Upper: "upper", budget.Exact: "exact", 99: "estimate",
	} {
		if e.String() != want {
			t.Errorf("%d is %q", e, e)
		}
	}
	seen := map[string]bool{}
	for r := budget.NoReason; r <= budget.Empty; r++ {
		if s := r.String(); s == "" || seen[s] {
			t.Errorf("reason %d is %q", r, s)
		}
		seen[r.String()] = true
		if r.Dropped() != strings.HasPrefix(r.String(), "dropped") {
			t.Errorf("%v: Dropped is %v", r, r.Dropped())
		}
	}
	if got := budget.Reason(200).String(); got != "none" {
		t.Errorf("unknown reason is %q", got)
	}
}

func TestSeam(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a\n", "b", true},
		{"a\r\n", "b", true},
		{"a\n", "\u0301", true},
		{"a\n", "\x7f", true},
		{"a\n", "\u200b", true},
		{"", " ", true},
		{"a", "", true},
		{"a", "b", false},
		{"a\n\r", "b", false},
		{"a\n", "/", false},
		{"a\n", " ", false},
		{"a\n", "\n", false},
		{"a\n", "\t", false},
		{"a\n", "\u0085", false},
		{"a\n", "\u2028", false},
		{"a\n", "\u3000", false},
	} {
		if got := budget.Seam(c.a, c.b); got != c.want {
			t.Errorf("Seam(%q, %q) = %v", c.a, c.b, got)
		}
	}
}
