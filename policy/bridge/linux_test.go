//go:build linux

package bridge_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ringfence/ringfence/policy/bridge"
	"github.com/ringfence/ringfence/policy/coreform"
)

// TestNoWindowBetweenCheckAndExec replaces and rewrites the program after it was
// checked: what runs is what was checked.
func TestNoWindowBetweenCheckAndExec(t *testing.T) {
	c := config(t, "echo")
	path := filepath.Join(c.Dir, "bridge.exe")
	whole, err := os.ReadFile(path)
	must(t, err)
	must(t, os.Remove(path))
	must(t, os.WriteFile(path, whole, 0o700)) // a file that may be written over
	c.SHA256 = hash(t, path)
	b := open(t, c)
	wantData(t, call(t, b, "1"), "1")
	// The same file, over-written in place.
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	must(t, err)
	_, err = f.WriteString("#!/bin/sh\nprintf '5\\nwrong'\n")
	must(t, err)
	must(t, f.Close())
	wantData(t, call(t, b, "2"), "2")
	// Another file in its place, and none.
	must(t, os.Remove(path))
	wantData(t, call(t, b, "3"), "3")
	if _, err := bridge.Open(c); err == nil {
		t.Error("a missing program was opened")
	}
	must(t, os.WriteFile(path, []byte("#!/bin/sh\n"), 0o700))
	if _, err := bridge.Open(c); err == nil {
		t.Error("another program was opened")
	}
}

// TestBaseDirectoryStays moves the base directory and puts another in its place.
func TestBaseDirectoryStays(t *testing.T) {
	c := config(t, "where")
	b := open(t, c)
	moved := c.Dir + "-moved"
	must(t, os.Rename(c.Dir, moved))
	must(t, os.Mkdir(c.Dir, 0o700))
	t.Cleanup(func() { os.RemoveAll(moved) })
	got, _ := data(t, call(t, b, "{}")).Item(0)
	if dir, _ := got.Text(); dir != moved {
		t.Errorf("ran in %s, want %s", dir, moved)
	}
}

func TestScript(t *testing.T) {
	c := config(t)
	path := filepath.Join(c.Dir, "s.sh")
	must(t, os.WriteFile(path, []byte("#!/bin/sh\nread -r n\nprintf '%s' \"$1 $# $GENESIS_HOST_BRIDGE_FAMILY\" >&2\nprintf '3\\nnil'\n"), 0o700))
	c.Command, c.Args, c.SHA256 = "s.sh", []string{"a b"}, hash(t, path)
	b := open(t, c)
	for range 2 {
		r := call(t, b, "{}")
		wantData(t, r, "nil")
		if string(r.Stderr) != "a b 2 editor" {
			t.Errorf("stderr %q", r.Stderr)
		}
	}
}

// TestNoInheritedDescriptors leaves descriptors open as a careless parent would.
func TestNoInheritedDescriptors(t *testing.T) {
	for range 2 {
		var fds [2]int
		must(t, syscall.Pipe(fds[:])) // without close-on-exec
		high, err := unix.FcntlInt(uintptr(fds[0]), unix.F_DUPFD, 200)
		must(t, err)
		c := config(t, "fds")
		wantData(t, call(t, open(t, c), "{}"), "[0 1 2]")
		for _, fd := range append(fds[:], high) {
			must(t, syscall.Close(fd))
		}
	}
}

// TestOwnSession: a bridge is the leader of a session of its own.
func TestOwnSession(t *testing.T) {
	c := config(t)
	must(t, os.WriteFile(filepath.Join(c.Dir, "s.sh"), []byte("#!/bin/sh\nexec 2>/dev/null\nif ( : </dev/tty ); then printf '4\\ntrue'; else printf '5\\nfalse'; fi\n"), 0o700))
	c.Command = "s.sh"
	wantData(t, call(t, open(t, c), "{}"), "false")
}

// deadline is short where the test waits for it, and long where a slow machine
// must not reach it.
func deadline(then string) time.Duration {
	if then == "sleep" {
		return 3 * time.Second
	}
	return 2 * time.Minute
}

