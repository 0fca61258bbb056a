package repo_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// minReason is the least text, in bytes, that a dependency's line needs
// besides its path to count as a reason.
const minReason = 20

// TestDependencyReasons wants a line in ARCHITECTURE.md for every module that
// a package or a test imports directly: its path and why it is there.
func TestDependencyReasons(t *testing.T) {
	lines := strings.Split(read(t, "ARCHITECTURE.md"), "\n")
	direct := directModules(t)
	if len(direct) == 0 {
		t.Fatal("no package imports third-party code: this test looks in the wrong place")
	}
	for _, m := range direct {
		if !slices.ContainsFunc(lines, func(line string) bool {
			before, after, ok := strings.Cut(line, m)
			return ok && len(before)+len(after) >= minReason
		}) {
			t.Errorf("ARCHITECTURE.md gives no reason for the dependency %s", m)
		}
	}
}

// directModules returns the required modules that provide a package imported
// by a package or a test of this one.
func directModules(t *testing.T) []string {
	t.Helper()
	var mod struct{ Require []struct{ Path string } }
	if err := json.Unmarshal(goCommand(t, "mod", "edit", "-json"), &mod); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, p := range packages(t) {
		for _, imp := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			best := ""
			for _, r := range mod.Require {
				if (imp == r.Path || strings.HasPrefix(imp, r.Path+"/")) && len(r.Path) > len(best) {
					best = r.Path
				}
			}
			switch {
			case best != "":
				used[best] = true
			case outside(imp):
				t.Errorf("%s imports %s, which no required module provides", rel(p.ImportPath), imp)
			}
		}
	}
	var out []string
	for m := range used {
		out = append(out, m)
	}
	slices.Sort(out)
	return out
}
