package policy_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
)

// request makes the real request of a model's.
func (r modelRequest) request(t testing.TB, p *policy.Policy) policy.Request {
	t.Helper()
	out := policy.Request{Op: r.op, Payload: term(t, r.payload()), Provenance: r.provenance()}
	free := parse(t, "allow = [\"editor/clipboard::get\"]")
	for range r.calls {
		get := policy.Request{Op: "editor/clipboard::get", Payload: term(t, "{}")}
		out.State = out.State.After(free.Decide(get), 0)
	}
	return out
}

// checkModel holds the properties of deciding on one policy and one request.
func checkModel(t *testing.T, m model, r modelRequest, extra modelRule) {
	t.Helper()
	p := parse(t, m.toml())
	req := r.request(t, p)
	d := p.Decide(req)

	// The same as the naive decision.
	if want := m.allows(r); d.Allowed() != want {
		t.Errorf("decided %v, the naive model %v\n%s\n%+v\n%q", d.Allowed(), want, m.toml(), r, denials(d))
	}
	// The explanation is the decision, and complete.
	x := d.Explain()
	if x.Allowed != (len(denials(d)) == 0) || x.Allowed != d.Allowed() {
		t.Errorf("allowed %v with the denials %q", x.Allowed, denials(d))
	}
	if i := slices.IndexFunc(x.Reasons, func(r policy.Reason) bool { return r.Effect == policy.Denies }); i >= 0 &&
		(x.Reasons[i].Code != d.Code() || x.Reasons[i].Rule != d.Rule()) {
		t.Errorf("decided by %s, explained by %s", d.Rule(), x.Reasons[i].Rule)
	}
	// Deciding again gives the same: nothing is kept.
	if again := p.Decide(req); again.Allowed() != d.Allowed() || again.Explain().Term().String() != x.Term().String() {
		t.Error("deciding again gives another decision")
	}
	// Order does not matter.
	back := m
	back.rules = slices.Clone(m.rules)
	slices.Reverse(back.rules)
	if got := parse(t, back.toml()).Decide(req).Allowed(); got != d.Allowed() {
		t.Errorf("in another order %v\n%s", got, m.toml())
	}
	// Adding a denial never allows more, adding an allowance never less.
	more := m
	more.rules = append(slices.Clone(m.rules), extra)
	got := parse(t, more.toml()).Decide(req).Allowed()
	if extra.deny && got && !d.Allowed() || !extra.deny && !got && d.Allowed() {
		t.Errorf("a rule with deny = %v changes %v to %v\n%s", extra.deny, d.Allowed(), got, more.toml())
	}
	// Taint never allows more.
	for _, prov := range []ringfence.Provenance{
		{},
		req.Provenance.Join(ringfence.NewProvenance(ringfence.Source{Kind: "tool"})),
		req.Provenance.Join(ringfence.NewProvenance(ringfence.Source{Kind: "screen", Trust: ringfence.Derived})),
	} {
		tainted := req
		tainted.Provenance = prov
		if p.Decide(tainted).Allowed() && !d.Allowed() {
			t.Errorf("more taint allows more\n%s\n%+v", m.toml(), r)
		}
	}
	// What has been done never allows more.
	if d.Allowed() {
		return
	}
	later := req
	later.State = later.State.After(parse(t, "allow = [\"*\"]").Decide(policy.Request{Op: "editor/clipboard::get", Payload: term(t, "{}")}), 1)
	if p.Decide(later).Allowed() {
		t.Error("what was done before allows more")
	}
}

// The properties on many random policies; the seed is fixed.
func TestDecideProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	allowed := 0
	for range 1500 {
		b := make([]byte, 160)
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		tp := &tape{b}
		m, r, extra := tp.model(), tp.request(), tp.rule()
		checkModel(t, m, r, extra)
		if m.allows(r) {
			allowed++
		}
		if t.Failed() {
			return
		}
	}
	if allowed < 100 || allowed > 1400 {
		t.Errorf("%d of 1500 are allowed: the generator is one-sided", allowed)
	}
}
