package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ringfence/ringfence/budget/cl100k"
)

func main() {
	if err := command(os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// command runs the program: as an engine, or as the one that asks engines.
func command(args []string, in io.Reader, out, progress io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(progress)
	name := flags.String("engine", "", "answer jobs with this engine (used by the program itself)")
	target := flags.String("o", filepath.Join("docs", "benchmarks.md"), "the document to write")
	bound := flags.Duration("bound", 3*time.Second, "how long one count of a hostile text may take")
	fitBound := flags.Duration("fitbound", 60*time.Second, "how long one fit may take")
	quick := flags.Bool("quick", false, "small sizes only, and no packages from npm")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *name != "" {
		return serve(*name, in, out)
	}
	dir, err := os.MkdirTemp("", "ringfence-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a temporary folder
	b := &bench{dir: dir, bound: *bound, fitBound: *fitBound, say: func(format string, a ...any) {
		fmt.Fprintf(progress, format+"\n", a...)
	}}
	r, err := b.run(context.Background(), *quick)
	if err != nil {
		return err
	}
	old, _ := os.ReadFile(*target) // there may be none
	doc, err := os.Create(*target)
	if err != nil {
		return err
	}
	_, err = io.WriteString(doc, withAuditor(r.markdown(), string(old)))
	return errors.Join(err, doc.Close())
}

// run measures everything.
func (b *bench) run(ctx context.Context, quick bool) (*results, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	goEngine := func(name string) *engine { return &engine{name: name, command: []string{self, "-engine", name}} }
	r := &results{machine: machine(), bound: b.bound, sizes: []int{10_000, 100_000, 1_000_000}, parts: []int{200, 2000, 20_000}}
	counters := []*engine{goEngine(ours), goEngine(tokenizr), goEngine(pkoukkTik)}
	fitters := []*engine{goEngine(oursCl)}
	if quick {
		r.sizes, r.parts = r.sizes[:1], r.parts[:1]
		r.skipped = "engines in JavaScript: not asked for"
	} else if n, err := installNode(ctx, b.dir); err != nil {
		r.skipped = "engines in JavaScript: " + strings.SplitN(err.Error(), "\n", 2)[0]
		b.say("skipped: %v", err)
	} else {
		r.node = n.version
		counters = append(counters, n.engine("npm-tiktoken"), n.engine("gpt-tokenizer"))
		fitters = append(fitters, n.engine("priompt"), n.engine("prompt-tsx-messages"), n.engine("prompt-tsx"))
	}
	defer func() {
		for _, e := range append(counters, fitters...) {
			e.stop()
		}
	}()
	goroot, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	texts, err := ordinary(strings.TrimSpace(string(goroot)))
	if err != nil {
		return nil, err
	}
	if err := b.counting(r, counters, texts); err != nil {
		return nil, err
	}
	return r, b.fitting(r, fitters, texts)
}

// counting fills in the tables of counting.
func (b *bench) counting(r *results, engines []*engine, texts []text) error {
	for _, e := range engines {
		r.counters = append(r.counters, e.name)
		load, err := loading(e)
		if err != nil {
			return err
		}
		r.loads = append(r.loads, load)
	}
	for _, t := range texts {
		b.say("counting %s", t.name)
		figures, err := b.speed(engines, t)
		if err != nil {
			return err
		}
		r.speeds = append(r.speeds, speedRow{name: t.name, bytes: sliceBytes, figures: figures})
	}
	for _, f := range families {
		b.say("counting %s", f.name)
		row := attackRow{name: f.name}
		for _, e := range engines {
			var sizes []figure
			for n, size := range r.sizes {
				if n > 0 && sizes[n-1].over { // more takes no less
					sizes = append(sizes, sizes[n-1])
					continue
				}
				g, err := b.attack(e, f, size)
				if err != nil {
					return err
				}
				sizes = append(sizes, g)
			}
			row.figures = append(row.figures, sizes)
		}
		r.attacks = append(r.attacks, row)
	}
	return nil
}

// loadStarts is how often an engine is started to see what loading costs: memory
// that a process touches first costs most of it, and that differs by half.
const loadStarts = 7

// loading starts an engine several times, and returns the least time that it took to
// load.
func loading(e *engine) (loadFigure, error) {
	var least loadFigure
	for n := range loadStarts {
		e.stop()
		a, err := e.ask(job{Task: "load"}, time.Minute)
		if err != nil {
			return least, err
		}
		if took := time.Duration(a.NS[0]); n == 0 || took < least.took {
			least = loadFigure{took, a.Bytes}
		}
	}
	return least, nil
}

// fitting fills in the tables of fitting.
func (b *bench) fitting(r *results, engines []*engine, texts []text) error {
	for _, e := range engines {
		r.fitters = append(r.fitters, e.name)
	}
	for _, n := range r.parts {
		b.say("fitting %d parts", n)
		chunks, err := b.workload(load(n, texts, cl100k.Encoding().Count))
		if err != nil {
			return err
		}
		row := fitRow{parts: n}
		for _, e := range engines {
			row.figures = append(row.figures, b.fit(e, chunks))
		}
		a, err := engines[0].ask(job{Task: "cost", Chunk: chunks}, b.fitBound)
		if err != nil {
			return err
		}
		row.costs = a.NS
		r.fits = append(r.fits, row)
	}
	return nil
}
