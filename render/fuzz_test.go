package render_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// fuzzed are the texts of one fuzz input, each in a field of its own.
type fuzzed struct{ code, text, title, label, request string }

// parts makes every kind of part. The windows come from an ask body when the
// title makes one that parses, and are left without news otherwise.
func (f fuzzed) parts() []render.Part {
	ec := largeContext(2, f.text, f.code)
	ec.Selection[1].ID, ec.Screen[2].ID, ec.Screen[3].Role = data(f.label), data(f.label), data(f.title)
	ec.Content[1].Attributes = []contract.Attribute{{Name: data(f.title), Value: data(f.text)}, {Name: data(f.label), Value: data(f.code)}}
	ec.Source.Language = data(f.title)
	ask := func(windows ...any) *contract.UI {
		b, err := json.Marshal(map[string]any{"ui": map[string]any{"openWindows": windows}})
		if err != nil {
			return nil
		}
		a, err := contract.ParseAsk(b)
		if err != nil {
			return nil
		}
		return a.UI
	}
	shown := map[string]any{"id": "w" + f.label, "title": f.title, "isFocused": true}
	hidden := map[string]any{"id": "h" + f.text, "withheld": true}
	return []render.Part{
		render.Text("First."), render.EditContext(ec),
		render.Items([]contract.Item{{Label: data(f.label), Excerpt: data(f.text)}, {Label: data(f.title)}}),
		render.Windows(ask(shown, map[string]any{"id": "old", "title": f.text}), ask(map[string]any{"id": "new", "title": f.title}, shown, hidden)),
		render.Text("Second."), render.ToolResult(data(f.code)), render.Derived(data(f.text), ringfence.Provenance{}),
		render.Note(data(f.title)).Priority(99), render.Request(data(f.request), data(f.code)), render.Text("Last."),
	}
}

// FuzzRender checks the guarantees on one input: what holds of every prompt,
// that instructions do not depend on data, that texts come back, that the same
// input gives the same bytes, and that a larger limit keeps what a smaller kept.
func FuzzRender(f *testing.F) {
	for i, s := range hostileTexts {
		if len(s) < 4000 {
			f.Add(s, hostileTexts[(i+3)%16], "title", s, "Do it.", uint16(400+100*i))
			f.Add("const x = 1;\n", s, s, "label", s, uint16(3000))
		}
	}
	f.Add("a\r\nb\r\n", "\xff\xfe", "e\u0301", "👩‍👩‍👧‍👦", "r", uint16(700))
	reference := outside(f, mustRender(f, renderer(roomy), fuzzed{"a", "b", "c", "d", "e"}.parts()...))
	f.Fuzz(func(t *testing.T, code, text, title, label, request string, tokens uint16) {
		if len(code)+len(text)+len(title)+len(label)+len(request) > 1<<13 {
			t.Skip("longer than what this target is for")
		}
		in := fuzzed{code, text, title, label, request}
		parts := in.parts()
		r := renderer(1 + int(tokens))
		p, err := r.Render(t.Context(), parts...)
		if err != nil {
			if c := codeOf(t, err); c != budget.CodeRequired || p != nil {
				t.Fatalf("error %v, prompt %v", err, p != nil)
			}
			return
		}
		checkPrompt(t, r, p)
		for role, got := range outside(t, p) {
			if got != reference[role] {
				t.Errorf("non-interference: the %v instructions are %q", role, got)
			}
		}
		in.checkFidelity(t, p)
		if again, err := r.Render(t.Context(), in.parts()...); err != nil || jsonOf(t, again) != jsonOf(t, p) {
			t.Errorf("determinism: another prompt the second time (error %v)", err)
		}
		checkMonotone(t, p, parts, 2*int(tokens)+100)
	})
}

// checkFidelity holds the blocks of plain text against the data they were made
// of.
func (f fuzzed) checkFidelity(t *testing.T, p *render.Prompt) {
	t.Helper()
	want := map[int]string{3: f.code, 7: f.code, 8: f.text, 9: f.title, 10: f.request, 11: f.code}
	for _, b := range blocksOf(t, p) {
		s, plain := want[b.N]
		switch {
		case !plain:
			for line := range strings.SplitSeq(b.Data.Raw(), "\n") {
				if !json.Valid([]byte(line)) {
					t.Errorf("fidelity: a record of the %v block is no JSON: %q", b.Kind, line)
				}
			}
		case b.Cut == fence.Cut{} && b.Data.Raw() != s, !strings.HasPrefix(s, b.Data.Raw()):
			t.Errorf("fidelity: %q came back from the %v block as %q, cut %v", s, b.Kind, b.Data.Raw(), b.Cut)
		}
	}
}

// checkMonotone renders with a larger limit and demands every block of p.
func checkMonotone(t *testing.T, p *render.Prompt, parts []render.Part, tokens int) {
	t.Helper()
	r := &render.Renderer{Nonce: testNonce, Limit: budget.Limit{Tokens: tokens, Counter: o200k.Encoding()}}
	larger, err := r.Render(t.Context(), parts...)
	if err != nil {
		t.Fatalf("monotone: %d tokens are not enough and fewer were: %v", tokens, err)
	}
	var kept []int
	for _, s := range larger.Spans() {
		kept = append(kept, s.N)
	}
	for _, s := range p.Spans() {
		if !slices.Contains(kept, s.N) {
			t.Errorf("monotone: %d tokens drop block %d", tokens, s.N)
		}
	}
}
