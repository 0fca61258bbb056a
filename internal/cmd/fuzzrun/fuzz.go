package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// minimize bounds the shrinking of an interesting input. The default is a
// minute, during which a target can stand at 0 executions a second.
const minimize = "-test.fuzzminimizetime=20x"

// A result is what one target did.
type result struct {
	target   target
	seeds    int   // inputs from f.Add and testdata/fuzz
	execs    int64 // executions in all
	baseline int64 // of these, runs of known inputs
	elapsed  time.Duration
	cpu      time.Duration // processor time of the target and its workers
	err      error         // nil: ran as asked
}

// fuzzOne counts the seeds of a target, runs it, and judges the run. The
// output of the target goes to w as it comes.
func fuzzOne(ctx context.Context, t target, opts options, work string, w io.Writer) result {
	res := result{target: t}
	fmt.Fprintf(w, "--- %s %s (%s)\n", t.Package, t.Name, opts.amount.text)
	if res.seeds, res.err = countSeeds(ctx, t); res.err != nil {
		return res
	}
	cache, err := cacheDir(ctx, t, opts.fresh, work)
	if err != nil {
		res.err = err
		return res
	}
	start := time.Now()
	prog, err := runTarget(ctx, t, opts, cache, w)
	res.elapsed = time.Since(start)
	res.execs, res.baseline, res.cpu = prog.execs.Load(), prog.baseline.Load(), prog.cpu
	if err == nil {
		err = opts.amount.enough(res.execs, res.baseline)
	}
	res.err = err
	return res
}

// countSeeds runs the seeds of a target as an ordinary test and counts them:
// those of f.Add and those in testdata/fuzz. A target without any is an error,
// since the fuzzer would start from one empty input.
func countSeeds(ctx context.Context, t target) (int, error) {
	out, err := output(ctx, t.dir, t.binary, "-test.run=^"+t.Name+"$", "-test.v")
	if err != nil {
		return 0, fmt.Errorf("a seed fails: %w", err)
	}
	n := strings.Count(string(out), "=== RUN   "+t.Name+"/")
	if n == 0 {
		return 0, fmt.Errorf("no seed: call f.Add or add files below testdata/fuzz/%s", t.Name)
	}
	return n, nil
}

// cacheDir is where the fuzzer keeps interesting inputs between runs: the go
// command's own place, so that both share them, or an empty folder.
func cacheDir(ctx context.Context, t target, fresh bool, work string) (string, error) {
	if fresh {
		return filepath.Join(work, "cache", filepath.FromSlash(t.Package)), nil
	}
	out, err := output(ctx, "", "go", "env", "GOCACHE")
	if err != nil {
		return "", err
	}
	return filepath.Join(strings.TrimSpace(string(out)), "fuzz", filepath.FromSlash(t.Package)), nil
}

// errStalled is the cause of a run that was ended because nothing moved.
var errStalled = errors.New("stuck")

// runTarget runs the fuzzer until it has done what was asked, fails, or makes
// no progress for opts.stall.
func runTarget(ctx context.Context, t target, opts options, cache string, w io.Writer) (*progress, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	cmd := exec.CommandContext(ctx, t.binary,
		"-test.run=^$", "-test.fuzz=^"+t.Name+"$", "-test.fuzztime="+opts.amount.text, minimize,
		"-test.parallel="+strconv.Itoa(opts.parallel), "-test.fuzzcachedir="+cache, "-test.timeout=0")
	cmd.Dir = t.dir
	// The workers end when the pipes of their coordinator close.
	cmd.WaitDelay = 10 * time.Second
	prog := &progress{}
	pr, pw := io.Pipe()
	cmd.Stdout, cmd.Stderr = pw, pw
	read := make(chan struct{})
	go func() {
		defer close(read)
		prog.read(pr, w)
	}()
	go watch(ctx, cancel, prog, opts.stall)
	err := cmd.Run()
	// Documented to return nil always.
	_ = pw.Close()
	<-read
	if state := cmd.ProcessState; state != nil {
		prog.cpu = state.UserTime() + state.SystemTime() // with the workers, which it has waited for
	}
	if cause := context.Cause(ctx); errors.Is(cause, errStalled) {
		return prog, fmt.Errorf("%w: no execution for %v", cause, opts.stall)
	}
	return prog, err
}

// watch cancels a run whose progress does not change for the time given.
func watch(ctx context.Context, cancel context.CancelCauseFunc, prog *progress, stall time.Duration) {
	tick := time.NewTicker(stall)
	defer tick.Stop()
	last := int64(-1)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			now := prog.moved.Load()
			if now == last {
				cancel(errStalled)
				return
			}
			last = now
		}
	}
}

// progress is what the output of the fuzzer says so far. It is written by one
// goroutine and read by others, cpu when all is over.
type progress struct {
	cpu      time.Duration
	execs    atomic.Int64
	baseline atomic.Int64
	moved    atomic.Int64 // executions and baseline runs reported, never falls
}

// read copies the fuzzer's output to w and notes its figures.
func (p *progress) read(r io.Reader, w io.Writer) {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			p.note(line)
			// The output is for people; the run is judged by the figures.
			_, _ = io.WriteString(w, line)
		}
		if err != nil {
			return
		}
	}
}

// note reads one line:
//
//	fuzz: elapsed: 0s, gathering baseline coverage: 3/17 completed
//	fuzz: elapsed: 3s, execs: 81200 (27066/sec), new interesting: 4 (total: 21)
func (p *progress) note(line string) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \r"), "fuzz: elapsed: ")
	if !ok {
		return
	}
	if _, after, ok := strings.Cut(rest, "gathering baseline coverage: "); ok {
		done, total, _ := strings.Cut(after, "/")
		p.baseline.Store(leadingInt(total))
		p.moved.Store(max(p.moved.Load(), leadingInt(done)))
	}
	if _, after, ok := strings.Cut(rest, "execs: "); ok {
		n := leadingInt(after)
		p.execs.Store(n)
		p.moved.Store(max(p.moved.Load(), n))
	}
}

// leadingInt is the decimal number that s starts with, or 0.
func leadingInt(s string) int64 {
	end := 0
	for end < len(s) && '0' <= s[end] && s[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(s[:end], 10, 64)
	if err != nil {
		return 0
	}
	return n
}
