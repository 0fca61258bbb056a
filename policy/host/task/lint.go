package task

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// Codes of what lint-module finds, in diagnostics.
const (
	lintMalformed   = "editor/lint/malformed-form"
	lintMalformedD  = "editor/lint/malformed-def"
	lintNestedDef   = "editor/lint/nested-def"
	lintDuplicate   = "editor/lint/duplicate-def"
	lintMetaTwice   = "editor/lint/duplicate-meta"
	lintMetaMissing = "editor/lint/missing-meta"
	lintMetaShape   = "editor/lint/malformed-meta"
	lintExport      = "editor/lint/export-missing-def"
	lintUnusedDef   = "editor/lint/unused-def"
	lintUnused      = "editor/lint/unused-local"
	lintShadowed    = "editor/lint/shadowed"
	lintParam       = "editor/lint/duplicate-param"
)

// metaName is the name of the definition that says what a module exports.
const metaName = "::meta"

// linter is one pass over a module.
type linter struct {
	w       *Work
	m       *module
	defs    map[string]coreform.Term // name of each definition, where it stands first
	order   []string                 // their names, in the order of the module
	used    map[string]bool          // names that something mentions
	exports map[string]bool          // nil where the module does not say
	scope   []*local                 // what is bound here, the innermost last
	bound   map[string][]*local      // the same by name, so that a look-up is no search
	found   []finding
	err     error
}

// local is a name that fn or let binds.
type local struct {
	name string
	at   coreform.Term
	used bool
}

// finding is a diagnostic and where it belongs, which becomes its path when all are
// in order.
type finding struct {
	offset int64
	Diagnostic
}

func lintModule(w *Work, c Contract, input coreform.Term, ws Workspace) outcome.Outcome {
	m, out, ok := load(w, c, input, ws)
	if !ok {
		return out
	}
	l := &linter{w: w, m: m, defs: map[string]coreform.Term{}, used: map[string]bool{}, bound: map[string][]*local{}}
	l.collect()
	for _, f := range m.forms {
		l.top(f)
	}
	l.module()
	if l.err != nil {
		return stopped(w, l.err)
	}
	slices.SortStableFunc(l.found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), strings.Compare(a.Code, b.Code))
	})
	diagnostics := make([]Diagnostic, len(l.found))
	for i, f := range l.found {
		f.Path = m.at(f.offset)
		diagnostics[i] = f.Diagnostic
	}
	return c.Result(diagnostics, coreform.Sym(":module-h"), hash(m.forms))
}

func (l *linter) say(level Level, code string, at coreform.Term, msg string) {
	l.found = append(l.found, finding{at.Offset(), Diagnostic{Level: level, Code: code, Msg: msg}})
}

// headed reports whether a form is a list that starts with a symbol.
func headed(form coreform.Term, head string) bool {
	if form.Kind() != coreform.KindList {
		return false
	}
	first, _ := form.Item(0)
	s, _ := first.Symbol()
	return s == head
}

// collect notes all definitions first: they are known in the whole module.
func (l *linter) collect() {
	for _, f := range l.m.forms {
		if !headed(f, "def") {
			continue
		}
		at, _ := f.Item(1)
		name, ok := at.Symbol()
		if f.Len() != 3 || !ok {
			l.say(Error, lintMalformedD, f, "a definition is (def name expression)")
			continue
		}
		if _, again := l.defs[name]; !again {
			l.defs[name] = at
			l.order = append(l.order, name)
			if name == metaName {
				l.meta(f)
			}
			continue
		}
		if name == metaName {
			l.say(Error, lintMetaTwice, at, "the module defines ::meta more than once")
			continue
		}
		l.say(Error, lintDuplicate, at, "the name is defined more than once: "+name)
	}
}

// meta reads (def ::meta (quote {:exports [names]})).
func (l *linter) meta(form coreform.Term) {
	value, _ := form.Item(2)
	quoted, _ := value.Item(1)
	if !headed(value, "quote") || value.Len() != 2 || quoted.Kind() != coreform.KindMap {
		l.say(Error, lintMetaShape, value, "::meta is a quoted map")
		return
	}
	exports, has := quoted.Lookup(":exports")
	if !has {
		return
	}
	if exports.Kind() != coreform.KindVector {
		l.say(Error, lintMetaShape, exports, ":exports is a vector of names")
		return
	}
	l.exports = map[string]bool{}
	for _, item := range exports.Items() {
		name, ok := item.Symbol()
		if !ok {
			l.say(Error, lintMetaShape, item, ":exports is a vector of names")
			continue
		}
		l.exports[name] = true
	}
}

// top judges a form of the module.
func (l *linter) top(form coreform.Term) {
	if !headed(form, "def") {
		l.form(form)
		return
	}
	if form.Len() != 3 {
		return // said by collect
	}
	at, _ := form.Item(1)
	if name, _ := at.Symbol(); name == metaName {
		return // data
	}
	value, _ := form.Item(2)
	l.form(value)
}

// module judges what only the whole module tells.
func (l *linter) module() {
	if _, has := l.defs[metaName]; !has {
		l.found = append(l.found, finding{-1, Diagnostic{Level: Warn, Code: lintMetaMissing, Msg: "the module has no ::meta definition"}})
	}
	if l.exports == nil {
		return // every definition may be used from outside
	}
	meta := l.defs[metaName]
	for _, name := range slices.Sorted(maps.Keys(l.exports)) {
		if _, has := l.defs[name]; !has {
			l.say(Error, lintExport, meta, "an exported name has no definition: "+name)
		}
	}
	for _, name := range l.order {
		if name != metaName && !l.exports[name] && !l.used[name] {
			l.say(Warn, lintUnusedDef, l.defs[name], "the definition is neither used nor exported: "+name)
		}
	}
}
