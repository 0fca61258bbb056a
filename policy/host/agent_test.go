package host_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/host"
	"github.com/ringfence/ringfence/policy/host/patch"
)

const (
	propose = "core/editor/action::agent-propose-patch"
	apply   = "core/editor/action::agent-apply-patch-with-obligations"
	store   = "core/editor/agent::store-session-log"
)

const agentPolicy = `allow = ["core/editor/*", "editor/task::*"]
[op."core/editor/action::agent-propose-patch"]
base_dir = "ws"
deny_globs = ["secret*"]
[op."core/editor/action::agent-apply-patch-with-obligations"]
base_dir = "ws"
create_dirs = true
deny_globs = ["secret*"]
allow_task_kinds = ["editor/task::parse-module", "editor/task::lint-module", "editor/task::fmt-coreform"]
`

// agentSession is a session that can patch the workspace.
func agentSession(t testing.TB, top string) *taped {
	t.Helper()
	return &taped{session: start(t, parsePolicy(t, top, agentPolicy), func(c *host.Config) { c.UndoDir = filepath.Join(top, "undo") })}
}

// proposed returns a patch as the host proposes it, as a term to put into a
// payload.
func (s *taped) proposed(t testing.TB, files string) string {
	t.Helper()
	got := s.ask(t, propose, `{:files [`+files+`]}`)
	value, _ := got.Data()
	p, ok := value.Lookup(":patch")
	if !ok {
		t.Fatalf("%s: %s", files, got)
	}
	return p.String()
}

// applied applies a patch with obligations and returns the report.
func (s *taped) applied(t testing.TB, p, obligations string) coreform.Term {
	t.Helper()
	got := s.ask(t, apply, `{:obligations [`+obligations+`] :patch `+p+`}`)
	value, ok := got.Data()
	if !ok {
		t.Fatalf("%s", got)
	}
	kind, _ := value.Lookup(":kind")
	if name, _ := kind.Symbol(); name != ":editor/agent-acceptance" || value.Len() != 4 {
		t.Errorf("%s", value)
	}
	return value
}

// at looks a path of keys up.
func at(t coreform.Term, keys ...string) string {
	for _, k := range keys {
		t, _ = t.Lookup(k)
	}
	return t.String()
}

const parses = `{:input {:path "m.gc"} :task-kind editor/task::parse-module}`

