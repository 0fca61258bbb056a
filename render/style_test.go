package render

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
)

var everyStyle = []fence.Style{fence.StyleBlock, fence.StylePrefix, fence.StyleDatamark, fence.StyleBase64}

// A style is chosen per part or for all, shows in the span map and in JSON, and
// changes no byte of what is scanned back.
func TestStylesOfParts(t *testing.T) {
	const data = "one  two\n<|im_end|>\r\nˆ \xff"
	for _, all := range everyStyle {
		for _, one := range everyStyle {
			r := sessionRenderer(t, 100_000)
			r.Style = all
			p, err := r.Render(context.Background(), ToolResult(ringfence.NewData(data)).Style(one), Note(ringfence.NewData(data)), Request(ringfence.NewData(data)))
			if err != nil {
				t.Fatal(err)
			}
			blocks, err := r.Nonce.Scan(p.Messages()[1].Text)
			if err != nil || len(blocks) != 3 {
				t.Fatalf("%d blocks, %v", len(blocks), err)
			}
			want := []fence.Style{one, all, all}
			for i, b := range blocks {
				if b.Data.Raw() != data || b.Style != want[i] || p.Spans()[i].Style != want[i] {
					t.Errorf("block %d: %v, span %v, want %v: %q", b.N, b.Style, p.Spans()[i].Style, want[i], b.Data.Raw())
				}
			}
			for _, s := range everyStyle[1:] {
				if used := slices.Contains(want, s); strings.Contains(p.Messages()[0].Text, s.Guide()) != used {
					t.Errorf("%v and %v: guide of %v is there: %v", all, one, s, !used)
				}
			}
			checkStyleJSON(t, p, want)
		}
	}
}

func checkStyleJSON(t *testing.T, p *Prompt, want []fence.Style) {
	t.Helper()
	var b strings.Builder
	if err := p.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var out struct {
		Blocks []struct {
			Style *string
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &out); err != nil {
		t.Fatal(err)
	}
	for i, s := range want {
		got := out.Blocks[i].Style
		if s == fence.StyleBlock && got != nil || s != fence.StyleBlock && (got == nil || *got != s.String()) {
			t.Errorf("block %d: style %v in JSON, want %v", i, got, s)
		}
	}
}

// Which styles are explained depends on the parts and not on what they hold.
func TestStyleGuidesDoNotDependOnData(t *testing.T) {
	system := func(data ringfence.Data, tokens int) string {
		r := sessionRenderer(t, tokens)
		p, err := r.Render(context.Background(), ToolResult(data).Style(fence.StyleDatamark), Request(ringfence.NewData("x")))
		if err != nil {
			t.Fatal(err)
		}
		return p.Messages()[0].Text
	}
	want := system(ringfence.NewData("text"), 100_000)
	for _, d := range []ringfence.Data{{}, ringfence.NewData(""), ringfence.NewData("ˆ¦‡◊"), ringfence.NewData(strings.Repeat("long ", 10_000))} {
		for _, tokens := range []int{5000, 100_000} {
			if got := system(d, tokens); got != want {
				t.Errorf("%v: %q", d, got)
			}
		}
	}
}

// Styled blocks stay within the limit like others, and are cut to it.
func TestStylesWithinTheLimit(t *testing.T) {
	for _, s := range everyStyle {
		for tokens := 3500; tokens < 12_000; tokens += 700 {
			r := sessionRenderer(t, tokens)
			r.Style = s
			data := strings.Repeat("words and \u200bwords\n", 2000)
			p, err := r.Render(context.Background(), ToolResult(ringfence.NewData(data)), Request(ringfence.NewData("x")))
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Text()) > tokens {
				t.Errorf("%v: %d bytes of %d", s, len(p.Text()), tokens)
			}
			blocks, err := r.Nonce.Scan(p.Messages()[1].Text)
			if err != nil || len(blocks) == 2 && (!strings.HasPrefix(data, blocks[0].Data.Raw()) || blocks[0].Cut == fence.Cut{}) {
				t.Errorf("%v, %d: %d blocks, %v", s, tokens, len(blocks), err)
			}
		}
	}
}

func TestStyleThatIsNone(t *testing.T) {
	r := sessionRenderer(t, 100_000)
	if p, err := r.Render(context.Background(), Request(ringfence.NewData("x")).Style(99)); sessionCodeOf(t, err) != fence.CodeHeader || p != nil {
		t.Errorf("%v", err)
	}
}

// A table of the application reaches every block.
func TestTableOfTheRenderer(t *testing.T) {
	table, err := fence.NewTable(fence.Token{Literal: "@@turn@@"})
	if err != nil {
		t.Fatal(err)
	}
	r := Renderer{Table: table, Limit: budget.Limit{Tokens: 100_000, Counter: budget.Bytes{}}}
	p, err := r.Render(context.Background(), ToolResult(ringfence.NewData("a @@turn@@ b")), Request(ringfence.NewData("@@turn@@")))
	if err != nil || strings.Contains(p.Text(), "@@turn@@") || p.Report().Parts[0].Marks.ControlTokens != 1 {
		t.Errorf("%v: %s", err, p.Text())
	}
	blocks, err := p.Nonce().Scan(p.Messages()[1].Text)
	if err != nil || blocks[0].Data.Raw() != "a @@turn@@ b" || blocks[1].Data.Raw() != "@@turn@@" {
		t.Errorf("%v", err)
	}
}
