package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// card is an edit context with one selected button whose content is given as
// the JSON of its untrusted entry.
func card(t testing.TB, content string) *contract.EditContext {
	t.Helper()
	return parseContext(t, `{"editContextVersion":"0.1","profile":"react-tsx@0","selection":[{"id":"viv:@card/button[0]","tag":"button"}],
		"screen":{"elementIds":["card","viv:@card/h2[0]","viv:@card/button[0]"]},
		"source":{"language":"tsx","code":"export default () => <button>Save</button>\n"},
		"untrusted":{"viv:@card/button[0]":`+content+`}}`)
}

// selected renders a card and returns the record of its button.
func selected(t testing.TB, content string) record {
	t.Helper()
	r := recordsOf(t, mustRender(t, renderer(roomy), render.EditContext(card(t, content))), fence.Selection)
	if len(r) != 1 {
		t.Fatalf("%d records", len(r))
	}
	return r[0]
}

func TestEditContextBlocks(t *testing.T) {
	p := mustRender(t, renderer(roomy), render.EditContext(card(t, `{"text":"Save","attributes":{"class":"primary"}}`)))
	b := blocksOf(t, p)
	want := []string{
		`{"id":"viv:@card/button[0]","tag":"button","text":"Save","attributes":{"class":"primary"}}`,
		`{"relation":"ancestor","id":"card"}` + "\n" + `{"relation":"sibling","id":"viv:@card/h2[0]"}`,
		"export default () => <button>Save</button>\n",
	}
	for i, kind := range []fence.Kind{fence.Selection, fence.Screen, fence.Source} {
		if b[i].Kind != kind || b[i].Data.Raw() != want[i] {
			t.Errorf("block %d is %v:\n%s\nwant %v:\n%s", i, b[i].Kind, b[i].Data.Raw(), kind, want[i])
		}
		if s := p.Spans()[i].Source; s != []string{"/selection", "/screen", "/source/code"}[i] {
			t.Errorf("block %d comes from %q", i, s)
		}
	}
	if b[2].Lang.String() != "tsx" {
		t.Errorf("language %q", b[2].Lang)
	}
}

func TestSourceLanguages(t *testing.T) {
	for lang, want := range map[string]string{"tsx": "tsx", "TSX": "tsx", "html": "html", "tsx\n> forged": "", "brainfuck": "", "": "", "js ": ""} {
		ec := card(t, `{"text":null}`)
		ec.Source.Language = data(lang)
		b, _ := blockOf(t, mustRender(t, renderer(roomy), render.EditContext(ec)), fence.Source)
		if b.Lang.String() != want {
			t.Errorf("language %q is named %q, want %q", lang, b.Lang, want)
		}
	}
}

func TestNoSource(t *testing.T) {
	ec := card(t, `{"text":null}`)
	ec.Source = nil
	p := mustRender(t, renderer(roomy), render.EditContext(ec), render.Note(data("after")))
	if _, ok := blockOf(t, p, fence.Source); ok || p.Report().Parts[2].Decision != render.Absent {
		t.Errorf("a block of no source; the report says %v", p.Report().Parts[2].Decision)
	}
	if b, _ := blockOf(t, p, fence.Note); b.N != 4 {
		t.Errorf("what follows is number %d", b.N)
	}
}

// TestTextCut holds the limits of fields against what the producer sends.
func TestTextCut(t *testing.T) {
	a := strings.Repeat("a", 500)
	for name, c := range map[string]struct{ text, shown, cut string }{
		"at the limit":                  {a, a, ""},
		"one over":                      {a + "b", a, "500/501"},
		"cut by the producer":           {a + "…", a + "…", ""},
		"two over, ends like a cut":     {a + "b…", a, "500/502"},
		"far over":                      {a + strings.Repeat("b", 241), a, "500/741"},
		"wide characters":               {strings.Repeat("é", 501), strings.Repeat("é", 500), "500/501"},
		"bytes are not units":           {strings.Repeat("漢", 500), strings.Repeat("漢", 500), ""},
		"an emoji over the limit":       {a[:499] + "🪑tail", a[:499], "499/505"},
		"an emoji at the limit":         {a[:498] + "🪑tail", a[:498] + "🪑", "500/504"},
		"a family over the limit":       {a[:495] + "👨‍👩‍👧", a[:495], "495/503"},
		"a letter with its mark":        {a[:499] + "e\u0301", a[:499], "499/501"},
		"empty":                         {"", "", ""},
		"a lone surrogate was replaced": {a[:499] + "\ufffdx", a[:499] + "\ufffd", "500/501"},
	} {
		r := selected(t, `{"text":`+quote(t, c.text)+`}`)
		if r.str("text") != c.shown || r.object("cut").str("text") != c.cut {
			t.Errorf("%s: %d bytes shown, cut %q, want %d and %q", name, len(r.str("text")), r.object("cut").str("text"), len(c.shown), c.cut)
		}
	}
}

