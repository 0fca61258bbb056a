package gobridge

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy/coreform"
)

// A module is typechecked, tested, built and run by the go tool of this machine.
func TestGoModule(t *testing.T) {
	args := goArgs(t)
	dir := workspace(t, map[string]string{
		"m/go.mod":           "module example.com/m\n\ngo 1.25\n",
		"m/cmd/hi/main.go":   "package main\n\nimport (\n\t\"example.com/m/sum\"\n\t\"os\"\n)\n\nfunc main() {\n\tprintln(sum.Add(1, 2))\n\tos.Stdout.WriteString(os.Args[1])\n\tif len(os.Args) > 2 {\n\t\tos.Exit(7)\n\t}\n}\n",
		"m/sum/sum.go":       "package sum\n\nfunc Add(a, b int) int { return a + b }\n",
		"m/sum/sum_test.go":  "package sum\n\nimport \"testing\"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 4 {\n\t\tt.Errorf(\"got %d\", Add(1, 2))\n\t}\n}\n\nfunc TestGood(t *testing.T) {}\n",
		"m/broken/broken.go": "package broken\n\nvar X int = \"x\"\n",
	})
	before := tree(t, dir)
	broken := []string{"type-error broken/broken.go:3:13"}

	v := carried(t, "typecheck-pkg", `{:pkg "m"}`, args...)
	if got := said(t, v); !slices.Equal(got, broken) {
		t.Errorf("typecheck: %s", v)
	}
	v = carried(t, "build-pkg", `{:pkg "m"}`, args...)
	if got := said(t, v); len(got) != 0 && !slices.Equal(got, broken) && !strings.HasPrefix(got[0], "build-error broken/broken.go:3:13") {
		t.Errorf("build: %s", v)
	}
	if err := os.RemoveAll(filepath.Join(dir, "m", "broken")); err != nil {
		t.Fatal(err)
	}
	before = slices.DeleteFunc(before, func(p string) bool { return strings.HasPrefix(p, "m/broken") })

	v = carried(t, "typecheck-pkg", `{:pkg "m"}`, args...)
	if !get(t, v, ":ok").Equal(coreform.Bool(true)) || !get(t, v, ":defined-symbols").Equal(parseTerm(t, `["example.com/m/cmd/hi.main" "example.com/m/sum.Add"]`)) {
		t.Errorf("typecheck: %s", v)
	}
	v = carried(t, "test-pkg", `{:pkg "m/sum"}`, args...)
	if got := said(t, v); !slices.Equal(got, []string{"test-failed sum/sum_test.go:7"}) || !get(t, v, ":test-declaration-count").Equal(coreform.Int(2)) {
		t.Errorf("test: %s", v)
	}
	v = carried(t, "build-pkg", `{:pkg "m"}`, args...)
	again := carried(t, "build-pkg", `{:pkg "m"}`, args...)
	if len(text(t, v, ":build/artifact-h")) != 64 || !again.Equal(v) || !get(t, v, ":build/mode").Equal(coreform.Sym(":executables")) {
		t.Errorf("build: %s, again %s", v, again)
	}
	v = carried(t, "run-pkg", `{:args ["a b"] :pkg "m"}`, args...)
	launch := get(t, v, ":run/launch-contract")
	if text(t, launch, ":stdout") != "a b" || text(t, launch, ":stderr") != "3\n" || text(t, v, ":run/entry") != "./cmd/hi" {
		t.Errorf("run: %s", v)
	}
	v = carried(t, "run-pkg", `{:args ["a" "b"] :entry "cmd/hi" :pkg "m"}`, args...)
	if get(t, v, ":ok").Equal(coreform.Bool(true)) || !get(t, v, ":run/launch-contract", ":exit-status").Equal(coreform.Int(7)) {
		t.Errorf("a program that fails: %s", v)
	}
	if after := tree(t, dir); !slices.Equal(after, before) {
		t.Errorf("the workspace has changed: %q, before %q", after, before)
	}
}

// tree lists the files of a folder.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if rel, _ := filepath.Rel(dir, p); err == nil && !d.IsDir() {
			out = append(out, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
