package policy_test

import (
	"strings"

	"github.com/ringfence/ringfence"
)

// tape turns bytes into choices, so that a fuzzer steers what is generated. At
// its end every choice is 0.
type tape struct{ b []byte }

func (t *tape) next(n int) int {
	if len(t.b) == 0 || n <= 1 {
		return 0
	}
	v := int(t.b[0]) % n
	t.b = t.b[1:]
	return v
}

func (t *tape) one(list []string) string { return list[t.next(len(list))] }

func (t *tape) some(list []string, most int) []string {
	out := []string{}
	for range t.next(most + 1) {
		out = append(out, t.one(list))
	}
	return out
}

var (
	modelOps      = []string{"editor/clipboard::get", "editor/clipboard::set", "editor/dialog::open", "editor/plugin::command", "editor/task::spawn", "editor/watch::poll", "io/fs::read", "editor/clipboard::gets"}
	modelPatterns = append([]string{"*", "editor/*", "editor/clipboard::*", "editor/clipboard::g*", "editor/d*", "io/*", "x"}, modelOps...)
	modelKinds    = []string{"tool", "screen", "request", "items"}
	modelTasks    = []string{"editor/task::lint-module", "editor/task::refactor-module", "editor/task::optimize-module", "my/kind"}
	modelNames    = []string{"lint", "Lint", "shell", "SHELL", "shell2", "fmt", "lin"}
	modelDirs     = []string{"", "/srv/app", "/srv/app/x", "/srv/app-evil", "/srv", "/srv/app/x/y", "/other"}
	modelClasses  = []string{"read", "reversible", "irreversible", "outward"}
)

func (t *tape) rule() modelRule {
	r := modelRule{deny: t.next(3) == 0, listed: t.next(2) == 0}
	if r.listed {
		r.ops = []string{t.one(modelPatterns)}
		return r
	}
	r.ops = append(t.some(modelPatterns, 2), t.one(modelPatterns))
	if t.next(2) == 1 {
		r.trusted, r.trust = true, ringfence.Trust(t.next(4))
	}
	if t.next(2) == 1 {
		r.kinds = append(t.some(modelKinds, 2), t.one(modelKinds))
	}
	if t.next(3) == 1 {
		r.classes = append(t.some(modelClasses, 1), t.one(modelClasses))
	}
	return r
}

func (t *tape) model() model {
	m := model{maxCall: t.next(4) - 1}
	for range t.next(9) {
		m.rules = append(m.rules, t.rule())
	}
	stars := append([]string{"*", "sh*"}, modelNames...)
	if t.next(4) > 0 {
		m.plugin = &modelPlugin{allow: t.some(stars, 3)}
		for _, d := range t.some(stars, 2) {
			m.plugin.deny = append(m.plugin.deny, strings.ToLower(d))
		}
		if t.next(2) == 1 {
			m.plugin.commands = t.some(stars, 2)
		}
	}
	if t.next(4) > 0 {
		m.kinds = t.some(modelTasks, 3)
	}
	if t.next(4) > 0 {
		m.roots = t.some(modelDirs[1:3], 2)
	}
	return m
}

func (t *tape) request() modelRequest {
	r := modelRequest{
		op: t.one(modelOps), plugin: t.one(modelNames), command: t.one(modelNames), kind: t.one(modelTasks),
		dir: t.one(modelDirs), known: t.next(4) > 0, calls: t.next(4),
	}
	for range t.next(3) {
		if r.known {
			r.sources = append(r.sources, ringfence.Source{Kind: t.one(modelKinds), Trust: ringfence.Trust(t.next(4))})
		}
	}
	return r
}
