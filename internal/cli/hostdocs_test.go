//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/internal/testdata"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/coreform/cfjson"
	"github.com/ringfence/ringfence/policy/frame"
)

// blockBehind returns the first fenced block of a kind behind a heading or sentence.
func blockBehind(t *testing.T, text, after, kind string) string {
	t.Helper()
	_, text, ok := strings.Cut(text, after)
	_, text, ok2 := strings.Cut(text, "```"+kind+"\n")
	block, _, ok3 := strings.Cut(text, "```")
	if !ok || !ok2 || !ok3 {
		t.Fatalf("there is no block %s behind %q", kind, after)
	}
	return block
}

// documented is a row of the table of ops in docs/host.md.
type documented struct {
	op, payload string
	answers     []coreform.Term // patterns
}

var opRow = regexp.MustCompile("(?m)^\\| `([^`]+::[^`]+)` \\| `([^`]+)` \\| (.*) \\|$")

func documentedOps(t *testing.T) []documented {
	t.Helper()
	var out []documented
	for _, m := range opRow.FindAllStringSubmatch(rootFile(t, "docs/host.md"), -1) {
		d := documented{op: m[1], payload: m[2]}
		for _, code := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(m[3], -1) {
			pattern, err := coreform.Parse([]byte(code[1]))
			if err != nil {
				t.Fatalf("%s: %v", m[1], err)
			}
			d.answers = append(d.answers, pattern)
		}
		out = append(out, d)
	}
	return out
}

// The table lists every op with the payload that it is judged by.
func TestHostDocumentHasOps(t *testing.T) {
	types := map[string]string{
		"a string": "STR", "a string or nil": "STR?", "true or false": "BOOL", "a vector": "[TERM …]", "a vector of strings": "[STR …]",
		"a symbol": "SYM", "a string or a symbol": "STR/SYM", "a term": "TERM", "an integer from 0 or nil": "INT?",
		`"text/plain"`: `"text/plain"`, "bytes or a string": "STR/BYTES",
		"a vector of maps with :base, :new and :path, at least one": "[FILE …]",
		"a vector of payloads of editor/task::spawn, at least one":  "[SPAWN …]",
	}
	rows := documentedOps(t)
	shapes := policy.Shapes()
	if len(rows) != len(shapes) {
		t.Fatalf("%d rows for %d ops", len(rows), len(shapes))
	}
	for i, s := range shapes {
		var keys []string
		for _, k := range s.Keys {
			word, ok := types[k.Takes]
			if !ok {
				t.Fatalf("%s %s takes %q, which has no short form here", s.Op, k.Key, k.Takes)
			}
			if k.Optional {
				word = strings.TrimSuffix(word, "?") + "?"
			}
			keys = append(keys, k.Key+" "+word)
		}
		if want := "{" + strings.Join(keys, " ") + "}"; rows[i].op != s.Op || rows[i].payload != want {
			t.Errorf("docs/host.md: %s has %s, want %s of %s", rows[i].op, rows[i].payload, want, s.Op)
		}
	}
}

// words are the short forms of the table's answers.
var words = map[string][]coreform.Kind{
	"STR": {coreform.KindStr}, "SYM": {coreform.KindSymbol}, "INT": {coreform.KindInt}, "BOOL": {coreform.KindBool},
	"MAP": {coreform.KindMap}, "STR/BYTES": {coreform.KindStr, coreform.KindBytes},
}

// fits reports whether a term is of a pattern of the table.
func fits(pattern, value coreform.Term) bool {
	name, _ := pattern.Symbol()
	switch {
	case name == "TERM":
		return true
	case words[name] != nil:
		return slices.Contains(words[name], value.Kind())
	case pattern.Kind() == coreform.KindVector:
		each, _ := pattern.Item(0)
		for _, item := range value.Items() {
			if !fits(each, item) {
				return false
			}
		}
		return value.Kind() == coreform.KindVector
	case pattern.Kind() == coreform.KindMap:
		for key, p := range pattern.Pairs() {
			if v, ok := value.Get(key); !ok || !fits(p, v) {
				return false
			}
		}
		return value.Kind() == coreform.KindMap && value.Len() == pattern.Len()
	}
	return pattern.Equal(value)
}

