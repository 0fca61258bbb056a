package policy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
)

// Every op of the contract takes its payload, without the keys that may be nil
// as well.
func TestShapesOfTheContract(t *testing.T) {
	p := parse(t, `allow = ["*"]`+tables)
	if len(payloads) != len(policy.Ops()) {
		t.Fatalf("%d payloads, %d ops", len(payloads), len(policy.Ops()))
	}
	for _, op := range policy.Ops() {
		if d := p.Decide(request(t, op, payloads[op])); !d.Allowed() {
			t.Errorf("%s: %q", op, denials(d))
		}
	}
	for _, c := range [][2]string{
		{"editor/clipboard::set", `{:data b"\x00\xFF" :mime "text/plain"}`},
		{"editor/dialog::open", `{:filters [{:name "x" :ext ["a"]}] :multi true :start-dir nil :title ""}`},
		{"editor/dialog::open", `{:filters [] :multi true :title ""}`},
		{"editor/dialog::save", `{:default-name nil :filters [] :start-dir nil :title "t"}`},
		{"editor/plugin::command", `{:command "x y" :payload nil :plugin lint}`},
		{"editor/task::spawn", `{:budget-ms nil :input {} :task-kind editor/task::fmt-coreform}`},
		{"editor/task::spawn", `{:input {:source "x"} :task-kind editor/task::fmt-coreform}`},
	} {
		if d := p.Decide(request(t, c[0], c[1])); !d.Allowed() {
			t.Errorf("%s %s: %q", c[0], c[1], denials(d))
		}
	}
}

// A payload of another shape is a protocol error, whatever the rules say.
func TestInvalidShapes(t *testing.T) {
	permissive := parse(t, `allow = ["*"]`+tables+`[op."editor/clipboard::set"]`)
	nothing := parse(t, "allow = []\ndeny = [\"*\"]")
	for _, c := range []struct {
		op, payload, pointer string
		code                 ringfence.Code
	}{
		{"editor/clipboard::get", `nil`, "", policy.CodePayload},
		{"editor/clipboard::get", `[]`, "", policy.CodePayload},
		{"editor/clipboard::get", `{:a 1}`, "", policy.CodePayload},
		{"editor/clipboard::get", `{"a" 1}`, "", policy.CodePayload},
		{"editor/clipboard::set", `{}`, "/:data", policy.CodePayload},
		{"editor/clipboard::set", `{:data "x"}`, "/:mime", policy.CodePayload},
		{"editor/clipboard::set", `{:data "x" :mime "text/html"}`, "/:mime", policy.CodePayload},
		{"editor/clipboard::set", `{:data 1 :mime "text/plain"}`, "/:data", policy.CodePayload},
		{"editor/clipboard::set", `{:data nil :mime "text/plain"}`, "/:data", policy.CodePayload},
		{"editor/clipboard::set", `{":data" "x" :mime "text/plain"}`, "", policy.CodePayload},
		{"editor/dialog::open", `{:filters [] :multi nil :title "t"}`, "/:multi", policy.CodePayload},
		{"editor/dialog::open", `{:filters nil :multi true :title "t"}`, "/:filters", policy.CodePayload},
		{"editor/dialog::open", `{:filters [] :multi true :start-dir sym :title "t"}`, "/:start-dir", policy.CodePayload},
		{"editor/dialog::open", `{:default-name "a" :filters [] :multi true :title "t"}`, "", policy.CodePayload},
		{"editor/dialog::save", `{:filters [] :multi true :title "t"}`, "", policy.CodePayload},
		{"editor/plugin::command", `{:command fmt :plugin lint}`, "/:payload", policy.CodePayload},
		{"editor/plugin::command", `{:command 1 :payload nil :plugin lint}`, "/:command", policy.CodePayload},
		{"editor/plugin::command", `{:command fmt :payload nil :plugin lint :request-schema-id nil}`, "/:request-schema-id", policy.CodePayload},
		{"editor/plugin::command", `{:command fmt :payload nil :plugin lint :request-schema "x"}`, "", policy.CodePayload},
		{"editor/task::spawn", `{:input {} :task-kind "editor/task::fmt-coreform"}`, "/:task-kind", policy.CodePayload},
		{"editor/task::spawn", `{:budget-ms -1 :input {} :task-kind editor/task::fmt-coreform}`, "/:budget-ms", policy.CodePayload},
		{"editor/task::spawn", `{:budget-ms 99999999999999999999 :input {} :task-kind editor/task::fmt-coreform}`, "/:budget-ms", policy.CodePayload},
		{"editor/task::spawn", `{:input nil :task-kind editor/task::fmt-coreform}`, "/:input", policy.CodeTaskInput},
		{"editor/task::spawn", `{:input {:paths 1} :task-kind editor/task::fmt-coreform}`, "/:input", policy.CodeTaskInput},
		{"editor/task::spawn", `{:input {:path 1} :task-kind editor/task::fmt-coreform}`, "/:input/:path", policy.CodeTaskInput},
		{"editor/task::spawn", `{:input {} :task-kind editor/task::build-pkg}`, "/:input/:pkg", policy.CodeTaskField},
		{"editor/task::spawn", `{:input {:from a} :task-kind editor/task::refactor-module}`, "/:input/:to", policy.CodeTaskField},
		{"editor/task::poll", `{}`, "/:task-id", policy.CodePayload},
		{"editor/task::cancel", `{:task-id sym}`, "/:task-id", policy.CodePayload},
		{"editor/watch::subscribe", `{:globs ["a" b] :root "/ws"}`, "/:globs", policy.CodePayload},
		{"editor/watch::subscribe", `{:globs "a" :root "/ws"}`, "/:globs", policy.CodePayload},
		{"editor/watch::poll", `{:watch-id 1}`, "/:watch-id", policy.CodePayload},
		{"editor/watch::unsubscribe", `{:task-id "1"}`, "", policy.CodePayload},
		{propose, `{}`, "/:files", policy.CodePayload},
		{propose, `{:files []}`, "/:files", policy.CodePayload},
		{propose, `{:files ["a"]}`, "/:files", policy.CodePayload},
		{propose, `{:files [{:base nil :new nil :path "a"}]}`, "/:files", policy.CodePayload},
		{propose, `{:files [{:base "a" :new "b" :path a}]}`, "/:files", policy.CodePayload},
		{propose, `{:files [{:base "a" :new 1 :path "a"}]}`, "/:files", policy.CodePayload},
		{propose, `{:files [{:base "a" :path "a"}]}`, "/:files", policy.CodePayload},
		{propose, `{:files [{:base "a" :mode 1 :new "b" :path "a"}]}`, "/:files", policy.CodePayload},
		{apply, `{:patch "x"}`, "/:obligations", policy.CodePayload},
		{apply, `{:obligations [] :patch "x"}`, "/:obligations", policy.CodePayload},
		{apply, `{:obligations [{:input {} :task-kind editor/task::fmt-coreform}] :patch nil}`, "/:patch", policy.CodePayload},
		{apply, `{:obligations [1] :patch "x"}`, "/:obligations/0", policy.CodePayload},
		{apply, `{:obligations [{:input {}}] :patch "x"}`, "/:obligations/0/:task-kind", policy.CodePayload},
		{apply, `{:obligations [{:input {} :task-kind editor/task::build-pkg}] :patch "x"}`, "/:obligations/0/:input/:pkg", policy.CodeTaskField},
		{apply, `{:obligations [{:input {:x 1} :task-kind editor/task::fmt-coreform}] :patch "x"}`, "/:obligations/0/:input", policy.CodeTaskInput},
		{store, `{:agent "a" :events [] :evidence []}`, "/:patches", policy.CodePayload},
		{store, `{:agent 1 :events [] :evidence [] :patches []}`, "/:agent", policy.CodePayload},
		{store, `{:agent "a" :events nil :evidence [] :patches []}`, "/:events", policy.CodePayload},
		{store, `{:agent "a" :events [] :evidence [] :kind x :patches []}`, "", policy.CodePayload},
	} {
		for name, p := range map[string]*policy.Policy{"permissive": permissive, "empty": nothing} {
			d := p.Decide(request(t, c.op, c.payload))
			if d.Allowed() || d.Code() != c.code {
				t.Errorf("%s: %s %s: %q, want %s", name, c.op, c.payload, denials(d), c.code)
			}
			if !slices.ContainsFunc(denials(d), func(r string) bool {
				return strings.HasPrefix(r, string(c.code)) && strings.HasSuffix(r, " "+c.pointer)
			}) {
				t.Errorf("%s %s: no reason at %q in %q", c.op, c.payload, c.pointer, denials(d))
			}
		}
	}
}

