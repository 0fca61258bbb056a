package fuzz_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/contract"
)

// Words of the contracts, from which bodies are made.
var (
	idSeeds   = [...]string{"card", "viv:@card/button[0]", "viv:@card/button[0]/svg[0]", "viv:@card/h2[0]", "viv:main[0]", "viv:main[0]/p[3]"}
	tags      = [...]string{"button", "p", "H2", "my-element"}
	relations = [...]string{"selected", "ancestor", "sibling", "child", "else"}
	languages = [...]string{"tsx", "html", "TSX", "brainfuck", "c++"}
)

// id returns an element id: one of a few, so that lists refer to each other, or
// any text.
func (t *tape) id() string {
	if n := t.pick(len(idSeeds) + 1); n < len(idSeeds) {
		return idSeeds[n]
	}
	return "x" + t.text()
}

// clean is what a decoder makes of a text, so that members which would collide
// once decoded are found beforehand.
func clean(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// contextBody makes the body of an edit context, always an acceptable one.
func contextBody(d *tape) string {
	var o, screen, untrusted object
	version := []string{contract.Version01, contract.Version02}[d.pick(2)]
	o.raw("editContextVersion", quote(version))
	var ids []string
	selection := make([]string, d.pick(4))
	for i := range selection {
		id := d.id()
		ids = append(ids, id)
		selection[i] = `{"id":` + quote(id) + `,"tag":` + quote(tags[d.pick(len(tags))]) + `}`
	}
	o.raw("selection", "["+strings.Join(selection, ",")+"]")
	elements := make([]string, d.pick(6))
	for i := range elements {
		id := d.id()
		ids = append(ids, id)
		elements[i] = quote(id)
		if version == contract.Version02 {
			elements[i] = `{"id":` + quote(id) + `,"tag":` + quote(tags[d.pick(len(tags))]) +
				`,"relation":` + quote(relations[d.pick(len(relations))]) + `,"role":null}`
		}
	}
	if version == contract.Version01 {
		screen.raw("elementIds", "["+strings.Join(elements, ",")+"]")
	} else {
		screen.raw("elements", "["+strings.Join(elements, ",")+"]")
	}
	o.raw("screen", screen.String())
	if d.pick(4) == 0 {
		o.raw("source", "null")
	} else {
		o.raw("source", `{"language":`+quote(languages[d.pick(len(languages))])+`,"code":`+quote(d.text())+`}`)
	}
	seen := map[string]bool{}
	for _, id := range append(ids, "not on the screen") {
		if key := clean(id); !seen[key] && d.pick(3) > 0 {
			seen[key] = true
			untrusted.raw(key, content(d, version))
		}
	}
	o.raw("untrusted", untrusted.String())
	return o.String()
}

func content(d *tape, version string) string {
	var o, attributes object
	o.raw("text", quote(d.text()))
	if version == contract.Version02 {
		o.raw("name", quote(d.text()))
	}
	seen := map[string]bool{}
	for range d.pick(4) {
		name := clean([]string{"aria-label", "class", "href", d.text()}[d.pick(4)])
		if !seen[name] {
			seen[name] = true
			attributes.raw(name, quote(d.text()))
		}
	}
	o.raw("attributes", attributes.String())
	return o.String()
}

// secrets is what must leave no trace: it is varied, and the output compared.
type secrets struct {
	// withheld stands in the list of windows, if not empty: an entry that was
	// never shown.
	withheld string
	// kind comes before the kinds and ids of items.
	kind string
}

// askBody makes an ask body, always an acceptable one. place says where the
// withheld window is.
func askBody(d *tape, s secrets, place int) string {
	var o, ui object
	ui.raw("viewport", quote([]string{"mobile", "desktop"}[d.pick(2)]))
	var windows []string
	for range d.pick(4) {
		var w object
		// Few ids, so that turns share windows and entries share ids.
		w.raw("id", quote([]string{"w1", "w2", "W2", "w" + d.text()}[d.pick(4)]))
		flags := d.pick(8)
		if flags&1 != 0 {
			w.raw("isFocused", "true")
		}
		if flags&6 == 6 {
			w.raw("withheld", "true")
		} else {
			w.raw("title", quote(d.text()))
		}
		windows = append(windows, w.String())
	}
	if s.withheld != "" {
		at := place % (len(windows) + 1)
		windows = append(windows[:at:at], append([]string{s.withheld}, windows[at:]...)...)
	}
	ui.raw("openWindows", "["+strings.Join(windows, ",")+"]")
	o.raw("ui", ui.String())
	var items []string
	for i := range d.pick(5) {
		var it object
		if kind := d.pick(4); kind > 0 {
			it.raw("kind", quote(s.kind+strconv.Itoa(kind)))
			it.raw("id", quote(s.kind+strconv.Itoa(i%3)))
		}
		it.raw("label", quote(d.text()))
		it.raw("excerpt", quote(d.text()))
		items = append(items, it.String())
	}
	o.raw("contextItems", "["+strings.Join(items, ",")+"]")
	return o.String()
}

func mustContext(t *testing.T, body string) *contract.EditContext {
	t.Helper()
	ec, err := contract.ParseEditContext([]byte(body))
	if err != nil {
		t.Fatalf("a body made by the generator is refused: %v\n%s", err, body)
	}
	return ec
}

func mustAsk(t *testing.T, body string) *contract.Ask {
	t.Helper()
	ask, err := contract.ParseAsk([]byte(body))
	if err != nil {
		t.Fatalf("a body made by the generator is refused: %v\n%s", err, body)
	}
	return ask
}
