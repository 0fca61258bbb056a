package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// amount is how much a target is run: a number of executions or a time, as
// -fuzztime takes them.
type amount struct {
	text  string        // as passed to -test.fuzztime
	execs int64         // 0 when time limits the run
	time  time.Duration // 0 when executions limit the run
}

// parseAmount reads "20000x" or "30s". Zero and negative amounts are refused:
// to the go command zero means "for ever".
func parseAmount(s string) (amount, error) {
	a := amount{text: s}
	var err error
	if n, ok := strings.CutSuffix(s, "x"); ok {
		a.execs, err = strconv.ParseInt(n, 10, 64)
	} else {
		a.time, err = time.ParseDuration(s)
	}
	if err != nil || a.execs < 0 || a.time < 0 || a.execs == 0 && a.time == 0 {
		return amount{}, fmt.Errorf("-time %q: a positive duration (30s) or count (20000x) is needed", s)
	}
	return a, nil
}

// enough reports whether a run of that many executions, of which baseline
// merely repeated known inputs, is what was asked, or says what is missing.
//
// The go command counts the baseline as executions. When it is more than half
// of what was asked, the run hardly fuzzed.
func (a amount) enough(execs, baseline int64) error {
	switch fresh := execs - baseline; {
	case execs == 0:
		return fmt.Errorf("no executions")
	case fresh <= 0:
		return fmt.Errorf("%d executions, all of them known inputs: ask for more", execs)
	case a.execs == 0:
		return nil
	case execs < a.execs:
		return fmt.Errorf("%d executions, %d asked", execs, a.execs)
	case fresh < a.execs/2:
		return fmt.Errorf("%d of %d executions were known inputs: ask for more", baseline, execs)
	}
	return nil
}
