package policy_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ringfence/ringfence/internal/testdata"
	"github.com/ringfence/ringfence/policy"
)

// findings prints findings as "line rule where".
func findings(p *policy.Policy, fsys fs.FS) []string {
	var out []string
	for _, f := range policy.Lint(p, fsys) {
		out = append(out, fmt.Sprintf("%d %s %s", f.Position.Line, strings.TrimPrefix(f.Rule, "policy/"), f.Where))
	}
	return out
}

// Each rule has a policy that breaks it, and nothing else.
func TestLint(t *testing.T) {
	const plugin = "allow = [\"editor/plugin::command\"]\n[op.\"editor/plugin::command\"]\n"
	const apply = "core/editor/action::agent-apply-patch-with-obligations"
	const pinned = "base_dir = \"/opt\"\nbridge_cmd = \"b\"\nbridge_cmd_sha256 = \"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"\n"
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"clean", "allow = [\"editor/clipboard::get\"]", nil},
		{"clean plugin", plugin + "allow_plugins = [\"a\"]\n" + pinned, nil},
		{"clean denial", "allow = []\ndeny = [\"editor/*\", \"io/fs::read\"]", []string{"2 redundant deny[1]"}},
		{"allow misspelled", "allow = [\"editor/clipbord::get\"]", []string{"1 never-matches allow[0]"}},
		{"allow in another case", "allow = [\"Editor/clipboard::get\"]", []string{"1 never-matches allow[0]"}},
		{"deny misspelled", "allow = []\ndeny = [\"editor/clipbord::get\"]", []string{"2 deny-nothing deny[0]"}},
		{"deny in another case", "allow = []\ndeny = [\"Editor/Clipboard::Get\"]", nil},
		{"all denied", "allow = [\"editor/clipboard::get\"]\ndeny = [\"editor/clipboard::*\"]", []string{"1 never-matches allow[0]"}},
		{"denied on a condition", "allow = [\"editor/clipboard::get\"]\n[[rule]]\neffect = \"deny\"\nops = [\"editor/*\"]\nwhen = { tainted = [\"tool\"] }", nil},
		{"impossible class", "allow = []\n[[rule]]\neffect = \"deny\"\nops = [\"editor/clipboard::get\"]\nwhen = { reversibility = [\"outward\"] }", []string{"2 deny-nothing rule[0]"}},
		{"impossible trust", "allow = []\n[[rule]]\neffect = \"deny\"\nops = [\"*\"]\nwhen = { trust_below = \"untrusted\" }", []string{"2 deny-nothing rule[0]"}},
		{"class of some kind", "allow = []\n[[rule]]\neffect = \"deny\"\nops = [\"editor/task::spawn\"]\nwhen = { reversibility = [\"irreversible\"] }", nil},
		{"given twice", "allow = [\"editor/clipboard::get\", \"editor/clipboard::get\"]", []string{"1 redundant allow[1]"}},
		{"covered", "allow = [\"editor/clipboard::get\", \"editor/clipboard::*\"]", []string{"1 redundant allow[0]", "1 wildcard allow[1]"}},
		{"no table", "allow = [\"editor/watch::subscribe\"]", []string{"1 table-missing allow[0]", "1 table-missing allow[0]"}},
		{"no globs", "allow = [\"editor/watch::subscribe\"]\n[op.\"editor/watch::subscribe\"]\nbase_dir = \"/x\"", []string{"2 table-missing op.\"editor/watch::subscribe\""}},
		{"no kinds", "allow = [\"editor/task::spawn\"]\n[op.\"editor/task::spawn\"]\nbase_dir = \"/x\"", []string{"2 table-missing op.\"editor/task::spawn\""}},
		{"table of nothing", "allow = []\n[op.\"editor/clipboard::get\"]\nmax_bytes = 1", []string{"2 table-unused op.\"editor/clipboard::get\""}},
		{"table of a denied op", "allow = [\"editor/clipboard::*\"]\ndeny = [\"editor/clipboard::get\"]\n[op.\"editor/clipboard::get\"]\nmax_bytes = 1", []string{"1 wildcard allow[0]", "3 table-unused op.\"editor/clipboard::get\""}},
		{"table of no op", "allow = []\n[op.\"editor/x\"]\nmax_bytes = 1", []string{"2 table-unused op.\"editor/x\""}},
		{"table of another family", "allow = []\n[op.\"io/fs::read\"]\nurl_allow = []", []string{"2 table-unused op.\"io/fs::read\""}},
		{"key without a use", "allow = [\"editor/clipboard::get\"]\n[op.\"editor/clipboard::get\"]\ndialog_roots = [\"/x\"]", []string{"3 key-unused op.\"editor/clipboard::get\".dialog_roots"}},
		{"wildcards", plugin + "allow_plugins = [\"*\"]\nallow_commands = [\"a*\"]\n" + pinned, []string{"3 wildcard op.\"editor/plugin::command\".allow_plugins[0]", "4 wildcard op.\"editor/plugin::command\".allow_commands[0]"}},
		{"whole file system", "allow = [\"editor/dialog::open\"]\n[op.\"editor/dialog::open\"]\ndialog_roots = [\"/\"]", []string{"3 wide-root op.\"editor/dialog::open\".dialog_roots[0]"}},
		{"no pin", plugin + "allow_plugins = [\"a\"]\nbridge_cmd = \"b\"", []string{"4 bridge-unpinned op.\"editor/plugin::command\".bridge_cmd"}},
		{"no bridge", plugin + "allow_plugins = [\"a\"]", []string{"2 bridge-missing op.\"editor/plugin::command\""}},
		{"no bridge for a kind", "allow = [\"editor/task::spawn\"]\n[op.\"editor/task::spawn\"]\nallow_task_kinds = [\"my/kind\"]", []string{"2 bridge-missing op.\"editor/task::spawn\""}},
		{"no bridge for an obligation", "allow = [\"" + apply + "\", \"editor/task::spawn\"]\n[store]\ndir = \"/s\"\n[op.\"" + apply + "\"]\nbase_dir = \"/x\"\nallow_task_kinds = [\"editor/task::test-pkg\"]\n" +
			"[op.\"editor/task::spawn\"]\nallow_task_kinds = [\"editor/task::test-pkg\"]\n" + pinned, []string{"4 bridge-missing op.\"" + apply + "\""}},
		{"obligations of the host", "allow = [\"" + apply + "\"]\n[log]\nstore_dir = \"/s\"\n[op.\"" + apply + "\"]\nbase_dir = \"/x\"\nallow_task_kinds = [\"editor/task::lint-module\"]", nil},
		{"no store", "allow = [\"" + apply + "\", \"core/editor/agent::store-session-log\"]\n[op.\"" + apply + "\"]\nbase_dir = \"/x\"\nallow_task_kinds = [\"editor/task::lint-module\"]", []string{"1 store-missing allow[0]", "1 store-missing allow[1]"}},
		{"no store for what is denied", "allow = [\"core/editor/agent::store-session-log\"]\ndeny = [\"core/editor/*\"]", []string{"1 never-matches allow[0]"}},
		{"bridge elsewhere", plugin + "allow_plugins = [\"a\"]\n" + strings.Replace(pinned, "\"b\"", "\"../b\"", 1), []string{"5 bridge-path op.\"editor/plugin::command\".bridge_cmd"}},
	} {
		if got := findings(parse(t, c.src), nil); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := findings(nil, nil); len(got) != 1 {
		t.Errorf("no policy: %q", got)
	}
}