// The task contracts: each kind takes its keys and no other.
func TestTaskContracts(t *testing.T) {
	const keys = ":args :breakpoints :caps :entry :from :input :max-packages :max-partials :out :path :pkg :root :source :targets :to"
	want := map[string]string{
		"parse-module": "–/:path :source", "fmt-coreform": "–/:path :source", "lint-module": "–/:input :path :source",
		"optimize-module": "–/:out :path :source", "typecheck-pkg": ":pkg/:path", "test-pkg": ":pkg/:caps :path",
		"build-pkg": ":pkg/:path :targets", "run-pkg": ":pkg/:args :entry :path", "debug-pkg": ":pkg/:breakpoints :entry :path",
		"refactor-module": ":from :to/:path :source", "index-workspace": ":root/:max-packages :max-partials",
	}
	if len(want) != len(policy.TaskKinds()) {
		t.Fatalf("%d kinds", len(policy.TaskKinds()))
	}
	var src strings.Builder
	src.WriteString("allow = [\"editor/task::spawn\"]\n[op.\"editor/task::spawn\"]\nbase_dir = \"/ws\"\nallow_task_kinds = [")
	for kind := range want {
		src.WriteString(`"editor/task::` + kind + `",`)
	}
	p := parse(t, src.String()+"]")
	for kind, contract := range want {
		req, opt, _ := strings.Cut(contract, "/")
		input := func(keys ...string) string {
			var b strings.Builder
			for _, k := range keys {
				b.WriteString(k + ` "a" `)
			}
			return "{:input {" + b.String() + "} :task-kind editor/task::" + kind + "}"
		}
		var required []string
		for k := range strings.FieldsSeq(req) {
			if k != "–" {
				required = append(required, k)
			}
		}
		for i, k := range required {
			rest := slices.Delete(slices.Clone(required), i, i+1)
			if d := p.Decide(request(t, "editor/task::spawn", input(rest...))); d.Code() != policy.CodeTaskField {
				t.Errorf("%s without %s: %q", kind, k, denials(d))
			}
		}
		for k := range strings.FieldsSeq(keys) {
			if slices.Contains(required, k) {
				continue // given twice, which is no term
			}
			d := p.Decide(request(t, "editor/task::spawn", input(append(slices.Clone(required), k)...)))
			known := slices.Contains(strings.Fields(opt), k)
			if d.Allowed() != known || !known && d.Code() != policy.CodeTaskInput {
				t.Errorf("%s with %s: %q", kind, k, denials(d))
			}
		}
	}
}
