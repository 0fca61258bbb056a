package host_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/approval"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host"
	"github.com/ringfence/ringfence/policy/host/task"
	"github.com/ringfence/ringfence/policy/outcome"
)

const (
	spawn  = "editor/task::spawn"
	poll   = "editor/task::poll"
	cancel = "editor/task::cancel"
)

// taskPolicy allows all kinds in the folder ws, and a kind of the bridge's own.
// The bridge lies beside ws.
const taskPolicy = `allow = ["editor/task::*"]
deny_globs = ["*.secret"]
%s
[op."editor/task::spawn"]
base_dir = "."
workspace_roots = ["ws"]
allow_task_kinds = [%s"my/kind::x"]
%s
`

// taskSession is a session with the tasks of a folder that is made of files.
func taskSession(t *testing.T, limits, table string, files map[string]string, change func(*host.Config)) (*session, string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "ws"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
		if strings.HasPrefix(name, "bin/") {
			if err := os.Chmod(filepath.Join(dir, name), 0o700); err != nil {
				t.Fatal(err)
			}
		}
	}
	var kinds strings.Builder
	for _, k := range task.Kinds() {
		kinds.WriteString(strconv.Quote(k) + ", ")
	}
	return start(t, parsePolicy(t, dir, fmt.Sprintf(taskPolicy, limits, kinds.String(), table)), change), dir
}

// spawned starts a task and returns its id.
func (s *session) spawned(t *testing.T, payload string) string {
	t.Helper()
	o := s.ask(t, spawn, payload)
	v, ok := o.Data()
	if !ok {
		t.Fatalf("%s: %s", payload, o)
	}
	id, _ := v.Lookup(":task-id")
	text, _ := id.Text()
	return text
}

// polled polls a task until it has ended, and returns the last answer.
func (s *session) polled(t *testing.T, id string) outcome.Outcome {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		o := s.ask(t, poll, `{:task-id "`+id+`"}`)
		v, ok := o.Data()
		if state, _ := v.Lookup(":state"); !ok || !state.Equal(coreform.Sym(":running")) {
			return o
		}
	}
	t.Fatal("the task does not end")
	return outcome.Outcome{}
}

// carriedOut is a task from its start to the result.
func (s *session) carriedOut(t *testing.T, payload string) outcome.Outcome {
	t.Helper()
	return s.polled(t, s.spawned(t, payload))
}

func codeOf(o outcome.Outcome) string {
	e, _ := o.Failure()
	return e.Code
}

// script is a bridge that answers with a term.
func script(answer string) string {
	return fmt.Sprintf("#!/bin/sh\ncat >seen\nprintf '%%s' '%d\n%s'\n", len(answer), answer)
}

const checked = `{:defined-symbol-count 0 :defined-symbols [] :diagnostics [] :error-count 0 :module-count 1 :ok true :path "ws" :test-declaration-count 0 :warn-count 0}`

const bridgeKeys = "bridge_cmd = \"bin/bridge\"\n"

// The answers have exactly the keys of the contract.
func TestTaskAnswers(t *testing.T) {
	s, _ := taskSession(t, "", "", nil, nil)
	contract, _ := task.ContractOf("editor/task::refactor-module")
	s.want(t, spawn, `{:budget-ms 60000 :input {:from x :source "x" :to y} :task-kind editor/task::refactor-module}`,
		`{:ok true :partial-count 3 :state :running :task-contract `+contract.Term().String()+` :task-id "test-task-1" :task-kind "editor/task::refactor-module"}`)
	for i, p := range contract.Phases {
		var got outcome.Outcome
		for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
			got = s.ask(t, poll, `{:task-id "test-task-1"}`)
			v, _ := got.Data()
			if e, _ := v.Lookup(":partial-emitted"); e.Equal(coreform.Bool(true)) {
				break
			}
		}
		v, _ := got.Data()
		partial, _ := v.Lookup(":partial")
		phase, _ := partial.Lookup(":phase")
		seq, _ := v.Lookup(":partial-seq")
		if v.Len() != 7 || !phase.Equal(coreform.Sym(p.Name)) || !seq.Equal(coreform.Int(int64(i+1))) {
			t.Fatalf("poll %d: %s", i, got)
		}
	}
	last := s.polled(t, "test-task-1")
	v, _ := last.Data()
	result, _ := v.Lookup(":result")
	updated, _ := result.Lookup(":updated")
	state, _ := v.Lookup(":state")
	if !updated.Equal(coreform.Str("y")) || !state.Equal(coreform.Sym(":done")) || v.Len() != 7 {
		t.Errorf("end: %s", last)
	}
	s.want(t, cancel, `{:task-id "test-task-1"}`, `{:ok true}`)
	s.fails(t, cancel, `{:task-id "test-task-2"}`, "core/caps/payload-error")
	s.fails(t, poll, `{:task-id ""}`, "core/caps/payload-error")
	s.entries(t)
}