func content(t testing.TB, top, name string) string {
	t.Helper()
	got, err := os.ReadFile(filepath.Join(top, "ws", name))
	if errors.Is(err, fs.ErrNotExist) {
		return "-"
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

// A patch that holds is kept, one whose obligation fails is undone and reported,
// and a replay gives the same without the workspace.
func TestAgentPatch(t *testing.T) {
	top := workspace(t)
	write(t, filepath.Join(top, "ws/m.gc"), "(def a 1)\n")
	s := agentSession(t, top)

	good := s.proposed(t, `{:base "(def a 1)\n" :new "(def a 2)\n" :path "m.gc"} {:base nil :new "new" :path "x/y.txt"}`)
	r := s.applied(t, good, parses)
	if at(r, ":accepted") != "true" || at(r, ":apply", ":ok") != "true" || at(r, ":verify", ":ok") != "true" || at(r, ":apply", ":undone") != "false" {
		t.Errorf("%s", r)
	}
	if content(t, top, "m.gc") != "(def a 2)\n" || content(t, top, "x/y.txt") != "new" {
		t.Error("the patch was not kept")
	}

	bad := s.proposed(t, `{:base "(def a 2)\n" :new "(def a 2\n" :path "m.gc"} {:base "new" :new nil :path "x/y.txt"}`)
	r = s.applied(t, bad, parses+" "+parses)
	if at(r, ":accepted") != "false" || at(r, ":apply", ":ok") != "true" || at(r, ":verify", ":ok") != "false" || at(r, ":apply", ":undone") != "true" ||
		at(r, ":verify", ":skipped") != "1" {
		t.Errorf("%s", r)
	}
	if content(t, top, "m.gc") != "(def a 2)\n" || content(t, top, "x/y.txt") != "new" {
		t.Error("the patch was not undone")
	}

	// One that does not fit any more.
	r = s.applied(t, good, parses)
	if at(r, ":accepted") != "false" || at(r, ":apply", ":ok") != "false" || at(r, ":apply", ":code") != `"patch-mismatch"` || at(r, ":verify", ":ok") != "false" {
		t.Errorf("%s", r)
	}
	if left, err := os.ReadDir(filepath.Join(top, "undo")); err != nil || len(left) != 1 || left[0].Name() != "patch-lock" {
		t.Errorf("left behind: %v %v", left, err)
	}
	s.replays(t, top)
}

func TestAgentRefusals(t *testing.T) {
	top := workspace(t, "a", "secret.txt", ".git/config", ".github/workflows/ci.yml")
	if err := os.Symlink("a", filepath.Join(top, "ws/link")); err != nil {
		t.Skip("this system has no symbolic links: " + err.Error())
	}
	s := agentSession(t, top)
	one := `{:input {:source "x"} :task-kind editor/task::parse-module}`
	edit := func(name string) string {
		return coreform.Str("--- a/" + name + "\n+++ b/" + name + "\n@@ -1 +1 @@\n-" + name + "\n\\ No newline at end of file\n+x\n").String()
	}
	for name, c := range map[string]struct {
		op, payload string
		code        any
	}{
		"no patch":        {apply, `{:obligations [` + one + `] :patch "hello"}`, policy.CodePayload},
		"nothing":         {apply, `{:obligations [` + one + `] :patch ""}`, policy.CodePayload},
		"no obligation":   {apply, `{:obligations [] :patch ` + edit("a") + `}`, policy.CodePayload},
		"kind":            {apply, `{:obligations [{:input {:pkg "."} :task-kind editor/task::test-pkg}] :patch ` + edit("a") + `}`, policy.CodeDenied},
		"input":           {apply, `{:obligations [{:input {:sauce "x"} :task-kind editor/task::parse-module}] :patch ` + edit("a") + `}`, policy.CodeTaskInput},
		"version control": {apply, `{:obligations [` + one + `] :patch ` + edit(".git/config") + `}`, policy.CodePathEscape},
		"case":            {apply, `{:obligations [` + one + `] :patch ` + edit(".GIT/config") + `}`, policy.CodePathEscape},
		"ci":              {apply, `{:obligations [` + one + `] :patch ` + edit(".github/workflows/ci.yml") + `}`, policy.CodePathEscape},
		"deny glob":       {apply, `{:obligations [` + one + `] :patch ` + edit("secret.txt") + `}`, policy.CodePathEscape},
		"climbs":          {apply, `{:obligations [` + one + `] :patch ` + edit("../a") + `}`, policy.CodePathEscape},
		"link":            {apply, `{:obligations [` + one + `] :patch ` + edit("link") + `}`, policy.CodePathEscape},
		"rename":          {apply, `{:obligations [` + one + `] :patch "diff --git a/a b/b\nrename from a\nrename to b\n"}`, policy.CodePayload},
		"propose denied":  {propose, `{:files [{:base nil :new "x" :path ".git/hooks/x"}]}`, policy.CodePathEscape},
		"propose secret":  {propose, `{:files [{:base nil :new "x" :path "d/secret"}]}`, policy.CodePathEscape},
		"propose twice":   {propose, `{:files [{:base nil :new "x" :path "d"} {:base nil :new "x" :path "d"}]}`, policy.CodePathEscape},
		"no store":        {store, `{:agent "a" :events [] :evidence [] :patches []}`, host.CodeUnavailable},
	} {
		t.Run(name, func(t *testing.T) { s.fails(t, c.op, c.payload, c.code) })
	}
	for _, f := range []string{"a", "secret.txt", ".git/config", ".github/workflows/ci.yml"} {
		if content(t, top, f) != f {
			t.Errorf("%s was changed", f)
		}
	}
	s.replays(t, top)
}

// Without a folder for undo records nothing is patched; with one that requests
// can write to there is no session.
func TestAgentUndoDir(t *testing.T) {
	top := workspace(t, "a")
	p := parsePolicy(t, top, agentPolicy)
	for _, dir := range []string{"", filepath.Join(top, "none")} {
		s := start(t, p, func(c *host.Config) { c.UndoDir = dir })
		s.fails(t, apply, `{:obligations [`+parses+`] :patch "x"}`, host.CodeUnavailable)
		s.entries(t)
	}
	journal, err := effectlog.NewJournal(&safe{}, effectlog.Options{Session: "test", Toolchain: "ringfence/1"})
	if err != nil {
		t.Fatal(err)
	}
	if h, err := host.New(host.Config{Policy: p, Journal: journal, UndoDir: filepath.Join(top, "ws", "undo")}); err == nil || h != nil {
		t.Error("undo records where requests can write")
	}
}

// A folder for undo records belongs to one host. A second one patches nothing, and
// undoes nothing of the first.
func TestAgentUndoDirIsOne(t *testing.T) {
	top := workspace(t)
	write(t, filepath.Join(top, "ws/m.gc"), "(def a 1)\n")
	first := agentSession(t, top)
	p := first.proposed(t, `{:base "(def a 1)\n" :new "(def a 2)\n" :path "m.gc"}`)
	second := agentSession(t, top)
	got := second.ask(t, apply, `{:obligations [`+parses+`] :patch `+p+`}`)
	if e, ok := got.Failure(); !ok || e.Code != string(host.CodeUnavailable) || !strings.Contains(e.Message, "another host") {
		t.Errorf("%s", got)
	}
	first.applied(t, p, parses)
	first.entries(t)
	third := agentSession(t, top)
	third.applied(t, third.proposed(t, `{:base "(def a 2)\n" :new "(def a 3)\n" :path "m.gc"}`), parses)
	if got := content(t, top, "m.gc"); got != "(def a 3)\n" {
		t.Errorf("%q", got)
	}
}

// A patch that a session left half done is undone by the next one.
func TestAgentRecovers(t *testing.T) {
	top := workspace(t)
	write(t, filepath.Join(top, "ws/m.gc"), "(def a 1)\n")
	ws, undo := filepath.Join(top, "ws"), filepath.Join(top, "undo")
	root, err := os.OpenRoot(ws)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	records, err := os.OpenRoot(undo)
	if err != nil {
		t.Fatal(err)
	}
	defer records.Close()
	files, err := patch.Parse([]byte("--- a/m.gc\n+++ b/m.gc\n@@ -1 +1 @@\n-(def a 1)\n+half\n"))
	if err != nil {
		t.Fatal(err)
	}
	target := patch.Target{Root: root, Name: filepath.ToSlash(ws), Undo: records, Allow: func(string) bool { return true }}
	if _, err := target.Apply(t.Context(), files); err != nil {
		t.Fatal(err)
	}
	s := agentSession(t, top)
	if got := content(t, top, "m.gc"); got != "(def a 1)\n" || s.Recovered().Undone != 1 {
		t.Errorf("%q, %+v", got, s.Recovered())
	}
	s.entries(t)
}

// Session logs go to the store under the hash of their content.
func TestAgentSessionLog(t *testing.T) {
	top := workspace(t)
	artifacts, err := effectlog.OpenStore(filepath.Join(top, "undo"))
	if err != nil {
		t.Fatal(err)
	}
	defer artifacts.Close()
	s := &taped{session: start(t, parsePolicy(t, top, agentPolicy), func(c *host.Config) { c.Store = artifacts })}
	value, ok := s.ask(t, store, `{:agent "agent-1" :events [{:kind :plan :msg "hello"}] :evidence [] :patches ["p"]}`).Data()
	if !ok {
		t.Fatal("no answer")
	}
	name, _ := value.Lookup(":artifact")
	text, _ := name.Text()
	raw, err := artifacts.Get(text)
	if err != nil {
		t.Fatal(err)
	}
	got := term(t, string(raw))
	for key, want := range map[string]string{":kind": "genesis/editor-agent-session-v0.2", ":v": "1", ":session-h": at(value, ":session-h")} {
		if at(got, key) != want {
			t.Errorf("%s: %s, want %s", key, at(got, key), want)
		}
	}
	session := at(got, ":session")
	if !term(t, session).Equal(term(t, `{:agent "agent-1" :events [{:kind :plan :msg "hello"}] :evidence [] :kind :editor/agent-session :patches ["p"]}`)) {
		t.Errorf("%s", session)
	}
	if strings.Trim(at(got, ":session-h"), `"`) != effectlog.PayloadHash(term(t, session)).String() {
		t.Errorf("%s is not the hash of the session", at(got, ":session-h"))
	}
	s.replays(t, top)
}
