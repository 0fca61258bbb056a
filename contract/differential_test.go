package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// wireContext is an edit context as encoding/json reads it: another decoder
// with another idea of everything but well-formed input.
type wireContext struct {
	EditContextVersion string       `json:"editContextVersion"`
	Profile            *string      `json:"profile"`
	Selection          []wireChosen `json:"selection"`
	Screen             struct {
		ElementIDs []string     `json:"elementIds,omitempty"`
		Elements   []wireChosen `json:"elements,omitempty"`
	} `json:"screen"`
	Source *struct {
		Language string `json:"language"`
		Code     string `json:"code"`
	} `json:"source"`
	Untrusted json.RawMessage `json:"untrusted"`
}

type wireChosen struct {
	ID       string  `json:"id"`
	Tag      string  `json:"tag"`
	Relation string  `json:"relation,omitempty"`
	Role     *string `json:"role,omitempty"`
}

type wireContent struct {
	Text       *string         `json:"text"`
	Name       *string         `json:"name"`
	Attributes json.RawMessage `json:"attributes"`
}

func optional(s *string) ringfence.Data {
	if s == nil {
		return ringfence.Data{}
	}
	return ringfence.NewData(*s)
}

// context turns what encoding/json read into our types. Maps lose their order,
// so names are taken from the token stream.
func (w *wireContext) context() *EditContext {
	ec := &EditContext{Version: w.EditContextVersion, Profile: optional(w.Profile)}
	for _, s := range w.Selection {
		ec.Selection = append(ec.Selection, Selected{ID: ringfence.NewData(s.ID), Tag: ringfence.NewData(s.Tag)})
	}
	for _, id := range w.Screen.ElementIDs {
		ec.Screen = append(ec.Screen, Element{ID: ringfence.NewData(id)})
	}
	for _, e := range w.Screen.Elements {
		rel := Relation(max(0, slices.Index(relationNames[:], e.Relation)))
		ec.Screen = append(ec.Screen, Element{ID: ringfence.NewData(e.ID), Tag: ringfence.NewData(e.Tag), Relation: rel, Role: optional(e.Role)})
	}
	if w.Source != nil {
		ec.Source = &Source{Language: ringfence.NewData(w.Source.Language), Code: ringfence.NewData(w.Source.Code)}
	}
	members(w.Untrusted, func(id string, raw json.RawMessage) {
		var c wireContent
		if err := json.Unmarshal(raw, &c); err != nil {
			return
		}
		out := Content{ID: ringfence.NewData(id), Text: optional(c.Text), Name: optional(c.Name)}
		members(c.Attributes, func(name string, raw json.RawMessage) {
			var v string
			if json.Unmarshal(raw, &v) == nil {
				out.Attributes = append(out.Attributes, Attribute{Name: ringfence.NewData(name), Value: ringfence.NewData(v)})
			}
		})
		ec.Content = append(ec.Content, out)
	})
	return ec
}

// members calls f with the members of an object in order.
func members(object json.RawMessage, f func(name string, value json.RawMessage)) {
	dec := json.NewDecoder(strings.NewReader(string(object)))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return
	}
	for dec.More() {
		tok, err := dec.Token()
		name, ok := tok.(string)
		if err != nil || !ok {
			return
		}
		var v json.RawMessage
		if dec.Decode(&v) != nil {
			return
		}
		f(name, v)
	}
}

// encodeContext writes a context as its contract says, through encoding/json.
func encodeContext(ec *EditContext) string {
	var b strings.Builder
	null := func(d ringfence.Data) string {
		if !d.Present() {
			return "null"
		}
		return quote(d.Raw())
	}
	fmt.Fprintf(&b, `{"editContextVersion":%s,"profile":%s,"selection":[`, quote(ec.Version), null(ec.Profile))
	for i, s := range ec.Selection {
		fmt.Fprintf(&b, `%s{"tag":%s,"id":%s}`, comma(i), null(s.Tag), null(s.ID))
	}
	b.WriteString(`],"screen":{`)
	if ec.Version == Version01 {
		b.WriteString(`"elementIds":[`)
	} else {
		b.WriteString(`"elements":[`)
	}
	for i, e := range ec.Screen {
		if ec.Version == Version01 {
			fmt.Fprintf(&b, `%s%s`, comma(i), null(e.ID))
			continue
		}
		fmt.Fprintf(&b, `%s{"id":%s,"tag":%s,"relation":%s,"role":%s}`, comma(i), null(e.ID), null(e.Tag), quote(e.Relation.String()), null(e.Role))
	}
	b.WriteString(`]},"source":`)
	if ec.Source == nil {
		b.WriteString("null")
	} else {
		fmt.Fprintf(&b, `{"language":%s,"code":%s}`, null(ec.Source.Language), null(ec.Source.Code))
	}
	b.WriteString(`,"untrusted":{`)
	for i, c := range ec.Content {
		fmt.Fprintf(&b, `%s%s:{"text":%s`, comma(i), null(c.ID), null(c.Text))
		if ec.Version == Version02 {
			fmt.Fprintf(&b, `,"name":%s`, null(c.Name))
		}
		b.WriteString(`,"attributes":{`)
		for j, a := range c.Attributes {
			fmt.Fprintf(&b, `%s%s:%s`, comma(j), null(a.Name), null(a.Value))
		}
		b.WriteString("}}")
	}
	b.WriteString("}}")
	return b.String()
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always marshals
	}
	return string(b)
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// encodeAsk writes what is left of an ask; keys have no text to write, so kinds
// and ids are numbered by equality.
func encodeAsk(a *Ask) string {
	var parts []string
	if a.UI != nil {
		var w []string
		for _, x := range a.UI.Shown() {
			s := `{"id":` + quote(x.ID.Raw())
			if x.Title.Present() {
				s += `,"title":` + quote(x.Title.Raw())
			}
			w = append(w, s+fmt.Sprintf(`,"isFocused":%v}`, x.Focused))
		}
		ui := `"openWindows":[` + strings.Join(w, ",") + `]`
		if s := a.UI.Viewport.String(); s != "" {
			ui += `,"viewport":` + quote(s)
		}
		if s := a.UI.Audience.String(); s != "" {
			ui += `,"audience":` + quote(s)
		}
		parts = append(parts, `"ui":{`+ui+`}`)
	}
	var items []string
	for _, it := range a.ContextItems {
		var m []string
		if it.Label.Present() {
			m = append(m, `"label":`+quote(it.Label.Raw()))
		}
		if it.Excerpt.Present() {
			m = append(m, `"excerpt":`+quote(it.Excerpt.Raw()))
		}
		items = append(items, `{`+strings.Join(m, ",")+`}`)
	}
	parts = append(parts, `"contextItems":[`+strings.Join(items, ",")+`]`)
	if a.Message.Present() {
		parts = append(parts, `"message":`+quote(a.Message.Raw()))
	}
	return `{` + strings.Join(parts, ",") + `}`
}