// documentFiles makes the folder of a session: a policy, and a bridge that answers
// for dialogs, plugins and tests.
func documentFiles(t *testing.T, caps string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir()) // lint finds links
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"caps.toml":               caps,
		"workspace/docs/read.txt": "text\n",
		"workspace/m.go":          "package m\n\nconst Two = 3\n",
		"bin/ringfence-go-bridge": `#!/bin/sh
body=$(cat)
case "$1 $body" in
editor/dialog::open*) a='{:ok true :paths ["workspace/docs/read.txt"]}';;
editor/dialog::save*) a='{:ok true :path "workspace/notes.txt"}';;
editor/plugin::command*) a='{:misspelled []}';;
*test-pkg*) a='{:ok true :path "workspace" :module-count 1 :test-declaration-count 1 :defined-symbol-count 0 :defined-symbols [] :diagnostics [] :error-count 0 :warn-count 0}';;
*) a='nil';;
esac
printf '%d\n%s' ${#a} "$a"
`,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// runHost runs a session in this process and returns its standard output.
func runHost(t *testing.T, in []byte, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	c := Command{Stdin: bytes.NewReader(in), Stdout: &out, Stderr: &errs}
	if code := c.Main(append([]string{"host"}, args...)); code != ExitClean {
		t.Fatalf("host %v: status %d\n%s", args, code, &errs)
	}
	return out.Bytes()
}

// checkAnswer holds an answer against the table.
func checkAnswer(t *testing.T, rows []documented, op string, answer coreform.Term) {
	t.Helper()
	i := slices.IndexFunc(rows, func(d documented) bool { return d.op == op })
	if i < 0 {
		t.Fatalf("docs/host.md does not list %s", op)
	}
	if !slices.ContainsFunc(rows[i].answers, func(p coreform.Term) bool { return fits(p, answer) }) {
		t.Errorf("%s answers %s, and docs/host.md says %v", op, answer, rows[i].answers)
	}
}

const documentCaps = `allow = ["editor/*"]
[op."editor/dialog::open"]
dialog_roots = ["workspace"]
bridge_cmd = "bin/ringfence-go-bridge"
[op."editor/dialog::save"]
dialog_roots = ["workspace"]
bridge_cmd = "bin/ringfence-go-bridge"
[op."editor/plugin::command"]
bridge_cmd = "bin/ringfence-go-bridge"
allow_plugins = ["spell"]
[op."editor/task::spawn"]
base_dir = "workspace"
allow_task_kinds = ["editor/task::lint-module"]
[op."editor/watch::subscribe"]
base_dir = "workspace"
watch_roots = ["."]
watch_globs = ["**"]
`

// The examples of docs/host.md are the same requests in both writings, are carried
// out, and answer what its table says, in a replay as well.
func TestHostDocumentRuns(t *testing.T) {
	text, rows := rootFile(t, "docs/host.md"), documentedOps(t)
	lines := blockBehind(t, text, "A task kind is a symbol", "json")
	forms := strings.Split(strings.TrimSpace(blockBehind(t, text, "Requests as CoreForm", "text")), "\n")
	var frames []byte
	var asked []string
	for i, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		body, err := cfjson.Parse([]byte(line))
		if err != nil || i >= len(forms) {
			t.Fatalf("%s: %v", line, err)
		}
		form, err := coreform.Parse([]byte(forms[i]))
		if err != nil {
			t.Fatalf("%s: %v", forms[i], err)
		}
		byJSON, err1 := askedOf(body, "op", "payload")
		byForm, err2 := askedOf(form, ":op", ":payload")
		if err1 != nil || err2 != nil || byJSON.Op != byForm.Op || !byJSON.Payload.Equal(byForm.Payload) {
			t.Errorf("not the same: %s, %s", line, forms[i])
		}
		if frames, err = frame.Append(frames, []byte(forms[i])); err != nil {
			t.Fatal(err)
		}
		asked = append(asked, byForm.Op)
	}
	for _, op := range policy.Ops() {
		if strings.HasPrefix(op, "editor/") && !slices.Contains(asked, op) {
			t.Errorf("docs/host.md has no example of %s", op)
		}
	}
	dir := documentFiles(t, documentCaps)
	at := func(name string) string { return filepath.Join(dir, name) }
	session := []string{"--caps", at("caps.toml"), "--clipboard", "memory", "--log"}
	out := runHost(t, frames, append(session, at("form.log"))...)
	if again := runHost(t, frames, "--replay", at("form.log")); !bytes.Equal(again, out) {
		t.Error("a replay answers otherwise")
	}
	for _, op := range asked {
		answer, rest, err := frame.Cut(out, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		out = rest
		checkOK(t, rows, op, answer, coreform.Parse, ":kind", ":value")
	}
	jsonOut := runHost(t, []byte(lines), append(session, at("json.log"), "--json-lines")...)
	for i, line := range strings.Split(strings.TrimSpace(string(jsonOut)), "\n") {
		checkOK(t, rows, asked[i], []byte(line), cfjson.Parse, "kind", "value")
	}
}

