package policy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
)

const (
	propose = "core/editor/action::agent-propose-patch"
	apply   = "core/editor/action::agent-apply-patch-with-obligations"
	store   = "core/editor/agent::store-session-log"
)

// obliged is the payload of a patch with one obligation of a kind.
func obliged(kind, input string) string {
	return `{:obligations [{:input ` + input + ` :task-kind editor/task::` + kind + `}] :patch "x"}`
}

// agentPolicy allows what a test needs.
const agentPolicy = `allow = ["core/editor/*"]
RULES
[op."core/editor/action::agent-propose-patch"]
base_dir = "/ws"
deny_globs = ["secret*"]
[op."core/editor/action::agent-apply-patch-with-obligations"]
base_dir = "/ws"
timeout_ms = 1000
deny_globs = ["secret*"]
allow_task_kinds = ["editor/task::fmt-coreform", "editor/task::test-pkg", "editor/task::build-pkg", "x/y"]
`

func agentRules(t *testing.T, rules string) *policy.Policy {
	t.Helper()
	return parse(t, strings.Replace(agentPolicy, "RULES", rules, 1))
}

// The class of a patch is that of what it does and of what is run behind it.
func TestPatchReach(t *testing.T) {
	p := agentRules(t, "")
	for kind, want := range map[string]policy.Reversibility{
		"fmt-coreform {}":      policy.Irreversible,
		`test-pkg {:pkg "."}`:  policy.Outward,
		`build-pkg {:pkg "."}`: policy.Irreversible,
	} {
		name, input, _ := strings.Cut(kind, " ")
		d := p.Decide(request(t, apply, obliged(name, input)))
		if !d.Allowed() || d.Reversibility() != want {
			t.Errorf("%s: %v %v %q", kind, d.Allowed(), d.Reversibility(), denials(d))
		}
		if got := policy.OpReversibility(apply, "editor/task::"+name); got != want {
			t.Errorf("%s: OpReversibility %v", kind, got)
		}
	}
	d := p.Decide(request(t, apply, `{:obligations [{:input {} :task-kind x/y}] :patch "x"}`))
	if !d.Allowed() || d.Reversibility() != policy.Outward {
		t.Errorf("an unknown kind: %v %q", d.Reversibility(), denials(d))
	}
	if got := p.MaxReversibility(); got != policy.Outward {
		t.Errorf("the policy reaches %v", got)
	}
	if !slices.Contains(p.WritableRoots(), "/ws") || slices.Contains(parse(t, `allow = []`).WritableRoots(), "/ws") {
		t.Errorf("writable: %q", p.WritableRoots())
	}
	for _, op := range []string{propose, store} {
		if got := p.Decide(request(t, op, payloads[op])).Reversibility(); got > policy.Reversible {
			t.Errorf("%s: %v", op, got)
		}
	}
}

// What must not start by itself must not start behind a patch.
func TestObligationsAreTasks(t *testing.T) {
	tests := obliged("test-pkg", `{:pkg "."}`)
	for _, c := range []struct {
		name, rules, payload string
		code                 ringfence.Code
		rule                 string
	}{
		{"kind", "", obliged("lint-module", "{}"), policy.CodeDenied, `op."core/editor/action::agent-apply-patch-with-obligations".allow_task_kinds`},
		{"deny", `deny = ["editor/task::spawn"]`, tests, policy.CodeDenied, "deny[0]"},
		{"rule", "[[rule]]\neffect = \"deny\"\nops = [\"editor/task::*\"]\nwhen = { reversibility = [\"outward\"] }", tests, policy.CodeDenied, "rule[0]"},
		{"path", "", obliged("fmt-coreform", `{:path "../x"}`), policy.CodePathEscape, "built-in: form of paths"},
		{"outside", "", obliged("fmt-coreform", `{:path "/etc/x"}`), policy.CodePathEscape, `op."core/editor/action::agent-apply-patch-with-obligations".base_dir`},
		{"glob", "", obliged("fmt-coreform", `{:path "a/secret.txt"}`), policy.CodePathEscape, `op."core/editor/action::agent-apply-patch-with-obligations".deny_globs[0]`},
		{"time", "", `{:obligations [{:budget-ms 1001 :input {} :task-kind editor/task::fmt-coreform}] :patch "x"}`, policy.CodeResource, `op."core/editor/action::agent-apply-patch-with-obligations".timeout_ms`},
		{"many", "", `{:obligations [` + strings.Repeat("{:input {} :task-kind editor/task::fmt-coreform} ", policy.MaxObligations+1) + `] :patch "x"}`, policy.CodeResource, "built-in: form of paths"},
	} {
		d := agentRules(t, c.rules).Decide(request(t, apply, c.payload))
		if d.Allowed() || d.Code() != c.code || d.Rule() != c.rule {
			t.Errorf("%s: %q by %q", c.name, denials(d), d.Rule())
		}
	}
	// A rule about tasks of another class leaves the patch alone.
	rules := "[[rule]]\neffect = \"deny\"\nops = [\"editor/task::*\"]\nwhen = { reversibility = [\"outward\"] }"
	if d := agentRules(t, rules).Decide(request(t, apply, obliged("fmt-coreform", "{}"))); !d.Allowed() {
		t.Errorf("%q", denials(d))
	}
	// The second obligation counts like the first.
	two := `{:obligations [{:input {} :task-kind editor/task::fmt-coreform} {:input {} :task-kind editor/task::run-pkg}] :patch "x"}`
	if d := agentRules(t, "").Decide(request(t, apply, two)); d.Allowed() || d.Code() != policy.CodeTaskField {
		t.Errorf("%q", denials(d))
	}
}

// A patch is proposed for what could be patched.
func TestProposedPaths(t *testing.T) {
	p := agentRules(t, "")
	for path, want := range map[string]bool{
		"a.go": true, "/ws/b/c.go": true, "../a": false, "/etc/passwd": false, ".git/config": false, "b/.GIT/hooks/x": false,
		"Secret.txt": false, ".github/workflows/x.yml": false, `a\\b`: false,
	} {
		d := p.Decide(request(t, propose, `{:files [{:base nil :new b"x" :path "`+path+`"}]}`))
		if d.Allowed() != want || !want && d.Code() != policy.CodePathEscape {
			t.Errorf("%s: %q", path, denials(d))
		}
	}
	many := `{:files [` + strings.Repeat(`{:base nil :new "" :path "a"} `, policy.MaxPatchFiles+1) + `]}`
	if d := p.Decide(request(t, propose, many)); d.Code() != policy.CodeResource {
		t.Errorf("%q", denials(d))
	}
}

// Without what constrains them, agent actions are denied, also under "*".
func TestAgentNeedsTables(t *testing.T) {
	p := parse(t, `allow = ["*"]`)
	for _, op := range []string{propose, apply} {
		if d := p.Decide(request(t, op, payloads[op])); d.Code() != policy.CodePolicyError {
			t.Errorf("%s: %q", op, denials(d))
		}
	}
	half := parse(t, "allow = [\"*\"]\n[op.\""+apply+"\"]\nbase_dir = \"/ws\"")
	if d := half.Decide(request(t, apply, payloads[apply])); d.Code() != policy.CodePolicyError || len(denials(d)) != 1 {
		t.Errorf("%q", denials(d))
	}
	if d := p.Decide(request(t, store, payloads[store])); !d.Allowed() {
		t.Errorf("%q", denials(d))
	}
	if _, err := policy.Parse("/ws/caps.toml", []byte(strings.Replace(agentPolicy, "RULES", "", 1))); err == nil {
		t.Error("a policy that a patch can rewrite loads")
	}
}
