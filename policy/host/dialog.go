package host

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/bridge"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/dialog"
	"github.com/ringfence/ringfence/policy/outcome"
)

func dialogOpen(ctx context.Context, c *call) outcome.Outcome { return c.dialog(ctx, false) }
func dialogSave(ctx context.Context, c *call) outcome.Outcome { return c.dialog(ctx, true) }

// dialog asks for paths, through the bridge of the policy where there is one, and
// holds what comes back to the roots of the policy.
func (c *call) dialog(ctx context.Context, save bool) outcome.Outcome {
	r, o, ok := c.dialogRequest()
	if !ok {
		return o
	}
	var a dialog.Answer
	var err error
	switch d := c.host.config.Dialog; {
	case c.table.Bridge.Cmd != "":
		a, o, ok = c.bridgeDialog(ctx, save)
		if !ok {
			return o
		}
	case d == nil:
	case save:
		a, err = d.Save(ctx, r)
	default:
		a, err = d.Open(ctx, r)
	}
	if err == nil {
		a, err = r.Judge(a, save)
	}
	if err != nil {
		return dialogFailure(c, err)
	}
	return c.chosen(a, save)
}

// dialogRequest reads the payload, and looks at the folder that the dialog starts
// in: by default the first root.
func (c *call) dialogRequest() (r dialog.Request, o outcome.Outcome, ok bool) {
	r.Title = textOf(c.payload, ":title")
	r.DefaultName = textOf(c.payload, ":default-name")
	if multi, there := c.payload.Lookup(":multi"); there {
		r.Multi, _ = multi.Bool()
	}
	filters, _ := c.payload.Lookup(":filters")
	for _, f := range filters.Items() {
		filter, ok := filterOf(f)
		if !ok {
			return r, fail(c, policy.CodePayload, "a filter is an extension, or {:ext [extension …] :name text}", coreform.Sym(":at"), coreform.Str("/:filters")), false
		}
		r.Filters = append(r.Filters, filter)
	}
	r.Title = cutText(r.Title, dialog.MaxTitle)
	if err := r.Check(); err != nil {
		return r, fail(c, policy.CodePayload, "the request holds what no dialog can show"), false
	}
	dir := textOf(c.payload, ":start-dir")
	if dir == "" {
		if len(c.table.Roots) > 0 {
			r.StartDir = filepath.FromSlash(c.table.Roots[0])
		}
		return r, o, true
	}
	place, err := c.held(c.absolute(dir), false)
	var e *ringfence.Error
	absent := errors.As(err, &e) && e.Code == dialog.CodeAnswer
	switch {
	case absent && c.headless():
		return r, o, true // nobody will look into it
	case absent || err == nil && !place.Dir:
		return r, fail(c, policy.CodePayload, "what the dialog should start in is no folder", coreform.Sym(":at"), coreform.Str("/:start-dir")), false
	case err != nil:
		return r, dialogFailure(c, err), false
	}
	r.StartDir = place.Path
	return r, o, true
}

// headless reports whether there is nobody to ask.
func (c *call) headless() bool {
	d := c.host.config.Dialog
	return c.table.Bridge.Cmd == "" && (d == nil || d == dialog.Dialog(dialog.Headless{}))
}

// cutText shortens a title, which is only shown, to whole characters.
func cutText(s string, max int) string {
	if len(s) <= max {
		return s
	}
	return strings.ToValidUTF8(s[:max], "")
}

// filterOf reads a filter: an extension as text, with its dot or without, or a map
// of a name and a vector of them.
func filterOf(t coreform.Term) (dialog.Filter, bool) {
	bare := func(s string) string { return strings.TrimPrefix(strings.TrimPrefix(s, "*"), ".") }
	extension := func(s string) string {
		if s == "*" || s == "*.*" {
			return "*"
		}
		return bare(s)
	}
	if s, ok := t.Text(); ok {
		return dialog.Filter{Name: s, Extensions: []string{extension(s)}}, true
	}
	list, ok := t.Lookup(":ext")
	if t.Kind() != coreform.KindMap || !ok || list.Kind() != coreform.KindVector {
		return dialog.Filter{}, false
	}
	f := dialog.Filter{Name: cutText(textOf(t, ":name"), dialog.MaxTitle)}
	for _, item := range list.Items() {
		s, ok := item.Text()
		if !ok {
			return f, false
		}
		f.Extensions = append(f.Extensions, extension(s))
	}
	for key, value := range t.Pairs() {
		name, _ := key.Symbol()
		if name != ":ext" && (name != ":name" || value.Kind() != coreform.KindStr) {
			return f, false
		}
	}
	return f, true
}

