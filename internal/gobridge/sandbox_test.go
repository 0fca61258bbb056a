//go:build linux

package gobridge

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
)

// escapes is a test that fails for everything that it can reach outside.
const escapes = `package x

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestEscape(t *testing.T) {
	if c, err := net.DialTimeout("tcp", %q, 5*time.Second); err == nil {
		c.Close()
		t.Error("reached the network")
	}
	if c, err := net.Dial("unix", %q); err == nil {
		c.Close()
		t.Error("reached a socket")
	}
	if b, err := os.ReadFile(%q); err == nil {
		t.Error("read the canary ", len(b))
	}
	if b, _ := os.ReadFile(".env"); len(b) > 0 {
		t.Error("read the secrets of the workspace")
	}
	if b, _ := os.ReadFile(".git/config"); len(b) > 0 {
		t.Error("read the history of the workspace")
	}
	if os.WriteFile("written", []byte("x"), 0o644) == nil {
		t.Error("wrote to the workspace")
	}
	if os.Getenv("RINGFENCE_CANARY") != "" || os.Getenv("GOCACHE") != "" {
		t.Error("saw the environment")
	}
	if _, err := os.Stat("/proc/%d/fd"); err == nil {
		t.Error("saw the process of the bridge's host")
	}
	// Tried inside alone: it would work for an administrator outside.
	if dir, _ := os.Getwd(); dir == "/workspace" && exec.Command("/usr/bin/mount", "-t", "tmpfs", "none", "/tmp").Run() == nil {
		t.Error("mounted")
	}
	for _, p := range []string{"/etc/passwd", "/root", "/home", "/cache", "/goroot"} {
		if _, err := os.ReadDir(p); err == nil {
			t.Error("read ", p)
		}
	}
}

// TestInside is what tests may do.
func TestInside(t *testing.T) {
	if b, err := os.ReadFile("testdata/x"); err != nil || string(b) != "data" {
		t.Error(string(b), err)
	}
	if err := os.WriteFile(t.TempDir()+"/x", []byte("x"), 0o600); err != nil {
		t.Error(err)
	}
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	r, err := http.Get(s.URL)
	if err != nil || r.StatusCode != 404 {
		t.Error(err)
	}
	if out, err := exec.Command("/bin/sh", "-c", "echo hi").Output(); err != nil || strings.TrimSpace(string(out)) != "hi" {
		t.Error(string(out), err)
	}
}
`

