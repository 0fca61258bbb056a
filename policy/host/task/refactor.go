package task

import (
	"slices"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// refactorModule renames a symbol wherever it stands as a whole symbol, quoted or
// not: never inside a string, another symbol or a comment. What is not the symbol
// stays as it was written, comments and layout included.
func refactorModule(w *Work, c Contract, input coreform.Term, ws Workspace) outcome.Outcome {
	m, out, ok := load(w, c, input, ws)
	if !ok {
		return out
	}
	r := renaming{w: w, from: text(input, ":from"), to: text(input, ":to")}
	if err := w.Phase(0, coreform.Sym(":path"), coreform.Str(m.path)); err != nil {
		return stopped(w, err)
	}
	for _, f := range m.forms {
		r.find(f)
	}
	if r.err != nil {
		return stopped(w, r.err)
	}
	if len(r.taken) > 0 && len(r.found) > 0 && r.from != r.to {
		return c.failed("editor/task/refactor-conflict", m.at(r.taken[0]),
			"the module has the new name already: renaming would make two names one")
	}
	updated, forms := r.apply(m)
	if forms == nil {
		return c.failed("editor/task/refactor-conflict", m.path, "the module cannot hold the new name there")
	}
	changed := r.from != r.to && len(r.found) > 0
	if err := w.Phase(1, coreform.Sym(":changed"), coreform.Bool(changed)); err != nil {
		return stopped(w, err)
	}
	var diagnostics []Diagnostic
	if len(r.found) == 0 {
		diagnostics = append(diagnostics, Diagnostic{Warn, "editor/task/refactor-nothing", m.path, "the module does not have the name"})
	}
	h := hash(forms)
	if err := w.Phase(2, coreform.Sym(":updated-h"), h); err != nil {
		return stopped(w, err)
	}
	return c.Result(diagnostics,
		coreform.Sym(":path"), coreform.Str(m.path),
		coreform.Sym(":from"), coreform.Str(r.from),
		coreform.Sym(":to"), coreform.Str(r.to),
		coreform.Sym(":changed"), coreform.Bool(changed),
		coreform.Sym(":module-h"), hash(m.forms),
		coreform.Sym(":updated-h"), h,
		coreform.Sym(":updated"), coreform.Str(updated),
	)
}

// renaming is one renaming of a module.
type renaming struct {
	w        *Work
	from, to string
	found    []int64 // offsets of the old name
	taken    []int64 // and of the new one
	err      error
}

// find notes where the names stand. Keys of a map stand in their order and not in
// that of the source, so offsets are sorted later.
func (r *renaming) find(t coreform.Term) {
	if r.err != nil {
		return
	}
	if r.err = r.w.Step(1); r.err != nil {
		return
	}
	switch t.Kind() {
	case coreform.KindSymbol:
		s, _ := t.Symbol()
		if s == r.from {
			r.found = append(r.found, t.Offset())
		} else if s == r.to {
			r.taken = append(r.taken, t.Offset())
		}
	case coreform.KindList, coreform.KindVector:
		for _, item := range t.Items() {
			r.find(item)
		}
	case coreform.KindMap:
		for k, v := range t.Pairs() {
			r.find(k)
			r.find(v)
		}
	default: // atoms without a name
	}
}

// apply returns the new source and its forms, or no forms where it does not parse.
func (r *renaming) apply(m *module) (string, []coreform.Term) {
	slices.Sort(r.found)
	out := make([]byte, 0, len(m.source)+len(r.found)*max(len(r.to)-len(r.from), 0))
	at := 0
	for _, offset := range r.found {
		start := int(offset)
		if start < at || start+len(r.from) > len(m.source) || string(m.source[start:start+len(r.from)]) != r.from {
			continue // 'x is (quote x): that quote stands nowhere in the source
		}
		out = append(append(out, m.source[at:start]...), r.to...)
		at = start + len(r.from)
	}
	out = append(out, m.source[at:]...)
	forms, err := coreform.Limits{Bytes: maxPrint, Terms: maxTerms}.ParseModule(out)
	if err != nil || len(out) > maxPrint {
		return "", nil
	}
	if forms == nil {
		forms = []coreform.Term{}
	}
	return string(out), forms
}
