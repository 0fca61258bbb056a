package fuzz_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// quote writes a JSON string with the standard library's encoder.
func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return `""` // a string always has an encoding
	}
	return string(b)
}

// object is a JSON object under construction, its members in order.
type object struct{ b strings.Builder }

func (o *object) raw(name, value string) {
	if o.b.Len() > 0 {
		o.b.WriteByte(',')
	}
	o.b.WriteString(quote(name) + ":" + value)
}

func (o *object) text(name string, d ringfence.Data) {
	if d.Present() {
		o.raw(name, quote(d.Raw()))
	}
}

func (o *object) String() string { return "{" + o.b.String() + "}" }

func array[T any](list []T, encode func(i int, v T) string) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = encode(i, v)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// encodeContext writes a decoded edit context as a body of its version.
func encodeContext(ec *contract.EditContext) string {
	var o, screen, untrusted object
	o.raw("editContextVersion", quote(ec.Version))
	o.text("profile", ec.Profile)
	o.raw("selection", array(ec.Selection, func(_ int, s contract.Selected) string {
		var e object
		e.text("id", s.ID)
		e.text("tag", s.Tag)
		return e.String()
	}))
	if ec.Version == contract.Version01 {
		screen.raw("elementIds", array(ec.Screen, func(_ int, e contract.Element) string { return quote(e.ID.Raw()) }))
	} else {
		screen.raw("elements", array(ec.Screen, encodeElement))
	}
	o.raw("screen", screen.String())
	if ec.Source == nil {
		o.raw("source", "null")
	} else {
		var s object
		s.text("language", ec.Source.Language)
		s.text("code", ec.Source.Code)
		o.raw("source", s.String())
	}
	for _, c := range ec.Content {
		var e, attributes object
		e.text("text", c.Text)
		e.text("name", c.Name)
		for _, a := range c.Attributes {
			attributes.raw(a.Name.Raw(), quote(a.Value.Raw()))
		}
		e.raw("attributes", attributes.String())
		untrusted.raw(c.ID.Raw(), e.String())
	}
	o.raw("untrusted", untrusted.String())
	return o.String()
}

func encodeElement(_ int, e contract.Element) string {
	var o object
	o.text("id", e.ID)
	o.text("tag", e.Tag)
	o.raw("relation", quote(e.Relation.String()))
	o.text("role", e.Role)
	return o.String()
}

// encodeAsk writes what a decoded ask body still holds. Kinds and ids of items
// have no text any more, so each different one gets a number; withheld windows
// are gone.
func encodeAsk(a *contract.Ask) string {
	var o object
	if a.UI != nil {
		var ui object
		if v := a.UI.Viewport.String(); v != "" {
			ui.raw("viewport", quote(v))
		}
		if v := a.UI.Audience.String(); v != "" {
			ui.raw("audience", quote(v))
		}
		ui.raw("openWindows", array(a.UI.Shown(), func(_ int, w contract.Window) string {
			var e object
			e.text("id", w.ID)
			e.text("title", w.Title)
			if w.Focused {
				e.raw("isFocused", "true")
			}
			return e.String()
		}))
		o.raw("ui", ui.String())
	}
	o.raw("contextItems", array(a.ContextItems, func(i int, it contract.Item) string {
		var e object
		if !it.Kind.IsZero() {
			e.raw("kind", quote(numberOf(a.ContextItems, i, func(x contract.Item) ringfence.Key { return x.Kind })))
		}
		if !it.Key.IsZero() {
			e.raw("id", quote(numberOf(a.ContextItems, i, func(x contract.Item) ringfence.Key { return x.Key })))
		}
		e.text("label", it.Label)
		e.text("excerpt", it.Excerpt)
		return e.String()
	}))
	o.text("message", a.Message)
	return o.String()
}

// numberOf is the place of the first item that has the same key as item i.
func numberOf(items []contract.Item, i int, key func(contract.Item) ringfence.Key) string {
	return strconv.Itoa(slices.IndexFunc(items, func(x contract.Item) bool { return key(x) == key(items[i]) }))
}

// sameContext returns what differs between two contexts, or "".
func sameContext(a, b *contract.EditContext) string {
	switch {
	case a.Version != b.Version:
		return "version"
	case !a.Profile.Equal(b.Profile):
		return "profile"
	case !slices.EqualFunc(a.Selection, b.Selection, func(x, y contract.Selected) bool {
		return x.ID.Equal(y.ID) && x.Tag.Equal(y.Tag)
	}):
		return "selection"
	case !slices.EqualFunc(a.Screen, b.Screen, func(x, y contract.Element) bool {
		return x.ID.Equal(y.ID) && x.Tag.Equal(y.Tag) && x.Relation == y.Relation && x.Role.Equal(y.Role)
	}):
		return "screen"
	case (a.Source == nil) != (b.Source == nil),
		a.Source != nil && (!a.Source.Code.Equal(b.Source.Code) || !a.Source.Language.Equal(b.Source.Language)):
		return "source"
	case !slices.EqualFunc(a.Content, b.Content, sameContent):
		return "untrusted"
	}
	return ""
}

func sameContent(x, y contract.Content) bool {
	return x.ID.Equal(y.ID) && x.Text.Equal(y.Text) && x.Name.Equal(y.Name) &&
		slices.EqualFunc(x.Attributes, y.Attributes, func(p, q contract.Attribute) bool {
			return p.Name.Equal(q.Name) && p.Value.Equal(q.Value)
		})
}

// sameAsk returns what differs between an ask and its reading back, or "". Keys
// of items are new by then: only which of them are equal can be compared.
func sameAsk(a, b *contract.Ask) string {
	switch {
	case (a.UI == nil) != (b.UI == nil):
		return "ui"
	case a.UI != nil && (a.UI.Viewport != b.UI.Viewport || a.UI.Audience != b.UI.Audience):
		return "screen"
	case a.UI != nil && !slices.EqualFunc(a.UI.Shown(), b.UI.Shown(), func(x, y contract.Window) bool {
		return x.ID.Equal(y.ID) && x.Title.Equal(y.Title) && x.Focused == y.Focused && x.Key == y.Key
	}):
		return "windows"
	case !a.Message.Equal(b.Message):
		return "message"
	case len(a.ContextItems) != len(b.ContextItems):
		return "items"
	}
	for i, x := range a.ContextItems {
		y := b.ContextItems[i]
		if !x.Label.Equal(y.Label) || !x.Excerpt.Equal(y.Excerpt) {
			return "item"
		}
		for j := range i {
			p, q := a.ContextItems[j], b.ContextItems[j]
			if (x.Kind == p.Kind) != (y.Kind == q.Kind) || (x.Key == p.Key) != (y.Key == q.Key) {
				return "keys of items"
			}
		}
	}
	return ""
}