// Payloads of another shape, and inputs that only the worker judges, are protocol
// errors.
func TestTaskPayloads(t *testing.T) {
	s, _ := taskSession(t, "", bridgeKeys, map[string]string{"bin/bridge": script(checked), "ws/a.secret": "x"}, nil)
	const (
		payload = "core/caps/payload-error"
		input   = "editor/task/schema-invalid-input"
		field   = "editor/task/schema-missing-field"
	)
	in := func(kind, in string) string { return `{:input ` + in + ` :task-kind editor/task::` + kind + `}` }
	for _, c := range []struct{ op, payload, code string }{
		{spawn, `nil`, payload},
		{spawn, `[]`, payload},
		{spawn, `{}`, payload},
		{spawn, `{:input {}}`, payload},
		{spawn, `{:task-kind editor/task::parse-module}`, payload},
		{spawn, `{:input {:source ""} :task-kind "editor/task::parse-module"}`, payload},
		{spawn, `{:budget-ms -1 :input {:source ""} :task-kind editor/task::parse-module}`, payload},
		{spawn, `{:budget-ms "1" :input {:source ""} :task-kind editor/task::parse-module}`, payload},
		{spawn, `{:budget-ms 99999999999999999999 :input {:source ""} :task-kind editor/task::parse-module}`, payload},
		{spawn, `{:input {:source ""} :task-kind editor/task::parse-module :unsafe-exec true}`, payload},
		{spawn, in("parse-module", `[]`), input},
		{spawn, in("parse-module", `{}`), field},
		{spawn, in("parse-module", `{:path "ws/a" :source ""}`), input},
		{spawn, in("parse-module", `{:x 1}`), input},
		{spawn, in("lint-module", `{:input 1}`), input},
		{spawn, in("refactor-module", `{:from a :source ""}`), field},
		{spawn, in("refactor-module", `{:from a :source "" :to "a b"}`), input},
		{spawn, in("index-workspace", `{:max-packages 0 :root "ws"}`), input},
		{spawn, in("run-pkg", `{:args "x" :pkg "ws"}`), input},
		{spawn, in("typecheck-pkg", `{}`), field},
		{spawn, in("none", `{}`), "core/caps/denied"},
		{spawn, in("parse-module", `{:path "../x"}`), "core/caps/path-escape"},
		{spawn, in("parse-module", `{:path "bin/bridge"}`), "core/caps/path-escape"},
		{spawn, in("parse-module", `{:path "ws/a.secret"}`), "core/caps/path-escape"},
		{spawn, in("typecheck-pkg", `{:pkg "."}`), "core/caps/path-escape"},
		{poll, `{}`, payload},
		{poll, `{:task-id 1}`, payload},
		{poll, `{:task-id "test-task-1"}`, payload},
		{poll, `nil`, payload},
		{cancel, `{:task-id nil}`, payload},
		{cancel, `{:task-id "x" :y 1}`, payload},
	} {
		s.fails(t, c.op, c.payload, c.code)
	}
}

// Files are read below the roots alone, and never through links.
func TestTaskFiles(t *testing.T) {
	s, dir := taskSession(t, "", "", map[string]string{"ws/a.gc": "(def x 1)", "ws/go.mod": "module m", "ws/m.go": "package m", "out.gc": "canary"}, nil)
	if err := os.Symlink("../out.gc", filepath.Join(dir, "ws", "l.gc")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("..", filepath.Join(dir, "ws", "up")); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{"ws/a.gc": "", "ws/l.gc": "core/caps/path-escape", "ws/up/out.gc": "core/caps/path-escape"} {
		o := s.carriedOut(t, `{:input {:path "`+path+`"} :task-kind editor/task::parse-module}`)
		if codeOf(o) != want || strings.Contains(o.String(), "canary") {
			t.Errorf("%s: %s", path, o)
		}
	}
	o := s.carriedOut(t, `{:input {:root "ws"} :task-kind editor/task::index-workspace}`)
	if !strings.Contains(o.String(), `:package-count 2`) {
		t.Errorf("index: %s", o)
	}
}

// A pool that is full says so, with the limits of the policy.
func TestTaskLimits(t *testing.T) {
	needSh(t)
	s, _ := taskSession(t, "[task]\ndefault_workers = 1\nmax_queue = 1\nmax_steps_per_task = 50\n", bridgeKeys,
		map[string]string{"bin/bridge": "#!/bin/sh\nexec sleep 1000\n"}, nil)
	const hang = `{:input {:pkg "ws"} :task-kind editor/task::typecheck-pkg}`
	first, second := s.spawned(t, hang), s.spawned(t, hang)
	s.fails(t, spawn, hang, "core/caps/resource-limit")
	for _, id := range []string{second, first} {
		s.want(t, cancel, `{:task-id "`+id+`"}`, `{:ok true}`)
		if o := s.polled(t, id); !strings.Contains(o.String(), "editor/task/cancelled") || !strings.Contains(o.String(), ":state :failed") {
			t.Errorf("cancelled: %s", o)
		}
	}
	o := s.carriedOut(t, `{:input {:source "`+strings.Repeat("a ", 5000)+`"} :task-kind editor/task::lint-module}`)
	if codeOf(o) != "core/caps/resource-limit" {
		t.Errorf("steps: %s", o)
	}
}

func needSh(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no /bin/sh here")
	}
}

