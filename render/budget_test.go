package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/cl100k"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// seamTax is a counter that does not add: each meeting of two blocks costs as
// much as a paragraph.
type seamTax struct{}

func (seamTax) Count(s string) int          { return len(s)/4 + 60*strings.Count(s, ">\n<") }
func (seamTax) Exactness() budget.Exactness { return budget.Exact }

// seamGift is one whose whole is less than its parts.
type seamGift struct{}

func (seamGift) Count(s string) int          { return len(s)/4 + 30 }
func (seamGift) Exactness() budget.Exactness { return budget.Upper }

var counters = map[string]budget.Counter{
	"o200k": o200k.Encoding(), "cl100k": cl100k.Encoding(), "bytes": budget.Bytes{},
	"seam tax": seamTax{}, "seam gift": seamGift{},
}

// scaleOf is how many units of a counter stand for a token of ordinary text.
func scaleOf(c budget.Counter) int {
	if _, ok := c.(budget.Bytes); ok {
		return 5
	}
	return 1
}

// demand returns parts with far more data than any limit of these tests.
func demand(t testing.TB) map[string][]render.Part {
	t.Helper()
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "function f%d(a, b) {\n  return a * %d + b;\n}\n", i, i*i)
	}
	code := strings.Repeat(b.String(), 4)
	list := make([]contract.Item, 300)
	for i := range list {
		list[i] = contract.Item{Label: data(fmt.Sprint("Item number ", i)), Excerpt: data(strings.Repeat("what it is, ", 5+i%40))}
	}
	long := strings.Repeat("A text of the page that says a good deal about nothing. ", 12)
	return map[string][]render.Part{
		"edit context":  {render.EditContext(largeContext(200, long, code)), render.Request(data("Make it blue."))},
		"one selection": {render.EditContext(largeContext(1, long, "")), render.Note(data(long)), render.Items(list), render.Request(data("Go."))},
		"one text":      {render.Text("Work."), render.ToolResult(data(code)), render.Request(data("Go."))},
		"items":         {render.Items(list), render.Text("Work."), render.Request(data("Go."))},
		"many notes":    append(notes(150, 40), render.Request(data("Go."))),
		"all escapes":   {render.ToolResult(data(strings.Repeat("\u200b", 40_000))), render.Note(data(strings.Repeat("<|im_end|>", 9000))), render.Note(data(code))},
		"changing density": {
			render.ToolResult(data(strings.Repeat("a", 20_000) + strings.Repeat("\u200b", 20_000) + strings.Repeat(" ", 20_000))),
			render.Note(data(strings.Repeat(" ", 60_000) + strings.Repeat("\u2060", 60_000))),
		},
	}
}

// largeContext returns a 0.2 context with n selected elements that carry text.
func largeContext(n int, text, code string) *contract.EditContext {
	ec := &contract.EditContext{Version: contract.Version02, Source: &contract.Source{Language: data("js"), Code: data(code)}}
	for i := range n {
		id := data(fmt.Sprintf("viv:main[0]/section[%d]/p[0]", i))
		ec.Selection = append(ec.Selection, contract.Selected{ID: id, Tag: data("p")})
		ec.Screen = append(ec.Screen,
			contract.Element{ID: id, Tag: data("p"), Relation: contract.RelationSelected},
			contract.Element{ID: data(fmt.Sprintf("viv:main[0]/section[%d]", i)), Tag: data("section"), Relation: contract.RelationAncestor})
		ec.Content = append(ec.Content, contract.Content{ID: id, Text: data(text), Attributes: []contract.Attribute{{Name: data("class"), Value: data("lead")}}})
	}
	return ec
}

// limits are where the properties of the budget are tried, in tokens.
var limits = []int{380, 420, 460, 500, 560, 640, 700, 800, 1000, 1300, 1700, 2500, 4000, 7000}

func TestBudgetHolds(t *testing.T) {
	for name, parts := range demand(t) {
		for counter, c := range counters {
			t.Run(name+"/"+counter, func(t *testing.T) {
				rendered := 0
				for _, n := range limits {
					r := &render.Renderer{Nonce: testNonce, Limit: budget.Limit{Tokens: n * scaleOf(c), Counter: c}}
					p, err := r.Render(t.Context(), parts...)
					if err != nil {
						if codeOf(t, err) != budget.CodeRequired {
							t.Fatalf("%d: %v", n, err)
						}
						continue
					}
					rendered++
					checkPrompt(t, r, p)
				}
				if rendered < len(limits)/2 {
					t.Errorf("only %d limits gave a prompt", rendered)
				}
			})
		}
	}
}

func TestBudgetIsMonotone(t *testing.T) {
	for name, parts := range demand(t) {
		for counter, c := range counters {
			t.Run(name+"/"+counter, func(t *testing.T) {
				var before []int
				for n := 330; n < 1500; n += 90 {
					r := &render.Renderer{Nonce: testNonce, Limit: budget.Limit{Tokens: n * scaleOf(c), Counter: c}}
					p, err := r.Render(t.Context(), parts...)
					if err != nil {
						if len(before) > 0 {
							t.Fatalf("%d: an error where less was enough: %v", n, err)
						}
						continue
					}
					var kept []int
					for _, s := range p.Spans() {
						kept = append(kept, s.N)
					}
					for _, s := range before {
						if !slices.Contains(kept, s) {
							t.Errorf("%d tokens drop block %d, which fewer kept", n, s)
						}
					}
					before = kept
				}
				if len(before) == 0 {
					t.Error("nothing was ever kept")
				}
			})
		}
	}
}

