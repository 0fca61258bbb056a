package policy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
)

// Deny wins in any order, and denials are seen without case.
func TestDenyWins(t *testing.T) {
	for _, src := range []string{
		"allow = [\"*\"]\ndeny = [\"editor/clipboard::get\"]",
		"deny = [\"editor/clipboard::get\"]\nallow = [\"*\", \"editor/clipboard::get\"]",
		"allow = [\"editor/clipboard::get\"]\ndeny = [\"editor/clip*\"]",
		"allow = [\"editor/clipboard::get\"]\ndeny = [\"EDITOR/Clipboard::*\"]",
		"allow = [\"editor/clipboard::get\"]\ndeny = [\"*\"]",
		"allow = [\"*\"]\n[[rule]]\neffect = \"deny\"\nops = [\"x\", \"editor/clipboard::get\"]",
		"[[rule]]\neffect = \"allow\"\nops = [\"*\"]\n[[rule]]\neffect = \"deny\"\nops = [\"*\"]\n",
	} {
		if !strings.Contains(src, "allow = ") {
			src = "allow = []\n" + src
		}
		if d := parse(t, src).Decide(request(t, "editor/clipboard::get", `{}`)); d.Allowed() || d.Code() != policy.CodeDenied {
			t.Errorf("%s: %q", src, denials(d))
		}
	}
}

// Only a star at the end is a wildcard, and allowing is a matter of case.
func TestWildcards(t *testing.T) {
	for pattern, want := range map[string]bool{
		"*": true, "editor/*": true, "editor/clipboard::*": true, "editor/clipboard::get": true, "editor/clipboard::get*": true, "e*": true,
		"editor/clipboard": false, "editor/clipboard::ge": false, "Editor/*": false, "editor/clipboard::gets*": false, "get": false, "?": false, "editor/clipboard::ge?": false,
	} {
		if got := parse(t, "allow = [\""+pattern+"\"]").Decide(request(t, "editor/clipboard::get", `{}`)).Allowed(); got != want {
			t.Errorf("%s: %v", pattern, got)
		}
	}
}

// An op that is not of the contract does not happen, also under "*".
func TestUnknownOps(t *testing.T) {
	p := parse(t, "allow = [\"*\"]\ndeny = [\"io/*\"]")
	for _, op := range []string{"", "editor/clipboard::Get", "editor/clipboard::get ", "io/fs::read", "editor/clipboard", "editor/task::fmt-coreform"} {
		d := p.Decide(request(t, op, `{}`))
		if d.Allowed() || d.Code() != policy.CodeUnknownOp || d.Reversibility() != policy.Outward {
			t.Errorf("%q: %q", op, denials(d))
		}
	}
	if got := denials(p.Decide(request(t, "io/fs::read", `{}`))); len(got) != 2 || !strings.Contains(got[1], "deny[0]") {
		t.Errorf("reasons %q", got)
	}
}

