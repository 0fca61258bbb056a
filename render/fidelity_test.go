package render_test

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/grapheme"
	"github.com/ringfence/ringfence/render"
)

// awkward are texts that some encoding loses.
var awkward = append([]string{
	"\xff\xfe not UTF-8 \xc3", "a\r\nb\r\nc", "a\r\nb\nc\nd", "\r", "ends in LF\n", "\n\n\n", "tab\there", "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣", "e\u0301\u0301", "\u0301x",
}, hostileTexts...)

func TestFidelityOfTexts(t *testing.T) {
	for _, s := range awkward {
		if s == "" {
			continue
		}
		p := mustRender(t, renderer(roomy), render.ToolResult(data(s)), render.Note(data(s)),
			render.Derived(data(s), ringfence.Provenance{}), render.Request(data(s), data(s)),
			render.EditContext(&contract.EditContext{Version: contract.Version01, Source: &contract.Source{Code: data(s)}}))
		blocks := blocksOf(t, p)
		if len(blocks) != 6 {
			t.Fatalf("%.40q: %d blocks", s, len(blocks))
		}
		for _, b := range blocks {
			if b.Data.Raw() != s {
				t.Errorf("%.40q came back from the %v block as %.80q", s, b.Kind, b.Data.Raw())
			}
		}
	}
}

// TestFidelityOfCuts demands that a cut text is the first clusters of its data
// and says truly how many of how many.
func TestFidelityOfCuts(t *testing.T) {
	for _, s := range []string{
		strings.Repeat("words ", 5000), strings.Repeat("🏳️‍🌈e\u0301", 4000), strings.Repeat("line\r\n", 5000),
		strings.Repeat("\u200b", 9000), strings.Repeat("\xff", 9000), strings.Repeat("a"+strings.Repeat("\u0301", 400), 200),
	} {
		for _, tokens := range []int{500, 700, 1000, 2000} {
			r := renderer(tokens)
			r.NoGuide = true
			b, ok := blockOf(t, mustRender(t, r, render.ToolResult(data(s))), fence.Tool)
			if !ok || b.Cut == (fence.Cut{}) {
				t.Fatalf("%.20q at %d tokens: block %v, cut %v", s, tokens, ok, b.Cut)
			}
			if want := s[:grapheme.Prefix(s, b.Cut.Shown)]; b.Data.Raw() != want {
				t.Errorf("%.20q at %d tokens: %d bytes are not the first %d clusters", s, tokens, b.Data.Len(), b.Cut.Shown)
			}
			if of := grapheme.Count(s); b.Cut.Of != of {
				t.Errorf("%.20q at %d tokens: cut of %d clusters, there are %d", s, tokens, b.Cut.Of, of)
			}
		}
	}
}

func TestFidelityOfRecords(t *testing.T) {
	for _, s := range hostileTexts {
		if len(s) > 90 {
			continue // cut, which is tested with the fields
		}
		p := mustRender(t, renderer(roomy), allParts(t, constantFill(s))...)
		sel := recordsOf(t, p, fence.Selection)
		if len(sel) != 1 {
			t.Fatalf("%q: %d selected", s, len(sel))
		}
		want := func(where, got string) {
			t.Helper()
			if got != s {
				t.Errorf("%q came back from the %s as %q", s, where, got)
			}
		}
		want("tag", sel[0].str("tag"))
		want("role", sel[0].str("role"))
		want("name", sel[0].str("name"))
		want("text", sel[0].str("text"))
		want("attribute", sel[0].object("attributes").str(s+"x"))
		if got := sel[0].str("id"); got != s+"1" {
			t.Errorf("%q came back as the id %q", s, got)
		}
		for _, w := range recordsOf(t, p, fence.Windows) {
			want("title", w.str("title"))
		}
		if items := recordsOf(t, p, fence.Items); len(items) > 0 {
			want("label", items[0].str("label"))
			want("excerpt", items[0].str("excerpt"))
		} else if r := p.Report().Parts[3]; r.Dropped != 1 || r.Kind != fence.Items {
			t.Errorf("%q: a label is gone and not counted: %+v", s, r)
		}
	}
}

func TestDeterminism(t *testing.T) {
	parts := allParts(t, constantFill("some data of middling length, so that it has to be cut; "))
	r := renderer(900)
	first := mustRender(t, r, parts...)
	want := jsonOf(t, first)
	for range 100 {
		p, err := r.Render(t.Context(), parts...)
		if err != nil {
			t.Fatal(err)
		}
		if p.Text() != first.Text() || jsonOf(t, p) != want {
			t.Fatal("the same parts made another prompt")
		}
	}
}

// TestPartsAreNotChanged renders the same parts at a small and a large limit,
// and at the same time.
func TestPartsAreNotChanged(t *testing.T) {
	long := strings.Repeat("a text that is far longer than the small limit ", 20_000)
	parts := []render.Part{render.ToolResult(data(long)), render.Request(data("go on"))}
	fresh := func() string {
		p := mustRender(t, renderer(30_000), render.ToolResult(data(long)), render.Request(data("go on")))
		return p.Text()
	}()
	results := make(chan string)
	for i := range 6 {
		go func() {
			p, err := renderer([]int{600, 30_000}[i%2]).Render(t.Context(), parts...)
			if err != nil {
				t.Errorf("Render: %v", err)
				results <- ""
				return
			}
			results <- p.Text()
		}()
	}
	same := 0
	for range 6 {
		if <-results == fresh {
			same++
		}
	}
	if same != 3 {
		t.Errorf("%d of 3 prompts at the larger limit are as a part used once makes them", same)
	}
}