// textOf returns the string that a map has for a key, or "".
func textOf(t coreform.Term, key string) string {
	v, _ := t.Lookup(key)
	s, _ := v.Text()
	return s
}

// bridgeDialog asks the bridge. It says {:ok false}, {:ok true :path str} to save,
// or {:ok true :paths [str …]} to open, and nothing else; relative paths are below
// base_dir.
func (c *call) bridgeDialog(ctx context.Context, save bool) (a dialog.Answer, o outcome.Outcome, ok bool) {
	b, err := c.host.bridge(c.op, c.table)
	if err != nil {
		return a, bridge.Sealed(bridge.DefaultFamily, c.op, err), false
	}
	result := b.Call(ctx, c.payload)
	value, isData := result.Outcome.Data()
	if !isData {
		return a, result.Outcome, false
	}
	wrong := fail(c, CodeSchema, "the bridge answered with something that is no answer of a dialog")
	said, _ := value.Lookup(":ok")
	if a.OK, ok = said.Bool(); !ok {
		return a, wrong, false
	}
	if !a.OK {
		return a, wrong, value.Len() == 1
	}
	path, hasPath := value.Lookup(":path")
	paths, hasPaths := value.Lookup(":paths")
	if value.Len() != 2 || save != hasPath || save == hasPaths || hasPaths && paths.Kind() != coreform.KindVector {
		return a, wrong, false
	}
	list := []coreform.Term{path}
	if !save {
		list = nil
		for _, p := range paths.Items() {
			list = append(list, p)
		}
	}
	for _, p := range list {
		text, ok := p.Text()
		if !ok || text == "" {
			return a, wrong, false
		}
		a.Paths = append(a.Paths, c.absolute(text))
	}
	return a, o, true
}

// absolute resolves a path of the payload or of a bridge against base_dir.
func (c *call) absolute(p string) string {
	p = filepath.FromSlash(p)
	if filepath.IsAbs(p) {
		return p
	}
	// Not joined: that would take an element ".." away before it is seen.
	return filepath.FromSlash(c.host.baseDir(c.table)) + string(filepath.Separator) + p
}

// held says where a path really is, which must be in the roots of the policy and
// not denied: where it is named, and where it leads.
func (c *call) held(p string, missing bool) (dialog.Place, error) {
	place, err := dialog.Within(c.table.Roots, p, missing)
	if err != nil {
		return dialog.Place{}, err
	}
	for _, name := range []string{place.Named, place.Path} {
		if ok, _ := c.host.config.Policy.PathAllowed(c.op, filepath.ToSlash(name)); !ok {
			return dialog.Place{}, &ringfence.Error{Code: dialog.CodeEscape, Message: "the path is denied", Offset: ringfence.NoOffset}
		}
	}
	return place, nil
}

// chosen turns an answer into that of the contract.
func (c *call) chosen(a dialog.Answer, save bool) outcome.Outcome {
	if !a.OK {
		return answer(c, symOK(), coreform.Bool(false))
	}
	var paths []coreform.Term
	for _, p := range a.Paths {
		place, err := c.held(p, save)
		if err != nil {
			return dialogFailure(c, err)
		}
		if save && place.Dir {
			return fail(c, CodeSchema, "what was chosen to save is a folder")
		}
		paths = append(paths, coreform.Str(filepath.ToSlash(place.Path)))
	}
	if save {
		return answer(c, symOK(), yes(), coreform.Sym(":path"), paths[0])
	}
	return answer(c, symOK(), yes(), coreform.Sym(":paths"), coreform.Vec(paths...))
}

// dialogFailure gives an error of a dialog the code of the contract.
func dialogFailure(c *call, err error) outcome.Outcome {
	var e *ringfence.Error
	if errors.As(err, &e) {
		switch e.Code {
		case dialog.CodeEscape:
			return fail(c, policy.CodePathEscape, "the path is outside the roots, or denied there")
		case dialog.CodeAnswer:
			return fail(c, CodeSchema, "the dialog answered with something that was not asked for")
		case dialog.CodeRequest:
			return fail(c, policy.CodePayload, "the request holds what no dialog can show")
		case dialog.CodeTimeout:
			return fail(c, CodeTimeout, "the dialog was not answered in time")
		}
	}
	return fail(c, CodeUnavailable, "the dialog failed")
}
