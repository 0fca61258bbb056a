package fuzz_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/corpus"
	"github.com/ringfence/ringfence/fence"
)

const (
	// maxItems bounds the items of one fit.
	maxItems = 8
	// fitStep spreads the limits that one byte of a plan can say.
	fitStep = 7
)

// FuzzFit fits instructions and sealed blocks, counted by the real encoding.
func FuzzFit(f *testing.F) {
	plans := [][]byte{
		{40, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
		{255, 30, 7, 200, 100, 1, 60, 62, 63, 61, 59, 9, 3, 3, 3, 3, 8, 5, 250, 4},
		{12, 1, 3, 0, 16, 0, 0, 48, 0, 32, 0, 9},
		{0, 0},
		{90, 200, 5, 255, 254, 253, 252, 251, 250, 249, 248},
	}
	for i, s := range append(vectors(f), attacks(f)...) {
		f.Add(plans[i%len(plans)], s)
	}
	for _, folder := range []string{"url/corpus", "path/corpus"} {
		for i, b := range collected(f, folder) {
			f.Add(plans[i%len(plans)], string(b))
		}
	}
	f.Add(plans[1], strings.Repeat("words of a screen, ", 60))
	f.Fuzz(func(t *testing.T, plan []byte, text string) {
		if tooLong(plan) || len(text) > maxInput {
			return
		}
		p := &tape{b: plan}
		limit := budget.Limit{Tokens: 1 + fitStep*int(p.next()), Counter: o200k.Encoding()}
		more := int(p.next())
		if more%4 == 3 {
			limit.Counter = budget.Bytes{}
			limit.Tokens *= 4
		}
		items := fitItems(t, p, text)
		small, err := budget.Fit(context.Background(), limit, items)
		fitAgain(t, limit, items, small, err)
		if err != nil {
			fitRefusesWhole(t, limit, items, small, err)
			return
		}
		fitSumIsTheCount(t, limit, small)
		fitHasWhatIsRequired(t, items, small)
		fitTextsAreForms(t, items, small)
		fitGroupsAreWhole(t, items, small)
		large := limit
		large.Tokens += more
		fitKeepsWithMoreRoom(t, large, items, small)
	})
}

// fitItems makes items: an instruction as it is, or a block in three forms with
// a Cut between the second and the third.
func fitItems(t *testing.T, p *tape, text string) []budget.Item {
	t.Helper()
	nonce, err := fence.ParseNonce(corpus.Nonce)
	if err != nil {
		t.Fatal(err)
	}
	items := make([]budget.Item, 1+p.pick(maxItems))
	for i := range items {
		flags, size := p.next(), int(p.next())
		it := budget.Item{Name: "item " + string(rune('a'+i)), Required: flags&15 == 15, Priority: int(flags>>4) % 5}
		if flags&3 == 0 {
			in := instructions[size%len(instructions)]
			it.Forms, it.Required = []string{in.bytes}, true
			items[i] = it
			continue
		}
		data := prefix(text, len(text)*size/255)
		seal := func(n int) string {
			h := fence.Header{N: i + 1, Kind: fence.Screen}
			shown := prefix(data, n)
			if shown != data {
				h.Cut = fence.Cut{Shown: len(shown), Of: len(data)}
			}
			out, _, err := fence.Seal(nil, nonce, h, ringfence.NewData(shown))
			if err != nil {
				t.Fatal(err)
			}
			return string(out)
		}
		it.Forms = []string{seal(len(data)), seal(len(data) / 2), seal(0)}
		if flags&64 != 0 {
			it.Cap = 1 + size
		}
		if flags&128 != 0 {
			it.Group = string(rune('a' + size%2))
		}
		if flags&8 != 0 {
			it.Cut = func(maximum int) (string, bool) { s := seal(maximum); return s, true }
		}
		items[i] = it
	}
	return items
}

// prefix is the first n bytes of s, less what would divide a character.
func prefix(s string, n int) string {
	n = min(n, len(s))
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// fitSumIsTheCount: the joined text, counted as a whole, is what the plan says,
// within the limit, and the sum over the items wherever all meet at seams.
func fitSumIsTheCount(t *testing.T, limit budget.Limit, p budget.Plan) {
	t.Helper()
	whole := limit.Counter.Count(p.Text())
	if whole != p.Used || whole > limit.Usable() {
		broken(t, withinBudget, "%d tokens, the plan says %d, limit %d", whole, p.Used, limit.Usable())
	}
	sum, before, seams := 0, "", true
	for _, c := range p.Choices {
		if c.Text == "" {
			continue
		}
		if n := limit.Counter.Count(c.Text); n != c.Tokens {
			broken(t, withinBudget, "%s has %d tokens, its choice says %d", c.Name, n, c.Tokens)
		}
		sum += c.Tokens
		seams = seams && (before == "" || budget.Seam(before, c.Text))
		before = c.Text
	}
	if seams && sum != whole {
		broken(t, withinBudget, "the sum over seams is %d, the count of the whole %d", sum, whole)
	}
}

// fitHasWhatIsRequired: required items are there.
func fitHasWhatIsRequired(t *testing.T, items []budget.Item, p budget.Plan) {
	t.Helper()
	for i, c := range p.Choices {
		if items[i].Required && c.Text == "" {
			broken(t, withinBudget, "%s is required and missing", c.Name)
		}
	}
}

// fitTextsAreForms: each text is a form or what Cut made, so still one whole
// block that scans.
func fitTextsAreForms(t *testing.T, items []budget.Item, p budget.Plan) {
	t.Helper()
	for i, c := range p.Choices {
		switch {
		case c.Text == "":
		case c.Form >= 0 && c.Text != items[i].Forms[c.Form]:
			broken(t, fidelity, "%s is not its form %d", c.Name, c.Form)
		case len(items[i].Forms) > 1:
			if blocks, err := fence.Scan(c.Text); err != nil || len(blocks) != 1 || blocks[0].End != len(c.Text) {
				broken(t, containment, "%s is not one block: %v %q", c.Name, err, c.Text)
			}
		}
	}
}

// fitGroupsAreWhole: of a group, all items are there or none.
func fitGroupsAreWhole(t *testing.T, items []budget.Item, p budget.Plan) {
	t.Helper()
	there := map[string]bool{}
	for i, c := range p.Choices {
		g := items[i].Group
		if g == "" {
			continue
		}
		if was, ok := there[g]; ok && was != (c.Text != "") {
			broken(t, withinBudget, "group %s is divided at %s", g, c.Name)
		}
		there[g] = c.Text != ""
	}
}

// fitKeepsWithMoreRoom: a larger limit keeps every item.
func fitKeepsWithMoreRoom(t *testing.T, large budget.Limit, items []budget.Item, small budget.Plan) {
	t.Helper()
	p, err := budget.Fit(context.Background(), large, items)
	if err != nil {
		broken(t, withinBudget, "a limit of %d fails, %d does not: %v", large.Tokens, small.Limit, err)
	}
	fitSumIsTheCount(t, large, p)
	for i, c := range small.Choices {
		if c.Text != "" && p.Choices[i].Text == "" {
			broken(t, withinBudget, "a limit of %d drops %s, %d keeps it", large.Tokens, c.Name, small.Limit)
		}
	}
}

// fitAgain: the same items and limit give the same plan.
func fitAgain(t *testing.T, limit budget.Limit, items []budget.Item, p budget.Plan, err error) {
	t.Helper()
	q, again := budget.Fit(context.Background(), limit, items)
	if !sameError(err, again) || !reflect.DeepEqual(p, q) {
		broken(t, determinism, "%+v, %v\n%+v, %v", p, err, q, again)
	}
}

// fitRefusesWhole: an error comes without a plan, and only when the smallest
// forms of what is required really have more tokens than the limit.
func fitRefusesWhole(t *testing.T, limit budget.Limit, items []budget.Item, p budget.Plan, err error) {
	t.Helper()
	if e := typed(t, err); e.Code != budget.CodeRequired || p.Text() != "" || p.Choices != nil {
		broken(t, withinBudget, "%v beside a plan of %d choices", err, len(p.Choices))
	}
	var required []string
	var groups []string
	for _, it := range items {
		if it.Required && it.Group != "" {
			groups = append(groups, it.Group)
		}
	}
	for _, it := range items {
		if it.Required || slices.Contains(groups, it.Group) {
			required = append(required, it.Forms[len(it.Forms)-1])
		}
	}
	if n := limit.Counter.Count(strings.Join(required, "")); n <= limit.Usable() {
		broken(t, withinBudget, "what is required has %d tokens and the limit is %d: %v", n, limit.Usable(), err)
	}
}
