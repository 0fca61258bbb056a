package policy_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy"
)

// Sizes and counts: the limit itself is allowed, one more is not.
func TestLimits(t *testing.T) {
	payload := `{:data "abc" :mime "text/plain"}`
	size := len(term(t, payload).String())
	for _, c := range []struct {
		name, src string
		calls     int
		want      bool
	}{
		{"size", "[op.\"editor/clipboard::set\"]\nmax_bytes = SIZE", 0, true},
		{"size, one less", "[op.\"editor/clipboard::set\"]\nmax_bytes = LESS", 0, false},
		{"per op", "[runtime]\nmax_payload_bytes_per_op = SIZE", 0, true},
		{"per op, one less", "[runtime]\nmax_payload_bytes_per_op = LESS", 0, false},
		{"per run", "[runtime]\nmax_payload_bytes_per_run = TWICE", 1, true},
		{"per run, once more", "[runtime]\nmax_payload_bytes_per_run = TWICE", 2, false},
		{"responses", "[runtime]\nmax_response_bytes_per_run = 20", 2, true},
		{"responses, once more", "[runtime]\nmax_response_bytes_per_run = 20", 3, false},
		{"effects", "[runtime]\nmax_effect_ops = 2", 1, true},
		{"effects, once more", "[runtime]\nmax_effect_ops = 2", 2, false},
		{"no effects", "[runtime]\nmax_effect_ops = 0", 0, false},
		{"calls", "[op.\"editor/clipboard::set\"]\nmax_calls = 2", 1, true},
		{"calls, once more", "[op.\"editor/clipboard::set\"]\nmax_calls = 2", 2, false},
		{"no calls", "[op.\"editor/clipboard::set\"]\nmax_calls = 0", 0, false},
	} {
		src := strings.NewReplacer("SIZE", itoa(size), "LESS", itoa(size-1), "TWICE", itoa(2*size)).Replace(c.src)
		p := parse(t, "allow = [\"editor/clipboard::set\"]\n"+src)
		r := request(t, "editor/clipboard::set", payload)
		for range c.calls {
			r.State = r.State.After(p.Decide(r), 10)
		}
		d := p.Decide(r)
		if d.Allowed() != c.want || !c.want && d.Code() != policy.CodeResource {
			t.Errorf("%s: %q", c.name, denials(d))
		}
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// The budget of a task is at most the time of the op and of a task.
func TestBudgets(t *testing.T) {
	p := parse(t, `allow = ["editor/task::spawn"]
[task]
max_time_ms_per_task = 50
[op."editor/task::spawn"]
timeout_ms = 100
allow_task_kinds = ["editor/task::fmt-coreform"]
`)
	for budget, want := range map[string]int{"nil": 0, "0": 0, "50": 0, "51": 1, "100": 1, "101": 2} {
		d := p.Decide(request(t, "editor/task::spawn", `{:budget-ms `+budget+` :input {} :task-kind editor/task::fmt-coreform}`))
		if len(denials(d)) != want || d.Allowed() != (want == 0) || want > 0 && d.Code() != policy.CodeResource {
			t.Errorf("%s: %q", budget, denials(d))
		}
	}
}

// A state is a value: what one session does, another one does not see.
func TestStateIsPerSession(t *testing.T) {
	p := parse(t, "allow = [\"editor/clipboard::*\", \"editor/task::cancel\"]\n[op.\"editor/clipboard::get\"]\nmax_calls = 1")
	get := request(t, "editor/clipboard::get", `{}`)
	first := p.Decide(get)
	var a policy.State
	b := a
	a = a.After(first, 5)
	get.State = a
	if !first.Allowed() || p.Decide(get).Allowed() {
		t.Error("the count of the session is not kept")
	}
	get.State = b
	if !p.Decide(get).Allowed() {
		t.Error("another session has the count")
	}
	if a.Allowed() != 1 || a.Calls("editor/clipboard::get") != 1 || a.Calls("x") != 0 || b.Allowed() != 0 || a.MaxReversibility() != policy.Read || b.MaxReversibility() != policy.NoEffect {
		t.Errorf("%+v %+v", a, b)
	}
	get.State = a
	a = a.After(p.Decide(get), 0)
	if a.Denied() != 1 || a.Allowed() != 1 {
		t.Error("a denial counts as an effect")
	}
	a = a.After(p.Decide(request(t, "editor/clipboard::set", payloads["editor/clipboard::set"])), 0)
	a = a.After(p.Decide(request(t, "editor/task::cancel", payloads["editor/task::cancel"])), 0)
	if a.MaxReversibility() != policy.Irreversible {
		t.Errorf("the highest class is %v", a.MaxReversibility())
	}
	if s := a.After(policy.Decision{}, 0); s.Denied() != 2 || s.MaxReversibility() != a.MaxReversibility() {
		t.Error("the zero decision")
	}
	// Counts stop, they do not start again.
	set := p.Decide(request(t, "editor/clipboard::set", payloads["editor/clipboard::set"]))
	huge := a.After(set, math.MaxInt64).After(set, math.MaxInt64).After(set, -5)
	q := parse(t, "allow = [\"*\"]\n[runtime]\nmax_response_bytes_per_run = 1000")
	r := request(t, "editor/clipboard::get", `{}`)
	r.State = huge
	if q.Decide(r).Allowed() {
		t.Error("an overflow resets the count")
	}
}

// The most that a policy allows is known before a session begins.
func TestPolicyMaxReversibility(t *testing.T) {
	const spawn = "[op.\"editor/task::spawn\"]\nbase_dir = \"/ws\"\nallow_task_kinds = "
	for src, want := range map[string]policy.Reversibility{
		"allow = []":                        policy.NoEffect,
		"allow = [\"editor/task::poll\"]":   policy.Read,
		"allow = [\"editor/watch::*\"]":     policy.Reversible,
		"allow = [\"editor/clipboard::*\"]": policy.Irreversible,
		"allow = [\"editor/plugin::*\"]":    policy.Outward,
		"allow = [\"editor/task::spawn\"]\n" + spawn + "[\"editor/task::lint-module\"]":                                   policy.Read,
		"allow = [\"editor/task::spawn\"]\n" + spawn + "[\"editor/task::lint-module\", \"editor/task::run-pkg\"]":         policy.Outward,
		"allow = [\"editor/task::spawn\"]\n" + spawn + "[\"editor/task::lint-module\", \"editor/task::refactor-module\"]": policy.Reversible,
	} {
		if got := parse(t, src).MaxReversibility(); got != want {
			t.Errorf("%s: %v, want %v", src, got, want)
		}
	}
}

// Plugins, commands and schema ids.
func TestPluginLists(t *testing.T) {
	p := parse(t, `allow = ["editor/plugin::command"]
[op."editor/plugin::command"]
allow_plugins = ["lint", "my-*"]
allow_commands = ["fmt", "run*"]
allow_schema_ids = ["a.v1", "b.v1"]
deny_plugins = ["my-Shell"]
deny_commands = ["runas"]
deny_schema_ids = ["b.*"]
`)
	for payload, want := range map[string]bool{
		`:plugin "lint" :command "fmt"`: true, `:plugin lint :command fmt`: true, `:plugin my-x :command run-all`: true,
		`:plugin Lint :command fmt`: false, `:plugin "lint " :command fmt`: false, `:plugin :lint :command fmt`: false, `:plugin lin :command fmt`: false,
		`:plugin my-shell :command fmt`: false, `:plugin "my-SHELL" :command fmt`: false, `:plugin "my-ｓhell" :command fmt`: false, `:plugin "my-s\u200Bhell" :command fmt`: false, `:plugin my-shells :command fmt`: true,
		`:plugin lint :command "fmt --all"`: false, `:plugin lint :command "RunAs"`: false, `:plugin lint :command runas`: false, `:plugin lint :command "runas2"`: true,
		`:plugin lint :command fmt :request-schema-id "a.v1"`: true, `:plugin lint :command fmt :request-schema-id a.v1 :response-schema-id "a.v1"`: true,
		`:plugin lint :command fmt :request-schema-id "a.v2"`: false, `:plugin lint :command fmt :response-schema-id "b.v1"`: false,
	} {
		if d := p.Decide(request(t, "editor/plugin::command", `{`+payload+` :payload nil}`)); d.Allowed() != want {
			t.Errorf("%s: %q", payload, denials(d))
		}
	}
	untyped := parse(t, "allow = [\"editor/plugin::command\"]\n[op.\"editor/plugin::command\"]\nallow_plugins = [\"lint\"]")
	if d := untyped.Decide(request(t, "editor/plugin::command", `{:plugin lint :command "any" :payload nil}`)); !d.Allowed() {
		t.Errorf("allow_commands may be left out: %q", denials(d))
	}
	if d := untyped.Decide(request(t, "editor/plugin::command", `{:plugin lint :command "any" :payload nil :response-schema-id x}`)); d.Code() != policy.CodePolicyError {
		t.Errorf("a typed schema needs allow_schema_ids: %q", denials(d))
	}
	empty := parse(t, "allow = [\"editor/plugin::command\"]\n[op.\"editor/plugin::command\"]\nallow_plugins = [\"lint\"]\nallow_commands = []")
	if d := empty.Decide(request(t, "editor/plugin::command", `{:plugin lint :command "any" :payload nil}`)); d.Allowed() {
		t.Error("an empty list allows")
	}
}

// An op that must be constrained and is not is denied, though a rule allows it.
func TestMissingConstraints(t *testing.T) {
	for op, table := range map[string]string{
		"editor/dialog::open": "", "editor/dialog::save": "max_bytes = 999", "editor/plugin::command": "allow_commands = [\"fmt\"]",
		"editor/task::spawn": "base_dir = \"/ws\"", "editor/watch::subscribe": "watch_roots = [\"/ws\"]",
	} {
		for _, src := range []string{"allow = [\"*\"]", "allow = [\"*\"]\n[op.\"" + op + "\"]\n" + table} {
			if d := parse(t, src).Decide(request(t, op, payloads[op])); d.Allowed() || d.Code() != policy.CodePolicyError {
				t.Errorf("%s: %q", src, denials(d))
			}
		}
	}
}
