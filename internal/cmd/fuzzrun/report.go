package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// report prints a table of all runs and returns how many targets did not do
// what was asked; wanted is the number of targets there are, so that one that
// was never started counts.
func report(w io.Writer, results []result, wanted int) int {
	failed := wanted - len(results)
	fmt.Fprintln(w)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "seeds\tknown\texecs\texecs/s\ttime\tCPU\tresult\t  target")
	total, cpu := int64(0), time.Duration(0)
	for _, r := range results {
		verdict := "ok"
		if r.err != nil {
			verdict = "FAIL"
			failed++
		}
		total += r.execs
		cpu += r.cpu
		fmt.Fprintf(tab, "%d\t%d\t%d\t%.0f\t%v\t%v\t%s\t  %s %s\n", r.seeds, r.baseline, r.execs,
			rate(r.execs, r.elapsed), r.elapsed.Round(100*time.Millisecond), r.cpu.Round(100*time.Millisecond), verdict, r.target.Package, r.target.Name)
	}
	// A table that cannot be written leaves the exit status to tell.
	_ = tab.Flush()
	for _, r := range results {
		if r.err != nil {
			fmt.Fprintf(w, "FAIL %s %s: %v\n", r.target.Package, r.target.Name, r.err)
		}
	}
	fmt.Fprintf(w, "fuzz: %d targets, %d executions, %d failed, %v of processor time\n", wanted, total, failed, cpu.Round(100*time.Millisecond))
	return failed
}

// rate is executions a second, 0 for a run that took no time.
func rate(execs int64, elapsed time.Duration) float64 {
	if elapsed <= 0 {
		return 0
	}
	return float64(execs) / elapsed.Seconds()
}