// checkOK reads an answer, which is no ERROR, and holds it against the table.
func checkOK(t *testing.T, rows []documented, op string, answer []byte, parse func([]byte) (coreform.Term, error), kindKey, valueKey string) {
	t.Helper()
	term, err := parse(answer)
	if err != nil {
		t.Fatalf("%s: %v", answer, err)
	}
	kind, _ := term.Lookup(kindKey)
	name, isSym := kind.Symbol()
	if !isSym {
		name, _ = kind.Text()
	}
	value, ok := term.Lookup(valueKey)
	if !ok || strings.TrimPrefix(name, ":") != "ok" {
		t.Errorf("%s: %s", op, answer)
		return
	}
	checkAnswer(t, rows, op, value)
}

// The example of agent actions in docs/policy.md accepts a patch as it is written,
// but for the bridge, which is a script here; with the folder of undo records from
// the policy, or from the flag. Lint finds nothing but that the bridge has no pin,
// and what is taken out.
func TestPolicyDocumentRuns(t *testing.T) {
	text, rows := rootFile(t, "docs/policy.md"), documentedOps(t)
	caps, requests := blockBehind(t, text, "## Agent actions", "toml"), blockBehind(t, text, "## Agent actions", "json")
	_, unstored, _ := strings.Cut(caps, "[store]")
	_, unstored, ok := strings.Cut(unstored, "\n\n")
	if !ok {
		t.Fatal("the example has no table [store] with a blank line behind it")
	}
	head, _, _ := strings.Cut(caps, "[store]")
	bridgeless := regexp.MustCompile("(?m)^bridge_cmd.*\n").ReplaceAllString(caps, "")
	requests += `{"op": "core/editor/agent::store-session-log", "payload": {":agent": "a", ":events": [], ":evidence": [], ":patches": []}}` + "\n"
	for name, c := range map[string]struct {
		caps     string
		store    bool
		findings []string
		accepted string // what the answer to the second request has
	}{
		"as written":       {caps, false, []string{"policy/bridge-unpinned"}, `":accepted":true`},
		"with --store":     {head + unstored, true, []string{"policy/store-missing", "policy/bridge-unpinned"}, `":accepted":true`},
		"without a folder": {head + unstored, false, []string{"policy/store-missing", "policy/bridge-unpinned"}, "there is no folder for undo records"},
		"without a bridge": {bridgeless, false, []string{"policy/bridge-missing"}, "editor/bridge-required"},
	} {
		c.caps = strings.Replace(c.caps, "allow = [", "allow = [\"core/editor/agent::store-session-log\", ", 1)
		dir := documentFiles(t, c.caps)
		p, err := policy.Parse(filepath.Join(dir, "caps.toml"), []byte(c.caps))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		found := map[string]bool{}
		for _, f := range policy.Lint(p, os.DirFS("/")) {
			found[f.Rule] = true
		}
		if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, slices.Sorted(slices.Values(c.findings))) {
			t.Errorf("%s: lint finds %v", name, got)
		}
		args := []string{"--caps", filepath.Join(dir, "caps.toml"), "--log", filepath.Join(dir, "run.log"), "--json-lines"}
		if c.store {
			store := filepath.Join(dir, "other")
			if err := os.Mkdir(store, 0o700); err != nil {
				t.Fatal(err)
			}
			args = append(args, "--store", store)
		}
		answers := strings.Split(strings.TrimSpace(string(runHost(t, []byte(requests), args...))), "\n")
		if len(answers) != 3 || !strings.Contains(answers[1], c.accepted) {
			t.Fatalf("%s: %q", name, answers)
		}
		source, err := os.ReadFile(filepath.Join(dir, "workspace", "m.go"))
		if err != nil {
			t.Fatal(err)
		}
		applied := strings.Contains(string(source), "Two = 2")
		if applied != strings.Contains(c.accepted, "true") {
			t.Errorf("%s: %s", name, source)
		}
		if !applied {
			continue
		}
		for i, op := range []string{"core/editor/action::agent-propose-patch", "core/editor/action::agent-apply-patch-with-obligations", "core/editor/agent::store-session-log"} {
			checkOK(t, rows, op, []byte(answers[i]), cfjson.Parse, "kind", "value")
		}
		var first, second struct {
			Value struct {
				Patch string `json:":patch"`
			}
			Payload struct {
				Patch string `json:":patch"`
			}
		}
		asked := strings.Split(requests, "\n")
		if json.Unmarshal([]byte(answers[0]), &first) != nil || json.Unmarshal([]byte(asked[1]), &second) != nil || first.Value.Patch != second.Payload.Patch || first.Value.Patch == "" {
			t.Errorf("the patch of docs/policy.md is not the one that is proposed: %s", answers[0])
		}
	}
}