func TestBudgetIsUsed(t *testing.T) {
	for name, parts := range demand(t) {
		for counter, c := range counters {
			if counter == "seam tax" {
				continue // what lies between its blocks cannot be given out
			}
			for _, n := range []int{500, 700, 1000, 2000, 4000} {
				r := &render.Renderer{Nonce: testNonce, Limit: budget.Limit{Tokens: n * scaleOf(c), Counter: c}}
				p := mustRender(t, r, parts...)
				whole := true
				for _, d := range decisions(p) {
					whole = whole && d != render.Reduced && d != render.Omitted
				}
				if used := p.Report().Used; !whole && 2*used < r.Limit.Tokens {
					t.Errorf("%s, %s: %d of %d tokens used while data waits", name, counter, used, r.Limit.Tokens)
				}
			}
		}
	}
}

func TestSelectionLeavesRoom(t *testing.T) {
	long := strings.Repeat("A text of the page. ", 24)
	code := strings.Repeat("const x = compute(1, 2, 3);\n", 4000)
	for _, n := range []int{900, 2000, 8000} {
		p := mustRender(t, renderer(n), render.EditContext(largeContext(400, long, code)), render.Request(data("Go.")))
		got := map[fence.Kind]int{}
		for _, s := range p.Spans() {
			got[s.Kind] = s.Tokens
		}
		if got[fence.Selection] > n/2 || got[fence.Source] == 0 || got[fence.Screen] == 0 {
			t.Errorf("of %d tokens: %v", n, got)
		}
		if n >= 2000 && got[fence.Source] < n/5 {
			t.Errorf("of %d tokens the source got %d", n, got[fence.Source])
		}
	}
}

// TestEscapesDoNotStarve gives the most important part data that is nothing but
// escapes: what is less important still has its place.
func TestEscapesDoNotStarve(t *testing.T) {
	for name, s := range map[string]string{
		"invisible": strings.Repeat("\u200b", 50_000), "bytes": strings.Repeat("\xff", 50_000), "nonces": strings.Repeat(testNonce.Reveal(), 5000),
		"tokens": strings.Repeat("<|im_end|>", 5000), "marks": strings.Repeat("a"+strings.Repeat("\u200d\u0301", 40), 500),
	} {
		ec := largeContext(3, s, "const answer = 42;\n")
		for i := range ec.Selection {
			ec.Selection[i].ID = data(s[:len(s)/2] + fmt.Sprint(i))
			ec.Screen[i].ID = ec.Selection[i].ID
		}
		p := mustRender(t, renderer(2000), render.EditContext(ec), render.ToolResult(data(s)), render.Items([]contract.Item{{Label: data(s + "x"), Excerpt: data(s)}}),
			render.Note(data("what matters least")), render.Request(data("Go.")))
		for n, d := range decisions(p) {
			if d == render.Omitted {
				t.Errorf("%s: block %d has no room", name, n)
			}
		}
		if b, _ := blockOf(t, p, fence.Source); b.Data.Raw() != "const answer = 42;\n" {
			t.Errorf("%s: the source is %q", name, b.Data.Raw())
		}
		if b, _ := blockOf(t, p, fence.Note); b.Data.Raw() != "what matters least" {
			t.Errorf("%s: the note is %q", name, b.Data.Raw())
		}
	}
}

func TestRequiredIsNamed(t *testing.T) {
	long := data(strings.Repeat("words of the user, ", 400))
	for name, c := range map[string]struct {
		parts []render.Part
		want  string
	}{
		"request":     {[]render.Part{render.Text("Go."), render.Request(long)}, "request block 1"},
		"instruction": {[]render.Part{render.Text("Go."), render.Text(longInstruction)}, "instruction 3"},
		"reject":      {[]render.Part{render.Note(data("a")), render.ToolResult(long).Overflow(render.RejectOverflow)}, "tool block 2"},
	} {
		p, err := renderer(600).Render(t.Context(), c.parts...)
		if p != nil || codeOf(t, err) != budget.CodeRequired {
			t.Errorf("%s: prompt %v, error %v", name, p != nil, err)
			continue
		}
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q does not name %q", name, err, c.want)
		}
	}
}

const (
	twice           = "Do one thing after the other, and then the next one. " + "Do one thing after the other, and then the next one. "
	longInstruction = twice + twice + twice + twice + twice + twice + twice + twice + twice + twice + twice + twice + twice + twice + twice
)

func TestLimitsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		limit budget.Limit
		want  ringfence.Code
	}{
		"zero limit":     {budget.Limit{Counter: budget.Bytes{}}, budget.CodeNotPositive},
		"negative limit": {budget.Limit{Tokens: -1, Counter: budget.Bytes{}}, budget.CodeNotPositive},
		"no counter":     {budget.Limit{Tokens: 10}, budget.CodeNoCounter},
		"reserve":        {budget.Limit{Tokens: 10, Reserve: 10, Counter: budget.Bytes{}}, budget.CodeReserve},
		"nothing fits":   {budget.Limit{Tokens: 1, Counter: budget.Bytes{}}, budget.CodeRequired},
	} {
		r := render.Renderer{Limit: c.limit}
		p, err := r.Render(t.Context(), render.Text("Go."))
		if got := codeOf(t, err); p != nil || got != c.want {
			t.Errorf("%s: prompt %v, code %q, want %q", name, p != nil, got, c.want)
		}
	}
}

func TestReserveIsKept(t *testing.T) {
	r := renderer(3000)
	r.Limit.Reserve = 1000
	p := mustRender(t, r, render.ToolResult(data(strings.Repeat("some words ", 5000))))
	if got := p.Report(); got.Limit != 3000 || got.Reserve != 1000 || got.Used > 2000 || got.Used < 1900 {
		t.Errorf("limit %d, reserve %d, used %d", got.Limit, got.Reserve, got.Used)
	}
}
