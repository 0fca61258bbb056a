package cli

import (
	"fmt"
	"slices"
	"testing"
)

// All parts of a run together tell of each file once, whatever else names it.
func TestOtherKindsOfParts(t *testing.T) {
	var other []passed
	for i := range 100 {
		name := fmt.Sprintf("tree/%02d.go", i)
		other = append(other, passed{"tree", name}, passed{"tree", name}) // two arguments lead to it
	}
	named := []entry{{name: "tree/07.go"}, {name: "tree/a.txt"}}
	whole := (&settings{}).otherKinds(other, named)
	if len(whole) != 99 {
		t.Fatalf("%d files", len(whole))
	}
	for _, n := range []int{1, 2, 7} {
		var all []passed
		for i := range n {
			part := (&settings{shard: shard{i + 1, n}}).otherKinds(other, named)
			if n > 1 && len(part) == len(whole) {
				t.Errorf("part %d of %d has all", i+1, n)
			}
			all = append(all, part...)
		}
		slices.SortFunc(all, func(a, b passed) int {
			if a.name < b.name {
				return -1
			}
			return 1
		})
		if !slices.Equal(all, whole) {
			t.Errorf("%d parts tell of %d files", n, len(all))
		}
	}
}