// TestTreeEnds: descendants in the group, in a group, and in a session of their
// own end with the call, at the deadline and after a good answer.
func TestTreeEnds(t *testing.T) {
	for _, then := range []string{"sleep", "answer"} {
		t.Run(then, func(t *testing.T) {
			kinds := []string{"child", "group", "session"}
			if then == "answer" {
				// The bridge has ended: a session of its own is lost, see doc.
				kinds = []string{"child", "group"}
			}
			file := filepath.Join(t.TempDir(), "pids")
			c := config(t, append([]string{"family", file, then}, kinds...)...)
			c.Timeout = deadline(then)
			r := call(t, open(t, c), "{}")
			if then == "sleep" {
				wantError(t, r, bridge.CodeTimeout)
			} else {
				wantData(t, r, "{:ok true}")
			}
			ended(t, file, len(kinds))
		})
	}
}

// TestReaperEndsOrphans: with a Reaper nothing that descends from a bridge
// outlives the call, not even a daemon. The host is a process of its own, since
// adopting concerns a whole process.
func TestReaperEndsOrphans(t *testing.T) {
	self, err := os.Executable()
	must(t, err)
	for _, then := range []string{"sleep", "answer"} {
		for _, transport := range []string{"spawn-per-op", "persistent-stdio"} {
			t.Run(then+" "+transport, func(t *testing.T) {
				file := filepath.Join(t.TempDir(), "pids")
				kinds := []string{"child", "group", "session", "daemon", "daemon"}
				cmd := exec.Command(self, append([]string{"adopt", install(t), transport, file, then}, kinds...)...)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				want := ":ok"
				if then == "sleep" {
					want = "editor/bridge-timeout"
				}
				if !strings.Contains(string(out), want) {
					t.Errorf("the host saw %s, want %s", out, want)
				}
				ended(t, file, len(kinds))
			})
		}
	}
}

// adopt is a host with a Reaper. It lists what is left when its bridge is done.
func adopt(args []string) int {
	r, err := bridge.NewReaper()
	if err != nil {
		fmt.Println(err)
		return 1
	}
	c := bridge.Config{
		Op: op, Dir: args[0], Command: "bridge.exe", Args: append([]string{"family"}, args[2:]...),
		Timeout: deadline(args[3]), Reaper: r,
	}
	if args[1] == "persistent-stdio" {
		c.Transport = bridge.PersistentStdio
	}
	b, err := bridge.Open(c)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	payload, _ := coreform.Map()
	fmt.Println(b.Call(context.Background(), payload).Outcome)
	if b.Close() != nil {
		return 1
	}
	// Adopted zombies would fill the process table of a host that runs for long.
	if pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); err != unix.ECHILD {
		fmt.Printf("child %d is left: %v\n", pid, err)
		return 1
	}
	return 0
}

// TestEndsWithKilledHost: a bridge that hears nothing of its streams does not
// outlive a host that is killed and can end nothing.
func TestEndsWithKilledHost(t *testing.T) {
	self, err := os.Executable()
	must(t, err)
	for _, transport := range []string{"spawn-per-op", "persistent-stdio"} {
		t.Run(transport, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "pid")
			cmd := exec.Command(self, "host", install(t), transport, file)
			must(t, cmd.Start())
			until(t, "the bridge starts", func() bool {
				b, _ := os.ReadFile(file)
				return strings.HasSuffix(string(b), "\n")
			})
			b, err := os.ReadFile(file)
			must(t, err)
			pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
			must(t, err)
			if !alive(pid) {
				t.Fatal("the bridge has ended before its host")
			}
			must(t, cmd.Process.Kill())
			_ = cmd.Wait() // it was killed
			t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
			until(t, "the bridge ends", func() bool { return !alive(pid) })
		})
	}
}

// until waits for something that a slow machine takes long for.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 6000 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("in vain: " + what)
}

// host calls a bridge that does not answer.
func host(args []string) int {
	c := bridge.Config{Op: op, Dir: args[0], Command: "bridge.exe", Args: []string{"pid", args[2]}, Timeout: time.Hour}
	if args[1] == "persistent-stdio" {
		c.Transport = bridge.PersistentStdio
	}
	b, err := bridge.Open(c)
	if err != nil {
		return 1
	}
	payload, _ := coreform.Map()
	b.Call(context.Background(), payload)
	return 0
}
