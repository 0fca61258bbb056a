package task

import (
	"context"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// firstParty returns what carries a kind out that needs no program; nil for another.
func firstParty(kind string) func(w *Work, c Contract, input coreform.Term, ws Workspace) outcome.Outcome {
	switch kind {
	case "editor/task::parse-module":
		return parseModule
	case "editor/task::fmt-coreform":
		return fmtCoreform
	case "editor/task::lint-module":
		return lintModule
	case "editor/task::refactor-module":
		return refactorModule
	case "editor/task::index-workspace":
		return indexWorkspace
	}
	return nil
}

// Run carries out a kind that needs no program, on an input that
// [Contract.Check] accepts. A module or workspace that is wrong is data with
// diagnostics; what may not be read, or limits that are passed, are a sealed
// ERROR. It takes time linear in what is read, times the depth of nesting where
// names are looked up.
func Run(_ context.Context, w *Work, c Contract, input coreform.Term, ws Workspace) outcome.Outcome {
	run := firstParty(c.Kind)
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
