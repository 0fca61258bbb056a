package policy_test

import (
	"math/rand/v2"
	"testing"

	"github.com/cedar-policy/cedar-go"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
)

// benchModel has 200 op rules, half of them with conditions and none of them
// deciding early, and the tables of the model.
func benchModel() (model, []modelRequest) {
	m := model{
		plugin: &modelPlugin{allow: []string{"lint", "sh*"}, deny: []string{"shell"}, commands: []string{"fmt", "lint"}},
		kinds:  modelTasks, roots: []string{"/srv/app", "/data"}, maxCall: 100,
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for len(m.rules) < 200 {
		op := modelOps[rng.IntN(len(modelOps))]
		r := modelRule{ops: []string{op}, deny: len(m.rules)%4 == 3}
		switch {
		case r.deny:
			r.trusted, r.trust, r.kinds = true, ringfence.Request, []string{"items", "tool"}
		case len(m.rules)%2 == 0:
			r.trusted, r.trust = true, ringfence.Request
		default:
			r.listed = true
		}
		m.rules = append(m.rules, r)
	}
	var requests []modelRequest
	for _, op := range modelOps[:6] {
		requests = append(requests, modelRequest{
			op: op, plugin: "lint", command: "fmt", kind: modelTasks[0], dir: "/srv/app/x", known: true,
			sources: []ringfence.Source{{Kind: "request", Trust: ringfence.Request}, {Kind: "screen", Trust: ringfence.Untrusted}},
		})
	}
	return m, requests
}

// BenchmarkDecide is one decision on a policy of 200 op rules; one iteration is
// a request of each of six ops in turn, all allowed.
func BenchmarkDecide(b *testing.B) {
	m, requests := benchModel()
	p := parse(b, m.toml())
	var all []policy.Request
	for _, r := range requests {
		all = append(all, r.request(b, p))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if !p.Decide(all[i%len(all)]).Allowed() {
			b.Fatal("denied")
		}
	}
}

// BenchmarkDecideCedar is the same with cedar-go and the translated policy.
func BenchmarkDecideCedar(b *testing.B) {
	m, requests := benchModel()
	set := m.cedar(b)
	var all []cedar.Request
	for _, r := range requests {
		all = append(all, r.cedar())
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if decision, _ := cedar.Authorize(set, cedar.EntityMap{}, all[i%len(all)]); decision != cedar.Allow {
			b.Fatal("denied")
		}
	}
}

// BenchmarkExplain is a decision that denies, with all its reasons.
func BenchmarkExplain(b *testing.B) {
	m, requests := benchModel()
	p := parse(b, m.toml())
	r := requests[3].request(b, p)
	r.Provenance = ringfence.Provenance{}
	b.ReportAllocs()
	for b.Loop() {
		if len(p.Decide(r).Explain().Reasons) == 0 {
			b.Fatal("no reasons")
		}
	}
}

// BenchmarkParse reads a policy of 200 op rules.
func BenchmarkParse(b *testing.B) {
	m, _ := benchModel()
	src := []byte(m.toml())
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := policy.Parse(file, src); err != nil {
			b.Fatal(err)
		}
	}
}
