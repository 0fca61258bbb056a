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
	tiers       [][]string
	left        []string // tests that are too slow
}

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
	out, err := s.command(ctx, 0, "-test.v", "-test.short").CombinedOutput()
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
	tiers := make([][]string, 2)
	for _, t := range tests {
		switch {
		case t.took <= quick:
			tiers[0] = append(tiers[0], t.name)
		case t.took <= slow:
			tiers[1] = append(tiers[1], t.name)
		default:
			s.left = append(s.left, t.name)
		}
	}
	for _, t := range tiers {
		if len(t) > 0 {
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
		n += len(t)
	}
	text := strconv.Itoa(n)
	if len(s.left) > 0 {
		text += ", without " + strings.Join(s.left, ", ")
	}
	return text
}

var failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// kill runs the tests with one mutant and returns by what it is killed, or "".
func (s suite) kill(ctx context.Context, id int) string {
	for _, tier := range s.tiers {
		out, err := s.command(ctx, id, "-test.short", "-test.failfast", "-test.run", "^("+strings.Join(tier, "|")+")$").CombinedOutput()
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
func (s suite) command(ctx context.Context, id int, args ...string) *exec.Cmd {
	limit := s.timeout
	if id == 0 {
		limit = 10 * time.Minute
	}
	script := "ulimit -v " + strconv.Itoa(memory) + "; exec \"$0\" \"$@\""
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", script, s.binary, "-test.timeout=" + limit.String()}, args...)...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "MUTANT="+strconv.Itoa(id), "GOTRACEBACK=none")
	return cmd
}

func tail(b []byte) []byte { return b[max(0, len(b)-2000):] }
