package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// example is a package with a test that sees one of its two functions.
var example = map[string]string{
	"go.mod": "module example.test/x\n\ngo 1.26\n",
	"x.go": `package x

import "strings"

const limit = 3

func small(n int) bool { return n < limit }

func unseen(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] == 'a' && !strings.HasPrefix(s, "b") {
			n += 2
		}
	}
	return n
}
`,
	"x_test.go": `package x

import "testing"

func TestSmall(t *testing.T) {
	for n, want := range map[int]bool{2: true, 3: false, 4: false} {
		if small(n) != want {
			t.Error(n)
		}
	}
}
`,
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestRun changes a small package: what its test looks at is killed, what it does
// not look at survives, and nothing in the folder is written.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a package and runs its tests many times")
	}
	dir := write(t, example)
	t.Chdir(dir)
	var out strings.Builder
	score, err := run(t.Context(), config{pkg: ".", sample: 0, slow: 1e9, timeout: 2e10, verbose: true}, &out)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		survived := strings.HasPrefix(line, "SURVIVED")
		if strings.Contains(line, " small: ") && survived || strings.Contains(line, " unseen: ") && !survived {
			t.Error(line)
		}
	}
	if score <= 0 || score >= 100 || !strings.Contains(out.String(), "n < limit becomes <=") {
		t.Errorf("score %.1f\n%s", score, &out)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(example) {
		t.Errorf("%d files are left, %v", len(entries), err)
	}
}

func TestSites(t *testing.T) {
	t.Chdir(write(t, example))
	p, err := load(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	sites := p.sites()
	ops := map[string]bool{}
	for i, s := range sites {
		ops[s.op] = true
		if s.id != i+1 {
			t.Errorf("site %d is number %d", i, s.id)
		}
	}
	for _, op := range []string{"boundary", "comparison", "condition", "logical", "constant", "statement", "return"} {
		if !ops[op] {
			t.Errorf("no site of %s among %v", op, sites)
		}
	}
	// Without a change the text is that of the file, and no line moves.
	for file, text := range p.text {
		changed := string(apply(text, file, sites))
		if strings.Count(changed, "\n") != strings.Count(string(text), "\n") {
			t.Error("a change adds a line")
		}
		if string(apply(text, file, nil)) != string(text) {
			t.Error("no site changes the text")
		}
	}
}

func TestChoose(t *testing.T) {
	sites := []site{{id: 1}, {id: 2}, {id: 5}}
	ids := func(c config) []int {
		t.Helper()
		got, err := choose(sites, c)
		if err != nil {
			return nil
		}
		var out []int
		for _, s := range got {
			out = append(out, s.id)
		}
		return out
	}
	if got := ids(config{only: "5,1"}); !slices.Equal(got, []int{5, 1}) {
		t.Errorf("-only gives %v", got)
	}
	if ids(config{only: "3"}) != nil || ids(config{only: "x"}) != nil {
		t.Error("-only takes what there is not")
	}
	if got := ids(config{sample: 2, seed: 4}); len(got) != 2 || !slices.IsSorted(got) || !slices.Equal(got, ids(config{sample: 2, seed: 4})) {
		t.Errorf("a sample of two is %v", got)
	}
	if got := ids(config{sample: 9}); len(got) != 3 {
		t.Errorf("a sample of more than there are is %v", got)
	}
}

func TestEquivalents(t *testing.T) {
	dir := write(t, map[string]string{
		"good":   "# why\n\na.go f: constant: 1 becomes 1+1 => only a size\n",
		"bare":   "a.go f: constant: 1 becomes 1+1\n",
		"double": "a => b\na => c\n",
	})
	got, err := readEquivalents(filepath.Join(dir, "good"))
	if err != nil || got["a.go f: constant: 1 becomes 1+1"] != "only a size" {
		t.Errorf("%v, %v", got, err)
	}
	for _, name := range []string{"bare", "double"} {
		if _, err := readEquivalents(filepath.Join(dir, name)); err == nil {
			t.Errorf("the list %q is accepted", name)
		}
	}
	if got, err := readEquivalents(filepath.Join(dir, "none")); got != nil || err != nil {
		t.Errorf("no list: %v, %v", got, err)
	}
}
