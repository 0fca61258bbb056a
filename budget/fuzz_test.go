package budget_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

// fuzzPaths are the subtrees that items are in, and fuzzTrees those of them
// that have limits.
var (
	fuzzPaths = [...]string{"", "", "", "a", "a/b", "a/c", "d"}
	fuzzTrees = [...]string{"a", "a/b", "d"}
)

// treesOf gives every subtree a limit.
func treesOf(more uint16) map[string]int {
	trees := map[string]int{}
	for n, name := range fuzzTrees {
		trees[name] = 1 + int(more>>(2*n))%300
	}
	return trees
}

// itemsOf reads items from fuzz bytes, four a piece.
func itemsOf(b []byte) []budget.Item {
	var items []budget.Item
	for ; len(b) >= 4 && len(items) < 40; b = b[4:] {
		flags, size, steps, more := b[0], int(b[1]), int(b[2]%4), b[3]
		letter := string(rune('a' + len(items)%26))
		if flags&1 != 0 {
			letter = "/" // meets its neighbour at no seam
		}
		it := budget.Item{Name: letter, Required: flags&2 != 0, Priority: int(flags>>2) % 5, Cap: int(more) % 90}
		for s := range steps + 1 {
			text := ""
			if n := size >> s; n > 0 {
				text = strings.Repeat(letter, n-1) + "\n"
			}
			it.Forms = append(it.Forms, text)
		}
		it.Within = fuzzPaths[int(b[2]>>2)%len(fuzzPaths)]
		if b[2]&0x80 != 0 {
			it.Breakpoint = 1 + 8*int(more)
		}
		if flags&0x20 != 0 {
			it.Group = string(rune('G' + more%3))
		}
		if flags&0x40 != 0 && size > 8 {
			wrong := 0
			if flags&0x80 != 0 {
				wrong = int(more) // a Cut that does not keep its word
			}
			it.Cut = func(n int) (string, bool) { return strings.Repeat(letter, min(n, 4096)+wrong) + "\n", n > 1 }
		}
		items = append(items, it)
	}
	return items
}

var fuzzCounters = []budget.Counter{
	budget.Bytes{}, joiner{3}, joiner{40}, haggler{}, merger{}, broken{}, careful{}, guess{}, seamy{},
}

// FuzzFit holds these properties:
//
//   - deterministic: the same call gives the same plan;
//   - typed: an error is a *ringfence.Error and comes without a plan, and
//     without what a shortage says to drop, the rest fits;
//   - bounded: the text counted as a whole is within the limit, prefixes within
//     their breakpoints, and subtrees within theirs;
//   - monotone: a larger limit keeps what a smaller one kept, and so does a
//     larger limit of a subtree within it;
//   - stable: nothing before a breakpoint depends on what comes after it.
func FuzzFit(f *testing.F) {
	for n := range fuzzCounters {
		f.Add(uint8(n), uint16(100), uint16(20), false, []byte("\x02\x10\x00\x00\x04\x40\x02\x10\x00\x30\x01\x00"))
		f.Add(uint8(n), uint16(300), uint16(1), true, []byte("\x62\x10\x03\x00\x24\x40\x02\x10\x60\xf0\x01\x00\xe1\x99\x01\x17"))
		f.Add(uint8(n), uint16(400), uint16(999), false, []byte("\x40\x90\x8d\x0a\x04\x40\x12\x10\x02\x20\x0d\x00\x08\x60\x92\x20\x00\xf0\x1a\x05"))
	}
	f.Fuzz(func(t *testing.T, which uint8, tokens, more uint16, greedy bool, b []byte) {
		counter := fuzzCounters[int(which)%len(fuzzCounters)]
		limit := budget.Limit{
			Tokens: int(tokens), Counter: counter, Greedy: greedy, Margin: 0.25, Reserve: int(more) % 7, Step: int(which) >> 6, Subtrees: treesOf(more),
		}
		items := itemsOf(b)
		small, err := budget.Fit(context.Background(), limit, items)
		again, err2 := budget.Fit(context.Background(), limit, items)
		if diff := cmp.Diff(small, again); diff != "" || (err == nil) != (err2 == nil) {
			t.Fatalf("not deterministic: %v %v %s", err, err2, diff)
		}
		if err != nil {
			checkError(t, err, small, limit, items)
			return
		}
		checkPlan(t, limit, items, small)
		checkSubtrees(t, limit, items, small)
		checkStable(t, limit, items, small)
		if greedy {
			return
		}
		checkLarger(t, limit, items, small, int(more))
	})
}

// checkLarger raises the limit, and then those of subtrees.
func checkLarger(t *testing.T, limit budget.Limit, items []budget.Item, small budget.Plan, more int) {
	t.Helper()
	larger := limit
	larger.Tokens += more
	large, err := budget.Fit(context.Background(), larger, items)
	if err != nil {
		t.Fatalf("a larger limit fails: %v", err)
	}
	checkPlan(t, larger, items, large)
	for i := range items {
		if small.Choices[i].Text != "" && large.Choices[i].Text == "" {
			t.Fatalf("limit %d drops item %d, which %d kept", larger.Tokens, i, limit.Tokens)
		}
	}
	// The promise for subtrees is for counts that add and prompts without
	// breakpoints; groups are ordered by their highest member.
	_, additive := limit.Counter.(budget.Additive)
	for i := range items {
		additive = additive && items[i].Group == "" && items[i].Breakpoint == 0 && !items[i].Required
	}
	if additive && limit.Counter != budget.Counter(seamy{}) {
		checkRaised(t, limit, items, small, fuzzTrees[more%len(fuzzTrees)], more%97)
	}
}