// documentSteps runs the first block of commands behind a heading of a document in a
// folder in place of /srv/session, with a bridge that was not built but is there.
func documentSteps(t *testing.T, doc, after, dir string) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the commands are those of Linux")
	}
	script := blockBehind(t, rootFile(t, doc), after, "sh")
	build := "CGO_ENABLED=0 go install ./cmd/ringfence-go-bridge"
	if _, err := os.Stat(filepath.Join(testdata.Root(t), "cmd", "ringfence-go-bridge", "main.go")); err != nil || !strings.Contains(script, "GOBIN=/srv/session/bin "+build+"\n") {
		t.Fatalf("%s does not build the bridge: %v\n%s", doc, err, script)
	}
	script = strings.Replace(script, "CGO_ENABLED=0 go install", "test -x", 1)
	script = strings.Replace(script, "./cmd/ringfence-go-bridge", "/srv/session/bin/ringfence-go-bridge", 1)
	script = strings.NewReplacer("/srv/session", dir, "/var/cache/ringfence", filepath.Join(dir, "cache"), "mkdir workspace", "mkdir -p workspace").Replace(script)
	out, err := exec.Command("sh", "-euc", script).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s\n%s", doc, err, script, out)
	}
	return string(out)
}

// The commands of docs/policy.md pin the bridge, find nothing in the policy, and
// apply the patch.
func TestPolicyDocumentSteps(t *testing.T) {
	text := rootFile(t, "docs/policy.md")
	dir := documentFiles(t, blockBehind(t, text, "## Agent actions", "toml"))
	if err := os.WriteFile(filepath.Join(dir, "requests.jsonl"), []byte(blockBehind(t, text, "## Agent actions", "json")), 0o600); err != nil {
		t.Fatal(err)
	}
	out := documentSteps(t, "docs/policy.md", "## Agent actions", dir)
	if !strings.Contains(out, `":accepted":true`) || strings.Contains(out, "warning") {
		t.Error(out)
	}
}

// Those of docs/tasks.md pin the bridge of a policy that then loads.
func TestTaskDocumentSteps(t *testing.T) {
	caps := blockBehind(t, rootFile(t, "docs/tasks.md"), "## A policy with tasks", "toml")
	dir := documentFiles(t, "")
	caps = strings.ReplaceAll(caps, "/srv/session", dir)
	file := filepath.Join(dir, "caps.toml")
	if _, err := policy.Parse(file, []byte(caps)); err == nil {
		t.Error("the policy has a pin before somebody looked at the bridge")
	}
	if err := os.WriteFile(file, []byte(caps), 0o600); err != nil {
		t.Fatal(err)
	}
	out := documentSteps(t, "docs/tasks.md", "## A policy with tasks", dir)
	if strings.Contains(out, "bridge") {
		t.Error(out)
	}
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.Parse(file, body)
	if err != nil {
		t.Fatal(err)
	}
	if table, _ := p.Op("editor/task::spawn"); len(table.Bridge.SHA256) != 64 || table.Bridge.Cmd != filepath.Join(dir, "bin", "ringfence-go-bridge") {
		t.Errorf("%+v", table.Bridge)
	}
}