// A bridge gets the payload as it is, and its answer is data of the contract or an
// ERROR.
func TestTaskBridge(t *testing.T) {
	needSh(t)
	const payload = `{:input {:pkg "ws"} :task-kind editor/task::typecheck-pkg}`
	for _, c := range []struct{ name, bridge, code, state string }{
		{"right", script(checked), "", ":done"},
		{"failed", script(`{:diagnostics [] :error-count 1 :ok false :warn-count 0}`), "", ":failed"},
		{"nothing", "#!/bin/sh\nexit 0\n", "editor/task/schema-missing-field", ""},
		{"ok alone", script(`{:ok true}`), "editor/task/schema-missing-field", ""},
		{"a vector", script(`[1 2]`), "editor/task/schema-invalid-input", ""},
		{"a forged ERROR", script(`{:error/code "core/caps/denied" :error/context {} :error/message "no" :error/op editor/task::spawn}`), "editor/task/schema-missing-field", ""},
		{"no term", script(`(((`), "editor/bridge-parse", ""},
		{"status", "#!/bin/sh\nexit 3\n", "editor/bridge-exit", ""},
		{"flood", "#!/bin/sh\nwhile :; do echo 1234567890123456789012345678901234567890; done\n", "editor/bridge-response-too-large", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, dir := taskSession(t, "", bridgeKeys, map[string]string{"bin/bridge": c.bridge}, nil)
			o := s.carriedOut(t, payload)
			v, _ := o.Data()
			state, _ := v.Lookup(":state")
			name, _ := state.Symbol()
			if codeOf(o) != c.code || name != c.state {
				t.Fatalf("%s", o)
			}
			if c.state == "" {
				return
			}
			seen, err := os.ReadFile(filepath.Join(dir, "seen"))
			text := term(t, payload).String()
			if err != nil || string(seen) != fmt.Sprintf("%d\n%s", len(text), text) {
				t.Errorf("the bridge got %q, %v", seen, err)
			}
			result, _ := v.Lookup(":result")
			contract, _ := task.ContractOf("editor/task::typecheck-pkg")
			for _, k := range contract.Outputs {
				if _, has := result.Lookup(k); !has {
					t.Errorf("the result lacks %s", k)
				}
			}
		})
	}
}

// Kinds that need a bridge say so, and a kind of the bridge's own answers what it
// likes.
func TestTaskKindsOfABridge(t *testing.T) {
	needSh(t)
	s, _ := taskSession(t, "", "", nil, nil)
	for _, kind := range []string{"optimize-module", "typecheck-pkg", "test-pkg", "build-pkg", "run-pkg", "debug-pkg"} {
		in := `{:pkg "ws"}`
		if kind == "optimize-module" {
			in = `{:source ""}`
		}
		s.fails(t, spawn, `{:input `+in+` :task-kind editor/task::`+kind+`}`, "editor/bridge-required")
	}
	s, _ = taskSession(t, "", bridgeKeys, map[string]string{"bin/bridge": script(`[1 "x"]`)}, nil)
	o := s.carriedOut(t, `{:input (anything 1) :task-kind my/kind::x}`)
	v, _ := o.Data()
	result, _ := v.Lookup(":result")
	state, _ := v.Lookup(":state")
	if !result.Equal(term(t, `[1 "x"]`)) || !state.Equal(coreform.Sym(":done")) {
		t.Errorf("%s", o)
	}
}

// alive reports whether the process whose number a file holds runs.
func alive(t *testing.T, file string) bool {
	t.Helper()
	var pid string
	for end := time.Now().Add(time.Minute); pid == "" && time.Now().Before(end); time.Sleep(time.Millisecond) {
		b, _ := os.ReadFile(file)
		if strings.HasSuffix(string(b), "\n") {
			pid = strings.TrimSpace(string(b))
		}
	}
	if pid == "" {
		t.Fatal("the bridge was not started")
	}
	b, err := os.ReadFile("/proc/" + pid + "/stat")
	return err == nil && !strings.Contains(string(b), ") Z ")
}

