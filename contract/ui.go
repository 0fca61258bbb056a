package contract

import (
	"crypto/hmac"
	"fmt"
	"slices"
	"strconv"

	"github.com/ringfence/ringfence"
)

// UI is what is on the user's screen. Of a withheld window it keeps nothing
// but a key of its folded id: no title, no id, no position. The zero UI has no
// windows. A UI is immutable but for its two exported fields.
type UI struct {
	Viewport Viewport
	Audience Audience

	shown    []Window
	withheld map[ringfence.Key]struct{}  // keys of folded ids, from an ask body
	hashes   map[ringfence.Hash]struct{} // the same from a stored state, hashed
	secret   *string                     // what hashes were made with; a pointer, so that fmt cannot print it
}

// Window is one open window that the user shares.
type Window struct {
	ID    ringfence.Data
	Title ringfence.Data // absent when left out
	// Key is made of the id alone: equal keys are the same window.
	Key ringfence.Key
	// Focused is true for one window at most, the first that says so.
	Focused bool
}

// Shown returns the windows that are shared, in the order sent, as a copy.
// Ids may repeat; that was a note.
func (u *UI) Shown() []Window {
	if u == nil {
		return nil
	}
	return append([]Window(nil), u.shown...)
}

// Focused returns the focused window, if one of those shown is.
func (u *UI) Focused() (Window, bool) {
	if u == nil {
		return Window{}, false
	}
	for _, w := range u.shown {
		if w.Focused {
			return w, true
		}
	}
	return Window{}, false
}

// Withholds reports whether u withholds the window w, which may come from
// another turn: whether w's id folds to that of a withheld window of u.
func (u *UI) Withholds(w Window) bool {
	if u == nil || !w.ID.Present() || len(u.withheld)+len(u.hashes) == 0 {
		return false
	}
	k := withheldKey(foldID(w.ID.Raw()))
	if _, ok := u.withheld[k]; ok {
		return true
	}
	if len(u.hashes) == 0 || u.secret == nil {
		return false
	}
	_, ok := u.hashes[k.Hash([]byte(*u.secret))]
	return ok
}

// Without returns u without the windows that later withholds, and whether there are
// any: what a person may be shown of an earlier turn once a later one is known. It
// is u itself where there are none.
func (u *UI) Without(later *UI) (*UI, bool) {
	if u == nil || !slices.ContainsFunc(u.shown, later.Withholds) {
		return u, false
	}
	out := *u
	out.shown = slices.DeleteFunc(u.Shown(), later.Withholds)
	return &out, true
}

// WithheldCount returns how many windows u withholds; ids that fold equal are one.
// It is what a person may be told of them. No prompt has it: there, a window that
// was never shown leaves no trace.
func (u *UI) WithheldCount() int {
	if u == nil {
		return 0
	}
	return len(u.withheld) + len(u.hashes)
}

// windowKey is the key of a window's exact id.
func windowKey(id string) ringfence.Key { return ringfence.NewKey("window", id) }

// withheldKey is the key of a window's id that [foldID] folded. The label keeps
// it apart from the keys of exact ids.
func withheldKey(folded string) ringfence.Key {
	return ringfence.NewKey("withheld window", folded)
}

// sameSecret reports whether u's hashes, if any, were made with secret.
func (u *UI) sameSecret(secret []byte) bool {
	return len(u.hashes) == 0 || hmac.Equal([]byte(*u.secret), secret)
}

// String says how many windows are shown, and nothing of what is withheld.
func (u UI) String() string { return "ui(" + strconv.Itoa(len(u.shown)) + " shown)" }

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (u UI) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(u.String())) }
