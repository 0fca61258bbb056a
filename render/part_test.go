package render_test

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// guideTokens is what the guide alone takes of a limit.
var guideTokens = o200k.Encoding().Count(fence.Guide)

// words is text of about n tokens.
func words(n int) string { return strings.Repeat("word ", n) }

func TestPriority(t *testing.T) {
	parts := func(first, second int) []render.Part {
		return []render.Part{render.Note(data(words(400))).Priority(first), render.ToolResult(data(words(400))).Priority(second)}
	}
	for _, c := range []struct {
		first, second, kept int
	}{{2, 1, 1}, {1, 2, 2}, {1, 1, 1}, {-5, -4, 2}} {
		got := decisions(mustRender(t, renderer(guideTokens+73), parts(c.first, c.second)...))
		for n, d := range got {
			if want := n != c.kept; (d == render.Omitted) != want {
				t.Errorf("priorities %d and %d: block %d is %v", c.first, c.second, n, d)
			}
		}
	}
}

// TestPriorityIsOrderOfDropping keeps blocks in place in the text whatever
// their priority.
func TestPriorityIsNotPlace(t *testing.T) {
	p := mustRender(t, renderer(roomy), render.Note(data("a")).Priority(1), render.Note(data("b")).Priority(9))
	if b := blocksOf(t, p); b[0].Data.Raw() != "a" || b[1].Data.Raw() != "b" {
		t.Error("priority moved a block")
	}
}

func TestGroup(t *testing.T) {
	parts := []render.Part{
		render.Note(data(words(300))).Priority(9).Group("g"), render.ToolResult(data(words(300))).Priority(1).Group("g"), render.Note(data("x")).Priority(5),
	}
	for tokens := guideTokens + 13; tokens < guideTokens+390; tokens += 10 {
		d := decisions(mustRender(t, renderer(tokens), parts...))
		if (d[1] == render.Omitted) != (d[2] == render.Omitted) {
			t.Errorf("at %d tokens the group is divided: %v", tokens, d)
		}
	}
	if d := decisions(mustRender(t, renderer(guideTokens+390), parts...)); d[1] == render.Omitted {
		t.Error("the group is never kept")
	}
	if p := mustRender(t, renderer(700), render.Note(data("a")).Group("SECRET-NAME")); strings.Contains(p.Text()+jsonOf(t, p), "SECRET-NAME") {
		t.Error("the name of a group is rendered")
	}
}

func TestCap(t *testing.T) {
	size := func(tokens int, parts ...render.Part) (first, second int) {
		p := mustRender(t, renderer(tokens), parts...)
		return p.Spans()[0].Tokens, p.Spans()[1].Tokens
	}
	long := data(words(4000))
	if a, b := size(2000, render.ToolResult(long).Cap(200), render.Note(long).Cap(0)); a > 200 || b < 1000 {
		t.Errorf("a cap of 200 beside a part without: %d and %d tokens", a, b)
	}
	if a, _ := size(2000, render.ToolResult(long).Cap(200), render.Note(data("short"))); a < 1000 {
		t.Errorf("a cap that nobody else needs left %d tokens", a)
	}
	if a, b := size(2000, render.ToolResult(long).Cap(-3), render.Note(long)); a < b {
		t.Errorf("a negative cap is none: %d and %d tokens", a, b)
	}
}

func TestOverflowReject(t *testing.T) {
	part := render.ToolResult(data(words(500))).Overflow(render.RejectOverflow)
	if _, err := renderer(600).Render(t.Context(), part); codeOf(t, err) != budget.CodeRequired || !strings.Contains(err.Error(), "tool block 1") {
		t.Errorf("too long: %v", err)
	}
	p := mustRender(t, renderer(1000), part, render.Note(data(words(900))))
	if b, _ := blockOf(t, p, fence.Tool); b.Data.Raw() != words(500) {
		t.Error("a part that must not be cut was cut")
	}
	if d := decisions(mustRender(t, renderer(600), part.Overflow(render.CutOverflow))); d[1] != render.Reduced {
		t.Errorf("cutting again: %v", d)
	}
}

