package policy_test

import (
	"slices"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
)

// A summary says who gets what, and agrees with decisions.
func TestSummary(t *testing.T) {
	p := parse(t, `allow = ["editor/clipboard::*", "editor/task::*", "editor/plugin::command"]
[[rule]]
effect = "deny"
ops = ["editor/clipboard::set"]
when = { tainted = ["tool", "screen"] }
[[rule]]
effect = "deny"
ops = ["*"]
when = { trust_below = "request", reversibility = ["outward"] }
[op."editor/task::spawn"]
base_dir = "/ws"
allow_task_kinds = ["editor/task::lint-module", "editor/task::run-pkg"]
max_calls = 3
[op."editor/clipboard::get"]
when = { trust_at_least = "instruction" }
`)
	got := map[string]policy.Row{}
	for _, r := range p.Summary() {
		got[r.Op+" "+r.Kind] = r
	}
	for key, want := range map[string]policy.Row{
		"editor/clipboard::set ":                      {Allowed: true, Except: []string{"screen", "tool"}},
		"editor/clipboard::get ":                      {Allowed: true, Least: ringfence.Instruction},
		"editor/plugin::command ":                     {}, // allow_plugins is missing
		"editor/dialog::open ":                        {},
		"editor/task::poll ":                          {Allowed: true},
		"editor/task::spawn editor/task::lint-module": {Allowed: true},
		"editor/task::spawn editor/task::run-pkg":     {Allowed: true, Least: ringfence.Request},
	} {
		row, ok := got[key]
		if !ok || row.Allowed != want.Allowed || row.Least != want.Least || !slices.Equal(row.Except, want.Except) {
			t.Errorf("%s: %+v", key, row)
		}
	}
	if row := got["editor/task::spawn editor/task::run-pkg"]; !slices.Contains(row.Limits, "max_calls = 3") || !slices.Contains(row.Limits, `roots = ["/ws"]`) ||
		len(row.Rules) != 2 || !row.Rules[0].Denies || row.Rules[0].Position.Line != 6 {
		t.Errorf("%+v", row)
	}
	if len(got) != len(policy.Ops())+1 {
		t.Errorf("%d rows", len(got))
	}
}