// Every denial is named, with its line, and the first decides.
func TestAllReasons(t *testing.T) {
	p := parse(t, `allow = ["editor/watch::poll"]
deny = [
  "editor/plugin::command",
  "editor/plugin::*",
]
[op."editor/plugin::command"]
allow_plugins = ["demo"]
deny_plugins = ["sh*"]
allow_commands = ["run"]
max_bytes = 10
max_calls = 0
when = { trust_at_least = "request" }
[runtime]
max_effect_ops = 0
max_payload_bytes_per_op = 5
max_payload_bytes_per_run = 6
[[rule]]
effect = "deny"
ops = ["*"]
when = { tainted = ["tool"] }
[[rule]]
effect = "allow"
ops = ["editor/*"]
when = { trust_at_least = "instruction" }
`)
	r := policy.Request{Op: "editor/plugin::command", Payload: term(t, `{:command go :extra 1 :plugin "SHELL" :request-schema-id x}`)}
	d := p.Decide(r)
	want := []string{
		"core/caps/payload-error built-in: shape of the payload ",
		"core/caps/payload-error built-in: shape of the payload /:payload",
		"core/caps/denied deny[0] ",
		"core/caps/denied deny[1] ",
		"core/caps/denied rule[0] ",
		"core/caps/denied default ",
		"core/caps/resource-limit runtime.max_effect_ops ",
		`core/caps/resource-limit op."editor/plugin::command".max_calls `,
		"core/caps/resource-limit runtime.max_payload_bytes_per_op ",
		"core/caps/resource-limit runtime.max_payload_bytes_per_run ",
		`core/caps/resource-limit op."editor/plugin::command".max_bytes `,
		`core/caps/denied op."editor/plugin::command".when `,
		`core/caps/denied op."editor/plugin::command".deny_plugins[0] /:plugin`,
		`core/caps/denied op."editor/plugin::command".allow_plugins /:plugin`,
		`core/caps/denied op."editor/plugin::command".allow_commands /:command`,
		`core/caps/policy-error op."editor/plugin::command" `,
	}
	got := denials(d)
	if !slices.Equal(got, want) {
		t.Errorf("reasons\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if d.Code() != policy.CodePayload || d.Rule() != "built-in: shape of the payload" {
		t.Errorf("decided by %s, %s", d.Code(), d.Rule())
	}
	lines := map[string]int{}
	for _, reason := range d.Explain().Reasons {
		lines[reason.Rule] = reason.Position.Line
		if reason.Position.Line > 0 && reason.Position.File != file {
			t.Errorf("%s: file %q", reason.Rule, reason.Position.File)
		}
	}
	for rule, line := range map[string]int{
		"deny[0]": 3, "deny[1]": 4, "rule[0]": 17, "rule[1].when": 0, "rule[1]": 21, "runtime.max_effect_ops": 14,
		`op."editor/plugin::command".deny_plugins[0]`: 8, `op."editor/plugin::command".when`: 12,
	} {
		if lines[rule] != line {
			t.Errorf("%s: line %d, want %d", rule, lines[rule], line)
		}
	}
}

// A decision that allows names the first rule that does, and lists the others.
func TestAllowIsExplained(t *testing.T) {
	p := parse(t, "allow = [\n  \"editor/task::poll\",\n  \"editor/clipboard::*\",\n  \"*\",\n]")
	d := p.Decide(request(t, "editor/clipboard::get", `{}`))
	x := d.Explain()
	if !d.Allowed() || d.Code() != "" || d.Err() != nil || d.Rule() != "allow[1]" || d.Position().Line != 3 || len(x.Reasons) != 2 || x.Reasons[1].Rule != "allow[2]" {
		t.Errorf("%+v", x)
	}
	if got := x.Term().String(); !strings.Contains(got, "\n  :decision :allow\n") || !strings.Contains(got, `:rule "allow[2]"`) {
		t.Error(got)
	}
}

// Classes: of the op, of the task kind, the highest where a payload is wrong.
func TestReversibility(t *testing.T) {
	p := parse(t, `allow = ["editor/*"]`+tables)
	for op, want := range map[string]policy.Reversibility{
		"editor/clipboard::get": policy.Read, "editor/clipboard::set": policy.Irreversible, "editor/plugin::command": policy.Outward,
		"editor/task::spawn": policy.Read, "editor/task::cancel": policy.Reversible, "editor/watch::subscribe": policy.Reversible,
	} {
		if got := p.Decide(request(t, op, payloads[op])).Reversibility(); got != want {
			t.Errorf("%s: %v, want %v", op, got, want)
		}
	}
	if got := p.Decide(request(t, "editor/task::spawn", `{:input {:x 1} :task-kind editor/task::fmt-coreform}`)).Reversibility(); got != policy.Outward {
		t.Errorf("a wrong input: %v", got)
	}
	if policy.OpReversibility("editor/task::spawn", "editor/task::lint-module") != policy.Read ||
		policy.OpReversibility("editor/task::spawn", "mine") != policy.Outward || policy.OpReversibility("x", "") != policy.Outward {
		t.Error("class of an op")
	}
	for r := policy.Read; r <= policy.Outward; r++ {
		if back, ok := policy.ParseReversibility(r.String()); !ok || back != r {
			t.Errorf("%v", r)
		}
	}
	if _, ok := policy.ParseReversibility("none"); ok || policy.Reversibility(99).String() != "outward" {
		t.Error("no class has a name")
	}
}

// A rule can use the class: what cannot be undone needs a clean prompt.
func TestConditionOnClass(t *testing.T) {
	p := parse(t, `allow = ["editor/task::spawn"]
[op."editor/task::spawn"]
base_dir = "/ws"
allow_task_kinds = ["editor/task::fmt-coreform", "editor/task::run-pkg"]
[[rule]]
effect = "deny"
ops = ["*"]
when = { trust_below = "request", reversibility = ["outward"] }
`)
	run := `{:input {:pkg "a"} :task-kind editor/task::run-pkg}`
	for _, c := range []struct {
		payload string
		trust   ringfence.Trust
		want    bool
	}{
		{payloads["editor/task::spawn"], ringfence.Untrusted, true},
		{run, ringfence.Untrusted, false},
		{run, ringfence.Derived, false},
		{run, ringfence.Request, true},
	} {
		r := request(t, "editor/task::spawn", c.payload)
		r.Provenance = ringfence.NewProvenance(ringfence.Source{Kind: "tool", Trust: c.trust})
		if d := p.Decide(r); d.Allowed() != c.want {
			t.Errorf("%v %s: %q", c.trust, c.payload, denials(d))
		}
	}
}

// The kinds of blocks that conditions name are those that fences have.
func TestBlockKinds(t *testing.T) {
	for _, kind := range fenceKinds() {
		if _, err := policy.Parse(file, []byte("allow = []\n[op.x]\nwhen = { untainted = [\""+kind+"\"] }")); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if n := len(fenceKinds()); n != 10 {
		t.Errorf("%d kinds of fences: is one missing in conditions?", n)
	}
}

// A decision does not print the payload.
func TestDecisionPrintsNoPayload(t *testing.T) {
	p := parse(t, "allow = [\"editor/clipboard::set\"]")
	r := request(t, "editor/clipboard::set", `{:data "zebra" :mime "text/plain"}`)
	for _, d := range []policy.Decision{p.Decide(r), parse(t, "allow = []").Decide(r)} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
			if got := fmt.Sprintf(verb, d); strings.Contains(got, "zebra") || !strings.Contains(got, "by ") {
				t.Errorf("%s: %s", verb, got)
			}
		}
	}
}
