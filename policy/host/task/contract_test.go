package task_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
)

// published is the table of the contract as it is published: required / optional
// inputs → outputs beyond those that every kind has.
const published = `
parse-module – / :path :source → :path :module-h :form-count
fmt-coreform – / :path :source → :path :formatted :formatted-h
lint-module – / :input :path :source → :module-h
optimize-module – / :out :path :source → :path :module-h :optimized-h :changed :optimized :optimizer
typecheck-pkg :pkg / :path → :path :module-count :test-declaration-count :defined-symbol-count :defined-symbols
test-pkg :pkg / :caps :path → :path :module-count :test-declaration-count :defined-symbol-count :defined-symbols
build-pkg :pkg / :path :targets → :path :module-count :build/targets :build/artifact-h :build/mode
run-pkg :pkg / :args :entry :path → :path :run/entry :run/launch-contract
debug-pkg :pkg / :breakpoints :entry :path → :path :debug/entry :debug/session-id :debug/breakpoints
refactor-module :from :to / :path :source → :path :from :to :changed :module-h :updated-h :updated
index-workspace :root / :max-packages :max-partials → :workspace/root :package-count :packages
`

// The contract of every kind is the published one, key by key and in order.
func TestContractsArePublished(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(published), "\n")
	if got := task.Kinds(); len(got) != len(lines) || !slices.Equal(got, policy.TaskKinds()) {
		t.Fatalf("kinds %q", got)
	}
	for i, line := range lines {
		name, rest, _ := strings.Cut(line, " ")
		inputs, outputs, _ := strings.Cut(rest, " → ")
		required, optional, _ := strings.Cut(inputs, " / ")
		kind := "editor/task::" + name
		want := "{:schema-version 1 :schema/optional [" + optional + "] :schema/output-keys [:ok " + outputs +
			" :diagnostics :error-count :warn-count] :schema/required [" + strings.Trim(required, "–") + "] :task-kind " + kind + "}"
		c, ok := task.ContractOf(kind)
		if !ok || task.Kinds()[i] != kind {
			t.Fatalf("%s is not at %d", kind, i)
		}
		if got := c.Term(); !got.Equal(parse(t, want)) {
			t.Errorf("%s: contract\n%s\nwant\n%s", kind, got, want)
		}
	}
}

// Which kinds run code, and are outward in the policy, is one decision.
func TestKindsThatExecute(t *testing.T) {
	for _, kind := range task.Kinds() {
		c, _ := task.ContractOf(kind)
		if outward := policy.OpReversibility("editor/task::spawn", kind) == policy.Outward; c.Executes != outward {
			t.Errorf("%s: executes %v, outward %v", kind, c.Executes, outward)
		}
		if c.Executes && !c.Bridged {
			t.Errorf("%s runs code in the host", kind)
		}
	}
	c, ok := task.ContractOf("x/y::z")
	if ok || !c.Executes || !c.Bridged || c.Check(coreform.Int(1)) != nil {
		t.Errorf("an unknown kind is %+v", c)
	}
}

// The phases end at 100 and rise.
func TestPhasesRise(t *testing.T) {
	long := []string{"build-pkg", "run-pkg", "debug-pkg", "refactor-module"}
	for _, kind := range task.Kinds() {
		c, _ := task.ContractOf(kind)
		if slices.Contains(long, strings.TrimPrefix(kind, "editor/task::")) != (len(c.Phases) > 0) {
			t.Errorf("%s has phases %v", kind, c.Phases)
		}
		last := 0
		for _, p := range c.Phases {
			if p.Percent <= last || !strings.HasPrefix(p.Name, ":") {
				t.Errorf("%s: phase %v", kind, p)
			}
			last = p.Percent
		}
		if len(c.Phases) > 0 && last != 100 {
			t.Errorf("%s ends at %d", kind, last)
		}
	}
	c, _ := task.ContractOf("editor/task::build-pkg")
	if c.Phases[0].Name != ":load-manifest" || c.Phases[1].Name != ":validate-deps" || c.Phases[2].Name != ":emit-plan" {
		t.Errorf("phases of a build: %v", c.Phases)
	}
}
