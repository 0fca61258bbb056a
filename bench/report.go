package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// results are what the document shows.
type results struct {
	machine, node, skipped string
	bound                  time.Duration
	counters, fitters      []string
	loads                  []loadFigure
	speeds                 []speedRow
	sizes                  []int
	attacks                []attackRow
	parts                  []int
	fits                   []fitRow
}

type loadFigure struct {
	took  time.Duration
	bytes int64
}

type speedRow struct {
	name    string
	bytes   int
	figures []figure
}

type attackRow struct {
	name    string
	figures [][]figure // by engine and size
}

type fitRow struct {
	parts   int
	figures []figure
	costs   []int64 // see costs
}

// labels are how engines are called in the document.
var labels = map[string]string{
	ours: "ringfence", oursCl: "ringfence", tokenizr: "tiktoken-go/tokenizer", pkoukkTik: "pkoukk/tiktoken-go",
	"npm-tiktoken": "npm tiktoken (WASM)", "gpt-tokenizer": "npm gpt-tokenizer", "priompt": "priompt (fork)",
	"prompt-tsx": "prompt-tsx, one message", "prompt-tsx-messages": "prompt-tsx, a message a part",
}

// machine says what the run was made on, without a name.
func machine() string {
	model := runtime.GOARCH
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(b)) {
			if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == "model name" {
				model = strings.TrimSpace(v)
				break
			}
		}
	}
	return fmt.Sprintf("%s/%s, %s, %d processors, %s", runtime.GOOS, runtime.GOARCH, model, runtime.NumCPU(), runtime.Version())
}

// auditor begins the part of the document that other commands measure. It is written
// by hand, and kept.
const auditor = "\n## The auditor\n"

// withAuditor adds the part about the auditor that an older document has.
func withAuditor(text, old string) string {
	if at := strings.Index(old, auditor); at >= 0 {
		return text + old[at:]
	}
	return text
}

// markdown returns the document.
func (r *results) markdown() string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("# Benchmarks\n")
	p("<!-- Written by \"make bench\": do not edit what stands before \"The auditor\". -->\n")
	p("All figures before [the auditor](#the-auditor) come from one run of `make bench`. They are CPU time, each engine in a process of its own with the")
	p("same texts; read the ratios, not the milliseconds. A ratio says how many times the time of ringfence the other took. What is")
	p("counted is text that the engine has not seen before, after a warm-up with other text.\n")
	p("- Machine: %s.", r.machine)
	p("- Go modules: %s.", strings.Join(modules(), ", "))
	if r.skipped != "" {
		p("- Skipped: %s.", r.skipped)
	} else {
		p("- Node %s: tiktoken %s, gpt-tokenizer %s, @vscode/prompt-tsx %s, @impowering/priompt %s (a fork; the original is not in the registry).",
			r.node, packages["tiktoken"], packages["gpt-tokenizer"], packages["@vscode/prompt-tsx"], packages["@impowering/priompt"])
	}
	if at := os.Getenv("BENCH_DATE"); at != "" {
		p("- Date: %s.", at)
	}
	r.countTables(p)
	r.fitTables(p)
	return b.String()
}

type printer func(format string, args ...any)

func table(p printer, head []string, rows [][]string) {
	p("| %s |", strings.Join(head, " | "))
	p("|%s", strings.Repeat("---|", len(head)))
	for _, row := range rows {
		p("| %s |", strings.Join(row, " | "))
	}
	p("")
}

