package gobridge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy/coreform"
)

// What is no request ends with a status and without an answer.
func TestCommandLine(t *testing.T) {
	workspace(t, nil)
	const op = "editor/task::spawn"
	good := `{:input {:pkg "x"} :task-kind editor/task::debug-pkg}`
	for _, c := range []struct {
		stdin  string
		args   []string
		status int
	}{
		{"", nil, ExitUsage},
		{"", []string{op, op}, ExitUsage},
		{"", []string{"--x", op}, ExitUsage},
		{"", []string{"--hide", "a/b", op}, ExitUsage},
		{"", []string{"--hide", "[", op}, ExitUsage},
		{"", []string{"editor/plugin::command"}, ExitUsage},
		{"", []string{op}, ExitError},
		{"5\nabc", []string{op}, ExitError},
		{"1\n(", []string{op}, ExitError},
		{"999999999\n", []string{op}, ExitError},
		{"53\n" + good, []string{op}, ExitOK},
	} {
		status, v, stderr := callRaw(t, c.stdin, c.args...)
		if status != c.status || v.IsNil() != (status != ExitOK) || (stderr == "") != (status == ExitOK) {
			t.Errorf("%q %q: status %d, %s, %s", c.stdin, c.args, status, v, stderr)
		}
	}
}

// The bridge judges payloads again: it may have another caller than the host.
func TestPayloads(t *testing.T) {
	workspace(t, nil)
	for _, payload := range []string{
		`nil`, `[]`, `{}`, `"x"`, `{:input {:pkg "x"}}`, `{:task-kind editor/task::test-pkg}`,
		`{:input {:pkg "x"} :task-kind "editor/task::test-pkg"}`, `{:input {} :task-kind editor/task::test-pkg}`,
		`{:input {:pkg 1} :task-kind editor/task::test-pkg}`, `{:input {:pkg "x"} :task-kind editor/task::test-pkg :x 1}`,
		`{:input {:pkg "x"} :task-kind editor/task::test-pkg :unsafe-exec "true"}`, `{:budget-ms -1 :input {:pkg "x"} :task-kind editor/task::test-pkg}`,
		`{:input {:args [1] :pkg "x"} :task-kind editor/task::run-pkg}`, `{1 2}`,
	} {
		if status, v, _ := call(t, payload, "editor/task::spawn"); status != ExitError || !v.IsNil() {
			t.Errorf("%s: status %d, %s", payload, status, v)
		}
	}
}

// What is not supported, and what is not there, is said with the keys of the
// contract.
func TestAnswersWithoutTheGoTool(t *testing.T) {
	dir := workspace(t, map[string]string{"m/go.mod": "module m", "m/a.go": "package a", "none/x": "", "empty/go.mod": "module e", "many/go.mod": "module x", "many/a/a.go": "package main", "many/b/b.go": "package main"})
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "go.mod"), []byte("module o"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("m", filepath.Join(dir, "inner")); err != nil {
		t.Skip(err)
	}
	fake := filepath.Join(t.TempDir(), "bin", "go")
	for _, c := range []struct{ kind, input, want string }{
		{"debug-pkg", `{:pkg "m"}`, "unsupported <task>"},
		{"optimize-module", `{:source ""}`, "unsupported <task>"},
		{"typecheck-pkg", `{:pkg "none"}`, "pkg-load-error none"},
		{"typecheck-pkg", `{:pkg "empty"}`, "pkg-load-error empty"},
		{"typecheck-pkg", `{:pkg "nothing"}`, "pkg-load-error nothing"},
		{"typecheck-pkg", `{:pkg "../m"}`, "pkg-load-error ../m"},
		{"typecheck-pkg", `{:pkg "/etc"}`, "pkg-load-error /etc"},
		{"test-pkg", `{:pkg "link"}`, "pkg-load-error link"},
		{"test-pkg", `{:pkg "inner"}`, "pkg-load-error inner"},
		{"build-pkg", `{:path "none" :pkg "m"}`, "pkg-load-error none"},
		{"build-pkg", `{:pkg "m" :targets ["linux"]}`, "build-target m"},
		{"build-pkg", `{:pkg "m" :targets ["-x/y"]}`, "build-target m"},
		{"build-pkg", `{:pkg "m" :targets ["a/b" "a/b" "a/b" "a/b" "a/b" "a/b" "a/b" "a/b" "a/b"]}`, "build-target m"},
		{"run-pkg", `{:pkg "m"}`, "run-entry-missing m"},
		{"run-pkg", `{:pkg "many"}`, "run-entry-missing many"},
		{"run-pkg", `{:entry "c" :pkg "many"}`, "run-entry-missing many"},
		{"run-pkg", `{:entry "-exec=sh" :pkg "many"}`, "run-entry-missing many"},
	} {
		v := carried(t, c.kind, c.input, "--go", fake)
		if got := said(t, v); len(got) != 1 || got[0] != c.want || !get(t, v, ":ok").Equal(coreform.Bool(false)) {
			t.Errorf("%s %s: %q, want %q", c.kind, c.input, got, c.want)
		}
	}
}

// What a module declares is found without running anything.
func TestScan(t *testing.T) {
	workspace(t, map[string]string{
		"m/go.mod":           "// the module\nmodule example.com/m // x\n",
		"m/a.go":             "package m\n\nfunc F() {}\nfunc (T) M() {}\ntype T int\nvar A, _ = 1, 2\nconst C = 1\nfunc init() {}\n",
		"m/a_test.go":        "package m\n\nfunc TestF(t *testing.T) {}\nfunc Testf() {}\nfunc TestMain() {}\nfunc FuzzF() {}\nfunc ExampleF() {}\nfunc Helper() {}\n",
		"m/broken.go":        "package m\n\nfunc G( {",
		"m/sub/s.go":         "package sub\n\nfunc S() {}\n",
		"m/vendor/v/v.go":    "package v\n\nfunc V() {}\n",
		"m/testdata/t.go":    "package t\n\nfunc T() {}\n",
		"m/nested/go.mod":    "module n",
		"m/nested/n.go":      "package n\n\nfunc N() {}\n",
		"m/_x/x.go":          "package x",
		"m/.h/h.go":          "package h",
		"m/sub/deep/deep.go": "package deep\n\nfunc D() {}\n",
	})
	load := func(input string) *job {
		j := &job{ctx: t.Context()}
		j.input = parseTerm(t, input)
		cwd, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		if !j.load(cwd) {
			t.Fatalf("%s: %v", input, j.diagnostics)
		}
		return j
	}
	j := load(`{:pkg "m/go.mod"}`)
	if got := strings.Join(j.module.symbols, " "); got != "example.com/m.A example.com/m.C example.com/m.F example.com/m.T example.com/m/sub.S example.com/m/sub/deep.D" &&
		got != "example.com/m.A example.com/m.C example.com/m.F example.com/m.G example.com/m.T example.com/m/sub.S example.com/m/sub/deep.D" {
		t.Errorf("symbols %s", got)
	}
	if len(j.module.packages) != 3 || j.module.tests != 3 || j.module.dir != "m" || j.module.pattern() != "./..." {
		t.Errorf("%+v", j.module)
	}
	j = load(`{:path "m/sub" :pkg "m"}`)
	if len(j.module.packages) != 2 || j.module.pattern() != "./sub/..." || j.module.packages[0].dir != "sub" {
		t.Errorf("%+v", j.module)
	}
	if j = load(`{:pkg "m/sub/deep"}`); j.module.dir != "m" || j.module.below != "sub/deep" {
		t.Errorf("%+v", j.module)
	}
}