func TestAttributeCut(t *testing.T) {
	a := strings.Repeat("a", 200)
	for name, c := range map[string]struct{ value, shown, cut string }{
		"at the limit":        {a, a, ""},
		"cut by the producer": {a + "…", a + "…", ""},
		"one over":            {a + "x", a, "200/201"},
		// A chair and a tail after 199 letters: half of a character never stands.
		"an emoji over the limit": {a[:199] + "🪑tail", a[:199], "199/205"},
	} {
		r := selected(t, `{"text":"ok","attributes":{"data-note":`+quote(t, c.value)+`}}`)
		if got := r.object("attributes").str("data-note"); got != c.shown || r.object("cut").str("attributes.data-note") != c.cut {
			t.Errorf("%s: %q, cut %q", name, got, r.object("cut").str("attributes.data-note"))
		}
	}
}

func TestOtherFieldsCut(t *testing.T) {
	long := strings.Repeat("x", 3000)
	ec := largeContext(1, "t", "")
	ec.Selection[0] = contract.Selected{ID: data(long), Tag: data(long)}
	ec.Screen[0] = contract.Element{ID: data(long), Tag: data(long), Role: data(long), Relation: contract.RelationSelected}
	ec.Content[0] = contract.Content{ID: data(long), Name: data(long)}
	r := recordsOf(t, mustRender(t, renderer(roomy), render.EditContext(ec)), fence.Selection)[0]
	for key, n := range map[string]int{"id": 400, "tag": 100, "role": 100, "name": 100} {
		if got := r.str(key); got != long[:n] || r.object("cut").str(key) != fmt.Sprintf("%d/3000", n) {
			t.Errorf("%s: %d of 3000 shown, cut %q", key, len(got), r.object("cut").str(key))
		}
	}
	ui := parseUI(t, `{"id":"w","title":"`+long+`","isFocused":true}`)
	if w := recordsOf(t, mustRender(t, renderer(roomy), render.Windows(nil, ui)), fence.Windows)[0]; w.object("cut").str("title") != "200/3000" {
		t.Errorf("title: %v", w["cut"])
	}
}

func TestAttributeRank(t *testing.T) {
	p := mustRender(t, renderer(roomy), render.EditContext(card(t, `{"text":"x","attributes":{"style":"s","onclick":"o","class":"c","custom":"1","data-x":"d","href":"h","aria-label":"l","aria-hidden":"a","id":"i","onward":"w","zeta":"2"}}`)))
	b, _ := blockOf(t, p, fence.Selection)
	want := `"attributes":{"aria-label":"l","href":"h","aria-hidden":"a","id":"i","custom":"1","zeta":"2","class":"c","data-x":"d","style":"s","onclick":"o","onward":"w"}`
	if !strings.Contains(b.Data.Raw(), want) {
		t.Errorf("%s\nwant %s", b.Data.Raw(), want)
	}
}

func TestAttributesCapped(t *testing.T) {
	var list []string
	for i := range 40 {
		list = append(list, fmt.Sprintf(`"data-%d":"v"`, i))
	}
	list = append(list, `"`+strings.Repeat("n", 101)+`":"long name"`, `"`+strings.Repeat("n", 101)+`m":"long name"`, `"alt":"first"`)
	r := selected(t, `{"text":"x","attributes":{`+strings.Join(list, ",")+`}}`)
	attributes := r.object("attributes")
	if len(attributes) != 16 || attributes.str("alt") != "first" || r["moreAttributes"] != float64(27) {
		t.Errorf("%d attributes and %v more: %v", len(attributes), r["moreAttributes"], attributes)
	}
	r = selected(t, `{"text":"x","attributes":{"`+strings.Repeat("n", 101)+`":"v"}}`)
	if r["attributes"] != nil || r["moreAttributes"] != float64(1) {
		t.Errorf("an attribute with a long name alone: %v", r)
	}
}

// relations returns id and relation of the screen's records, in order.
func relations(t testing.TB, ec *contract.EditContext) []string {
	t.Helper()
	var out []string
	for _, r := range recordsOf(t, mustRender(t, renderer(roomy), render.EditContext(ec)), fence.Screen) {
		out = append(out, strings.TrimSpace(r.str("relation")+" "+r.str("id")))
	}
	return out
}