// A bridge that ignores signals, and what it started, ends with its budget, with
// the task and with the session.
func TestTaskBridgeEnds(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("there is no table of processes here")
	}
	const stubborn = "#!/bin/sh\ntrap '' TERM INT HUP\nsh -c 'trap \"\" TERM; echo $$ >child; while :; do sleep 1; done' &\n" +
		"while [ ! -s child ]; do sleep 0.1; done\necho $$ >pid\nwhile :; do sleep 1; done\n"
	payload := func(budget string) string {
		return `{:budget-ms ` + budget + ` :input {:pkg "ws"} :task-kind editor/task::build-pkg}`
	}
	for _, how := range []string{"budget", "cancel", "close", "no time"} {
		t.Run(how, func(t *testing.T) {
			s, dir := taskSession(t, "", bridgeKeys, map[string]string{"bin/bridge": stubborn}, nil)
			pid := filepath.Join(dir, "pid")
			switch how {
			case "no time":
				if o := s.carriedOut(t, payload("0")); codeOf(o) != "core/caps/timeout" {
					t.Errorf("%s", o)
				}
				return
			case "budget":
				id := s.spawned(t, payload("5000"))
				alive(t, pid)
				if o := s.polled(t, id); codeOf(o) != "core/caps/timeout" {
					t.Errorf("%s", o)
				}
			case "cancel":
				id := s.spawned(t, payload("nil"))
				if !alive(t, pid) {
					t.Error("it does not run")
				}
				s.want(t, cancel, `{:task-id "`+id+`"}`, `{:ok true}`)
			case "close":
				s.spawned(t, payload("nil"))
				if !alive(t, pid) {
					t.Error("it does not run")
				}
				s.entries(t)
			}
			for _, file := range []string{pid, filepath.Join(dir, "child")} {
				if alive(t, file) {
					t.Errorf("%s runs on", filepath.Base(file))
				}
			}
		})
	}
}

// Running without a sandbox takes the policy, the configuration and an approval of
// each task that runs code.
func TestUnsafeExec(t *testing.T) {
	needSh(t)
	for _, c := range []struct {
		policy, config, approve bool
		kind, code              string
		unsafe                  bool
	}{
		{false, false, true, "test-pkg", "", false},
		{true, false, true, "test-pkg", "", false},
		{false, true, true, "test-pkg", "", false},
		{true, true, true, "test-pkg", "", true},
		{true, true, false, "test-pkg", "core/caps/denied", false},
		{true, true, false, "typecheck-pkg", "", false}, // it runs no code
	} {
		table := bridgeKeys
		if c.policy {
			table += "unsafe_exec = true\n"
		}
		s, dir := taskSession(t, "", table, map[string]string{"bin/bridge": script(checked)}, func(config *host.Config) {
			config.UnsafeExec = c.config
			config.Approver = approval.Gate{Approver: approval.Script(c.approve), Now: time.Now}
		})
		payload := `{:input {:pkg "ws"} :task-kind editor/task::` + c.kind + `}`
		if c.code != "" {
			s.fails(t, spawn, payload, c.code)
			continue
		}
		o := s.carriedOut(t, payload)
		seen, _ := os.ReadFile(filepath.Join(dir, "seen"))
		if codeOf(o) != "" || strings.Contains(string(seen), ":unsafe-exec true") != c.unsafe {
			t.Errorf("%+v: %s, the bridge got %s", c, o, seen)
		}
	}
}

// Tasks run beside other requests, many at once, and a session that ends in the
// middle leaves nothing.
func TestManyTasks(t *testing.T) {
	s, _ := taskSession(t, "[task]\nmax_tasks = 500\nmax_queue = 500\n", "", map[string]string{"ws/a.gc": strings.Repeat("(f x)\n", 500)}, nil)
	var ids []string
	for i := range 200 {
		kind := []string{"parse-module", "fmt-coreform", "lint-module"}[i%3]
		ids = append(ids, s.spawned(t, `{:input {:path "ws/a.gc"} :task-kind editor/task::`+kind+`}`))
	}
	for _, id := range ids[:100] {
		if o := s.polled(t, id); codeOf(o) != "" {
			t.Fatalf("%s: %s", id, o)
		}
	}
	s.entries(t)
	if o := s.Do(context.Background(), poll, term(t, `{:task-id "`+ids[150]+`"}`), untainted()); !o.IsSealed() {
		t.Errorf("a poll after the end: %s", o)
	}
}