// checkStable replaces everything after the first breakpoint, and the limit.
func checkStable(t *testing.T, limit budget.Limit, items []budget.Item, p budget.Plan) {
	t.Helper()
	if len(p.Breakpoints) == 0 {
		return
	}
	first := p.Breakpoints[0]
	for n, b := range p.Breakpoints {
		if got := limit.Counter.Count(p.Text()[:b.End]); b.Tokens > b.Limit || b.End > 0 && got != b.Tokens || n > 0 && b.End < p.Breakpoints[n-1].End {
			t.Fatalf("%+v, counted %d", b, got)
		}
	}
	limit.Tokens += 100
	other := append(slices.Clone(items[:first.Item+1]), one("x", 3, 40, 10), one("/", 9, 9))
	q, err := budget.Fit(context.Background(), limit, other)
	if err != nil {
		t.Fatalf("the prefix alone fails: %v", err)
	}
	if q.Breakpoints[0] != first || prefix(q) != prefix(p) {
		t.Fatalf("the prefix depends on what comes after: %+v %q, %+v %q", first, prefix(p), q.Breakpoints[0], prefix(q))
	}
}

func checkError(t *testing.T, err error, p budget.Plan, limit budget.Limit, items []budget.Item) {
	t.Helper()
	var re *ringfence.Error
	if !errors.As(err, &re) || re.Code == "" {
		t.Fatalf("not typed: %v", err)
	}
	if diff := cmp.Diff(budget.Plan{}, p, cmpopts.EquateEmpty()); diff != "" {
		t.Fatal("a plan came with an error")
	}
	if re.Code != budget.CodeRequired {
		return
	}
	var s *budget.Shortage
	if !errors.As(err, &s) || s.Missing != s.Total-s.Usable || s.Missing <= 0 || len(s.Needs) == 0 {
		t.Fatalf("shortage %+v", s)
	}
	names := map[string]bool{}
	for _, it := range items {
		names[it.Name] = true
	}
	for _, n := range s.Needs {
		if !names[n.Name] {
			t.Fatalf("names %q", n.Name)
		}
	}
	dropNamed(t, limit, items, s)
}

// dropNamed leaves out what a shortage names: what is wrong then is another
// part of the prompt, which was not looked at before.
func dropNamed(t *testing.T, limit budget.Limit, items []budget.Item, s *budget.Shortage) {
	t.Helper()
	drop := 0
	for _, n := range s.Needs {
		if n.Drop {
			drop++
		}
	}
	if drop == 0 {
		t.Fatalf("%v: nothing to drop is named", s)
	}
	parts := 0
	for _, it := range items {
		if it.Breakpoint > 0 {
			parts++
		}
	}
	if named := unique(items); parts == 0 && named {
		withoutDropped(t, limit, items, s)
	}
}

// unique reports whether every item has a name of its own, and no group may
// have a member that is needed only because of another.
func unique(items []budget.Item) bool {
	seen := map[string]bool{}
	for _, it := range items {
		if seen[it.Name] || it.Group != "" {
			return false
		}
		seen[it.Name] = true
	}
	return true
}

func checkPlan(t *testing.T, limit budget.Limit, items []budget.Item, p budget.Plan) {
	t.Helper()
	text := p.Text()
	if text != "" && p.Used != limit.Counter.Count(text) || p.Used > p.Usable || p.Usable > limit.Usable() {
		t.Fatalf("Used %d, counted %d, usable %d", p.Used, limit.Counter.Count(text), limit.Usable())
	}
	if len(p.Choices) != len(items) {
		t.Fatal("choices do not match items")
	}
	groups := map[string]bool{}
	for i, c := range p.Choices {
		it := items[i]
		empty := strings.Join(it.Forms, "") == ""
		switch {
		case empty && (c.Reason != budget.Empty || c.Form != budget.FormDropped):
			t.Fatalf("item %d without text is %v", i, c.Reason)
		case it.Required && !empty && c.Text == "":
			t.Fatalf("required item %d is not there", i)
		case c.Form >= 0 && c.Text != it.Forms[c.Form], c.Form == budget.FormDropped && c.Text != "",
			c.Form == budget.FormCut && it.Cut == nil:
			t.Fatalf("item %d: the text is not that of form %d", i, c.Form)
		case c.Reason == budget.NoReason, (c.Text == "") != (c.Reason.Dropped() || c.Reason == budget.Empty):
			t.Fatalf("item %d: %q for a reason %v", i, c.Text, c.Reason)
		case c.Text != "" && c.Tokens != limit.Counter.Count(c.Text):
			t.Fatalf("item %d: tokens %d", i, c.Tokens)
		}
		if it.Group == "" || empty {
			continue
		}
		if there, ok := groups[it.Group]; ok && there != (c.Text != "") {
			t.Fatalf("group %s is divided", it.Group)
		}
		groups[it.Group] = c.Text != ""
	}
}
