package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A suite is the tests of the package in tiers.
type suite struct {
	dir, binary string
	timeout     time.Duration
	tiers       []tier
	left        []string // tests that are too slow
}

// A tier is tests that run together, and how long they take without a change.
type tier struct {
	tests []string
	took  time.Duration
}

// patience is how many times longer than without a change a tier may take: a
// loop that does not end is found soon, and a busy machine is not a kill.
const (
	patience    = 20
	minPatience = 8 * time.Second
)

// quick is the time up to which a test is in the first tier.
const quick = 30 * time.Millisecond

// memory is the limit of a run's address space, in kibibytes: a loop that does
// not end can grow a slice.
const memory = 6 << 20

var (
	finished = regexp.MustCompile(`(?m)^(PASS|FAIL)$`)
	broke    = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)
)

var passed = regexp.MustCompile(`(?m)^--- PASS: (\S+) \(([0-9.]+)s\)$`)

// measure runs every test once and sorts them by how long they take.
func measure(ctx context.Context, dir, binary string, slow, timeout time.Duration) (suite, error) {
	s := suite{dir: dir, binary: binary, timeout: timeout}
	out, err := s.command(ctx, 0, 10*time.Minute, "-test.v", "-test.short").CombinedOutput()
	if err != nil && !finished.Match(out) {
		return s, fmt.Errorf("the tests do not end without a change: %w\n%s", err, tail(out))
	}
	// Tests of allocations and of growth see the places where nothing is changed,
	// too: they say nothing about a mutant and are left out.
	for _, m := range broke.FindAllSubmatch(out, -1) {
		s.left = append(s.left, string(m[1])+" (fails without a change)")
	}
	type test struct {
		name string
		took time.Duration
	}
	var tests []test
	for _, m := range passed.FindAllStringSubmatch(string(out), -1) {
		sec, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return s, err
		}
		tests = append(tests, test{m[1], time.Duration(sec * float64(time.Second))})
	}
	slices.SortFunc(tests, func(a, b test) int { return int(a.took - b.took) })
	tiers := make([]tier, 2)
	for _, t := range tests {
		k := 0
		switch {
		case t.took > slow:
			s.left = append(s.left, t.name)
			continue
		case t.took > quick:
			k = 1
		}
		tiers[k].tests = append(tiers[k].tests, t.name)
		tiers[k].took += t.took
	}
	for _, t := range tiers {
		if len(t.tests) > 0 {
			s.tiers = append(s.tiers, t)
		}
	}
	if len(s.tiers) == 0 {
		return s, errors.New("the package has no tests that are quick enough")
	}
	return s, nil
}

func (s suite) String() string {
	n := 0
	for _, t := range s.tiers {
		n += len(t.tests)
	}
	text := strconv.Itoa(n)
	if len(s.left) > 0 {
		text += ", without " + strings.Join(s.left, ", ")
	}
	return text
}

var failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// killAll starts the runs of all mutants, a few at a time, and returns for each
// what waits for its verdict, see kill.
func (s suite) killAll(ctx context.Context, mutants []site, jobs int) []func() string {
	out := make([]func() string, len(mutants))
	turn := make(chan struct{}, max(1, jobs))
	for i, m := range mutants {
		verdict := make(chan string, 1)
		out[i] = func() string { return <-verdict }
		go func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			verdict <- s.kill(ctx, m.id)
		}()
	}
	return out
}

// kill runs the tests with one mutant and returns by what it is killed, or "".
func (s suite) kill(ctx context.Context, id int) string {
	for _, t := range s.tiers {
		limit := min(s.timeout, max(minPatience, patience*t.took))
		out, err := s.command(ctx, id, limit, "-test.short", "-test.failfast", "-test.run", "^("+strings.Join(t.tests, "|")+")$").CombinedOutput()
		if err == nil {
			continue
		}
		if m := failed.FindSubmatch(out); m != nil {
			return " [" + string(m[1]) + "]"
		}
		return " [panic or time]"
	}
	return ""
}

// command runs the binary with a mutant on, with limits of time and memory.
func (s suite) command(ctx context.Context, id int, limit time.Duration, args ...string) *exec.Cmd {
	// A loop that the runtime cannot interrupt outlives the tests' own limit.
	killed := strconv.Itoa(int(limit/time.Second) * 2)
	script := "ulimit -v " + strconv.Itoa(memory) + "; exec timeout -s KILL " + killed + " \"$0\" \"$@\""
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", script, s.binary, "-test.timeout=" + limit.String()}, args...)...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "MUTANT="+strconv.Itoa(id), "GOTRACEBACK=none")
	return cmd
}

func tail(b []byte) []byte { return b[max(0, len(b)-2000):] }
