package task

import (
	"slices"
	"sync"

	"github.com/ringfence/ringfence/policy/coreform"
)

// Contract is what the contract says of a task kind. The slices are shared: do
// not change them.
type Contract struct {
	Kind     string // symbol
	Required []string
	Optional []string
	Outputs  []string // keys of the result, in the published order
	// Bridged kinds are carried out by the bridge of the op, the others by [Run].
	Bridged bool
	// Executes is true for kinds that run the code of the workspace.
	Executes bool
	// Phases are what the partials of a kind are about, in order, with the
	// progress in percent that is reached with each. Kinds without phases have no
	// partials, but for index-workspace, which has one a package.
	Phases []Phase
}

// Phase is a part of a long task.
type Phase struct {
	Name    string // symbol
	Percent int
}

// SchemaVersion is the version of all contracts.
const SchemaVersion = 1

// outputs returns the keys of a result: what every kind has stands around what a
// kind adds.
func outputs(own ...string) []string {
	return slices.Concat([]string{":ok"}, own, []string{":diagnostics", ":error-count", ":warn-count"})
}

// contracts is the table of the contract (interop, "Task contracts").
var contracts = sync.OnceValue(func() []Contract {
	analysis := outputs(":path", ":module-count", ":test-declaration-count", ":defined-symbol-count", ":defined-symbols")
	return []Contract{
		{
			Kind: "editor/task::parse-module", Optional: []string{":path", ":source"},
			Outputs: outputs(":path", ":module-h", ":form-count"),
		},
		{
			Kind: "editor/task::fmt-coreform", Optional: []string{":path", ":source"},
			Outputs: outputs(":path", ":formatted", ":formatted-h"),
		},
		{
			Kind: "editor/task::lint-module", Optional: []string{":input", ":path", ":source"},
			Outputs: outputs(":module-h"),
		},
		{
			Kind: "editor/task::optimize-module", Optional: []string{":out", ":path", ":source"},
			Outputs: outputs(":path", ":module-h", ":optimized-h", ":changed", ":optimized", ":optimizer"), Bridged: true,
		},
		{
			Kind: "editor/task::typecheck-pkg", Required: []string{":pkg"}, Optional: []string{":path"},
			Outputs: analysis, Bridged: true,
		},
		{
			Kind: "editor/task::test-pkg", Required: []string{":pkg"}, Optional: []string{":caps", ":path"},
			Outputs: analysis, Bridged: true, Executes: true,
		},
		{
			Kind: "editor/task::build-pkg", Required: []string{":pkg"}, Optional: []string{":path", ":targets"},
			Outputs: outputs(":path", ":module-count", ":build/targets", ":build/artifact-h", ":build/mode"), Bridged: true,
			Phases: []Phase{{":load-manifest", 34}, {":validate-deps", 67}, {":emit-plan", 100}},
		},
		{
			Kind: "editor/task::run-pkg", Required: []string{":pkg"}, Optional: []string{":args", ":entry", ":path"},
			Outputs: outputs(":path", ":run/entry", ":run/launch-contract"), Bridged: true, Executes: true,
			Phases: []Phase{{":load-runtime", 30}, {":resolve-entry", 65}, {":launch-ready", 100}},
		},
		{
			Kind: "editor/task::debug-pkg", Required: []string{":pkg"}, Optional: []string{":breakpoints", ":entry", ":path"},
			Outputs: outputs(":path", ":debug/entry", ":debug/session-id", ":debug/breakpoints"), Bridged: true, Executes: true,
			Phases: []Phase{{":prepare-session", 25}, {":set-breakpoints", 65}, {":ready", 100}},
		},
		{
			Kind: "editor/task::refactor-module", Required: []string{":from", ":to"}, Optional: []string{":path", ":source"},
			Outputs: outputs(":path", ":from", ":to", ":changed", ":module-h", ":updated-h", ":updated"),
			Phases:  []Phase{{":parse", 30}, {":rewrite", 75}, {":emit", 100}},
		},
		{
			Kind: "editor/task::index-workspace", Required: []string{":root"}, Optional: []string{":max-packages", ":max-partials"},
			Outputs: outputs(":workspace/root", ":package-count", ":packages"),
		},
	}
})

// Kinds returns the kinds of the contract, in its order.
func Kinds() []string {
	out := make([]string, len(contracts()))
	for i, c := range contracts() {
		out[i] = c.Kind
	}
	return out
}

// ContractOf returns the contract of a kind. For a kind that the contract does
// not have, which only a bridge can know, ok is false and the contract says
// nothing but that it is bridged and may execute anything.
func ContractOf(kind string) (c Contract, ok bool) {
	for _, c := range contracts() {
		if c.Kind == kind {
			return c, true
		}
	}
	return Contract{Kind: kind, Bridged: true, Executes: true}, false
}

// Term returns the :task-contract map.
func (c Contract) Term() coreform.Term {
	keys := func(list []string) coreform.Term {
		out := make([]coreform.Term, len(list))
		for i, k := range list {
			out[i] = coreform.Sym(k)
		}
		return coreform.Vec(out...)
	}
	t, err := coreform.Map(
		coreform.Sym(":task-kind"), coreform.Sym(c.Kind),
		coreform.Sym(":schema-version"), coreform.Int(SchemaVersion),
		coreform.Sym(":schema/required"), keys(c.Required),
		coreform.Sym(":schema/optional"), keys(c.Optional),
		coreform.Sym(":schema/output-keys"), keys(c.Outputs),
	)
	if err != nil {
		return coreform.Nil() // a kind that is no symbol: no policy can name it
	}
	return t
}

// knows reports whether the kind knows a key.
func (c Contract) knows(key string) bool {
	return slices.Contains(c.Required, key) || slices.Contains(c.Optional, key)
}
