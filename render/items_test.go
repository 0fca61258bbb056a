package render_test

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

func TestItemRecords(t *testing.T) {
	long := strings.Repeat("é", 600)
	ask, err := contract.ParseAsk([]byte(`{"contextItems":[
		{"kind":"product","id":"1","label":"Shirt","excerpt":"Blue."},
		{"kind":"invoice","id":"2","label":"Invoice"},
		{"kind":"product","id":"3","label":"Hat","excerpt":"` + long + `"},
		{"label":"No kind"},
		{"kind":"product","id":"4","excerpt":"no label"},
		{"kind":"product","id":"5","label":" \u200b\u2060\t\u3164 "},
		{"kind":"invoice","id":"6","label":"Line\nbreak"},
		{"label":"No kind either"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	p := mustRender(t, renderer(roomy), render.Items(ask.ContextItems))
	b, _ := blockOf(t, p, fence.Items)
	want := `{"label":"Shirt","excerpt":"Blue."}
{"label":"Hat","excerpt":"` + long[:1000] + `","cut":{"excerpt":"500/600"}}
{"label":"Invoice"}
{"label":"Line\nbreak"}
{"label":"No kind"}
{"label":"No kind either"}`
	if got := b.Data.Raw(); got != want {
		t.Errorf("items:\n%s\nwant:\n%s", got, want)
	}
	if b.Dropped != 2 || p.Spans()[0].Dropped != 2 || p.Report().Parts[0].Dropped != 2 {
		t.Errorf("dropped: %d in the block, %d in the span, %d in the report", b.Dropped, p.Spans()[0].Dropped, p.Report().Parts[0].Dropped)
	}
}

// TestItemsWithoutLabels drops every item: there is no block, and the report
// says how many there were.
func TestItemsWithoutLabels(t *testing.T) {
	p := mustRender(t, renderer(roomy), render.Items(make([]contract.Item, 3)))
	if r := p.Report().Parts[0]; len(p.Spans()) != 0 || r.Dropped != 3 || r.Decision != render.Absent {
		t.Errorf("%d blocks, %+v", len(p.Spans()), r)
	}
}

// TestItemsAreCutByRecord gives less room than there are records: those shown
// are the first, at most the last of them shortened, and the rest is counted.
func TestItemsAreCutByRecord(t *testing.T) {
	list := make([]contract.Item, 40)
	for i := range list {
		list[i] = contract.Item{Label: data("Item " + string(rune('A'+i%26))), Excerpt: data(strings.Repeat("word ", 60))}
	}
	for _, tokens := range []int{420, 500, 700, 1500} {
		p := mustRender(t, renderer(tokens), render.Items(list))
		b, ok := blockOf(t, p, fence.Items)
		records := recordsOf(t, p, fence.Items)
		if !ok || len(records)+b.More != len(list) {
			t.Fatalf("at %d tokens: %d records and %d more of %d", tokens, len(records), b.More, len(list))
		}
		for i, r := range records {
			whole := r.str("excerpt") == list[i].Excerpt.Raw()
			if r.str("label") != list[i].Label.Raw() || !whole && i < len(records)-1 {
				t.Errorf("at %d tokens record %d is %v", tokens, i, r)
			}
			if brief, _ := r["brief"].(bool); !whole && !brief && r.object("cut").str("excerpt") == "" {
				t.Errorf("at %d tokens record %d is shortened and does not say so: %v", tokens, i, r)
			}
		}
	}
}
