package main

import (
	"fmt"
	"slices"
)

// caseFoldTables writes runs of code points with one distance to their folding,
// each code point 1 or 2 after the one before.
func caseFoldTables(db *database) (string, error) {
	var all []rune
	for r := range db.caseFold {
		all = append(all, r)
	}
	slices.Sort(all)
	var runs []string
	for i := 0; i < len(all); {
		delta := db.caseFold[all[i]] - all[i]
		step := rune(1)
		j := i + 1
		if j < len(all) && all[j]-all[i] == 2 {
			step = 2
		}
		for j < len(all) && all[j]-all[j-1] == step && db.caseFold[all[j]]-all[j] == delta {
			j++
		}
		runs = append(runs, fmt.Sprintf("{%#x,%#x,%d}", all[i], all[j-1], delta))
		i = j
	}
	return array("caseRuns holds the first and last code point of a run and the distance to the folding.",
		"caseRuns", "caseRun", "%s", runs), nil
}
