package policy

// taskKind is what the contract says of the input of a first-party task kind.
type taskKind struct {
	name     string
	required []string
	optional []string
	class    Reversibility
	writes   bool // it writes files that the input names, or artifacts
	bridged  bool // a bridge carries it out, and no host by itself
}

// taskKinds is the table of task contracts, schema version 1.
var taskKinds = []taskKind{
	{"editor/task::parse-module", nil, []string{":path", ":source"}, Read, false, false},
	{"editor/task::fmt-coreform", nil, []string{":path", ":source"}, Read, false, false},
	{"editor/task::lint-module", nil, []string{":input", ":path", ":source"}, Read, false, false},
	{"editor/task::optimize-module", nil, []string{":out", ":path", ":source"}, Irreversible, true, true},
	{"editor/task::typecheck-pkg", []string{":pkg"}, []string{":path"}, Read, false, true},
	{"editor/task::test-pkg", []string{":pkg"}, []string{":caps", ":path"}, Outward, false, true},
	{"editor/task::build-pkg", []string{":pkg"}, []string{":path", ":targets"}, Irreversible, true, true},
	{"editor/task::run-pkg", []string{":pkg"}, []string{":args", ":entry", ":path"}, Outward, false, true},
	{"editor/task::debug-pkg", []string{":pkg"}, []string{":breakpoints", ":entry", ":path"}, Outward, false, true},
	{"editor/task::refactor-module", []string{":from", ":to"}, []string{":path", ":source"}, Reversible, false, false},
	{"editor/task::index-workspace", []string{":root"}, []string{":max-packages", ":max-partials"}, Read, false, false},
}

// pathKeys are the keys of a task's input that name a place in the workspace.
var pathKeys = []string{":caps", ":out", ":path", ":pkg", ":root"}

// taskKindOf returns the contract of a kind, or nil for one that a bridge must
// know. There are eleven, so a search costs less than a hash.
func taskKindOf(name string) *taskKind {
	for i := range taskKinds {
		if taskKinds[i].name == name {
			return &taskKinds[i]
		}
	}
	return nil
}

// TaskKinds returns the first-party task kinds of the contract.
func TaskKinds() []string {
	out := make([]string, 0, len(taskKinds))
	for _, k := range taskKinds {
		out = append(out, k.name)
	}
	return out
}

// kindFloor is the least class of an op whose requests carry task kinds.
var kindFloor = [opCount]Reversibility{agentApply: Irreversible}

// OpReversibility returns the class of an op, for editor/task::spawn that of a
// task kind, and for a patch with obligations that of a patch whose obligation
// is of the kind: a patch is at least [Irreversible], since a rollback can meet
// a file that somebody changed since. An op or kind that the contract does not
// have is [Outward].
func OpReversibility(op, kind string) Reversibility {
	id := opOf(op)
	if id.byKind() {
		if k := taskKindOf(kind); k != nil {
			return max(k.class, kindFloor[id])
		}
	}
	return ops[id].class
}
