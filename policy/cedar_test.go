package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cedar-policy/cedar-go"

	"github.com/ringfence/ringfence"
)

// cedar translates a model into Cedar. Rules become permit and forbid with the
// same conditions; op tables become forbid unless.
func (m model) cedar(t testing.TB) *cedar.PolicySet {
	t.Helper()
	var b strings.Builder
	for _, r := range m.rules {
		effect := "permit"
		if r.deny {
			effect = "forbid"
		}
		conditions := []string{anyOf("context.op", r.ops)}
		if r.trusted {
			op := ">="
			if r.deny {
				op = "<"
			}
			conditions = append(conditions, fmt.Sprintf("context.trust %s %d", op, r.trust))
		}
		if len(r.kinds) > 0 {
			any := fmt.Sprintf("(!context.known || context.kinds.containsAny([%s]))", list(r.kinds))
			if !r.deny {
				any = "!" + any
			}
			conditions = append(conditions, any)
		}
		if len(r.classes) > 0 {
			conditions = append(conditions, fmt.Sprintf("[%s].contains(context.class)", list(r.classes)))
		}
		fmt.Fprintf(&b, "%s (principal, action, resource) when { %s };\n", effect, strings.Join(conditions, " && "))
	}
	table := func(op, unless string) {
		fmt.Fprintf(&b, "forbid (principal, action, resource) when { context.op == %q } unless { %s };\n", op, unless)
	}
	b.WriteString("forbid (principal, action, resource) when { context.class == \"\" };\n")
	plugin := "false"
	if m.plugin != nil {
		plugin = anyOf("context.plugin", m.plugin.allow) + " && !" + anyOf("context.folded", m.plugin.deny)
		if m.plugin.commands != nil {
			plugin += " && " + anyOf("context.command", m.plugin.commands)
		}
	}
	table("editor/plugin::command", plugin)
	table("editor/task::spawn", fmt.Sprintf("[%s].contains(context.kind)", list(m.kinds)))
	dialog := "false"
	if len(m.roots) > 0 {
		dialog = `context.dir == ""`
		for _, root := range m.roots {
			dialog += fmt.Sprintf(" || context.dir == %q || context.dir like %q", root, root+"/*")
		}
	}
	table("editor/dialog::open", dialog)
	if m.maxCall >= 0 {
		table("editor/clipboard::get", fmt.Sprintf("context.calls < %d", m.maxCall))
	}
	set, err := cedar.NewPolicySetFromBytes("model", []byte(b.String()))
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	return set
}

func anyOf(what string, patterns []string) string {
	parts := []string{"false"}
	for _, p := range patterns {
		parts = append(parts, fmt.Sprintf("%s like %q", what, p))
	}
	return "(" + strings.Join(parts, " || ") + ")"
}

// cedarRequest translates a request.
func (r modelRequest) cedar() cedar.Request {
	trust := ringfence.Instruction
	var kinds []cedar.Value
	for _, s := range r.sources {
		trust = min(trust, s.Trust)
		kinds = append(kinds, cedar.String(s.Kind))
	}
	if !r.known {
		trust = ringfence.Untrusted
	}
	return cedar.Request{
		Principal: cedar.NewEntityUID("Session", "s"), Action: cedar.NewEntityUID("Action", "use"), Resource: cedar.NewEntityUID("Op", cedar.String(r.op)),
		Context: cedar.NewRecord(cedar.RecordMap{
			"op": cedar.String(r.op), "class": cedar.String(r.class()), "trust": cedar.Long(trust), "known": cedar.Boolean(r.known), "kinds": cedar.NewSet(kinds...),
			"plugin": cedar.String(r.plugin), "folded": cedar.String(strings.ToLower(r.plugin)), "command": cedar.String(r.command),
			"kind": cedar.String(r.kind), "dir": cedar.String(r.dir), "calls": cedar.Long(r.calls),
		}),
	}
}

// checkCedar compares a decision with the one of cedar-go.
func checkCedar(t *testing.T, m model, r modelRequest) {
	t.Helper()
	p := parse(t, m.toml())
	got := p.Decide(r.request(t, p))
	decision, diagnostic := cedar.Authorize(m.cedar(t), cedar.EntityMap{}, r.cedar())
	if len(diagnostic.Errors) > 0 {
		t.Fatalf("cedar: %v", diagnostic.Errors)
	}
	if want := decision == cedar.Allow; got.Allowed() != want {
		t.Errorf("decided %v, cedar %v\n%s\n%+v\n%q", got.Allowed(), want, m.toml(), r, denials(got))
	}
}