// Roots and globs are looked at in the file system that is given, and only there.
func TestLintFiles(t *testing.T) {
	fsys := fstest.MapFS{
		"ws/a.gc": {}, "ws/sub/.ENV": {}, "file": {}, "link": {Mode: fs.ModeSymlink, Data: []byte("ws")}, "real/x": {}, "empty": {Mode: fs.ModeDir},
	}
	const head = "allow = [\"editor/watch::subscribe\"]\n[op.\"editor/watch::subscribe\"]\n"
	for _, c := range []struct {
		src  string
		want []string
	}{
		{"watch_roots = [\"/ws\"]\nwatch_globs = [\"*.gc\"]\ndeny_globs = [\".env\"]", nil},
		{"watch_roots = [\"/ws\"]\nwatch_globs = [\"*.go\"]\ndeny_globs = [\"*.pem\"]", []string{"4 glob-nothing watch_globs[0]", "5 glob-nothing deny_globs[0]"}},
		{"watch_roots = [\"/gone\"]\nwatch_globs = [\"*.go\"]", []string{"3 root-missing watch_roots[0]"}},
		{"watch_roots = [\"/file\"]\nwatch_globs = [\"*.go\"]", []string{"3 root-missing watch_roots[0]"}},
		{"watch_roots = [\"/link\"]\nwatch_globs = [\"*.gc\"]", []string{"3 root-symlink watch_roots[0]"}},
		{"watch_roots = [\"/link/sub\"]\nwatch_globs = [\"*.gc\"]", []string{"3 root-symlink watch_roots[0]"}},
		{"watch_roots = [\"/empty\"]\nwatch_globs = [\"*.gc\"]", nil},
		{"watch_roots = [\"/ws\", \"/gone\"]\nwatch_globs = [\"*.go\"]", []string{"3 root-missing watch_roots[1]"}},
	} {
		var got []string
		for _, f := range findings(parse(t, head+c.src), fsys) {
			got = append(got, strings.Replace(f, "op.\"editor/watch::subscribe\".", "", 1))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
		if got := findings(parse(t, head+c.src), nil); len(got) != 0 {
			t.Errorf("%s: without files %q", c.src, got)
		}
	}
}

// Findings come from rules that are listed, with their severity.
func TestLintRules(t *testing.T) {
	seen := map[string]policy.Severity{}
	for _, r := range policy.LintRules() {
		if _, twice := seen[r.ID]; twice || r.Title == "" || len(r.Why) < 40 || !strings.HasPrefix(r.ID, "policy/") {
			t.Errorf("%+v", r)
		}
		seen[r.ID] = r.Severity
	}
	p := parse(t, "allow = [\"editor/*\", \"x/y\", \"editor/z\"]\ndeny = [\"editor/none\"]"+tables)
	all := policy.Lint(p, fstest.MapFS{})
	for _, f := range all {
		if severity, ok := seen[f.Rule]; !ok || severity != f.Severity || f.Message == "" || f.Position.File != file {
			t.Errorf("%+v", f)
		}
	}
	if len(all) < 6 || policy.Note.String()+policy.Warning.String()+policy.Error.String() != "notewarningerror" {
		t.Errorf("%d findings", len(all))
	}
}

// The reference lists the rules of Lint with their severity.
func TestPolicyDocument(t *testing.T) {
	body, err := os.ReadFile(filepath.Join(testdata.Root(t), "docs", "policy.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range policy.LintRules() {
		if !strings.Contains(string(body), "| `"+r.ID+"` | "+r.Severity.String()+" |") {
			t.Errorf("docs/policy.md does not list %s as %s", r.ID, r.Severity)
		}
	}
}
