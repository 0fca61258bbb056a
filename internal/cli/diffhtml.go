package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/report/html"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// diffSeed makes the nonce of prompts that are rendered to be compared. They go to
// no model, so that the nonce need not be a secret, and a fixed one makes pages of
// the same files the same bytes. It is derived from nothing in the files: they hold
// what is withheld, on which no byte of a page may depend. In return there are no
// hashes on the page, which would be keyed with what everybody knows.
const diffSeed = "promptcheck diff: compared and shown, never sent"

// page compares two turns.
func (f diffFlags) page(prev, cur *turn) (html.Page, error) {
	page, err := compareTurns(prev, cur)
	page.Name = readName(prev.name) + " and " + readName(cur.name)
	page.Show = *f.show
	return page, err
}

func compareTurns(prev, cur *turn) (html.Page, error) {
	if prev.isPrompt() {
		return html.Diff(prev.prompt, cur.prompt, nil), nil
	}
	windows := &html.Windows{Changes: render.Diff(prev.ui, cur.ui), Withheld: -1}
	if cur.ui != nil {
		windows.Withheld = cur.ui.WithheldCount()
	}
	if prev.ask == nil || cur.ask == nil {
		return html.Diff(nil, nil, windows), nil // a stored state has no prompt
	}
	before, err := prev.without(cur).render(nil)
	if err != nil {
		return html.Page{}, err
	}
	now, err := cur.render(prev.ui)
	if err != nil {
		return html.Page{}, err
	}
	return html.Diff(before, now, windows), nil
}

// without is a turn without what the later one takes back: the windows that it
// withholds, and with these the items that it no longer has, which may name the
// same thing. A page that showed them as removed would say what is withheld.
func (t *turn) without(later *turn) *turn {
	ui, some := t.ui.Without(later.ui)
	if !some {
		return t
	}
	has := make(map[ringfence.Key]bool)
	for _, item := range later.ask.ContextItems {
		has[item.Key] = true
	}
	out, ask := *t, *t.ask
	ask.UI = ui
	ask.ContextItems = slices.DeleteFunc(slices.Clone(ask.ContextItems), func(item contract.Item) bool {
		return item.Key.IsZero() || !has[item.Key]
	})
	out.ui, out.ask = ui, &ask
	return &out
}

// render makes the prompt of an ask body as the command render does by itself.
func (t *turn) render(before *contract.UI) (*html.Prompt, error) {
	c, err := counter(defaultEncoding)
	if err != nil {
		return nil, err
	}
	parts := askParts(before, t.ask)
	if t.ask.Message.Present() {
		parts = append(parts, render.Request(t.ask.Message))
	}
	r := render.Renderer{Nonce: fence.SeededNonce([]byte(diffSeed)), Limit: budget.Limit{Tokens: defaultBudget, Counter: c}}
	p, err := r.Render(context.Background(), parts...)
	if err != nil {
		return nil, nameFile(t.name, withoutBudget(tooSmall(context.Background(), r, parts, err, "give %d")))
	}
	return html.FromRender(p).Unkeyed(), nil
}

// withoutBudget gives an error of a budget a hint for diff, which has no flag for
// one.
func withoutBudget(err error) error {
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Code != budget.CodeRequired {
		return err
	}
	with := *e
	with.Hint = "make both prompts with promptcheck render and a larger --budget, and compare these"
	return &with
}
