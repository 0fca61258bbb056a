package task

import (
	"context"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// firstParty are the kinds that need no program.
var firstParty = map[string]func(w *Work, c Contract, input coreform.Term, ws Workspace) outcome.Outcome{
	"editor/task::parse-module":    parseModule,
	"editor/task::fmt-coreform":    fmtCoreform,
	"editor/task::lint-module":     lintModule,
	"editor/task::refactor-module": refactorModule,
	"editor/task::index-workspace": indexWorkspace,
}

// Run carries out a kind that needs no program, on an input that
// [Contract.Check] accepts. A module or workspace that is wrong is data with
// diagnostics; what may not be read, or limits that are passed, are a sealed
// ERROR. It takes time linear in what is read, times the depth of nesting where
// names are looked up.
func Run(_ context.Context, w *Work, c Contract, input coreform.Term, ws Workspace) outcome.Outcome {
	run := firstParty[c.Kind]
	if run == nil {
		return Sealed(spawnOp, fault(CodeUnavailable, "", "nothing here carries the task kind out"))
	}
	if err := c.Check(input); err != nil {
		return Sealed(spawnOp, err)
	}
	if err := w.Step(1); err != nil {
		return outcome.Outcome{}
	}
	return run(w, c, input, ws)
}

// text returns the text of a key that is a string or symbol, or "".
func text(input coreform.Term, key string) string {
	v, _ := input.Lookup(key)
	s, _ := name(v)
	return s
}
