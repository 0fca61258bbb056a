package host_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/host"
	"github.com/ringfence/ringfence/policy/host/task"
)

// inputs are good inputs of every task kind.
func inputs(kind string) string {
	c, _ := task.ContractOf(kind)
	var b strings.Builder
	for _, key := range c.Required {
		b.WriteString(key + ` "." `)
	}
	if len(c.Required) == 0 {
		b.WriteString(`:source "(def a 1)" `)
	}
	return "{" + b.String() + "}"
}

// Lint finds what a host does: for every task kind, an obligation without a bridge
// is an ERROR about one exactly where lint says that the bridge is missing; and
// patches are refused without a folder for undo records, which lint says, too.
func TestLintKnowsObligations(t *testing.T) {
	for _, kind := range policy.TaskKinds() {
		top := t.TempDir()
		for _, dir := range []string{"ws", "undo"} {
			if err := os.Mkdir(filepath.Join(top, dir), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		p := parsePolicy(t, top, "allow = [\""+propose+"\", \""+apply+"\"]\n[op.\""+propose+"\"]\nbase_dir = \"ws\"\n[op.\""+apply+"\"]\nbase_dir = \"ws\"\nallow_task_kinds = [\""+kind+"\"]\n")
		found := func(rule string) bool {
			return slices.ContainsFunc(policy.Lint(p, nil), func(f policy.Finding) bool { return f.Rule == rule })
		}
		contract, _ := task.ContractOf(kind)
		if found("policy/bridge-missing") != contract.Bridged || !found("policy/store-missing") {
			t.Errorf("%s: %v", kind, policy.Lint(p, nil))
		}
		obligation := "{:input " + inputs(kind) + " :task-kind " + kind + "}"
		for _, undo := range []string{"", "undo"} {
			s := &taped{session: start(t, p, func(c *host.Config) {
				if undo != "" {
					c.UndoDir = filepath.Join(top, undo)
				}
			})}
			patch := s.proposed(t, `{:base nil :new "x\n" :path "new.txt"}`)
			got := s.ask(t, apply, `{:obligations [`+obligation+`] :patch `+patch+`}`).String()
			if undo == "" && !strings.Contains(got, "no folder for undo records") {
				t.Errorf("%s without a folder: %s", kind, got)
			}
			if undo != "" && strings.Contains(got, "editor/bridge-required") != contract.Bridged {
				t.Errorf("%s without a bridge: %s", kind, got)
			}
		}
	}
}