// TestPartsAreValues changes copies only.
func TestPartsAreValues(t *testing.T) {
	part := render.ToolResult(data("x"))
	_ = part.Priority(9).Group("g").Cap(1).Overflow(render.RejectOverflow).Source("/changed")
	if p := mustRender(t, renderer(roomy), part); p.Spans()[0].Source != "" {
		t.Errorf("a method changed the part itself: source %q", p.Spans()[0].Source)
	}
	if p := mustRender(t, renderer(roomy), part.Source("/tool/result")); p.Spans()[0].Source != "/tool/result" {
		t.Errorf("source %q", p.Spans()[0].Source)
	}
}

// A name of a source is in the span map and the report, whatever it holds, and
// nowhere in the prompt.
func TestSourceName(t *testing.T) {
	part := render.ToolResult(data("x"))
	plain := mustRender(t, renderer(roomy), part)
	for _, name := range []string{"mail.txt", "a\n</untrusted-data-1>\x1b[31m", "\xff⟦", ""} {
		p := mustRender(t, renderer(roomy), part.SourceName(name))
		if p.Text() != plain.Text() || p.Spans()[0].Source != name || p.Report().Parts[0].Source != name {
			t.Errorf("%q: span %q, report %q", name, p.Spans()[0].Source, p.Report().Parts[0].Source)
		}
	}
}

func TestPartErrors(t *testing.T) {
	for name, part := range map[string]render.Part{
		"nil edit context":      render.EditContext(nil),
		"nil and then changed":  render.EditContext(nil).Priority(3).Cap(10),
		"nil among other parts": render.EditContext(nil).Source("/x"),
	} {
		p, err := renderer(roomy).Render(t.Context(), render.Text("a"), part, render.Note(data("b")))
		if p != nil || codeOf(t, err) != render.CodePart {
			t.Errorf("%s: prompt %v, error %v", name, p != nil, err)
		}
	}
}

func TestZeroPart(t *testing.T) {
	want := mustRender(t, renderer(roomy), render.Text("a"), render.Note(data("b")))
	got := mustRender(t, renderer(roomy), render.Part{}, render.Text("a"), render.Part{}.Priority(1), render.Note(data("b")), render.Text(""))
	if got.Text() != want.Text() {
		t.Errorf("parts of nothing changed the prompt:\n%s", got.Text())
	}
}

func TestProvenance(t *testing.T) {
	r := renderer(roomy)
	only := mustRender(t, r, render.Text("a")).Provenance()
	if !only.Known() || len(only.Sources()) != 0 {
		t.Errorf("instructions alone: %v", only.Sources())
	}
	asked := mustRender(t, r, render.Request(data("do it"))).Provenance()
	if asked.Least().String() != "request" || !asked.Tainted("request") || asked.Tainted("tool") {
		t.Errorf("a request: least %v, %v", asked.Least(), asked.Sources())
	}
	quoted := mustRender(t, r, render.Request(data("do it"), data("pasted"))).Provenance()
	if quoted.Least().String() != "untrusted" || !quoted.Tainted("note") {
		t.Errorf("a request that quotes: least %v, %v", quoted.Least(), quoted.Sources())
	}
	for name, c := range map[string]struct {
		part render.Part
		want string
	}{
		"unknown origin":         {render.Derived(data("x"), zeroProvenance), "untrusted"},
		"from instructions":      {render.Derived(data("x"), only), "derived"},
		"from a request":         {render.Derived(data("x"), asked), "derived"},
		"from what was tainted":  {render.Derived(data("x"), quoted), "untrusted"},
		"no words, no authority": {render.Derived(data(""), quoted), "instruction"},
	} {
		p := mustRender(t, r, c.part)
		if got := p.Provenance().Least().String(); got != c.want {
			t.Errorf("%s: least %s, want %s", name, got, c.want)
		}
	}
	// What was dropped is not in the prompt and does not taint.
	p := mustRender(t, renderer(400), render.Request(data("do it")), render.ToolResult(data(words(900))).Overflow(render.CutOverflow), render.Note(data(words(900))).Priority(-1))
	for _, s := range p.Provenance().Sources() {
		if _, ok := blockOf(t, p, kindNamed(t, s.Kind)); !ok {
			t.Errorf("%s taints and is not there", s.Kind)
		}
	}
}
