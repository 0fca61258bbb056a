package render

import (
	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// ChangeKind says what happened to a window between two turns.
type ChangeKind uint8

// The changes that are reported. Loss of focus alone is none, and nothing ever
// is reported of a window that is withheld.
const (
	NoChange ChangeKind = iota
	Opened              // absent before, shown now
	Closed              // shown before, gone now
	Retitled            // shown in both turns, with another title
	Focused             // shown in both turns, and has the focus now
	Shared              // withheld before, shown now
)

var changeNames = [...]string{"", "opened", "closed", "retitled", "focused", "shared"}

// String returns the word that stands in a record; empty for NoChange.
func (k ChangeKind) String() string {
	if int(k) < len(changeNames) {
		return changeNames[k]
	}
	return ""
}

// Change is one change of a window.
type Change struct {
	Kind   ChangeKind
	Window contract.Window // as it is now; as it was, for Closed
	Before contract.Window // as it was, for Retitled and Focused
}

// Diff returns what changed from prev to cur, by window id: first the windows of
// cur in their order, then those that were closed, in the order of prev. A nil
// prev or cur makes no change: without a turn before, nothing is known to be
// new, and an absent ui is no news. It takes time linear in both.
func Diff(prev, cur *contract.UI) []Change {
	if prev == nil || cur == nil {
		return nil
	}
	before := firstByKey(prev.Shown())
	wasFocused, nowFocused := focus(prev), focus(cur)
	var out []Change
	seen := make(map[ringfence.Key]bool)
	for _, w := range cur.Shown() {
		if w.Key.IsZero() || seen[w.Key] {
			continue // no id, or the same again: the first entry speaks for a window
		}
		seen[w.Key] = true
		was, shown := before[w.Key]
		switch {
		case !shown && prev.Withholds(w):
			out = append(out, Change{Kind: Shared, Window: w})
		case !shown:
			out = append(out, Change{Kind: Opened, Window: w})
		default:
			if !was.Title.Equal(w.Title) {
				out = append(out, Change{Kind: Retitled, Window: w, Before: was})
			}
			if w.Key == nowFocused && w.Key != wasFocused {
				out = append(out, Change{Kind: Focused, Window: w, Before: was})
			}
		}
	}
	for _, w := range prev.Shown() {
		if !w.Key.IsZero() && !seen[w.Key] && !cur.Withholds(w) {
			seen[w.Key] = true
			out = append(out, Change{Kind: Closed, Window: w})
		}
	}
	return out
}

// focus is the key of the focused window. It is looked up by window and not by
// entry: the same window may be listed twice.
func focus(ui *contract.UI) ringfence.Key {
	w, _ := ui.Focused()
	return w.Key
}

func firstByKey(ws []contract.Window) map[ringfence.Key]contract.Window {
	m := make(map[ringfence.Key]contract.Window, len(ws))
	for _, w := range ws {
		if _, ok := m[w.Key]; !ok {
			m[w.Key] = w
		}
	}
	return m
}