func (r *results) countTables(p printer) {
	names := make([]string, len(r.counters))
	for i, n := range r.counters {
		names[i] = labels[n]
	}
	p("\n## Counting ordinary text, o200k_base\n")
	p("Slices of %d kB; the median of seven, and of %d rounds in which the engines take turns, each in a new process.\n", sliceBytes>>10, speedRounds)
	var rows [][]string
	for _, s := range r.speeds {
		row := []string{s.name}
		for i, f := range s.figures {
			cell := f.String()
			if f.ok() {
				cell = fmt.Sprintf("%.1f MB/s", float64(s.bytes)/1e6/f.took.Seconds())
				if i > 0 {
					cell += ", " + ratio(f, s.figures[0])
				}
				cell += differs(f, s.figures[0])
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	table(p, append([]string{"text"}, names...), rows)

	p("## Counting hostile text, o200k_base\n")
	p("At %s; stopped after %v, and not tried at the next size then.\n", sizeList(r.sizes), r.bound)
	rows = nil
	for _, a := range r.attacks {
		row := []string{a.name}
		for e, sizes := range a.figures {
			var cells []string
			for n, f := range sizes {
				cells = append(cells, f.String()+differs(f, a.figures[0][n]))
			}
			if e == 0 {
				row = append(row, strings.Join(cells, " / ")+growth(sizes, r.sizes))
				continue
			}
			row = append(row, strings.Join(cells, " / ")+lastRatio(sizes, a.figures[0]))
		}
		rows = append(rows, row)
	}
	table(p, append([]string{"text"}, names...), rows)
	p("A star marks a count that is not that of ringfence.\n")

	p("## Loading a vocabulary\n")
	rows = nil
	for i, l := range r.loads {
		rows = append(rows, []string{names[i], fmt.Sprintf("%.0f ms", ms(l.took)), fmt.Sprintf("%.0f MB", float64(l.bytes)/1e6)})
	}
	table(p, []string{"engine", "CPU time", "memory"}, rows)
	p("The least of %d processes, each the first time. Memory is what is alive after a collection, in Go; that of a whole process, in JavaScript.\n", loadStarts)
}

func (r *results) fitTables(p printer) {
	p("## Fitting parts into a budget, cl100k_base\n")
	p("Parts of about 240 bytes with priorities that are all different; a quarter of the tokens is kept. The least of up to nine times.\n")
	names := make([]string, len(r.fitters))
	for i, n := range r.fitters {
		names[i] = labels[n]
	}
	var rows, shares [][]string
	for _, f := range r.fits {
		row := []string{fmt.Sprint(f.parts)}
		for i, g := range f.figures {
			cell := g.String()
			if i > 0 && (g.ok() || g.over) {
				cell += ", " + ratio(g, f.figures[0])
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
		c := f.costs
		shares = append(shares, []string{
			fmt.Sprint(f.parts), figure{took: time.Duration(c[0])}.String(),
			fmt.Sprintf("%s (%.2f ×)", figure{took: time.Duration(c[1])}, float64(c[1])/float64(max(c[0], 1))),
			fmt.Sprintf("%s (%.2f ×)", figure{took: time.Duration(c[2])}, float64(c[2])/float64(max(c[0], 1))),
			figure{took: max(time.Duration(c[3]-c[4]), time.Microsecond)}.String(),
		})
	}
	table(p, append([]string{"parts"}, names...), rows)
	p("## What fitting costs beside counting\n")
	p("The time of counting every part once, and of fitting as a multiple of it; selection alone is fitting with counts that are known.\n")
	table(p, []string{"parts", "count all", "fit, all kept", "fit, a quarter kept", "selection alone"}, shares)
}

func (f figure) String() string {
	switch {
	case f.err != "":
		return "failed"
	case f.over:
		return fmt.Sprintf("> %v", f.took)
	case f.took == 0:
		return "–"
	case f.took >= 10*time.Second:
		return fmt.Sprintf("%.0f s", f.took.Seconds())
	case f.took >= time.Second:
		return fmt.Sprintf("%.1f s", f.took.Seconds())
	case f.took >= 100*time.Millisecond:
		return fmt.Sprintf("%.0f ms", ms(f.took))
	case f.took >= time.Millisecond:
		return fmt.Sprintf("%.1f ms", ms(f.took))
	default:
		return fmt.Sprintf("%.2f ms", ms(f.took))
	}
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// ratio says how many times as long f took.
func ratio(f, base figure) string {
	if !base.ok() {
		return "–"
	}
	n := float64(f.took) / float64(base.took)
	sign := ""
	if f.over {
		sign = "> "
	}
	if n < 100 {
		return fmt.Sprintf("%s%.1f ×", sign, n)
	}
	return fmt.Sprintf("%s%.0f ×", sign, n)
}

// differs marks a count that is not the base's.
func differs(f, base figure) string {
	if f.ok() && base.ok() && f.tokens != base.tokens {
		return " *"
	}
	return ""
}

// growth says how the time of the last size compares with the one before.
func growth(f []figure, sizes []int) string {
	n := len(f)
	if n < 2 || !f[n-1].ok() || !f[n-2].ok() {
		return ""
	}
	return fmt.Sprintf(" (%.1f × for %d × the text)", float64(f[n-1].took)/float64(f[n-2].took), sizes[n-1]/sizes[n-2])
}

// lastRatio compares at the largest size at which there are figures.
func lastRatio(f, base []figure) string {
	for n := len(f) - 1; n >= 0; n-- {
		if (f[n].ok() || f[n].over && (n == 0 || !f[n-1].over)) && base[n].ok() {
			return " (" + ratio(f[n], base[n]) + ")"
		}
	}
	return ""
}

func sizeList(sizes []int) string {
	var s []string
	for _, n := range sizes {
		s = append(s, fmt.Sprintf("%d kB", n/1000))
	}
	return strings.Join(s, " / ")
}
