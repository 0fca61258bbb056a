package policy_test

import (
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
)

// file is the name of policies in tests.
const file = "/srv/gate/caps.toml"

func parse(t testing.TB, src string) *policy.Policy {
	t.Helper()
	p, err := policy.Parse(file, []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return p
}

func term(t testing.TB, src string) coreform.Term {
	t.Helper()
	x, err := coreform.Parse([]byte(src))
	if err != nil {
		t.Fatalf("%v: %s", err, src)
	}
	return x
}

// clean is the provenance of a prompt without any block.
var clean = ringfence.NewProvenance()

func request(t testing.TB, op, payload string) policy.Request {
	t.Helper()
	return policy.Request{Op: op, Payload: term(t, payload), Provenance: clean}
}

// payloads holds a good payload for each op of the contract.
var payloads = map[string]string{
	"editor/clipboard::get":     `{}`,
	"editor/clipboard::set":     `{:data "x" :mime "text/plain"}`,
	"editor/dialog::open":       `{:filters [] :multi false :start-dir "/ws/a" :title "t"}`,
	"editor/dialog::save":       `{:default-name "a.txt" :filters [] :start-dir "/ws" :title "t"}`,
	"editor/plugin::command":    `{:command fmt :payload {:a 1} :plugin "lint"}`,
	"editor/task::spawn":        `{:budget-ms 10 :input {:path "/ws/a.gc" :source "x"} :task-kind editor/task::fmt-coreform}`,
	"editor/task::poll":         `{:task-id "1"}`,
	"editor/task::cancel":       `{:task-id "1"}`,
	"editor/watch::subscribe":   `{:globs ["*.gc"] :root "/ws"}`,
	"editor/watch::poll":        `{:watch-id "1"}`,
	"editor/watch::unsubscribe": `{:watch-id "1"}`,

	"core/editor/action::agent-propose-patch":                `{:files [{:base "a" :new "b" :path "/ws/a.gc"}]}`,
	"core/editor/action::agent-apply-patch-with-obligations": `{:obligations [{:input {:path "/ws/a.gc"} :task-kind editor/task::fmt-coreform}] :patch "x"}`,
	"core/editor/agent::store-session-log":                   `{:agent "agent-1" :events [] :evidence [] :patches []}`,
}

// tables are the op tables that the payloads above need.
const tables = `
[op."editor/dialog::open"]
dialog_roots = ["/ws"]
[op."editor/dialog::save"]
dialog_roots = ["/ws"]
[op."editor/plugin::command"]
allow_plugins = ["lint"]
[op."editor/task::spawn"]
base_dir = "/ws"
allow_task_kinds = ["editor/task::fmt-coreform"]
[op."editor/watch::subscribe"]
watch_roots = ["/ws"]
watch_globs = ["**"]
[op."core/editor/action::agent-propose-patch"]
base_dir = "/ws"
[op."core/editor/action::agent-apply-patch-with-obligations"]
base_dir = "/ws"
allow_task_kinds = ["editor/task::fmt-coreform"]
`

// denials returns "code rule pointer" of each denial.
func denials(d policy.Decision) []string {
	var out []string
	for _, r := range d.Explain().Reasons {
		if r.Effect == policy.Denies {
			out = append(out, string(r.Code)+" "+r.Rule+" "+r.Pointer)
		}
	}
	return out
}
