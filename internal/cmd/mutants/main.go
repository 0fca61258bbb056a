// Command mutants shows that the vectors and the seeds of the fuzz targets
// notice a broken fence. It builds one test binary with the build tag mutants,
// in which every fence is there with one fault each, runs it once a fault, and
// prints which input finds it and how long that takes.
//
//	go run ./internal/cmd/mutants
//
// It exits with 1 when a fault is not found, or when something is found in the
// fence that has none. Broken fences are in no other build.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Exit codes.
const (
	exitKilled   = 0 // every fault was found
	exitSurvived = 1 // one was not
	exitBroken   = 2 // nothing could be said
)

const (
	// limit is for one run: a fault can make a fence that never ends.
	limit = 20 * time.Second
	// sound is the name of the fence without a fault.
	sound = "none"
	// killedBy begins the line in which a run says what it found.
	killedBy = "killed by "
)

func main() { os.Exit(run(context.Background(), os.Stdout, os.Stderr)) }

func run(ctx context.Context, stdout, stderr io.Writer) int {
	start := time.Now()
	folder, err := os.MkdirTemp("", "mutants")
	if err != nil {
		fmt.Fprintln(stderr, "mutants:", err)
		return exitBroken
	}
	defer func() { _ = os.RemoveAll(folder) }()
	binary := filepath.Join(folder, "mutants.test")
	build := exec.CommandContext(ctx, "go", "test", "-c", "-tags", "mutants", "-o", binary, "./internal/cmd/mutants")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(stderr, "mutants: %v\n%s", err, out)
		return exitBroken
	}
	built := time.Since(start)
	names, err := list(ctx, binary)
	if err != nil {
		fmt.Fprintln(stderr, "mutants:", err)
		return exitBroken
	}
	var results []result
	for _, name := range names {
		results = append(results, try(ctx, binary, name))
	}
	code := report(stdout, results)
	fmt.Fprintf(stdout, "built in %.1f s, all in %.1f s\n", built.Seconds(), time.Since(start).Seconds())
	return code
}

// list asks the binary for its fences, the sound one first.
func list(ctx context.Context, binary string) ([]string, error) {
	out, err := testBinary(ctx, binary, "-test.run", "^TestList$", "-list-mutants").Output()
	if err != nil {
		return nil, fmt.Errorf("the list of mutants: %w", err)
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "mutant "); ok {
			names = append(names, name)
		}
	}
	if len(names) < 2 || names[0] != sound {
		return nil, fmt.Errorf("%d mutants, the first is not %q", len(names), sound)
	}
	return names, nil
}

// try runs the binary with one fence. That the test fails is the aim, and it
// has to say by what: a crash is no finding.
func try(ctx context.Context, binary, name string) result {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	start := time.Now()
	tests := "^TestMutant$"
	if name == sound {
		tests = "." // and what is said of the fences themselves
	}
	out, err := testBinary(ctx, binary, "-test.run", tests, "-mutant", name).CombinedOutput()
	r := result{name: name, took: time.Since(start), failed: err != nil}
	for line := range strings.Lines(string(out)) {
		if _, by, ok := strings.Cut(line, killedBy); ok {
			r.by = strings.TrimSpace(by)
			break
		}
	}
	return r
}

// testBinary is a command that runs the binary where its package lies, as the
// go command would: the seeds are found from there.
func testBinary(ctx context.Context, binary string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, binary, args...)
	c.Dir = filepath.Join("internal", "cmd", "mutants")
	return c
}
