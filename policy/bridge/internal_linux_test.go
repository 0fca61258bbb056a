package bridge

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
)

func TestParseStat(t *testing.T) {
	const tail = " S 1 2 3 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 77 0 0"
	for name, c := range map[string]struct {
		line string
		ok   bool
	}{
		"plain":          {"5 (sh)" + tail, true},
		"hostile name":   {"5 (a) R 9 9 9 (b)" + tail, true},
		"name with line": {"5 (a\n) Z 8 (b)" + tail, true},
		"cut":            {"5 (sh) S 1 2 3", false},
		"no name":        {"5 sh S 1 2 3", false},
		"letters":        {"5 (sh) S x 2 3 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 77 0 0", false},
		"empty":          {"", false},
	} {
		p, ok := parseStat(5, []byte(c.line))
		if ok != c.ok {
			t.Errorf("%s: %v", name, ok)
		}
		if want := (process{pid: 5, parent: 1, group: 2, session: 3, state: 'S', started: 77}); ok && p != want {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

func TestLookFindsThisProcess(t *testing.T) {
	me := os.Getpid()
	for _, p := range processes() {
		if p.pid == me {
			if p.parent != os.Getppid() || p.started == 0 {
				t.Errorf("this process is %+v", p)
			}
			return
		}
	}
	t.Error("this process is not in the table")
}

func TestMembersFollowsEveryTie(t *testing.T) {
	all := []process{
		{pid: 10, parent: 1, group: 10, session: 10},
		{pid: 11, parent: 10, group: 11, session: 11}, // child that left both
		{pid: 12, parent: 11, group: 12, session: 12}, // its child
		{pid: 9, parent: 12, group: 9, session: 9},    // and its child, after the numbers wrapped
		{pid: 13, parent: 1, group: 10, session: 99},  // orphan in the group
		{pid: 14, parent: 1, group: 14, session: 10},  // orphan in the session
		{pid: 15, parent: 1, group: 15, session: 15},  // a stranger
		{pid: 16, parent: 15, group: 15, session: 15}, // and its child
	}
	got := map[int]bool{}
	for _, p := range members(all, 10, nil) {
		if got[p.pid] {
			t.Errorf("process %d twice", p.pid)
		}
		got[p.pid] = true
	}
	for pid := 9; pid <= 16; pid++ {
		if want := pid <= 14; got[pid] != want {
			t.Errorf("process %d: %v, want %v", pid, got[pid], want)
		}
	}
}

// TestWaitingThatReaps runs a bridge as systems do on which waiting for a process
// and reaping it are one: it runs to its own end, and can be ended meanwhile.
func TestWaitingThatReaps(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		kill   bool
		want   ringfence.Code
	}{
		"own end":    {"exit 0", false, ""},
		"own status": {"exit 3", false, CodeExit},
		"killed":     {"exec sleep 3600", true, CodeExit},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "s.sh"), []byte("#!/bin/sh\n"+c.script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		b, err := Open(Config{Op: "editor/plugin::command", Dir: dir, Command: "s.sh"})
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.run(func(*os.Process) bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		if c.kill {
			p.kill()
		}
		select {
		case <-p.exited:
		case <-time.After(time.Minute):
			t.Fatalf("%s: the bridge does not end", name)
		}
		var e *ringfence.Error
		if err := p.exit(); (err != nil) != (c.want != "") || err != nil && (!errors.As(err, &e) || e.Code != c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if signalled := p.status.ExitCode() < 0; signalled != c.kill {
			t.Errorf("%s: %v", name, p.status)
		}
		_ = p.stdin.Close()
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}

func BenchmarkProcesses(b *testing.B) {
	for b.Loop() {
		processes()
	}
}
