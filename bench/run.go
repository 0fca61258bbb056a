package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"
)

// figure is one measurement. The zero figure is one that was not made.
type figure struct {
	took   time.Duration
	over   bool // stopped at the bound, which took is
	tokens int
	err    string
}

func (f figure) ok() bool { return f.took > 0 && !f.over && f.err == "" }

// bench is one run.
type bench struct {
	dir      string // for texts
	bound    time.Duration
	fitBound time.Duration
	say      func(format string, args ...any)
	files    int
}

// file writes a text and returns its name.
func (b *bench) file(s string) (string, error) {
	b.files++
	name := filepath.Join(b.dir, fmt.Sprintf("text-%d", b.files))
	return name, os.WriteFile(name, []byte(s), 0o600)
}

// failed turns an error of an engine into a figure.
func failed(err error, bound time.Duration) figure {
	if errors.Is(err, errBound) {
		return figure{took: bound, over: true}
	}
	return figure{err: err.Error()}
}

// speedRounds is how often the engines take turns with an ordinary text.
const speedRounds = 3

// speed counts slices of an ordinary text with each engine, each slice seen for the
// first time, and returns for each engine the median time of a slice and the
// tokens of all. The engines take turns, in new processes each time, so that what
// else the machine does falls on all of them; the median of the rounds counts.
func (b *bench) speed(engines []*engine, t text) ([]figure, error) {
	var names []string
	for n := range parts(t.text) {
		name, err := b.file(n)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	figures := make([]figure, len(engines))
	times := make([][]int64, len(engines))
	for range speedRounds {
		for k, e := range engines {
			f := &figures[k]
			if f.over || f.err != "" {
				continue
			}
			e.stop()
			a, err := e.ask(job{Task: "count", Warm: names[0], Files: names[1:]}, 20*b.bound)
			if err != nil {
				*f = failed(err, 20*b.bound)
				continue
			}
			times[k] = append(times[k], int64(median(a.NS)))
			f.tokens = 0
			for _, n := range a.Tokens {
				f.tokens += n
			}
		}
	}
	for k := range figures {
		if f := &figures[k]; !f.over && f.err == "" {
			f.took = median(times[k])
		}
	}
	return figures, nil
}

// parts divides a text into slices of about the same size, not inside a character.
func parts(s string) func(func(string) bool) {
	return func(yield func(string) bool) {
		from := 0
		for n := range sliceCount {
			to := (n + 1) * len(s) / sliceCount
			for to < len(s) && !utf8.RuneStart(s[to]) {
				to++
			}
			if !yield(s[from:to]) {
				return
			}
			from = to
		}
	}
}

// attackTexts and attackRounds: so many texts of a family are counted, so often
// each. A single time is off by a third on a machine that does other things, and
// growth is the quotient of two.
const (
	attackTexts  = 3
	attackRounds = 4
)

// attack counts texts of a hostile family, of which the engine has seen a short
// relative. Unless that takes long, each is counted a few times, in turns: no
// engine keeps what it learned of a piece so long. The least time is the figure,
// the tokens are those of the first.
func (b *bench) attack(e *engine, f family, size int) (figure, error) {
	warm, err := b.file(f.make(1000, 3))
	if err != nil {
		return figure{}, err
	}
	best := figure{took: math.MaxInt64}
	for turn := range uint64(attackTexts * attackRounds) {
		name, err := b.file(f.make(size, turn%attackTexts))
		if err != nil {
			return figure{}, err
		}
		a, err := e.ask(job{Task: "count", Warm: warm, Files: []string{name}}, b.bound)
		if err != nil {
			return failed(err, b.bound), nil
		}
		took := max(time.Duration(a.NS[0]), time.Microsecond)
		if turn == 0 {
			best.tokens = a.Tokens[0]
		}
		best.took = min(best.took, took)
		if took > b.bound/10 {
			break
		}
	}
	return best, nil
}

// fit gives an engine a workload; the least time counts.
func (b *bench) fit(e *engine, chunks string) figure {
	a, err := e.ask(job{Task: "fit", Chunk: chunks}, b.fitBound)
	if err != nil {
		return failed(err, b.fitBound)
	}
	return figure{took: time.Duration(slices.Min(a.NS)), tokens: a.Tokens[0]}
}

// workload writes a workload down.
func (b *bench) workload(w workload) (string, error) {
	text, err := json.Marshal(w)
	if err != nil {
		return "", err
	}
	return b.file(string(text))
}

func median(ns []int64) time.Duration {
	s := slices.Clone(ns)
	slices.Sort(s)
	return time.Duration(s[len(s)/2])
}
