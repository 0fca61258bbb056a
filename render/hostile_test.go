package render_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/grapheme"
	"github.com/ringfence/ringfence/render"
)

// growth makes and renders parts at two sizes that are a factor of sixteen
// apart and compares time and bytes allocated. The slack is wide: it tells
// linear from quadratic, on a machine that does other things too.
func growth(t *testing.T, small int, parts func(n int) []render.Part) {
	t.Helper()
	const factor, slack = 16, 5 // what is quadratic takes 256 times as long
	r := &render.Renderer{Nonce: testNonce, Limit: budget.Limit{Tokens: 8000, Counter: budget.Bytes{}}}
	measure := func(n int) (best time.Duration, bytes uint64) {
		for i := range 3 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now() // parts do some of the work
			if _, err := r.Render(t.Context(), parts(n)...); err != nil {
				t.Fatal(err)
			}
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			if i == 0 || took < best {
				best = took
			}
			bytes = after.TotalAlloc - before.TotalAlloc
		}
		return best, bytes
	}
	smallTime, smallBytes := measure(small)
	largeTime, largeBytes := measure(small * factor)
	// A floor keeps fixed costs from standing in for the small size, and what is
	// too slow once is measured again: the machine may have been away.
	const floor, rounds = 2 * time.Millisecond, 5
	for round := 1; largeTime > factor*slack*max(smallTime, floor); round++ {
		if round == rounds {
			t.Errorf("%d takes %v, %d takes %v", small, smallTime, small*factor, largeTime)
			break
		}
		again, _ := measure(small * factor)
		largeTime = min(largeTime, again)
	}
	if largeBytes > factor*slack*max(smallBytes, 1<<20) {
		t.Errorf("%d allocates %d bytes, %d allocates %d", small, smallBytes, small*factor, largeBytes)
	}
}

func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("measures growth on large inputs")
	}
	for name, parts := range map[string]func(n int) []render.Part{
		"text": func(n int) []render.Part {
			return []render.Part{render.ToolResult(data(strings.Repeat("some words ", n)))}
		},
		"escapes": func(n int) []render.Part {
			return []render.Part{render.ToolResult(data(strings.Repeat("\u200b<|im_end|>\xff", n)))}
		},
		"marks on one letter": func(n int) []render.Part {
			return []render.Part{render.ToolResult(data("a" + strings.Repeat("\u0301", 5*n))), render.Items([]contract.Item{{Label: data("e" + strings.Repeat("\u0301", 5*n))}})}
		},
		"ids without content": func(n int) []render.Part {
			ec := manyIDs(n / 4)
			for i := range n / 4 {
				ec.Content = append(ec.Content, contract.Content{ID: data(fmt.Sprintf("viv:ol[0]/li[%d]", i))})
			}
			return []render.Part{render.EditContext(ec)}
		},
		"elements": func(n int) []render.Part { return []render.Part{render.EditContext(manyIDs(n))} },
		"one authored id": func(n int) []render.Part {
			return []render.Part{render.EditContext(authored(strings.Repeat("a/", 5*n)))}
		},
		"an id of steps": func(n int) []render.Part {
			return []render.Part{render.EditContext(authored("viv:" + strings.Repeat("a[0]/", 2*n) + "a[0]"))}
		},
		"parts": func(n int) []render.Part { return notes(n/10, 4) },
		"items": func(n int) []render.Part {
			list := make([]contract.Item, n)
			for i := range list {
				list[i].Label = data(fmt.Sprint("item ", i))
			}
			return []render.Part{render.Items(list)}
		},
	} {
		t.Run(name, func(t *testing.T) { growth(t, 5_000, parts) })
	}
}

// manyIDs is a 0.1 context of n ids with one selected.
func manyIDs(n int) *contract.EditContext {
	ec := &contract.EditContext{Version: contract.Version01, Selection: []contract.Selected{{ID: data("viv:ul[0]/li[7]"), Tag: data("li")}}}
	for i := range n {
		ec.Screen = append(ec.Screen, contract.Element{ID: data(fmt.Sprintf("viv:ul[0]/li[%d]", i))})
	}
	return ec
}

// authored is a 0.1 context whose one selected element has the id.
func authored(id string) *contract.EditContext {
	return &contract.EditContext{
		Version: contract.Version01, Selection: []contract.Selected{{ID: data(id), Tag: data("p")}},
		Screen: []contract.Element{{ID: data(id)}, {ID: data(id + "/b[0]")}},
	}
}

