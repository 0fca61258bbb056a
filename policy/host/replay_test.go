//go:build unix

package host_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/host"
	"github.com/ringfence/ringfence/policy/host/dialog"
	"github.com/ringfence/ringfence/policy/outcome"
)

// recorder keeps what was asked and answered.
type recorder struct {
	*session
	t       *testing.T
	asked   []effectlog.Asked
	answers []outcome.Outcome
}

// do is one request, and returns its answer.
func (r *recorder) do(op, payload string) coreform.Term {
	r.t.Helper()
	o := r.ask(r.t, op, payload)
	r.asked = append(r.asked, effectlog.Asked{Op: op, Payload: term(r.t, payload)})
	r.answers = append(r.answers, o)
	return o.Value()
}

// text returns a string of an answer, quoted.
func (r *recorder) text(answer coreform.Term, key string) string {
	r.t.Helper()
	v, _ := answer.Lookup(key)
	s, ok := v.Text()
	if !ok {
		r.t.Fatalf("no %s in %s", key, answer)
	}
	return strconv.Quote(s)
}

// families hold what a session asks of each family. A family fails the test when
// nothing of it is answered with data.
var families = []struct {
	name string
	run  func(r *recorder, dir string)
}{
	{"clipboard", func(r *recorder, _ string) {
		r.do(get, `{}`)
		r.do(set, `{:data b"\xFF" :mime "text/plain"}`)
		r.do(get, `{}`)
		r.do(set, `{:data "é" :mime "text/html"}`)
	}},
	{"dialog", func(r *recorder, _ string) {
		r.do(open, `{:filters [] :multi false :title "t"}`)
		r.do(save, `{:default-name "x" :filters [] :title "t"}`)
		r.do(open, `{:filters [] :multi false :start-dir "/etc" :title "t"}`)
	}},
	{"plugin", func(r *recorder, _ string) {
		r.do(command, `{:command "c" :payload [1 "x"] :plugin "p"}`)
		r.do(command, `{:command "c" :payload [1 "x"] :plugin "q"}`)
	}},
	{"task", func(r *recorder, _ string) {
		for _, source := range []string{`"(a b)"`, `"("`} {
			id := r.text(r.do("editor/task::spawn", `{:input {:source `+source+`} :task-kind editor/task::fmt-coreform}`), ":task-id")
			for range 10_000 {
				state, _ := r.do("editor/task::poll", `{:task-id `+id+`}`).Lookup(":state")
				if name, _ := state.Symbol(); name != ":running" {
					break
				}
				time.Sleep(time.Millisecond)
			}
		}
		r.do("editor/task::cancel", `{:task-id "none"}`)
		r.do("editor/task::spawn", `{:input {} :task-kind editor/task::run-pkg}`)
	}},
	{"watch", func(r *recorder, dir string) {
		id := r.text(r.do("editor/watch::subscribe", `{:globs ["**"] :root "ws"}`), ":watch-id")
		write(r.t, filepath.Join(dir, "ws", "new.txt"), "x")
		for range 10_000 {
			events, _ := r.do("editor/watch::poll", `{:watch-id `+id+`}`).Lookup(":events")
			if events.Len() > 0 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if err := os.Remove(filepath.Join(dir, "ws", "new.txt")); err != nil {
			r.t.Fatal(err)
		}
		r.do("editor/watch::poll", `{:watch-id `+id+`}`)
		r.do("editor/watch::unsubscribe", `{:watch-id `+id+`}`)
		r.do("editor/watch::poll", `{:watch-id `+id+`}`)
	}},
	{"agent", func(r *recorder, _ string) {
		proposal := r.do("core/editor/action::agent-propose-patch", `{:files [{:base "(a)\n" :new "(b)\n" :path "m.gc"} {:base nil :new "x" :path "y"}]}`)
		patch, ok := proposal.Lookup(":patch")
		if !ok {
			r.t.Fatal(proposal)
		}
		for range 2 { // which fits once
			r.do("core/editor/action::agent-apply-patch-with-obligations", `{:obligations [{:input {:path "m.gc"} :task-kind editor/task::fmt-coreform}] :patch `+patch.String()+`}`)
		}
		r.do("core/editor/agent::store-session-log", `{:agent "a" :events [{:kind :plan}] :evidence [] :patches []}`)
		r.do("core/editor/agent::store-session-log", `{:session 1}`)
	}},
	{"none", func(r *recorder, _ string) {
		r.do("io/fs::read", `{:path "/etc/passwd"}`)
		r.do(get, `nil`)
	}},
}

// A session of every family answers the same from its log, with the clipboard, the
// dialogs, the plugins, the tasks and the files taken away.
func TestReplayOfEveryFamily(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "ws", "a.txt"), "x")
	program(t, filepath.Join(dir, "bin", "plugin"), framed(`{:answer "x" :error/code "core/caps/denied"}`))
	write(t, filepath.Join(dir, "ws", "m.gc"), "(a)\n")
	if err := os.Mkdir(filepath.Join(dir, "undo"), 0o700); err != nil {
		t.Fatal(err)
	}
	p := parsePolicy(t, dir, `allow = ["editor/*", "core/editor/*"]
[op."core/editor/action::agent-propose-patch"]
base_dir = "ws"
[op."core/editor/action::agent-apply-patch-with-obligations"]
base_dir = "ws"
allow_task_kinds = ["editor/task::fmt-coreform"]
[op."editor/dialog::open"]
dialog_roots = ["ws"]
[op."editor/dialog::save"]
dialog_roots = ["ws"]
[op."editor/plugin::command"]
base_dir = "bin"
bridge_cmd = "plugin"
allow_plugins = ["p"]
[op."editor/task::spawn"]
base_dir = "ws"
allow_task_kinds = ["editor/task::fmt-coreform"]
[op."editor/watch::subscribe"]
watch_roots = ["ws"]
watch_globs = ["**"]
`)
	stored := filepath.Join(t.TempDir(), "store")
	if err := os.Mkdir(stored, 0o700); err != nil {
		t.Fatal(err)
	}
	store, err := effectlog.OpenStore(stored)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	log := &safe{}
	journal, err := effectlog.NewJournal(log, effectlog.Options{Session: "test", Toolchain: "t", Store: store, InlineMax: 64})
	if err != nil {
		t.Fatal(err)
	}
	var asked dialog.Request
	r := &recorder{t: t, session: start(t, p, func(c *host.Config) {
		c.Store, c.UndoDir = store, filepath.Join(dir, "undo")
		c.Journal, c.Dialog = journal, person{dialog.Answer{OK: true, Paths: []string{filepath.Join(dir, "ws", "a.txt")}}, nil, &asked}
	})}
	for _, f := range families {
		first := len(r.answers)
		f.run(r, dir)
		data := 0
		for _, o := range r.answers[first:] {
			if !o.IsSealed() {
				data++
			}
		}
		if data == 0 && f.name != "none" {
			t.Errorf("%s: nothing but ERRORs: %v", f.name, r.answers[first:])
		}
		t.Logf("%s: %d requests, %d answered with data", f.name, len(r.answers)-first, data)
	}
	head, err := r.Close()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for range 2 { // and again
		replay, err := effectlog.NewReplay(log.Bytes(), effectlog.VerifyOptions{Head: &head, Store: store})
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range r.asked {
			got, err := replay.Answer(a)
			if err != nil {
				t.Fatalf("%d, %s: %v", i, a.Op, err)
			}
			want := r.answers[i]
			if !got.Outcome.Equal(want) || got.Outcome.String() != want.String() || got.Outcome.IsSealed() != want.IsSealed() {
				t.Errorf("%d, %s: %s, was %s", i, a.Op, got.Outcome, want)
			}
		}
		if err := replay.Done(); err != nil {
			t.Error(err)
		}
	}
}