// generator makes well-formed contexts with awkward strings.
type generator struct{ *rand.Rand }

func (g generator) text() string {
	pieces := []string{"a", "div", "viv:@x/p[0]", "é", "\u0301", "😀", "\ufffd", "\x00", "\n", "\"", "\\", "</", "\u2028", "<|x|>", "", "__proto__", strings.Repeat("z", 300)}
	var b strings.Builder
	for range g.IntN(4) {
		b.WriteString(pieces[g.IntN(len(pieces))])
	}
	return b.String()
}

func (g generator) data() ringfence.Data { return ringfence.NewData(g.text()) }

func (g generator) maybe() ringfence.Data {
	if g.IntN(3) == 0 {
		return ringfence.Data{}
	}
	return g.data()
}

func (g generator) context() *EditContext {
	ec := &EditContext{Version: []string{Version01, Version02}[g.IntN(2)], Profile: g.maybe()}
	for range g.IntN(4) {
		ec.Selection = append(ec.Selection, Selected{ID: g.data(), Tag: g.data()})
	}
	for range g.IntN(6) {
		e := Element{ID: g.data()}
		if ec.Version == Version02 {
			e.Tag, e.Role, e.Relation = g.data(), g.maybe(), Relation(g.IntN(len(relationNames)))
		}
		ec.Screen = append(ec.Screen, e)
	}
	if g.IntN(2) == 0 {
		ec.Source = &Source{Language: g.data(), Code: g.data()}
	}
	ids := map[string]bool{}
	for range g.IntN(5) {
		c := Content{ID: g.data(), Text: g.maybe()}
		if ec.Version == Version02 {
			c.Name = g.maybe()
		}
		names := map[string]bool{}
		for range g.IntN(4) {
			a := Attribute{Name: g.data(), Value: g.data()}
			if !names[a.Name.Raw()] {
				names[a.Name.Raw()] = true
				c.Attributes = append(c.Attributes, a)
			}
		}
		if !ids[c.ID.Raw()] {
			ids[c.ID.Raw()] = true
			ec.Content = append(ec.Content, c)
		}
	}
	return ec
}

// Well-formed contexts read the same here, through encoding/json, and as made.
func TestDifferentialContexts(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(1, 2))}
	for i := range 3000 {
		want := g.context()
		body := encodeContext(want)
		got, err := ParseEditContext([]byte(body))
		if err != nil {
			t.Fatalf("%d: %s: %v", i, body, err)
		}
		if diff := diffContext(want, got); diff != "" {
			t.Fatalf("%d: %s: %s", i, body, diff)
		}
		var w wireContext
		if err := json.Unmarshal([]byte(body), &w); err != nil {
			t.Fatalf("%d: %s: %v", i, body, err)
		}
		if diff := diffContext(w.context(), got); diff != "" {
			t.Fatalf("%d: %s: %s", i, body, diff)
		}
	}
}

// The two agree on what is JSON at all, but for depth, which both cap.
func TestDifferentialSyntax(t *testing.T) {
	g := rand.New(rand.NewPCG(3, 4))
	pieces := []string{`{`, `}`, `[`, `]`, `,`, `:`, `"a"`, `"b"`, `1`, `-`, `0`, `1e5`, `.5`, `true`, `null`, `nul`, ` `, "\t", `"\u12"`, `"\ud800"`, "\"\xff\"", `"`, `\`, "\x00", "/"}
	agree := map[bool]int{}
	for range 200_000 {
		var b strings.Builder
		for range 1 + g.IntN(7) {
			b.WriteString(pieces[g.IntN(len(pieces))])
		}
		body := []byte(b.String())
		_, err := open(body, Limits{Bytes: 1000, Depth: 64}, "")
		ours := err == nil || errors.Is(err, &ringfence.Error{Code: CodeDuplicate}) || errors.Is(err, &ringfence.Error{Code: CodeDuplicateReplaced})
		if theirs := json.Valid(body); ours != theirs {
			t.Fatalf("%q: ours %v (%v), encoding/json %v", body, ours, err, theirs)
		}
		agree[ours]++
	}
	if agree[true] < 1000 || agree[false] < 1000 {
		t.Errorf("one-sided: %v", agree)
	}
}
