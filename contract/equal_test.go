package contract

import (
	"fmt"

	"github.com/ringfence/ringfence"
)

// diffContext says how the values of two contexts differ; notes are not values.
func diffContext(a, b *EditContext) string {
	sa, sb := flatContext(a), flatContext(b)
	for i := range max(len(sa), len(sb)) {
		if i >= len(sa) || i >= len(sb) || sa[i] != sb[i] {
			return fmt.Sprintf("value %d of %d and %d differs: %.200q and %.200q", i, len(sa), len(sb), at(sa, i), at(sb, i))
		}
	}
	return ""
}

func at(s []string, i int) string {
	if i < len(s) {
		return s[i]
	}
	return "(none)"
}

// text makes data comparable: absent and empty differ.
func text(d ringfence.Data) string {
	if !d.Present() {
		return "-"
	}
	return "+" + d.Raw()
}

// flatContext lists every value of a context.
func flatContext(ec *EditContext) []string {
	s := []string{ec.Version, text(ec.Profile)}
	for _, x := range ec.Selection {
		s = append(s, "selected", text(x.ID), text(x.Tag))
	}
	for _, x := range ec.Screen {
		s = append(s, "element", text(x.ID), text(x.Tag), x.Relation.String(), text(x.Role))
	}
	if ec.Source != nil {
		s = append(s, "source", text(ec.Source.Language), text(ec.Source.Code))
	}
	for _, x := range ec.Content {
		s = append(s, "content", text(x.ID), text(x.Text), text(x.Name))
		for _, a := range x.Attributes {
			s = append(s, "attribute", text(a.Name), text(a.Value))
		}
	}
	return s
}

// diffAsk says how the values of two asks differ.
func diffAsk(a, b *Ask) string {
	switch {
	case !a.Message.Equal(b.Message):
		return "messages differ"
	case (a.UI == nil) != (b.UI == nil):
		return "only one has a ui"
	case len(a.ContextItems) != len(b.ContextItems):
		return "items differ in number"
	}
	for i, x := range a.ContextItems {
		y := b.ContextItems[i]
		if x.Kind != y.Kind || x.Key != y.Key || !x.Label.Equal(y.Label) || !x.Excerpt.Equal(y.Excerpt) {
			return fmt.Sprintf("item %d differs", i)
		}
	}
	if a.UI == nil {
		return ""
	}
	return diffUI(a.UI, b.UI)
}

// diffUI says how two states differ, as far as their methods tell.
func diffUI(a, b *UI) string {
	wa, wb := a.Shown(), b.Shown()
	if a.Viewport != b.Viewport || a.Audience != b.Audience || len(wa) != len(wb) {
		return "ui differs"
	}
	for i, x := range wa {
		y := wb[i]
		if !x.ID.Equal(y.ID) || !x.Title.Equal(y.Title) || x.Key != y.Key || x.Focused != y.Focused {
			return fmt.Sprintf("window %d differs", i)
		}
	}
	return ""
}
