// Command mutate changes the code of a package in one place at a time and runs
// the package's tests, to see whether they notice.
//
//	go run ./internal/cmd/mutate                      # package fence, a sample of 200 mutants
//	go run ./internal/cmd/mutate -sample 0            # all of them
//	go run ./internal/cmd/mutate -only 17,44 -v       # two, by number
//
// All mutants are compiled into one test binary, through an overlay of the go
// command: each changed place asks which mutant is on. So a mutant costs a run
// of tests and no compilation, and nothing in the tree is written. Numbers stay
// the same while the code does.
//
// The operators: boundaries and negation of comparisons, && and ||, conditions
// that always or never hold, arithmetic and bits, integer and character
// constants, zero values returned, statements left out. Tests run in tiers, the
// quick ones first; a mutant is killed when a test fails, panics, or takes
// longer than the limit. A survivor that is listed with a reason in
// equivalents.txt, since no test could tell it from the original, does not count.
// Exit code 1: the score is below -min.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

type config struct {
	pkg     string
	sample  int
	seed    uint64
	only    string
	slow    time.Duration
	timeout time.Duration
	min     float64
	jobs    int
	verbose bool
	list    bool

	equivalents string // file of changes that are known to change nothing
}

func main() {
	var c config
	flag.StringVar(&c.pkg, "pkg", "./fence", "package to change")
	flag.IntVar(&c.sample, "sample", 200, "how many mutants to run, 0 for all")
	flag.Uint64Var(&c.seed, "seed", 1, "which ones")
	flag.StringVar(&c.only, "only", "", "numbers of mutants to run instead")
	flag.DurationVar(&c.slow, "slow", 2*time.Second, "leave out tests that take longer than this by themselves")
	flag.DurationVar(&c.timeout, "timeout", 20*time.Second, "limit of a run; one that takes longer is a kill")
	flag.IntVar(&c.jobs, "j", runtime.NumCPU(), "how many mutants to run at once")
	flag.Float64Var(&c.min, "min", 0, "least score in percent")
	flag.StringVar(&c.equivalents, "equivalents", "internal/cmd/mutate/equivalents.txt", "file of changes that make no difference, each with its reason")
	flag.BoolVar(&c.list, "list", false, "print the mutants chosen and run nothing")
	flag.BoolVar(&c.verbose, "v", false, "print every mutant, and not survivors alone")
	flag.Parse()
	score, err := run(context.Background(), c, os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	case score < c.min:
		os.Exit(1)
	}
}

// run returns the share of mutants killed, in percent.
func run(ctx context.Context, c config, out io.Writer) (float64, error) {
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return 0, err
	}
	defer func() { _ = os.RemoveAll(work) }()
	p, err := load(ctx, c.pkg)
	if err != nil {
		return 0, err
	}
	sites := p.sites()
	binary := filepath.Join(work, "mutate.test")
	sites, err = p.build(ctx, work, binary, sites)
	if err != nil {
		return 0, err
	}
	chosen, err := choose(sites, c)
	if err != nil || c.list {
		for _, s := range chosen {
			fmt.Fprintln(out, s)
		}
		return 100, err
	}
	suite, err := measure(ctx, p.dir, binary, c.slow, c.timeout)
	if err != nil {
		return 0, err
	}
	fmt.Fprintf(out, "%s: %d places to change, %d tried (seed %d); tests: %s\n", c.pkg, len(sites), len(chosen), c.seed, suite)
	start := time.Now()
	killed, equal, byOp := 0, 0, map[string][2]int{}
	known, err := readEquivalents(c.equivalents)
	if err != nil {
		return 0, err
	}
	verdicts := suite.killAll(ctx, chosen, c.jobs)
	for i, s := range chosen {
		by := verdicts[i]()
		if by == "" && known[s.key()] != "" {
			equal++
			if c.verbose {
				fmt.Fprintf(out, "%-8s %4d %s %s: %s\n", "equal", s.id, s.at, s.key(), known[s.key()])
			}
			continue
		}
		n := byOp[s.op]
		n[1]++
		if by != "" {
			killed++
			n[0]++
		}
		byOp[s.op] = n
		if by == "" || c.verbose {
			fmt.Fprintf(out, "%-8s %4d %s %s%s\n", verdict(by), s.id, s.at, s.key(), by)
		}
	}
	for _, op := range slices.Sorted(keys(byOp)) {
		fmt.Fprintf(out, "%-12s %4d of %4d killed\n", op, byOp[op][0], byOp[op][1])
	}
	score := 100 * float64(killed) / float64(max(1, len(chosen)-equal))
	fmt.Fprintf(out, "score %.1f %%: %d of %d killed, %d more change nothing that can be seen; %.0f s\n",
		score, killed, len(chosen)-equal, equal, time.Since(start).Seconds())
	return score, nil
}

func verdict(by string) string {
	if by == "" {
		return "SURVIVED"
	}
	return "killed"
}

func keys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// choose picks the mutants of a run, in order of their numbers.
func choose(sites []site, c config) ([]site, error) {
	if c.only != "" {
		var out []site
		for field := range strings.SplitSeq(c.only, ",") {
			n, err := strconv.Atoi(field)
			i := slices.IndexFunc(sites, func(s site) bool { return s.id == n })
			if err != nil || i < 0 {
				return nil, fmt.Errorf("-only %q: no such mutant", field)
			}
			out = append(out, sites[i])
		}
		return out, nil
	}
	if c.sample <= 0 || c.sample >= len(sites) {
		return sites, nil
	}
	r := rand.New(rand.NewPCG(c.seed, 0)) // a sample, and no secret
	out := make([]site, 0, c.sample)
	for _, i := range r.Perm(len(sites))[:c.sample] {
		out = append(out, sites[i])
	}
	slices.SortFunc(out, func(a, b site) int { return a.id - b.id })
	return out, nil
}
