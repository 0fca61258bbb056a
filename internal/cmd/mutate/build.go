package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// helpers are the functions that changed places call.
const helpers = `package %s

import (
	"os"
	"strconv"
)

var mutActive = func() int {
	n, _ := strconv.Atoi(os.Getenv("MUTANT"))
	return n
}()

func mutOn(n int) bool { return mutActive == n }

func mutSel[T any](n int, changed, original T) T {
	if mutActive == n {
		return changed
	}
	return original
}

func mutAdd[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64](n int, x T) T {
	if mutActive == n {
		return x + 1
	}
	return x
}

func mutZero[T any](n int, x T) T {
	if mutActive == n {
		var zero T
		return zero
	}
	return x
}
`

// maxRounds bounds how often places that do not compile are taken out.
const maxRounds = 25

// build compiles the tests with every site in place, and returns the sites that
// compile: a few cannot be changed where they stand.
func (p *source) build(ctx context.Context, work, binary string, sites []site) ([]site, error) {
	var out []byte
	for range maxRounds {
		overlay, err := p.overlay(work, sites)
		if err != nil {
			return nil, err
		}
		cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-gcflags=-e", "-overlay", overlay, "-o", binary, p.path)
		if out, err = cmd.CombinedOutput(); err == nil {
			return sites, nil
		}
		kept := p.without(sites, out)
		if len(kept) == len(sites) {
			break
		}
		sites = kept
	}
	return nil, fmt.Errorf("the changed package does not compile:\n%s", out)
}

// errorLine is a complaint of the compiler about a file of the overlay, which has
// a number before its name, or of the tree.
var errorLine = regexp.MustCompile(`(?m)^\S*?(?:/[0-9]+_)?([A-Za-z][A-Za-z0-9_]*\.go):(\d+):`)

// without removes the sites on lines that the compiler complained about.
// Changes add no line, so lines are those of the tree.
func (p *source) without(sites []site, out []byte) []site {
	bad := map[string]bool{}
	for _, m := range errorLine.FindAllSubmatch(out, -1) {
		bad[string(m[1])+":"+string(m[2])] = true
	}
	return slices.DeleteFunc(slices.Clone(sites), func(s site) bool {
		line := 1
		for _, c := range p.text[s.file][:s.start] {
			if c == '\n' {
				line++
			}
		}
		return bad[filepath.Base(s.file)+":"+strconv.Itoa(line)]
	})
}

// overlay writes the changed files and the description that -overlay takes.
func (p *source) overlay(work string, sites []site) (string, error) {
	replace := map[string]string{}
	for i, file := range p.order {
		to := filepath.Join(work, fmt.Sprintf("%d_%s", i, filepath.Base(file)))
		if err := os.WriteFile(to, apply(p.text[file], file, sites), 0o600); err != nil {
			return "", err
		}
		replace[file] = to
	}
	extra := filepath.Join(work, "helpers.go")
	if err := os.WriteFile(extra, fmt.Appendf(nil, helpers, p.name), 0o600); err != nil {
		return "", err
	}
	replace[filepath.Join(p.dir, "zz_mutate.go")] = extra
	b, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(work, "overlay.json")
	return name, os.WriteFile(name, b, 0o600)
}

// An insertion is text that is put into a file.
type insertion struct {
	at    int
	close bool // closing text of inner nodes comes before that of outer ones
	depth int
	text  string
}

// apply returns the text of a file with every site around its node.
func apply(text []byte, file string, sites []site) []byte {
	var in []insertion
	for i, s := range sites {
		if s.file == file {
			// Of two sites on one node the first is the outer one.
			in = append(in, insertion{s.start, false, i, s.before}, insertion{s.end, true, i, s.after})
		}
	}
	size := map[int]int{}
	for i, s := range sites {
		size[i] = s.end - s.start
	}
	slices.SortStableFunc(in, func(a, b insertion) int {
		switch {
		case a.at != b.at:
			return a.at - b.at
		case a.close != b.close:
			// What ends here ends before the next begins.
			if a.close {
				return -1
			}
			return 1
		case a.close:
			return cmp.Or(size[a.depth]-size[b.depth], b.depth-a.depth)
		}
		return cmp.Or(size[b.depth]-size[a.depth], a.depth-b.depth)
	})
	var out []byte
	last := 0
	for _, n := range in {
		out = append(append(out, text[last:n.at]...), n.text...)
		last = n.at
	}
	return append(out, text[last:]...)
}
