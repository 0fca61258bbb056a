//go:build linux

package host_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/host"
	"github.com/ringfence/ringfence/policy/host/dialog"
)

// mixedOps is how many requests the mixed session has.
func mixedOps(t *testing.T) int {
	t.Helper()
	if n, err := strconv.Atoi(os.Getenv("RINGFENCE_OPS")); err == nil {
		return n
	}
	if testing.Short() {
		return 500
	}
	return 10_000
}

// usage is what a process holds.
type usage struct {
	goroutines, descriptors, children, files int
	heap                                     uint64
}

func (u usage) String() string {
	return fmt.Sprintf("%d goroutines, %d descriptors, %d children, %d temporary files, heap %d KiB", u.goroutines, u.descriptors, u.children, u.files, u.heap>>10)
}

// measure looks at this process, and at the files below its temporary folder.
func measure(t *testing.T, tmp string) usage {
	t.Helper()
	count := func(dir string) int {
		found, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		return len(found)
	}
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u := usage{goroutines: runtime.NumGoroutine(), descriptors: count("/proc/self/fd"), files: count(tmp), heap: m.HeapAlloc}
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		stat, _ := os.ReadFile(name)
		if _, rest, ok := strings.Cut(string(stat), ") "); ok {
			if f := strings.Fields(rest); len(f) > 1 && f[1] == strconv.Itoa(os.Getpid()) {
				u.children++
			}
		}
	}
	return u
}

// One long session of mixed requests holds nothing more at its end than near its
// beginning, and nothing at all after it.
func TestMixedSession(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "ws", "a.txt"), "x")
	program(t, filepath.Join(dir, "bin", "plugin"), framed(`{:ok true}`))
	p := parsePolicy(t, dir, `allow = ["editor/*"]
[op."editor/dialog::open"]
dialog_roots = ["ws"]
[op."editor/plugin::command"]
base_dir = "bin"
bridge_cmd = "plugin"
allow_plugins = ["p"]
[op."editor/task::spawn"]
base_dir = "ws"
allow_task_kinds = ["editor/task::fmt-coreform", "editor/task::index-workspace"]
[op."editor/watch::subscribe"]
base_dir = "ws"
watch_roots = ["."]
watch_globs = ["**"]
`)
	before := measure(t, tmp)
	log := filepath.Join(dir, "run.log")
	journal, err := effectlog.Create(log, effectlog.Options{Session: "test", Toolchain: "t", Sync: effectlog.SyncEnd})
	if err != nil {
		t.Fatal(err)
	}
	var asked dialog.Request
	s := start(t, p, func(c *host.Config) {
		c.Journal, c.Dialog = journal, person{dialog.Answer{OK: true, Paths: []string{filepath.Join(dir, "ws", "a.txt")}}, nil, &asked}
	})
	total := mixedOps(t)
	var early usage
	task, watched := "", ""
	sealed := map[string]int{}
	done := 0
	do := func(op, payload string) coreform.Term {
		done++
		o := s.ask(t, op, payload)
		value, ok := o.Data()
		if !ok {
			e, _ := o.Failure()
			sealed[op+" "+e.Code+" "+e.Message]++
		}
		return value
	}
	for i := 0; done < total; i++ {
		switch {
		case i%50 == 7:
			do(command, `{:command "c" :payload 1 :plugin "p"}`)
		case i%50 == 8:
			do("editor/plugin::command", `{:command "c" :payload 1 :plugin "other"}`)
		case i%10 == 1:
			do(open, `{:filters [] :multi false :title "t"}`)
		case i%10 == 2:
			id, _ := do("editor/task::spawn", `{:input {:source "(a  b)"} :task-kind editor/task::fmt-coreform}`).Lookup(":task-id")
			task, _ = id.Text()
		case i%10 == 3:
			for range 10_000 { // to its end, which lets the host forget it
				state, _ := do("editor/task::poll", `{:task-id `+strconv.Quote(task)+`}`).Lookup(":state")
				if name, _ := state.Symbol(); name != ":running" {
					break
				}
				time.Sleep(100 * time.Microsecond)
			}
		case i%10 == 4:
			do("editor/task::cancel", `{:task-id `+strconv.Quote(task)+`}`)
		case i%20 == 5:
			id, _ := do("editor/watch::subscribe", `{:globs ["**"] :root "."}`).Lookup(":watch-id")
			watched, _ = id.Text()
		case i%20 == 15:
			do("editor/watch::poll", `{:watch-id `+strconv.Quote(watched)+`}`)
		case i%20 == 16:
			do("editor/watch::unsubscribe", `{:watch-id `+strconv.Quote(watched)+`}`)
		case i%2 == 0:
			do(set, `{:data "`+strings.Repeat("x", i%1000)+`" :mime "text/plain"}`)
		default:
			do(get, `{}`)
		}
		if early.heap == 0 && done >= total/4 {
			early = measure(t, tmp)
		}
	}
	late := measure(t, tmp)
	head, err := s.Close()
	if err != nil {
		t.Fatal(err)
	}
	after := measure(t, tmp)
	for range 200 { // goroutines end in their own time
		if after.goroutines <= before.goroutines && after.children <= before.children {
			break
		}
		time.Sleep(20 * time.Millisecond)
		after = measure(t, tmp)
	}
	t.Logf("%d requests; ERRORs: %v", done, sealed)
	t.Logf("before: %v\nat a quarter: %v\nat the end: %v\nafter: %v", before, early, late, after)
	if late.goroutines > early.goroutines+3 || late.descriptors > early.descriptors+3 || late.children > early.children || late.files > early.files {
		t.Error("the session holds more and more")
	}
	// A record of a task is kept for polls; 200 bytes a request is generous.
	if late.heap > early.heap+uint64(total)*400+4<<20 {
		t.Error("memory grows with the requests")
	}
	if after.goroutines > before.goroutines || after.descriptors > before.descriptors || after.children > before.children || after.files > before.files {
		t.Error("the session leaves something behind")
	}
	body, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	r, err := effectlog.Verify(body, effectlog.VerifyOptions{Head: &head})
	if err != nil || !r.OK() || r.Entries != done {
		t.Errorf("%v, %d entries", err, r.Entries)
	}
}
