package run_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/host/internal/run"
)

// shell returns a program that runs a script, or skips.
func shell(t *testing.T, script string) run.Program {
	t.Helper()
	path := run.Find([]string{"PATH=/bin:/usr/bin"}, "sh")
	if path == "" {
		t.Skip("there is no sh")
	}
	return run.Program{Path: path, Args: []string{"-c", script}, Env: []string{"PATH=/bin:/usr/bin"}, Take: true, MaxOut: 1 << 20}
}

func TestRun(t *testing.T) {
	p := shell(t, `cat; echo "$SECRET" >&2; exit 3`)
	p.Stdin = []byte("in\x00put")
	r, err := p.Run(t.Context())
	if err != nil || string(r.Out) != "in\x00put" || r.Code != 3 || r.Over || string(r.Err) != "\n" {
		t.Fatalf("%+v, %v", r, err)
	}
}

// Input that is not read, and an environment that is not given.
func TestInputMayStayUnread(t *testing.T) {
	p := shell(t, `exit 0`)
	p.Stdin = bytes.Repeat([]byte("x"), 4<<20)
	if r, err := p.Run(t.Context()); err != nil || r.Code != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
}

func TestOutputIsBounded(t *testing.T) {
	p := shell(t, `yes`) // without end
	r, err := p.Run(t.Context())
	if err != nil || !r.Over || len(r.Out) != p.MaxOut || r.Code == 0 {
		t.Fatalf("%d bytes, over %v, status %d, %v", len(r.Out), r.Over, r.Code, err)
	}
	p = shell(t, `printf 1234`)
	p.MaxOut = 4
	if r, err := p.Run(t.Context()); err != nil || r.Over || string(r.Out) != "1234" {
		t.Fatalf("%+v, %v", r, err)
	}
	p.MaxOut = 3
	if r, err := p.Run(t.Context()); err != nil || !r.Over || string(r.Out) != "123" {
		t.Fatalf("%+v, %v", r, err)
	}
}

// gone waits until no process of the number is there, or it is a zombie that
// somebody else has to reap.
func gone(t *testing.T, pid int) {
	t.Helper()
	for range 600 {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("process %d goes on", pid)
}

func TestDeadlineEndsTheGroup(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("there is no /proc to look at")
	}
	file := filepath.Join(t.TempDir(), "pids")
	p := shell(t, `sleep 1000 & echo $! > "$FILE.new"; echo $$ >> "$FILE.new"; mv "$FILE.new" "$FILE"; wait`)
	p.Env = append(p.Env, "FILE="+file)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(file); err == nil {
				cancel()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	if _, err := p.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for word := range strings.FieldsSeq(string(text)) {
		pid, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		gone(t, pid)
	}
}

// What a program leaves behind in its group ends with it, and does not hold the
// caller up.
func TestLeftoversEnd(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("there is no /proc to look at")
	}
	r, err := shell(t, `sleep 1000 & echo $!`).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(r.Out)))
	if err != nil {
		t.Fatal(err)
	}
	gone(t, pid)
}

func TestStartAndStop(t *testing.T) {
	proc, err := shell(t, `echo ready >&2; exec sleep 1000`).Start()
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-proc.Done():
		t.Fatal("it ended")
	default:
	}
	proc.Stop()
	proc.Stop()
	if r := proc.Result(); r.Code != -1 {
		t.Errorf("status %d", r.Code)
	}
}

func TestNoProgram(t *testing.T) {
	if _, err := (run.Program{Path: filepath.Join(t.TempDir(), "none")}).Run(t.Context()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"tool": 0o700, "text": 0o600} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, c := range []struct{ path, name, want string }{
		{dir, "tool", filepath.Join(dir, "tool")},
		{"/nowhere" + string(os.PathListSeparator) + dir, "tool", filepath.Join(dir, "tool")},
		{dir, "text", ""},
		{dir, "folder", ""},
		{".", "tool", ""}, // the working folder is never searched
		{"", "tool", ""},
	} {
		if got := run.Find([]string{"PATH=/wrong", "PATH=" + c.path}, c.name); got != c.want {
			t.Errorf("%s in %q: %q", c.name, c.path, got)
		}
	}
}

func TestDesktopKeepsSecretsBack(t *testing.T) {
	got := run.Desktop([]string{"API_KEY=x", "DISPLAY=:1", "XDG_RUNTIME_DIR=/run", "DISPLAYS=2", "broken", "LC_ALL=C", "GTK=no"})
	if want := "DISPLAY=:1 XDG_RUNTIME_DIR=/run LC_ALL=C"; strings.Join(got, " ") != want {
		t.Errorf("%q", got)
	}
}