// A test of the workspace that dials, reads outside, looks for secrets or writes
// gets nowhere, and what a test may do works.
func TestSandboxHolds(t *testing.T) {
	args := goArgs(t)
	needSandbox(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	outside := t.TempDir()
	socket := filepath.Join(outside, "s")
	u, err := net.Listen("unix", socket)
	if err != nil {
		t.Skip(err)
	}
	defer u.Close()
	canary := filepath.Join(outside, "canary")
	if err := os.WriteFile(canary, []byte("canary"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("RINGFENCE_CANARY", "seen")
	dir := workspace(t, map[string]string{
		"m/go.mod":      "module example.com/x\n\ngo 1.25\n",
		"m/.env":        "SECRET=1",
		"m/.git/config": "[remote]",
		"m/testdata/x":  "data",
		"m/x_test.go":   fmt.Sprintf(escapes, l.Addr().String(), socket, canary, os.Getpid()),
	})
	v := carried(t, "test-pkg", `{:pkg "m"}`, args...)
	if !get(t, v, ":ok").Equal(coreform.Bool(true)) {
		t.Errorf("%s", v)
	}
	if _, err := os.Stat(filepath.Join(dir, "m", "written")); err == nil {
		t.Error("the test wrote to the workspace")
	}

	// The same test without a sandbox finds most of it: it can fail.
	cmd := exec.Command(args[1], "test", "-vet=off", "-run", "TestEscape", ".")
	cmd.Dir = filepath.Join(dir, "m")
	cmd.Env = append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	for _, found := range []string{"reached the network", "reached a socket", "read the canary", "read the secrets", "read the history", "wrote to", "saw the environment", "saw the process"} {
		if err == nil || !strings.Contains(string(out), found) {
			t.Errorf("without a sandbox the test does not say %q: %s", found, out)
		}
	}
}

func boxed(t *testing.T, argv ...string) spec {
	t.Helper()
	s := spec{Root: filepath.Join(t.TempDir(), "root"), Module: ".", Dir: "/workspace", Argv: argv, Env: []string{"PATH=/usr/bin:/bin"}}
	if err := os.Mkdir(s.Root, 0o700); err != nil {
		t.Fatal(err)
	}
	return s
}

// What runs in a sandbox has no capabilities and no way to get them, is alone, and
// ends with its context, with all that it started.
func TestSandboxProcess(t *testing.T) {
	needSandbox(t)
	dir := workspace(t, map[string]string{"a": "x", "b": "y"})
	var out, errs capture
	err := sandboxed(t.Context(), boxed(t, "/bin/sh", "-c", "grep -E '^(Cap|NoNewPrivs)' /proc/self/status; echo pid $$; ls; cat /etc/hostname; env"), &out, &errs)
	text := out.String()
	if err != nil {
		t.Fatalf("%v %s", err, errs.String())
	}
	for _, want := range []string{"CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "pid 1\n", "a\nb\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	if strings.Contains(text, "HOME=") {
		t.Errorf("environment: %s", text)
	}
	var exit *exec.ExitError
	if err := sandboxed(t.Context(), boxed(t, "/bin/sh", "-c", "exit 7"), &out, &errs); !errors.As(err, &exit) || exit.ExitCode() != 7 {
		t.Errorf("status: %v", err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	mark := "sleep " + strconv.Itoa(100_000+os.Getpid())
	go func() {
		for ctx.Err() == nil && len(running(mark)) < 3 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	err = sandboxed(ctx, boxed(t, "/bin/sh", "-c", "trap '' TERM; (setsid "+mark+" &) ; (setsid "+mark+" &) ; "+mark), &out, &errs)
	if err == nil {
		t.Error("it ended by itself")
	}
	for end := time.Now().Add(time.Minute); len(running(mark)) > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%q run on", running(mark))
		}
	}
	// The module may be no link, nor lead out.
	if err := os.Symlink("/etc", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, module := range []string{"link", "..", "/etc", "link/../a"} {
		s := boxed(t, "/bin/true")
		s.Module = module
		if err := sandboxed(t.Context(), s, &out, &errs); !errors.Is(err, errNoSandbox) {
			t.Errorf("module %s: %v", module, err)
		}
	}
}

// running returns the processes with a command line.
func running(line string) []string {
	var out []string
	list, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, p := range list {
		if b, err := os.ReadFile(p); err == nil && strings.TrimSpace(strings.ReplaceAll(string(b), "\x00", " ")) == line {
			out = append(out, p)
		}
	}
	return out
}

// Without a sandbox code does not run, unless that was approved, and then the
// result says so.
func TestNoSandbox(t *testing.T) {
	workspace(t, nil)
	j := &job{ctx: t.Context(), noSandbox: errNoSandbox, tmp: t.TempDir()}
	j.module.dir = "."
	if o := j.exec(step{dir: ".", argv: []string{"/bin/echo", "x"}}); o.err == nil || o.stdout.Len() > 0 {
		t.Errorf("%+v", o)
	}
	j.refuse()
	if got := listed(j); len(got) != 1 || !strings.HasPrefix(got[0], "error sandbox-unavailable") {
		t.Errorf("%q", got)
	}
	t.Setenv("RINGFENCE_CANARY", "seen")
	j = &job{ctx: t.Context(), noSandbox: errNoSandbox, tmp: t.TempDir()}
	j.module.dir, j.unsafe = ".", true
	o := j.exec(step{dir: ".", argv: []string{"/usr/bin/env"}})
	if o.err != nil || o.status != 0 || strings.Contains(o.stdout.String(), "CANARY") || !strings.Contains(o.stdout.String(), "PATH=/usr/bin:/bin") {
		t.Errorf("%v %d %s", o.err, o.status, o.stdout.String())
	}
}

// Folders that a killed bridge left are removed by the next one, and no other.
func TestScratchIsSwept(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	held, done, err := scratch()
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	left := filepath.Join(temp, scratchName+"1")
	if err := os.MkdirAll(filepath.Join(left, "a"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(left, "a"), 0o500); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(temp, "other")
	if err := os.Mkdir(kept, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(kept, filepath.Join(temp, scratchName+"2")); err != nil {
		t.Fatal(err)
	}
	_, done2, err := scratch()
	if err != nil {
		t.Fatal(err)
	}
	done2()
	if _, err := os.Stat(left); err == nil {
		t.Error("what was left is there")
	}
	for _, p := range []string{held, kept} {
		if _, err := os.Stat(p); err != nil {
			t.Error(err)
		}
	}
	list, err := os.ReadDir(temp)
	if err != nil || len(list) != 3 {
		t.Errorf("%v, %v", list, err)
	}
}
