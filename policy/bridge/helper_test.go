//go:build linux

package bridge_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/bridge"
	"github.com/ringfence/ringfence/policy/coreform"
)

const op = "editor/plugin::command"

// install links or copies this binary into a base directory of its own.
func install(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, "bridge.exe")
	if os.Link(self, to) == nil {
		return dir
	}
	b, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, b, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// config is a bridge of a behaviour.
func config(t testing.TB, behaviour ...string) bridge.Config {
	t.Helper()
	return bridge.Config{Op: op, Dir: install(t), Command: "bridge.exe", Args: behaviour, Timeout: 20 * time.Second}
}

func open(t testing.TB, c bridge.Config) *bridge.Bridge {
	t.Helper()
	b, err := bridge.Open(c)
	if err != nil {
		t.Fatalf("open: %v, %v", err, errors.Unwrap(err))
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func term(t testing.TB, src string) coreform.Term {
	t.Helper()
	v, err := coreform.Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func call(t testing.TB, b *bridge.Bridge, payload string) bridge.Result {
	t.Helper()
	return b.Call(context.Background(), term(t, payload))
}

// wantError demands an ERROR of a code.
func wantError(t testing.TB, r bridge.Result, code ringfence.Code) coreform.Term {
	t.Helper()
	f, ok := r.Outcome.Failure()
	if !ok || f.Code != "editor/"+string(code) || f.Op != op {
		t.Fatalf("got %v (%v), want an ERROR editor/%s", r.Outcome, r.Err, code)
	}
	if _, ok := r.Outcome.Data(); ok {
		t.Fatal("an ERROR with data")
	}
	if r.Err == nil {
		t.Fatal("an ERROR without its reason")
	}
	return f.Context
}

// wantData demands a term.
func wantData(t testing.TB, r bridge.Result, want string) {
	t.Helper()
	got, ok := r.Outcome.Data()
	if !ok || r.Err != nil || !got.Equal(term(t, want)) {
		t.Fatalf("got %v (%v; stderr %q), want %s", r.Outcome, r.Err, r.Stderr, want)
	}
}

// data returns the term of an answer.
func data(t testing.TB, r bridge.Result) coreform.Term {
	t.Helper()
	got, ok := r.Outcome.Data()
	if !ok {
		t.Fatalf("got %v (%v; stderr %q)", r.Outcome, r.Err, r.Stderr)
	}
	return got
}

// ended demands that every process whose number stands in a file has ended.
func ended(t *testing.T, file string, n int) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pids := strings.Fields(string(b))
	if len(pids) != n {
		t.Fatalf("%d descendants, want %d", len(pids), n)
	}
	for _, p := range pids {
		pid, _ := strconv.Atoi(p)
		if alive(pid) {
			t.Errorf("descendant %d outlived the call", pid)
		}
	}
}

// alive reports whether a process runs. One that was killed and that its new
// parent did not yet reap does not.
func alive(pid int) bool {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	s := string(b)
	s = s[strings.LastIndexByte(s, ')')+1:]
	return !strings.HasPrefix(s, " Z")
}
