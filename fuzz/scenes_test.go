package fuzz_test

import (
	"testing"

	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// TestScenesReachEverything keeps the seeds of rendering from testing nothing:
// between them they make blocks of every kind, cut and drop some, count by both
// counters, and meet a limit that is too small.
func TestScenesReachEverything(t *testing.T) {
	kinds := map[fence.Kind]int{}
	decisions := map[render.Decision]int{}
	counters := map[string]int{}
	refused := 0
	for _, plan := range scenePlans {
		for _, data := range plainTapes() {
			sc := newScene(t, &tape{b: plan}, &tape{b: data}, secrets{})
			p, err := sc.render(t)
			if err != nil {
				refused++
				continue
			}
			counters[p.Report().Counter]++
			for _, s := range p.Spans() {
				kinds[s.Kind]++
			}
			for _, r := range p.Report().Parts {
				decisions[r.Decision]++
			}
		}
	}
	for k := fence.Selection; k <= fence.Note; k++ {
		if kinds[k] == 0 {
			t.Errorf("no seed makes a block of kind %v", k)
		}
	}
	for _, d := range []render.Decision{render.Absent, render.Kept, render.Reduced, render.Omitted} {
		if decisions[d] == 0 {
			t.Errorf("no seed has a part that is %v", d)
		}
	}
	if len(counters) < 2 || refused == 0 {
		t.Errorf("counters %v, %d refused", counters, refused)
	}
}
