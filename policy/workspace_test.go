package policy_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
)

const workspaceTable = `
allow = ["editor/task::spawn"]
[op."editor/task::spawn"]
base_dir = "/srv"
workspace_roots = ["ws", "/srv/lib"]
unsafe_exec = true
bridge_cmd = "bin/bridge"
bridge_args = ["--go", "bin/go"]
allow_task_kinds = ["editor/task::parse-module", "editor/task::build-pkg"]
`

// With workspace_roots a bridge can lie in base_dir beside what tasks write, and
// requests name nothing but the roots.
func TestWorkspaceRoots(t *testing.T) {
	p := parse(t, workspaceTable)
	table, ok := p.Op("editor/task::spawn")
	if !ok || !table.UnsafeExec || !slices.Equal(table.Roots, []string{"/srv/ws", "/srv/lib"}) || table.Bridge.Cmd != "/srv/bin/bridge" {
		t.Fatalf("%+v", table)
	}
	if got := p.WritableRoots(); !slices.Equal(got, []string{"/srv/ws", "/srv/lib"}) {
		t.Errorf("writable: %q", got)
	}
	for path, want := range map[string]bool{
		"ws/a.gc": true, "/srv/ws": true, "lib/x": true, "bin/bridge": false, "/srv/bin": false, "a.gc": false, "/srv": false, "ws-evil/a": false, "ws/../bin/x": false, "ws/.git/x": false,
	} {
		if got, reasons := p.PathAllowed("editor/task::spawn", path); got != want {
			t.Errorf("%s: %v %v", path, got, reasons)
		}
		d := p.Decide(request(t, "editor/task::spawn", `{:input {:path "`+path+`"} :task-kind editor/task::parse-module}`))
		if d.Allowed() != want || !want && d.Code() != policy.CodePathEscape {
			t.Errorf("%s: %s", path, d)
		}
	}
}

// Without workspace_roots, and where a root holds the bridge, the gate is writable
// and the policy does not load.
func TestWorkspaceRootsGuard(t *testing.T) {
	for _, src := range []string{
		"allow = [\"editor/task::spawn\"]\n[op.\"editor/task::spawn\"]\nbase_dir = \"/srv\"\nbridge_cmd = \"bin/b\"\nallow_task_kinds = [\"editor/task::build-pkg\"]\n",
		"allow = [\"editor/task::spawn\"]\n[op.\"editor/task::spawn\"]\nbase_dir = \"/srv\"\nworkspace_roots = [\"ws\", \"bin\"]\nbridge_cmd = \"bin/b\"\nallow_task_kinds = [\"editor/task::build-pkg\"]\n",
	} {
		var e *ringfence.Error
		if _, err := policy.Parse("/etc/caps.toml", []byte(src)); !errors.As(err, &e) || e.Code != policy.CodeWritable {
			t.Errorf("%v\n%s", err, src)
		}
	}
	for _, line := range []string{"workspace_roots = \"ws\"", "workspace_roots = [\"\"]", "unsafe_exec = 1", "unsafe_exec = \"true\"", "Unsafe_exec = true"} {
		src := "allow = []\n[op.\"editor/task::spawn\"]\n" + line + "\n"
		if _, err := policy.Parse("/etc/caps.toml", []byte(src)); err == nil {
			t.Errorf("%s loads", line)
		}
	}
}

// The keys mean nothing to other ops, which lint says.
func TestWorkspaceKeysElsewhere(t *testing.T) {
	p := parse(t, "allow = [\"editor/clipboard::get\"]\n[op.\"editor/clipboard::get\"]\nworkspace_roots = [\"/x\"]\nunsafe_exec = true\n")
	var unused int
	for _, f := range policy.Lint(p, nil) {
		if f.Rule == "policy/key-unused" {
			unused++
		}
	}
	if unused != 2 {
		t.Errorf("%d findings: %v", unused, policy.Lint(p, nil))
	}
}
