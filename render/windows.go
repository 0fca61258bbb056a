package render

import (
	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
)

// Windows is what is open on the user's screen and what has changed since the
// turn before: up to two blocks. prev is the UI of that turn, from its ask body
// or its stored state, and nil when there was none; a nil cur means no news and
// makes no block. Titles are shown, the id of the focused window alone, and
// nothing of a withheld window.
func Windows(prev, cur *contract.UI) Part {
	return Part{sections: []section{
		{
			kind: fence.Changes, source: "/ui/openWindows",
			priority: priorityChanges, share: shareEighth, data: shown(changeRecords(Diff(prev, cur))),
		},
		{
			kind: fence.Windows, source: "/ui/openWindows",
			priority: priorityWindows, share: shareEighth, data: shown(windowRecords(cur)),
		},
	}}
}

// windowRecords describes the screen itself, where something is known of it,
// and then each window that is shown.
func windowRecords(ui *contract.UI) *records {
	if ui == nil {
		return newRecords(0, nil)
	}
	first := 0
	if ui.Viewport != contract.ViewportNone || ui.Audience != contract.AudienceNone {
		first = 1
	}
	list := ui.Shown()
	return newRecords(first+len(list), func(b *builder, i int) {
		if i < first {
			fillScreen(b, ui)
			return
		}
		w := list[i-first]
		b.name("title", titleOf(w), maxTitle)
		if w.Focused {
			b.o.True("focused")
			b.field("id", w.ID, maxID)
		}
	})
}

func fillScreen(b *builder, ui *contract.UI) {
	if ui.Viewport != contract.ViewportNone {
		b.o.String("viewport", ui.Viewport.String())
	}
	if ui.Audience != contract.AudienceNone {
		b.o.String("audience", ui.Audience.String())
	}
}

// titleOf is the title, or an empty one: a window without is still open.
func titleOf(w contract.Window) ringfence.Data {
	if w.Title.Present() {
		return w.Title
	}
	return ringfence.NewData("")
}

func changeRecords(changes []Change) *records {
	return newRecords(len(changes), func(b *builder, i int) {
		c := changes[i]
		b.o.String("change", c.Kind.String())
		b.name("title", titleOf(c.Window), maxTitle)
		if c.Kind == Retitled {
			b.field("before", titleOf(c.Before), maxTitle)
		}
	})
}
