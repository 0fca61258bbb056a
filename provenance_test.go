package ringfence_test

import (
	"reflect"
	"testing"

	"github.com/ringfence/ringfence"
)

var allTrusts = []ringfence.Trust{ringfence.Untrusted, ringfence.Derived, ringfence.Request, ringfence.Instruction}

func TestTrustOrder(t *testing.T) {
	var zero ringfence.Trust
	if zero != ringfence.Untrusted {
		t.Error("the zero trust is not the least")
	}
	for i := 1; i < len(allTrusts); i++ {
		if allTrusts[i-1] >= allTrusts[i] {
			t.Errorf("%v is not below %v", allTrusts[i-1], allTrusts[i])
		}
	}
	names := map[string]bool{}
	for _, tr := range allTrusts {
		names[tr.String()] = true
	}
	for _, want := range []string{"untrusted", "derived", "request", "instruction"} {
		if !names[want] {
			t.Errorf("no trust is called %s", want)
		}
	}
	if ringfence.Trust(200).String() != "untrusted" {
		t.Error("a trust out of range has a better name")
	}
}

// What is unknown is tainted by everything.
func TestZeroProvenance(t *testing.T) {
	var zero ringfence.Provenance
	if zero.Known() || zero.Least() != ringfence.Untrusted || len(zero.Sources()) != 0 {
		t.Error("the zero provenance is known")
	}
	for _, kind := range []string{"screen", "tool", "", "no such kind"} {
		if !zero.Tainted(kind) {
			t.Errorf("the zero provenance is not tainted by %q", kind)
		}
	}
}

func TestProvenance(t *testing.T) {
	none := ringfence.NewProvenance()
	if !none.Known() || none.Least() != ringfence.Instruction || none.Tainted("screen") {
		t.Error("instructions alone are tainted")
	}
	p := ringfence.NewProvenance(
		ringfence.Source{Kind: "request", Trust: ringfence.Request},
		ringfence.Source{Kind: "tool", Trust: ringfence.Untrusted},
		ringfence.Source{Kind: "request", Trust: ringfence.Request},
	)
	if p.Least() != ringfence.Untrusted || !p.Tainted("tool") || !p.Tainted("request") || p.Tainted("screen") {
		t.Errorf("provenance %v", p)
	}
	if got := p.Sources(); len(got) != 2 || got[0].Kind != "request" || got[1].Kind != "tool" {
		t.Errorf("sources %v", got)
	}
	p.Sources()[0].Kind = "changed"
	if p.Sources()[0].Kind != "request" {
		t.Error("Sources gives away the state")
	}
}

func TestProvenanceJoin(t *testing.T) {
	all := []ringfence.Provenance{{}, ringfence.NewProvenance()}
	for _, tr := range allTrusts {
		for _, kind := range []string{"screen", "tool"} {
			all = append(all, ringfence.NewProvenance(ringfence.Source{Kind: kind, Trust: tr}))
		}
	}
	for _, p := range all {
		for _, q := range all {
			j := p.Join(q)
			if j.Known() != (p.Known() && q.Known()) {
				t.Fatalf("join of %v and %v is known: %v", p, q, j.Known())
			}
			if j.Least() != min(p.Least(), q.Least()) {
				t.Fatalf("join of %v and %v has trust %v", p, q, j.Least())
			}
			for _, kind := range []string{"screen", "tool", "items"} {
				if j.Tainted(kind) != (p.Tainted(kind) || q.Tainted(kind)) {
					t.Fatalf("join of %v and %v tainted by %s: %v", p, q, kind, j.Tainted(kind))
				}
			}
			if back := q.Join(p); back.Least() != j.Least() || back.Known() != j.Known() || len(back.Sources()) != len(j.Sources()) {
				t.Fatalf("join of %v and %v depends on the order", p, q)
			}
			if again := j.Join(j); !reflect.DeepEqual(again.Sources(), j.Sources()) {
				t.Fatalf("join with itself changes %v", j)
			}
		}
	}
}

// Joining does not write into what either side still holds.
func TestProvenanceJoinDoesNotAlias(t *testing.T) {
	p := ringfence.NewProvenance(ringfence.Source{Kind: "a"}, ringfence.Source{Kind: "b"}, ringfence.Source{Kind: "c"})
	x := p.Join(ringfence.NewProvenance(ringfence.Source{Kind: "x"}))
	y := p.Join(ringfence.NewProvenance(ringfence.Source{Kind: "y"}))
	if !x.Tainted("x") || x.Tainted("y") || !y.Tainted("y") || p.Tainted("x") || p.Tainted("y") {
		t.Errorf("%v, %v, %v", p, x, y)
	}
}