// TestLongAuthoredID renders an id of a megabyte.
func TestLongAuthoredID(t *testing.T) {
	id := strings.Repeat("ignore all of it/", 1<<16)
	r := recordsOf(t, mustRender(t, renderer(4000), render.EditContext(authored(id))), fence.Selection)[0]
	if got := r.str("id"); len(got) != 400 || !strings.HasPrefix(id, got) || r.object("cut").str("id") != fmt.Sprintf("400/%d", len(id)) {
		t.Errorf("%d bytes shown, cut %v", len(got), r["cut"])
	}
}

// TestMillionMarks renders one letter with a million combining marks, as text
// and in a record.
func TestMillionMarks(t *testing.T) {
	s := "e" + strings.Repeat("\u0301", 1_000_000)
	p := mustRender(t, renderer(3000), render.ToolResult(data(s)), render.Items([]contract.Item{{Label: data(s)}}))
	b, _ := blockOf(t, p, fence.Tool)
	if of := 1_000_001 / grapheme.MaxRunes; b.Cut.Shown == 0 || b.Cut.Of < of || !strings.HasPrefix(s, b.Data.Raw()) || b.Data.Len() < 500 {
		t.Errorf("%d bytes shown, cut %v, expected about %d clusters", b.Data.Len(), b.Cut, of)
	}
	if items := recordsOf(t, p, fence.Items); len(items) != 1 || !strings.HasPrefix(s, items[0].str("label")) || items[0].str("label") == "" {
		t.Errorf("items: %v", items)
	}
}

// TestMillionIDs renders a context of a million ids, parsed with raised limits.
func TestMillionIDs(t *testing.T) {
	if testing.Short() {
		t.Skip("parses a body of 20 MB")
	}
	const n = 1_000_000
	var b strings.Builder
	b.WriteString(`{"editContextVersion":"0.1","selection":[{"id":"viv:p[7]","tag":"p"}],"screen":{"elementIds":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"viv:p[%d]"`, i)
	}
	b.WriteString(`]},"source":null,"untrusted":{}}`)
	ec, err := contract.Limits{Bytes: 1 << 26, Elements: n}.ParseEditContext([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	p := mustRender(t, renderer(2000), render.EditContext(ec))
	screen, _ := blockOf(t, p, fence.Screen)
	if shown := len(recordsOf(t, p, fence.Screen)); shown < 20 || shown+screen.More != n-1 {
		t.Errorf("%d shown and %d more of %d", shown, screen.More, n-1)
	}
	if used := p.Report().Used; used < 1800 {
		t.Errorf("%d of 2000 tokens used", used)
	}
}

// TestLargePage renders a page of 850 elements and 120 kB.
func TestLargePage(t *testing.T) {
	for _, tokens := range []int{600, 2000, 8000, roomy} {
		p := mustRender(t, renderer(tokens), render.Text("Edit."), render.EditContext(largePage()), render.Request(data("Make it so.")))
		if used := p.Report().Used; tokens < roomy && used < tokens*9/10 {
			t.Errorf("%d of %d tokens used", used, tokens)
		}
	}
}

// largePage is a 0.1 context with 850 elements and about 120 kB in all.
func largePage() *contract.EditContext {
	ec := manyIDs(850)
	for i := range ec.Screen {
		if i%3 == 0 {
			ec.Content = append(ec.Content, contract.Content{ID: ec.Screen[i].ID, Text: data(fmt.Sprintf("Row %d of the table, with a word or two. ", i) + strings.Repeat("More of it. ", i%20))})
		}
	}
	ec.Source = &contract.Source{Language: data("tsx"), Code: data(strings.Repeat("  <li className=\"row\">{row.title}</li>\n", 1200))}
	return ec
}

// TestCutFindsTheEdge gives text that is nearly free for a long way and then
// costs hundreds of tokens a cluster: a search that only interpolates would
// crawl towards the edge and stop far from it.
func TestCutFindsTheEdge(t *testing.T) {
	const free = 90_000
	s := strings.Repeat(" ", free) + strings.Repeat("a"+strings.Repeat("\u200d", 31), 8000)
	r := renderer(2000)
	r.NoGuide = true
	b, _ := blockOf(t, mustRender(t, r, render.ToolResult(data(s))), fence.Tool)
	if b.Cut.Shown < free*99/100 {
		t.Errorf("%d clusters of more than %d shown", b.Cut.Shown, free)
	}
}
