package policy_test

import (
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
)

// Deny by default: whatever is missing denies, and says so.
func TestZeroValuesDeny(t *testing.T) {
	all := parse(t, `allow = ["*"]`+tables)
	var none *policy.Policy
	good := request(t, "editor/clipboard::get", `{}`)
	for name, d := range map[string]policy.Decision{
		"zero decision":      {},
		"nil policy":         none.Decide(good),
		"zero policy":        new(policy.Policy).Decide(good),
		"zero request":       all.Decide(policy.Request{}),
		"zero payload":       all.Decide(policy.Request{Op: "editor/clipboard::get"}),
		"nothing is allowed": parse(t, `allow = []`).Decide(good),
		"other op":           parse(t, `allow = ["editor/clipboard::set"]`).Decide(good),
	} {
		if d.Allowed() || d.Code() == "" || d.Err() == nil || len(denials(d)) == 0 || d.Rule() == "" {
			t.Errorf("%s: allowed %v, code %q, reasons %q", name, d.Allowed(), d.Code(), denials(d))
		}
	}
	if d := (policy.Decision{}); d.Reversibility() != policy.Outward || d.Code() != policy.CodePolicyError {
		t.Errorf("zero decision: %v, %v", d.Reversibility(), d.Code())
	}
	if ok, reasons := none.PathAllowed("editor/dialog::open", "/ws/a"); ok || len(reasons) == 0 {
		t.Error("nil policy allows a path")
	}
	if ok, reasons := new(policy.Policy).PathAllowed("editor/dialog::open", "/ws/a"); ok || len(reasons) == 0 {
		t.Error("zero policy allows a path")
	}
}

// Accessors of nil and zero policies say nothing and do not panic.
func TestNilPolicyAccessors(t *testing.T) {
	for _, p := range []*policy.Policy{nil, {}} {
		if _, ok := p.Op("editor/clipboard::get"); ok || p.Name() != "" || p.Hash() != [32]byte{} {
			t.Error("no policy has content")
		}
		if p.MaxReversibility() != policy.NoEffect || len(p.WritableRoots()) != 0 || p.Runtime() != (policy.Runtime{}) ||
			p.Task() != (policy.TaskLimits{}) || p.Log() != (policy.Log{}) || p.Store() != (policy.Store{}) {
			t.Error("no policy has limits")
		}
		for _, row := range p.Summary() {
			if row.Allowed {
				t.Errorf("no policy allows %s", row.Op)
			}
		}
	}
}

// The zero Provenance is tainted by everything.
func TestZeroProvenance(t *testing.T) {
	p := parse(t, `
allow = ["editor/clipboard::*"]
[[rule]]
effect = "deny"
ops = ["editor/clipboard::set"]
when = { tainted = ["note"] }
[op."editor/clipboard::get"]
when = { trust_at_least = "derived" }
`)
	for _, op := range []string{"editor/clipboard::set", "editor/clipboard::get"} {
		r := request(t, op, payloads[op])
		if d := p.Decide(r); !d.Allowed() {
			t.Errorf("%s without a block: %q", op, denials(d))
		}
		r.Provenance = ringfence.Provenance{}
		if p.Decide(r).Allowed() {
			t.Errorf("%s is allowed to an unknown origin", op)
		}
	}
}

// An invalid term is no payload, wherever it stands.
func TestInvalidTerm(t *testing.T) {
	p := parse(t, `allow = ["*"]`+tables)
	bad := coreform.Sym("")
	m, _ := coreform.Map(coreform.Sym(":command"), coreform.Str("a"), coreform.Sym(":plugin"), coreform.Str("lint"), coreform.Sym(":payload"), bad)
	for _, payload := range []coreform.Term{bad, m, coreform.Vec(bad)} {
		if d := p.Decide(policy.Request{Op: "editor/plugin::command", Payload: payload, Provenance: clean}); d.Code() != policy.CodePayload {
			t.Errorf("code %q", d.Code())
		}
	}
}
