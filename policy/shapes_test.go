package policy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
)

// without is a map that lacks a key.
func without(t testing.TB, m coreform.Term, key string) coreform.Term {
	t.Helper()
	var pairs []coreform.Term
	for k, v := range m.Pairs() {
		if name, _ := k.Symbol(); name != key {
			pairs = append(pairs, k, v)
		}
	}
	out, err := coreform.Map(pairs...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Shapes say what payloads are judged by: an op takes its keys and no other, can
// be asked without the optional ones and not without the others, is of its class at
// most, and is denied without the keys that its table needs.
func TestShapes(t *testing.T) {
	p := parse(t, `allow = ["*"]`+tables)
	bare := parse(t, `allow = ["*"]`)
	shapes := policy.Shapes()
	if len(shapes) != len(policy.Ops()) {
		t.Fatalf("%d shapes", len(shapes))
	}
	for i, s := range shapes {
		r := request(t, policy.Ops()[i], payloads[s.Op])
		if s.Op != policy.Ops()[i] || s.Class != policy.OpReversibility(s.Op, "") {
			t.Errorf("%+v", s)
		}
		listed := map[string]bool{}
		for _, k := range s.Keys {
			listed[k.Key] = true
			lacking := r
			lacking.Payload = without(t, r.Payload, k.Key)
			if d := p.Decide(lacking); d.Allowed() != k.Optional {
				t.Errorf("%s without %s: %v", s.Op, k.Key, d)
			}
			if k.Takes == "" {
				t.Errorf("%s takes nothing for %s", s.Op, k.Key)
			}
		}
		for key := range r.Payload.Pairs() {
			if name, _ := key.Symbol(); !listed[name] {
				t.Errorf("%s takes %s, which is not listed", s.Op, name)
			}
		}
		d := p.Decide(r)
		if !d.Allowed() || d.Reversibility() > s.Class || !s.ByKind && d.Reversibility() != s.Class {
			t.Errorf("%s: %v, %v", s.Op, d, d.Reversibility())
		}
		if missing := bare.Decide(r); missing.Allowed() != (len(s.Needs) == 0) {
			t.Errorf("%s needs %v: %v", s.Op, s.Needs, missing)
		}
	}
	shapes[1].Keys[0].Key, shapes[2].Needs[0] = "x", "x"
	if again := policy.Shapes(); again[1].Keys[0].Key == "x" || again[2].Needs[0] == "x" {
		t.Error("a caller can change the contract")
	}
}

// The same for task kinds.
func TestKindShapes(t *testing.T) {
	kinds := policy.KindShapes()
	if len(kinds) != len(policy.TaskKinds()) {
		t.Fatalf("%d kinds", len(kinds))
	}
	for i, k := range kinds {
		if k.Kind != policy.TaskKinds()[i] || k.Class != policy.OpReversibility("editor/task::spawn", k.Kind) {
			t.Errorf("%+v", k)
		}
		p := parse(t, "allow = [\"editor/task::spawn\"]\n[op.\"editor/task::spawn\"]\nbase_dir = \"/ws\"\nallow_task_kinds = [\""+k.Kind+"\"]")
		var all []string
		for _, key := range k.Keys {
			all = append(all, key.Key)
		}
		ask := func(keys []string) policy.Decision {
			return p.Decide(request(t, "editor/task::spawn", `{:input {`+strings.Join(keys, ` "a" `)+` "a"} :task-kind `+k.Kind+`}`))
		}
		if d := ask(all); !d.Allowed() || !slices.IsSorted(all) {
			t.Errorf("%s: %v, %v", k.Kind, d, all)
		}
		if d := ask(append(slices.Clone(all), ":zzz")); d.Allowed() {
			t.Errorf("%s takes another key", k.Kind)
		}
		for j, key := range k.Keys {
			if len(all) == 1 {
				continue
			}
			if d := ask(slices.Delete(slices.Clone(all), j, j+1)); d.Allowed() != key.Optional {
				t.Errorf("%s without %s: %v", k.Kind, key.Key, d)
			}
		}
	}
}