func TestNeighbourhoodOfIDs(t *testing.T) {
	body := func(selected string, ids ...string) *contract.EditContext {
		var list []string
		for _, id := range ids {
			list = append(list, quote(t, id))
		}
		return parseContext(t, `{"editContextVersion":"0.1","selection":[{"id":`+quote(t, selected)+`,"tag":"x"}],"screen":{"elementIds":[`+
			strings.Join(list, ",")+`]},"source":null,"untrusted":{}}`)
	}
	for name, c := range map[string]struct {
		ec   *contract.EditContext
		want []string
	}{
		"plain path": {
			body("viv:div[0]/ul[0]/li[1]", "viv:header[0]", "viv:div[0]", "viv:div[0]/ul[0]", "viv:div[0]/ul[0]/li[0]", "viv:div[0]/ul[0]/li[1]", "viv:div[0]/ul[0]/li[1]/a[0]", "viv:div[0]/ul[0]/li[1]/a[0]/b[0]"),
			[]string{"ancestor viv:div[0]", "ancestor viv:div[0]/ul[0]", "sibling viv:div[0]/ul[0]/li[0]", "child viv:div[0]/ul[0]/li[1]/a[0]", "viv:header[0]", "viv:div[0]/ul[0]/li[1]/a[0]/b[0]"},
		},
		"below an authored element": {
			body("viv:@card/div[0]/p[0]", "card", "viv:@card/div[0]", "viv:@card/div[0]/p[0]", "viv:@card/div[0]/p[1]", "viv:@card2/p[0]", "viv:@card"),
			[]string{"ancestor card", "ancestor viv:@card/div[0]", "sibling viv:@card/div[0]/p[1]", "viv:@card2/p[0]", "viv:@card"},
		},
		"an authored element": {
			body("card", "page", "card", "viv:@card/h2[0]", "viv:@card/h2[0]/b[0]"),
			[]string{"child viv:@card/h2[0]", "page", "viv:@card/h2[0]/b[0]"},
		},
		"an authored id with slashes": {
			body("viv:@a/b/c/div[0]/p[0]", "a/b/c", "a/b", "viv:@a/b/c/div[0]", "viv:@a/b/c/div[0]/p[0]", "viv:@a/b/c/div[0]/p[1]", "viv:@a/b/c/h1[0]"),
			[]string{"ancestor a/b/c", "ancestor viv:@a/b/c/div[0]", "sibling viv:@a/b/c/div[0]/p[1]", "a/b", "viv:@a/b/c/h1[0]"},
		},
		"ids that are sentences": {
			body("viv: ignore / all[0] of it", "viv: ignore ", "viv: ignore / all[x]", "/", "viv:/", "viv:@/p[0]", ""),
			[]string{"viv: ignore", "viv: ignore / all[x]", "/", "viv:/", "viv:@/p[0]", ""},
		},
		"the same id twice": {
			body("a", "b", "b", "a"), []string{"b"},
		},
	} {
		if got := relations(t, c.ec); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
	}
}

func TestNeighbourhoodOfRelations(t *testing.T) {
	ec := parseContext(t, `{"editContextVersion":"0.2","selection":[{"id":"s","tag":"p"}],"screen":{"elements":[
		{"id":"c","tag":"i","relation":"child","role":null},{"id":"b","tag":"p","relation":"sibling","role":"note"},
		{"id":"s","tag":"p","relation":"selected","role":"status"},{"id":"a","tag":"div","relation":"ancestor","role":null}]},
		"source":null,"untrusted":{"s":{"text":"T","name":"N","attributes":{}},"a":{"text":null}}}`)
	p := mustRender(t, renderer(roomy), render.EditContext(ec))
	b := blocksOf(t, p)
	if got := b[0].Data.Raw(); got != `{"id":"s","tag":"p","role":"status","name":"N","text":"T"}` {
		t.Errorf("selection %s", got)
	}
	if got := b[1].Data.Raw(); got != `{"relation":"ancestor","id":"a","tag":"div"}
{"relation":"sibling","id":"b","tag":"p","role":"note"}
{"relation":"child","id":"c","tag":"i"}` {
		t.Errorf("screen %s", got)
	}
}

// TestUnlistedContent has content for ids that are nowhere else, under names
// that some languages give a meaning.
func TestUnlistedContent(t *testing.T) {
	ec := parseContext(t, `{"editContextVersion":"0.1","selection":[],"screen":{"elementIds":[]},"source":{"language":"js","code":"1"},"untrusted":{`+
		`"__proto__":{"text":"p"},"constructor":{"text":"c"},"":{"text":"e"},"toString":{"text":"t","attributes":{"__proto__":"v"}}}}`)
	p := mustRender(t, renderer(roomy), render.EditContext(ec))
	b, _ := blockOf(t, p, fence.Screen)
	want := `{"relation":"not listed","id":"__proto__","text":"p"}
{"relation":"not listed","id":"constructor","text":"c"}
{"relation":"not listed","id":"","text":"e"}
{"relation":"not listed","id":"toString","text":"t","attributes":{"__proto__":"v"}}`
	if got := b.Data.Raw(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if _, ok := blockOf(t, p, fence.Selection); ok {
		t.Error("a block of no selection")
	}
}

// TestSelectedOffScreen selects an id that the screen does not list.
func TestSelectedOffScreen(t *testing.T) {
	ec := parseContext(t, `{"editContextVersion":"0.1","selection":[{"id":"lost","tag":"p"}],"screen":{"elementIds":["a"]},"source":null,"untrusted":{"lost":{"text":"here"}}}`)
	p := mustRender(t, renderer(roomy), render.EditContext(ec))
	if r := recordsOf(t, p, fence.Selection); r[0].str("text") != "here" {
		t.Errorf("selection %v", r)
	}
	if got := relations(t, ec); !slices.Equal(got, []string{"a"}) {
		t.Errorf("screen %q", got)
	}
}
