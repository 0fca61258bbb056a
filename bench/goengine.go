package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	pkoukk "github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
	"github.com/tiktoken-go/tokenizer"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/bpe"
	"github.com/ringfence/ringfence/budget/cl100k"
	"github.com/ringfence/ringfence/budget/o200k"
)

// The engines written in Go, by the names that choose them.
const (
	ours      = "ringfence"
	oursCl    = "ringfence-cl100k"
	tokenizr  = "tiktoken-go"
	pkoukkTik = "pkoukk"
)

// counterOf loads an engine's vocabulary.
func counterOf(name string) (func(string) int, error) {
	switch name {
	case ours:
		return o200k.Encoding().Count, nil
	case oursCl:
		return cl100k.Encoding().Count, nil
	case tokenizr:
		c, err := tokenizer.Get(tokenizer.O200kBase)
		if err != nil {
			return nil, err
		}
		return func(s string) int {
			n, err := c.Count(s)
			if err != nil {
				return -1
			}
			return n
		}, nil
	case pkoukkTik:
		pkoukk.SetBpeLoader(loader.NewOfflineLoader())
		c, err := pkoukk.GetEncoding("o200k_base")
		if err != nil {
			return nil, err
		}
		return func(s string) int { return len(c.EncodeOrdinary(s)) }, nil
	}
	return nil, fmt.Errorf("there is no engine %q", name)
}

// serve answers jobs with an engine until the input ends.
func serve(name string, in io.Reader, out io.Writer) error {
	runtime.GOMAXPROCS(1)
	before := cpu()
	count, err := counterOf(name)
	if err != nil {
		return err
	}
	count("ready")
	load := cpu() - before
	if _, err := fmt.Fprintln(out, `{}`); err != nil {
		return err
	}
	for scan := bufio.NewScanner(in); scan.Scan(); {
		var j job
		if err := json.Unmarshal(scan.Bytes(), &j); err != nil {
			return err
		}
		a, err := answerTo(j, count, load)
		if err != nil {
			a = answer{Error: err.Error()}
		}
		line, err := json.Marshal(a)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "%s\n", line); err != nil {
			return err
		}
	}
	return nil
}

func answerTo(j job, count func(string) int, load time.Duration) (answer, error) {
	switch j.Task {
	case "load":
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		runtime.KeepAlive(count)
		return answer{NS: []int64{int64(load)}, Bytes: int64(m.HeapAlloc)}, nil
	case "count":
		return countFiles(j, count)
	case "fit":
		return fit(j.Chunk)
	case "cost":
		return costs(j.Chunk)
	}
	return answer{}, errors.New("no such task")
}

// countFiles reads all texts, clears away what reading them has left behind, warms
// up, and counts.
func countFiles(j job, count func(string) int) (answer, error) {
	texts := make([]string, 0, 1+len(j.Files))
	for _, name := range append([]string{j.Warm}, j.Files...) {
		b, err := os.ReadFile(name)
		if err != nil {
			return answer{}, err
		}
		texts = append(texts, string(b))
	}
	runtime.GC()
	count(texts[0])
	var a answer
	for _, s := range texts[1:] {
		start := cpu()
		n := count(s)
		a.NS = append(a.NS, int64(cpu()-start))
		a.Tokens = append(a.Tokens, n)
	}
	return a, nil
}

func readWorkload(name string) (w workload, items []budget.Item, err error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return w, nil, err
	}
	if err := json.Unmarshal(b, &w); err != nil {
		return w, nil, err
	}
	items = make([]budget.Item, len(w.Chunks))
	for i, s := range w.Chunks {
		items[i] = budget.Item{Name: "chunk", Forms: []string{s}, Priority: w.Priorities[i]}
	}
	return w, items, nil
}

// fits is how often a fit is repeated; the least time counts.
const fits = 9

// fit fits a workload and returns the text's tokens.
func fit(name string) (answer, error) {
	w, items, err := readWorkload(name)
	if err != nil {
		return answer{}, err
	}
	limit := budget.Limit{Tokens: w.Limit, Counter: cl100k.Encoding()}
	var a answer
	for range fits {
		start := cpu()
		p, err := budget.Fit(context.Background(), limit, items)
		if err != nil {
			return answer{}, err
		}
		a.NS = append(a.NS, int64(cpu()-start))
		a.Tokens = append(a.Tokens, p.Used)
	}
	return a, nil
}

// known is a counter that has counted before: what is left is selection.
type known map[string]int

func (k known) Count(s string) int        { return k[s] }
func (known) Exactness() budget.Exactness { return budget.Exact }
func (known) SeamAdditive() bool          { return true }

// costs measures, in turns: counting every chunk once; fitting all of them into
// a limit that has room for all; fitting into the workload's limit; selecting
// with counts that are known, which includes looking them up; and looking the
// same counts up without selecting, to be taken off.
func costs(name string) (answer, error) {
	w, items, err := readWorkload(name)
	if err != nil {
		return answer{}, err
	}
	enc := cl100k.Encoding()
	counts := known{}
	for _, s := range w.Chunks {
		counts[s] = enc.Count(s)
	}
	fitWith := func(c budget.Counter, tokens int) func() error {
		return func() error {
			_, err := budget.Fit(context.Background(), budget.Limit{Tokens: tokens, Counter: c}, items)
			return err
		}
	}
	steps := []func() error{
		func() error { return countAll(enc, w.Chunks) },
		fitWith(enc, budget.MaxTokens),
		fitWith(enc, w.Limit),
		fitWith(counts, w.Limit),
		func() error {
			for _, s := range w.Chunks {
				counts.Count(s)
			}
			return nil
		},
	}
	a := answer{NS: make([]int64, len(steps))}
	for round := range 2 * fits {
		for n, step := range steps {
			start := cpu()
			if err := step(); err != nil {
				return answer{}, err
			}
			if took := int64(cpu() - start); round == 0 || took < a.NS[n] {
				a.NS[n] = took
			}
		}
	}
	return a, nil
}

func countAll(enc *bpe.Encoding, chunks []string) error {
	for _, s := range chunks {
		enc.Count(s)
	}
	return nil
}
