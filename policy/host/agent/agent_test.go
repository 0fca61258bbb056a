package agent_test

import (
	"context"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/agent"
	"github.com/ringfence/ringfence/policy/host/patch"
	"github.com/ringfence/ringfence/policy/outcome"
)

func term(t testing.TB, src string) coreform.Term {
	t.Helper()
	got, err := coreform.Parse([]byte(src))
	must(t, err)
	return got
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func code(err error) ringfence.Code {
	var e *ringfence.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// tasks answers obligations by kind, and remembers what it was asked.
type tasks struct {
	answers map[string]outcome.Outcome
	asked   []string
	before  func()
}

func (r *tasks) Run(_ context.Context, o agent.Obligation) outcome.Outcome {
	r.asked = append(r.asked, o.Kind+" "+o.Input.String())
	if r.before != nil {
		r.before()
	}
	return r.answers[o.Kind]
}

// place is a folder with one file, and an action on it.
func place(t testing.TB) (dir string, a *agent.Action, r *tasks) {
	t.Helper()
	top := t.TempDir()
	dir = filepath.Join(top, "ws")
	for _, d := range []string{dir, filepath.Join(top, "undo")} {
		must(t, os.Mkdir(d, 0o700))
	}
	must(t, os.WriteFile(filepath.Join(dir, "f"), []byte("old\n"), 0o600))
	root, err := os.OpenRoot(dir)
	must(t, err)
	undo, err := os.OpenRoot(filepath.Join(top, "undo"))
	must(t, err)
	t.Cleanup(func() { _ = errors.Join(root.Close(), undo.Close()) })
	r = &tasks{answers: map[string]outcome.Outcome{
		"ok":     outcome.Data(term(t, `{:error-count 0 :ok true}`)),
		"plain":  outcome.Data(term(t, `{:ok true}`)),
		"bad":    outcome.Data(term(t, `{:ok false}`)),
		"errors": outcome.Data(term(t, `{:error-count 1 :ok true}`)),
		"count":  outcome.Data(term(t, `{:error-count "0" :ok true}`)),
		"sym":    outcome.Data(term(t, `{:ok :true}`)),
		"no map": outcome.Data(term(t, `[:ok true]`)),
		"forged": outcome.Data(term(t, `{:error/code "x" :error/context {} :error/message "m" :error/op o}`)),
		"sealed": outcome.Sealed(outcome.Error{Code: "core/caps/timeout", Message: "too slow", Op: "o"}),
		"long":   outcome.Data(term(t, `{:ok true :text "`+strings.Repeat("x", 5000)+`"}`)),
	}}
	return dir, &agent.Action{Target: &patch.Target{Root: root, Name: dir, Undo: undo, Allow: func(p string) bool { return p != "denied" }}, Runner: r}, r
}

const text = `"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-old\n+new\n"`

func payload(kinds ...string) string {
	var b strings.Builder
	for _, k := range kinds {
		b.WriteString(`{:input {:k 1} :task-kind ` + strings.ReplaceAll(k, " ", "-") + `} `)
	}
	return `{:obligations [` + b.String() + `] :patch ` + text + `}`
}

func at(t coreform.Term, keys ...string) string {
	for _, k := range keys {
		t, _ = t.Lookup(k)
	}
	return t.String()
}

func content(t testing.TB, dir string) string {
	t.Helper()
	got, err := os.ReadFile(filepath.Join(dir, "f"))
	must(t, err)
	return string(got)
}

// Accepted means that the patch applied and every obligation held; otherwise the
// files are as before. Nothing else is there, so that one table holds all.
func TestAcceptance(t *testing.T) {
	for _, c := range []struct {
		kinds    string
		accepted bool
		run      int
	}{
		{"ok", true, 1},
		{"plain", true, 1},
		{"ok plain ok", true, 3},
		{"bad", false, 1},
		{"errors", false, 1},
		{"count", false, 1},
		{"sym", false, 1},
		{"no-map", false, 1},
		{"forged", false, 1},
		{"sealed", false, 1},
		{"unknown", false, 1},
		{"ok bad ok", false, 2},
		{"ok ok sealed", false, 3},
	} {
		dir, a, r := place(t)
		r.answers["no-map"] = r.answers["no map"]
		r.before = func() {
			if content(t, dir) != "new\n" {
				t.Errorf("%s: the obligation does not see the patch", c.kinds)
			}
		}
		kinds := strings.Fields(c.kinds)
		got, err := a.Apply(t.Context(), term(t, payload(kinds...)))
		must(t, err)
		yes, want := "false", "old\n"
		if c.accepted {
			yes, want = "true", "new\n"
		}
		if at(got, ":accepted") != yes || at(got, ":verify", ":ok") != yes || at(got, ":apply", ":ok") != "true" ||
			at(got, ":kind") != ":editor/agent-acceptance" || got.Len() != 4 {
			t.Errorf("%s: %s", c.kinds, got)
		}
		if (at(got, ":apply", ":undone") == "true") == c.accepted || content(t, dir) != want {
			t.Errorf("%s: %s\n%q", c.kinds, got, content(t, dir))
		}
		list, _ := got.Lookup(":verify")
		list, _ = list.Lookup(":obligations")
		if len(r.asked) != c.run || list.Len() != c.run || at(got, ":verify", ":skipped") != coreform.Int(int64(len(kinds)-c.run)).String() {
			t.Errorf("%s: asked %q\n%s", c.kinds, r.asked, got)
		}
	}
}

// An ERROR of a task is told by its code, and cannot be forged by data.
func TestVerdicts(t *testing.T) {
	_, a, _ := place(t)
	got, err := a.Apply(t.Context(), term(t, payload("sealed")))
	must(t, err)
	if s := got.String(); !strings.Contains(s, `"core/caps/timeout"`) || strings.Contains(s, ":result") {
		t.Error(s)
	}
	got, err = a.Apply(t.Context(), term(t, payload("forged")))
	must(t, err)
	if s := got.String(); strings.Contains(s, `:code "x"`) || !strings.Contains(s, ":result") {
		t.Error(s)
	}
}

// What is kept is reported: a report that is too long gives hashes for answers, or
// the patch is undone.
func TestReportLimit(t *testing.T) {
	dir, a, r := place(t)
	a.Max = 1_000
	got, err := a.Apply(t.Context(), term(t, payload("long")))
	must(t, err)
	long, _ := r.answers["long"].Data()
	sum := coreform.Hash(long)
	if len(got.String()) > a.Max || !strings.Contains(got.String(), hex.EncodeToString(sum[:])) || content(t, dir) != "new\n" {
		t.Errorf("%s", got)
	}
	dir, a, _ = place(t)
	a.Max = 100
	if got, err := a.Apply(t.Context(), term(t, payload("ok"))); code(err) != agent.CodeSize || !got.IsNil() {
		t.Errorf("%s %v", got, err)
	}
	if content(t, dir) != "old\n" {
		t.Error("kept without a report")
	}
}

// Somebody who changes a file while it is verified loses nothing, and the report
// says that the patch was not undone there.
func TestConflict(t *testing.T) {
	dir, a, r := place(t)
	r.before = func() { must(t, os.WriteFile(filepath.Join(dir, "f"), []byte("mine\n"), 0o600)) }
	got, err := a.Apply(t.Context(), term(t, payload("bad")))
	must(t, err)
	dir2, b, r2 := place(t)
	r2.before = func() { must(t, os.WriteFile(filepath.Join(dir2, "f"), []byte("mine\n"), 0o600)) }
	// Also where all is well: what is kept must be what was verified.
	held, err := b.Apply(t.Context(), term(t, payload("ok")))
	must(t, err)
	if at(held, ":accepted") != "false" || at(held, ":verify", ":ok") != "true" || at(held, ":apply", ":ok") != "false" || at(held, ":apply", ":undone") != "false" || content(t, dir2) != "mine\n" {
		t.Errorf("%s", held)
	}
	if at(got, ":accepted") != "false" || at(got, ":apply", ":undone") != "false" || at(got, ":apply", ":code") != `"patch-conflict"` || content(t, dir) != "mine\n" {
		t.Errorf("%s", got)
	}
}

// A patch that does not fit is reported, one that is none is an error; a context
// that is done changes nothing.
func TestNotApplied(t *testing.T) {
	dir, a, r := place(t)
	for src, want := range map[string]ringfence.Code{
		`{:obligations [{:input {} :task-kind ok}] :patch "x"}`:                                                 patch.CodeSyntax,
		`{:obligations [{:input {} :task-kind ok}] :patch "--- a/denied\n+++ b/denied\n@@ -1 +1 @@\n-a\n+b\n"}`: patch.CodeRefused,
		`{:obligations [{:input {} :task-kind ok}] :patch "--- a/../f\n+++ b/../f\n@@ -1 +1 @@\n-a\n+b\n"}`:     patch.CodePath,
		`{:obligations [] :patch ` + text + `}`:                                                                 agent.CodePayload,
		`{:patch ` + text + `}`:                                                                                 agent.CodePayload,
		`{:obligations [{:input {} :task-kind ok}]}`:                                                            agent.CodePayload,
		`{:obligations [{:input {} :task-kind ok}] :patch 1}`:                                                   agent.CodePayload,
		`{:obligations [{:input {} :task-kind "ok"}] :patch ` + text + `}`:                                      agent.CodePayload,
		`{:obligations [{:task-kind ok}] :patch ` + text + `}`:                                                  agent.CodePayload,
		`{:obligations {} :patch ` + text + `}`:                                                                 agent.CodePayload,
		`{:obligations [{:input {} :task-kind ok}] :patch ` + text + ` :x 1}`:                                   agent.CodePayload,
		`[]`: agent.CodePayload,
		`{:obligations [` + strings.Repeat("{:input {} :task-kind ok} ", agent.MaxObligations+1) + `] :patch "x"}`: agent.CodePayload,
	} {
		if got, err := a.Apply(t.Context(), term(t, src)); code(err) != want || !got.IsNil() {
			t.Errorf("%s: %s %v, want %s", src, got, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.Apply(ctx, term(t, payload("ok"))); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	must(t, os.WriteFile(filepath.Join(dir, "f"), []byte("other\n"), 0o600))
	got, err := a.Apply(t.Context(), term(t, payload("ok")))
	must(t, err)
	if at(got, ":accepted") != "false" || at(got, ":apply", ":ok") != "false" || at(got, ":apply", ":at") != `"/0/0"` || at(got, ":verify", ":ok") != "false" {
		t.Errorf("%s", got)
	}
	if len(r.asked) != 0 || content(t, dir) != "other\n" {
		t.Errorf("%q was run", r.asked)
	}
}

func TestPropose(t *testing.T) {
	got, err := agent.Propose(term(t, `{:files [{:base "old\n" :new b"new\n" :path "f"} {:base nil :new "" :path "e"} {:base "" :new nil :path "g"} {:base "s" :new "s" :path "same"}]}`))
	must(t, err)
	want := `{:files [{:op :modify :path "f"} {:op :create :path "e"} {:op :delete :path "g"}] :kind :editor/agent-patch :ok true
 :patch "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-old\n+new\ndiff --git a/e b/e\nnew file mode 100644\ndiff --git a/g b/g\ndeleted file mode 100644\n"`
	if !strings.HasPrefix(got.String(), strings.TrimSuffix(term(t, want+"}").String(), "}")) {
		t.Errorf("%s", got)
	}
	p, _ := got.Lookup(":patch")
	sum := coreform.Hash(p)
	if at(got, ":patch-h") != `"`+hex.EncodeToString(sum[:])+`"` {
		t.Errorf("%s", got)
	}
	got, err = agent.Propose(term(t, `{:files [{:base "s" :new "s" :path "same"}]}`))
	if err != nil || at(got, ":patch") != `""` || at(got, ":files") != "[]" {
		t.Errorf("%s %v", got, err)
	}
	got, err = agent.Propose(term(t, `{:files [{:base nil :new b"\xFF" :path "f"}]}`))
	if p, _ := got.Lookup(":patch"); err != nil || p.Kind() != coreform.KindBytes {
		t.Errorf("%s %v", got, err)
	}
	for src, want := range map[string]ringfence.Code{
		`{}`: agent.CodePayload, `[]`: agent.CodePayload, `{:files []}`: agent.CodePayload, `{:files [1]}`: agent.CodePayload,
		`{:files [{:base nil :new nil :path "f"}]}`: agent.CodePayload, `{:files [{:base 1 :new nil :path "f"}]}`: agent.CodePayload,
		`{:files [{:base "a" :path "f"}]}`: agent.CodePayload, `{:files [{:base "a" :new "b" :path f}]}`: agent.CodePayload,
		`{:files [{:base "a" :new "b" :path "/f"}]}`: patch.CodePath,
	} {
		if got, err := agent.Propose(term(t, src)); code(err) != want || !got.IsNil() {
			t.Errorf("%s: %s %v, want %s", src, got, err, want)
		}
	}
}

// memory is a store.
type memory map[string]string

func (m memory) Put(content []byte) (string, error) {
	if m == nil {
		return "", &ringfence.Error{Code: "artifact-store"}
	}
	m["name"] = string(content)
	return "name", nil
}

func TestSession(t *testing.T) {
	const in = `{:agent agent-1 :events [{:kind :plan}] :evidence [1] :patches ["p"]}`
	m := memory{}
	got, err := agent.StoreSession(m, term(t, in))
	must(t, err)
	artifact := term(t, m["name"])
	if m["name"] != artifact.String() {
		t.Error("the artifact is not its canonical print")
	}
	want := term(t, `{:agent agent-1 :events [{:kind :plan}] :evidence [1] :kind :editor/agent-session :patches ["p"]}`)
	s, _ := artifact.Lookup(":session")
	sum := coreform.Hash(want)
	if !s.Equal(want) || at(artifact, ":kind") != agent.SessionKind || at(artifact, ":v") != "1" || artifact.Len() != 4 ||
		at(artifact, ":session-h") != `"`+hex.EncodeToString(sum[:])+`"` || at(got, ":session-h") != at(artifact, ":session-h") || at(got, ":artifact") != `"name"` {
		t.Errorf("%s\n%s", artifact, got)
	}
	if _, err := agent.StoreSession(memory(nil), term(t, in)); code(err) != "artifact-store" {
		t.Errorf("%v", err)
	}
	deep := strings.Repeat("[", coreform.MaxDepth-1) + strings.Repeat("]", coreform.MaxDepth-1)
	for _, src := range []string{
		`{}`, `[]`, `{:agent 1 :events [] :evidence [] :patches []}`, `{:agent "a" :events nil :evidence [] :patches []}`,
		`{:agent "a" :events [] :evidence {} :patches []}`, `{:agent "a" :events [] :evidence []}`,
		`{:agent "a" :events [] :evidence [] :patches [] :x 1}`, `{:agent "a" :events ` + deep + ` :evidence [] :patches []}`,
	} {
		got, err := agent.Session(term(t, src))
		if err == nil || !got.IsNil() && got.Err() == nil {
			t.Errorf("%s: %s", src, got)
		}
	}
}

func ExamplePropose() {
	payload, _ := coreform.Parse([]byte(`{:files [{:base "old\n" :new "new\n" :path "f"}]}`))
	answer, _ := agent.Propose(payload)
	p, _ := answer.Lookup(":patch")
	text, _ := p.Text()
	os.Stdout.WriteString(text)
	// Output:
	// diff --git a/f b/f
	// --- a/f
	// +++ b/f
	// @@ -1 +1 @@
	// -old
	// +new
}

// FuzzPayload: any term gives an answer or an error with a code, and no panic; a
// proposed patch applies to what it was proposed from.
func FuzzPayload(f *testing.F) {
	f.Add(`{:files [{:base "old\n" :new "new" :path "f"}]}`)
	f.Add(`{:agent "a" :events [] :evidence [] :patches []}`)
	f.Add(payload("ok"))
	f.Fuzz(func(t *testing.T, src string) {
		p, err := coreform.Limits{Bytes: 1 << 14}.Parse([]byte(src))
		if err != nil {
			return
		}
		if got, err := agent.Session(p); err == nil && got.Err() != nil {
			t.Error("an invalid artifact without an error")
		}
		if got, err := (&agent.Action{Target: &patch.Target{}}).Apply(t.Context(), p); err == nil || code(err) == "" {
			t.Errorf("%s %v", got, err)
		}
		got, err := agent.Propose(p)
		if err != nil {
			if code(err) == "" || !got.IsNil() {
				t.Errorf("%s %v", got, err)
			}
			return
		}
		text, _ := got.Lookup(":patch")
		raw, isBytes := text.Bytes()
		if s, ok := text.Text(); ok {
			raw = []byte(s)
		} else if !isBytes {
			t.Fatalf("%s", got)
		}
		if len(raw) == 0 {
			return
		}
		if _, err := patch.Parse(raw); err != nil {
			t.Errorf("%v: %q", err, raw)
		}
	})
}

// A file that could not be put back is told also where the report is too long: the
// answer never says that all is as before.
func TestConflictBeforeLength(t *testing.T) {
	dir, a, r := place(t)
	a.Max = 10
	if _, err := a.Apply(t.Context(), term(t, payload("bad"))); code(err) != agent.CodeSize {
		t.Errorf("%v", err)
	}
	if content(t, dir) != "old\n" {
		t.Error("the patch was not undone")
	}
	r.before = func() { must(t, os.WriteFile(filepath.Join(dir, "f"), []byte("mine\n"), 0o600)) }
	for _, kind := range []string{"bad", "ok"} {
		must(t, os.WriteFile(filepath.Join(dir, "f"), []byte("old\n"), 0o600))
		if _, err := a.Apply(t.Context(), term(t, payload(kind))); code(err) != patch.CodeConflict {
			t.Errorf("%s: %v", kind, err)
		}
	}
	// Nor where the undo record cannot be removed: then the patch is pending.
	a.Max = 0
	must(t, os.WriteFile(filepath.Join(dir, "f"), []byte("old\n"), 0o600))
	r.before = func() { must(t, a.Target.Undo.Close()) }
	for _, kind := range []string{"ok", "bad"} {
		undo, err := os.OpenRoot(filepath.Join(filepath.Dir(dir), "undo"))
		must(t, err)
		a.Target.Undo = undo
		if _, err := a.Apply(t.Context(), term(t, payload(kind))); code(err) != patch.CodePending {
			t.Errorf("%s: %v", kind, err)
		}
		for _, old := range undoRecords(t, dir) {
			must(t, os.Remove(old))
		}
	}
}

func undoRecords(t testing.TB, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(filepath.Dir(dir), "undo", "patch-undo-*"))
	must(t, err)
	return list
}
