// Command fuzzrun runs every fuzz target of the module, one after the other,
// and proves that each was run.
//
//	go run ./internal/cmd/fuzzrun -time 30s
//	go run ./internal/cmd/fuzzrun -time 20000x -fresh -match Seal ./fence
//	go run ./internal/cmd/fuzzrun -list
//
// A fuzz job fails silently in many ways: "go test -fuzz" passes in a package
// without targets, passes without seeds, and may stand still at zero
// executions a second. So the command asks each test binary for its targets,
// and fails when there are none, when a target has no seed, when a target was
// executed less often than asked, or when it stops making progress. It ends
// with a table of executions.
//
// Exit status: 0 every target ran as asked, 1 a target failed or ran too
// little, 2 the targets could not be built or listed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"time"
)

// Exit statuses, see the command's documentation.
const (
	exitOK     = 0
	exitFailed = 1
	exitBroken = 2
)

// options are the flags.
type options struct {
	amount   amount         // how long or how often each target runs
	parallel int            // fuzzing workers a target
	fresh    bool           // start from the seeds alone, ignoring earlier findings
	list     bool           // print the targets as JSON and stop
	stall    time.Duration  // a target without a new execution for so long is stuck
	match    *regexp.Regexp // targets to run
	packages []string       // package patterns
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run is main with its surroundings as arguments; it returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	opts, err := parseOptions(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err != nil {
		fmt.Fprintln(stderr, "fuzzrun:", err)
		return exitBroken
	}
	work, err := os.MkdirTemp("", "fuzzrun")
	if err != nil {
		fmt.Fprintln(stderr, "fuzzrun:", err)
		return exitBroken
	}
	// What is left of a temporary folder is the system's to remove.
	defer func() { _ = os.RemoveAll(work) }()

	targets, err := discover(ctx, opts.packages, work)
	if err == nil {
		targets, err = selectTargets(targets, opts.match)
	}
	if err != nil {
		fmt.Fprintln(stderr, "fuzzrun:", err)
		return exitBroken
	}
	if opts.list {
		err = writeMatrix(stdout, targets)
		if err != nil {
			fmt.Fprintln(stderr, "fuzzrun:", err)
			return exitBroken
		}
		return exitOK
	}
	results := make([]result, 0, len(targets))
	for _, t := range targets {
		results = append(results, fuzzOne(ctx, t, opts, work, stdout))
		if ctx.Err() != nil {
			break
		}
	}
	if failed := report(stdout, results, len(targets)); failed > 0 {
		return exitFailed
	}
	return exitOK
}

// parseOptions reads the flags.
func parseOptions(args []string, stderr io.Writer) (options, error) {
	var opts options
	flags := flag.NewFlagSet("fuzzrun", flag.ContinueOnError)
	flags.SetOutput(stderr)
	limit := flags.String("time", "20000x", "`amount` a target: a duration (30s) or a number of executions (20000x)")
	match := flags.String("match", "", "run only the targets whose name matches this `regexp`")
	flags.IntVar(&opts.parallel, "parallel", 2, "fuzzing `workers` a target")
	flags.BoolVar(&opts.fresh, "fresh", false, "start from the seeds alone, not from what earlier runs found interesting")
	flags.BoolVar(&opts.list, "list", false, "print the targets as a JSON array and stop")
	flags.DurationVar(&opts.stall, "stall", 2*time.Minute, "a target that executes nothing for so `long` is stuck and fails")
	if err := flags.Parse(args); err != nil {
		return opts, err
	}
	var err error
	if opts.amount, err = parseAmount(*limit); err != nil {
		return opts, err
	}
	if opts.match, err = regexp.Compile(*match); err != nil {
		return opts, fmt.Errorf("-match: %w", err)
	}
	if opts.parallel < 1 {
		return opts, fmt.Errorf("-parallel %d: at least one worker is needed", opts.parallel)
	}
	if opts.stall <= 0 {
		return opts, fmt.Errorf("-stall %v: a positive duration is needed", opts.stall)
	}
	opts.packages = flags.Args()
	if len(opts.packages) == 0 {
		opts.packages = []string{"./..."}
	}
	return opts, nil
}
