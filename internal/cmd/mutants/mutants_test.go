//go:build mutants

package main

import (
	"cmp"
	"flag"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/corpus"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/testdata"
)

var (
	mutant  = flag.String("mutant", sound, "the fence that TestMutant looks at")
	listAll = flag.Bool("list-mutants", false, "let TestList print the fences")
)

// generated is how many vectors of corpus.Generate are tried after the files
// and the seeds.
const generated = 800

// maxInput leaves out the inputs that are about time.
const maxInput = 1 << 14

// TestList prints the names of the fences for the command.
func TestList(t *testing.T) {
	if !*listAll {
		t.Skip("asked for with -list-mutants")
	}
	for _, f := range faults {
		fmt.Println("mutant", f)
	}
	for _, w := range wild {
		fmt.Println("mutant", w.name)
	}
}

// TestMutant looks for a fault in one fence, and fails with what it found.
func TestMutant(t *testing.T) {
	check, ok := checkOf(*mutant)
	if !ok {
		t.Fatalf("no fence is called %q", *mutant)
	}
	n := 0
	for in := range inputs(t) {
		n++
		if what := check(in); what != "" {
			t.Fatalf("%s%s (input %d): %s", killedBy, in.Name, n, what)
		}
	}
	if n < 500 {
		t.Errorf("only %d inputs", n)
	}
}

// checkOf returns what says of an input how a fence fails on it.
func checkOf(name string) (func(corpus.Vector) string, bool) {
	if i := slices.Index(faults, fault(name)); i >= 0 {
		m := &model{fault: faults[i]}
		return m.violation, true
	}
	for _, w := range wild {
		if w.name == name {
			return func(v corpus.Vector) string { return violation(w.fence, v) }, true
		}
	}
	return nil, false
}

// inputs are the shipped vectors, then the seeds of the fuzz targets, then
// generated vectors.
func inputs(t *testing.T) iter.Seq[corpus.Vector] {
	t.Helper()
	vectors, err := corpus.Vectors()
	if err != nil {
		t.Fatal(err)
	}
	seeds := fuzzSeeds(t)
	if len(vectors) == 0 || len(seeds) == 0 {
		t.Fatalf("%d vectors and %d seeds", len(vectors), len(seeds))
	}
	// What is only read costs least.
	slices.SortStableFunc(vectors, func(a, b corpus.Vector) int {
		return cmp.Compare(b.Carrier, a.Carrier)
	})
	return func(yield func(corpus.Vector) bool) {
		for _, v := range append(vectors, seeds...) {
			if v.Payload.Len() <= maxInput && !yield(v) {
				return
			}
		}
		n := 0
		for v := range corpus.Generate(1) {
			if n++; n > generated || !yield(v) {
				return
			}
		}
	}
}

// fuzzSeeds are the texts in the seed files of the targets that seal or scan.
// What a scanner is given is a text like any other here.
func fuzzSeeds(t *testing.T) []corpus.Vector {
	t.Helper()
	var out []corpus.Vector
	for _, pattern := range []string{"fuzz/testdata/fuzz/FuzzS*/*", "fence/testdata/fuzz/*/*"} {
		files, err := filepath.Glob(filepath.Join(testdata.Root(t), filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for i, text := range arguments(string(b)) {
				out = append(out, seedVector(fmt.Sprintf("%s#%d", filepath.ToSlash(f[len(testdata.Root(t))+1:]), i), text))
			}
		}
	}
	return out
}

// arguments are the strings of a seed file.
func arguments(file string) []string {
	var out []string
	for line := range strings.Lines(file) {
		line = strings.TrimSpace(line)
		for _, kind := range []string{"string(", "[]byte("} {
			quoted, ok := strings.CutPrefix(line, kind)
			if !ok {
				continue
			}
			if text, err := strconv.Unquote(strings.TrimSuffix(quoted, ")")); err == nil {
				out = append(out, text)
			}
		}
	}
	return out
}

// TestModelIsTheFence shows that the model without a fault is no straw man: it
// seals as package fence does, byte for byte.
func TestModelIsTheFence(t *testing.T) {
	nonce, err := fence.ParseNonce(corpus.Nonce)
	if err != nil {
		t.Fatal(err)
	}
	m := &model{fault: noFault}
	for v := range inputs(t) {
		want, _, err := fence.Seal(nil, nonce, fence.Header{N: 3, Kind: fence.Tool}, v.Payload)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.seal(corpus.Nonce, 3, v.Payload.Raw(), 0); got != string(want) {
			t.Errorf("%s: the model seals\n%q\nand the fence\n%q", v.Name, got, want)
		}
		blocks, err := nonce.Scan(v.Payload.Raw())
		got, ok := m.read(corpus.Nonce, v.Payload.Raw())
		if ok != (err == nil) && !strings.Contains(v.Payload.Raw(), "style=") || ok && err == nil && len(got) != len(blocks) {
			t.Errorf("%s: the model reads %d blocks, the fence %d: %v", v.Name, len(got), len(blocks), err)
		}
	}
}
