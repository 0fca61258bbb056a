package task

import (
	"strings"

	"github.com/ringfence/ringfence/policy/coreform"
)

// form judges an expression. The special forms are those of the published
// language: quote, fn, let, if, prim, begin and def; anything else is a call.
func (l *linter) form(t coreform.Term) {
	if l.err != nil {
		return
	}
	if l.err = l.w.Step(1); l.err != nil {
		return
	}
	switch t.Kind() {
	case coreform.KindSymbol:
		name, _ := t.Symbol()
		l.use(name)
	case coreform.KindVector:
		l.forms(t, 0)
	case coreform.KindMap:
		for _, v := range t.Pairs() {
			l.form(v)
		}
	case coreform.KindList:
		head, _ := t.Item(0)
		name, _ := head.Symbol()
		l.list(name, t)
	default: // an atom is itself
	}
}

// forms judges the items of a list or vector from an index on.
func (l *linter) forms(t coreform.Term, from int) {
	for i, item := range t.Items() {
		if i >= from {
			l.form(item)
		}
	}
}

// list judges a list by its head.
func (l *linter) list(head string, t coreform.Term) {
	malformed := func(is string) { l.say(Error, lintMalformed, t, "the form is "+is) }
	switch head {
	case "quote":
		if t.Len() != 2 {
			malformed("(quote datum)")
		}
		quoted, _ := t.Item(1)
		l.quoted(quoted)
	case "if":
		if t.Len() != 4 {
			malformed("(if condition then else)")
		}
		l.forms(t, 1)
	case "prim":
		if op, _ := t.Item(1); op.Kind() != coreform.KindSymbol {
			malformed("(prim name argument …)")
		}
		l.forms(t, 2)
	case "begin":
		l.forms(t, 1)
	case "def":
		l.say(Error, lintNestedDef, t, "a definition stands at the top of a module")
		l.forms(t, 2)
	case "fn":
		if params, _ := t.Item(1); t.Len() < 3 || params.Kind() != coreform.KindList && !params.IsNil() {
			malformed("(fn (parameter …) body)")
			return
		}
		l.function(t)
	case "let":
		if bindings, _ := t.Item(1); t.Len() < 3 || bindings.Kind() != coreform.KindList && !bindings.IsNil() {
			malformed("(let ((name expression) …) body)")
			return
		}
		l.let(t)
	default:
		l.forms(t, 0)
	}
}

// function judges (fn (parameter …) body).
func (l *linter) function(t coreform.Term) {
	params, _ := t.Item(1)
	before := len(l.scope)
	mine := map[string]bool{}
	for _, p := range params.Items() {
		name, ok := p.Symbol()
		switch {
		case !ok:
			l.say(Error, lintMalformed, p, "a parameter is a name")
		case mine[name]:
			l.say(Error, lintParam, p, "the function has the parameter twice: "+name)
		default:
			mine[name] = true
			l.bind(name, p)
		}
	}
	l.forms(t, 2)
	l.leave(before)
}

// let judges (let ((name expression) …) body), where each expression sees the
// names before it.
func (l *linter) let(t coreform.Term) {
	bindings, _ := t.Item(1)
	before := len(l.scope)
	for _, b := range bindings.Items() {
		at, _ := b.Item(0)
		name, ok := at.Symbol()
		if b.Kind() != coreform.KindList || b.Len() != 2 || !ok {
			l.say(Error, lintMalformed, b, "a binding is (name expression)")
			continue
		}
		value, _ := b.Item(1)
		l.form(value)
		l.bind(name, at)
	}
	l.forms(t, 2)
	l.leave(before)
}

// bind adds a name to the scope. A name that hides another one makes two readers
// of a line see two things.
func (l *linter) bind(name string, at coreform.Term) {
	if l.err != nil {
		return
	}
	if l.err = l.w.Step(1); l.err != nil {
		return
	}
	if l.local(name) != nil {
		l.say(Warn, lintShadowed, at, "the name hides a local one: "+name)
	} else if _, has := l.defs[name]; has {
		l.say(Warn, lintShadowed, at, "the name hides a definition: "+name)
	}
	b := &local{name: name, at: at}
	l.scope = append(l.scope, b)
	l.bound[name] = append(l.bound[name], b)
}

// local returns the innermost local of a name, or nil.
func (l *linter) local(name string) *local {
	if stack := l.bound[name]; len(stack) > 0 {
		return stack[len(stack)-1]
	}
	return nil
}

// leave ends a scope. A name that begins with "_" says that it is not used.
func (l *linter) leave(before int) {
	for _, b := range l.scope[before:] {
		if !b.used && !strings.HasPrefix(b.name, "_") {
			l.say(Warn, lintUnused, b.at, "the name is never used: "+b.name)
		}
		l.bound[b.name] = l.bound[b.name][:len(l.bound[b.name])-1]
	}
	l.scope = l.scope[:before]
}

func (l *linter) use(name string) {
	if b := l.local(name); b != nil {
		b.used = true
		return
	}
	l.used[name] = true
}

// quoted notes the names of data: a definition that data names may be looked up
// by it.
func (l *linter) quoted(t coreform.Term) {
	if l.err != nil {
		return
	}
	if l.err = l.w.Step(1); l.err != nil {
		return
	}
	switch t.Kind() {
	case coreform.KindSymbol:
		name, _ := t.Symbol()
		l.used[name] = true
	case coreform.KindList, coreform.KindVector:
		for _, item := range t.Items() {
			l.quoted(item)
		}
	case coreform.KindMap:
		for k, v := range t.Pairs() {
			l.quoted(k)
			l.quoted(v)
		}
	default: // no name
	}
}
