package main

import (
	"fmt"
	"io"
	"time"
)

// A result is what became of one fence.
type result struct {
	name   string
	by     string // the input and the property that found the fault, or ""
	took   time.Duration
	failed bool // the test ended with an error
}

// killed reports whether the fault was found, and not just a crash seen.
func (r result) killed() bool { return r.failed && r.by != "" }

// report prints the table and returns the exit code.
func report(w io.Writer, results []result) int {
	code, killed, total := exitKilled, 0, time.Duration(0)
	fmt.Fprintf(w, "%-34s %8s  %s\n", "fault", "time", "found by")
	for _, r := range results {
		total += r.took
		by := r.by
		switch {
		case r.name == sound && !r.failed:
			by = "nothing, as it must be"
		case r.name == sound:
			by, code = "A FAULT IN THE SOUND FENCE: "+r.by, exitSurvived
		case r.killed():
			killed++
		default:
			by, code = "SURVIVED", exitSurvived
			if r.failed {
				by = "CRASHED OR TOO SLOW"
			}
		}
		fmt.Fprintf(w, "%-34s %6.2f s  %s\n", r.name, r.took.Seconds(), by)
	}
	fmt.Fprintf(w, "%d of %d faults found in %.1f s\n", killed, len(results)-1, total.Seconds())
	return code
}
