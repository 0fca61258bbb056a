package gobridge

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/frame"
	"github.com/ringfence/ringfence/policy/host/task"
)

func parseTerm(t testing.TB, src string) coreform.Term {
	t.Helper()
	v, err := coreform.Parse([]byte(src))
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return v
}

// call runs the command on a request and returns the exit status, the answer and
// what went to standard error.
func call(t testing.TB, request string, args ...string) (int, coreform.Term, string) {
	t.Helper()
	return callRaw(t, strconv.Itoa(len(request))+"\n"+request, args...)
}

func callRaw(t testing.TB, stdin string, args ...string) (int, coreform.Term, string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := Command{Stdin: strings.NewReader(stdin), Stdout: &stdout, Stderr: &stderr, Args: args}.Main()
	if stdout.Len() == 0 {
		return status, coreform.Nil(), stderr.String()
	}
	body, err := frame.Parse(stdout.Bytes(), 1<<20)
	if err != nil {
		t.Fatalf("%q: %v", stdout.String(), err)
	}
	return status, parseTerm(t, string(body)), stderr.String()
}

// carried is the answer to a task, which must be one that a host accepts.
func carried(t testing.TB, kind, input string, args ...string) coreform.Term {
	t.Helper()
	status, v, stderr := call(t, `{:input `+input+` :task-kind editor/task::`+kind+`}`, append(args, "editor/task::spawn")...)
	if status != ExitOK {
		t.Fatalf("%s: status %d, %s", kind, status, stderr)
	}
	c, _ := task.ContractOf("editor/task::" + kind)
	accepted, ok := c.Accept(v).Data()
	if !ok || !accepted.Equal(v) || v.Len() != len(c.Outputs) {
		t.Fatalf("%s: not of the contract: %s", kind, v)
	}
	return v
}

func get(t testing.TB, m coreform.Term, keys ...string) coreform.Term {
	t.Helper()
	for _, k := range keys {
		v, ok := m.Lookup(k)
		if !ok {
			t.Fatalf("no %s in %s", k, m)
		}
		m = v
	}
	return m
}

func text(t testing.TB, m coreform.Term, keys ...string) string {
	t.Helper()
	s, ok := get(t, m, keys...).Text()
	if !ok {
		t.Fatalf("%q is no text in %s", keys, m)
	}
	return s
}

// said returns "code path" of the diagnostics.
func said(t testing.TB, m coreform.Term) []string {
	t.Helper()
	out := []string{}
	for _, d := range get(t, m, ":diagnostics").Items() {
		out = append(out, strings.TrimPrefix(text(t, d, ":code"), "editor/task/")+" "+text(t, d, ":path"))
	}
	return out
}

// workspace makes a folder of files and makes it the working directory.
func workspace(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}

// goArgs are the arguments for this machine's go tool, with its own build cache so
// that the standard library is compiled once.
func goArgs(t testing.TB) []string {
	t.Helper()
	if testing.Short() {
		t.Skip("the go tool is slow; not with -short")
	}
	out, err := exec.Command("go", "env", "GOROOT", "GOCACHE").Output()
	if err != nil {
		t.Skip("there is no go tool here: ", err)
	}
	f := strings.Fields(string(out))
	if len(f) != 2 {
		t.Skip("the go tool lies in a folder with a blank in its name")
	}
	name := filepath.Join(f[0], "bin", "go")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return []string{"--go", name, "--cache", f[1]}
}

// needSandbox skips where this system gives none.
func needSandbox(t testing.TB) {
	t.Helper()
	root := t.TempDir()
	s := spec{Root: filepath.Join(root, "root"), Module: ".", Dir: "/", Argv: []string{"/nothing"}}
	if err := os.Mkdir(s.Root, 0o700); err != nil {
		t.Fatal(err)
	}
	err := sandboxed(context.Background(), s, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "command: no such file") {
		t.Skip("there is no sandbox here: ", err)
	}
}
