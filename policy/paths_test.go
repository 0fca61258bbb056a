package policy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy"
)

const dialogPolicy = `allow = ["editor/dialog::*"]
deny_globs = ["*.PEM", "secret/keys"]
[op."editor/dialog::open"]
base_dir = "/srv"
dialog_roots = ["app", "/data/x"]
deny_globs = ["tmp", "a/*.txt"]
[op."editor/dialog::save"]
base_dir = "/srv/app"
`

// Paths are compared by element, and denied by name at any depth.
func TestDialogRoots(t *testing.T) {
	p := parse(t, dialogPolicy)
	for path, want := range map[string]string{
		"/srv/app": "", "/srv/app/": "", "/srv/app/x": "", "/srv//app/./x": "", "app": "", "app/x y": "", "./app": "", "/data/x/é": "",
		"/srv/app...": "roots", "/srv/app-evil/x": "roots", "/srv/ap": "roots", "/srv": "roots", "/": "roots", ".": "roots", "x": "roots", "/data/xy": "roots",
		"/srv/APP": "roots", "/srv/app\u200b": "roots", "~/x": "roots",
		"/srv/app/../app": "form", "app/..": "form", "..": "form", "/srv/app/..": "form", "app/x/../y": "form", "": "form",
		"/srv/app\\..\\x": "form", "/srv/app/\x00": "form", "/srv/app/a\nb": "form",
		"/srv/app/tmp": "tmp", "/srv/app/x/TMP/y": "tmp", "/srv/app/tmp.": "tmp", "/srv/app/tmp::$DATA": "tmp", "/srv/app/ｔｍｐ": "tmp", "/srv/app/t\u200bmp/x": "tmp",
		"/srv/app/tmpx": "", "/srv/app/x.tmp": "",
		"/srv/app/k.pem": "pem", "/srv/app/a/K.Pem/x": "pem", "/srv/app/pem": "",
		"/srv/app/a/b.txt": "a/", "/srv/app/a/b.txt/c": "a/", "/srv/app/b/a/b.txt": "",
		"/srv/app/secret/keys/1": "keys", "/srv/app/secret/key": "", "/srv/app/x/secret/keys": "",
		"/srv/app/.git": "git", "/srv/app/sub/.git/hooks/x": "git", "/srv/app/.GIT": "git", "/srv/app/.g\u200cit/x": "git", "/srv/app/git~1": "git",
		"/srv/app/.git ": "git", "/srv/app/.github": "", "/srv/app/.github/workflows/a.yml": "ci", "/srv/app/x/.GitHub/Workflows": "ci",
		"/srv/app/.gitlab-ci.yml": "ci", "/srv/app/Jenkinsfile": "ci", "/srv/app/jenkinsfile.txt": "", "/srv/app/.husky/pre-commit": "hooks", "/srv/app/.gitignore": "",
		"/srv/app/.sl/config": "sl", "/srv/app/_fossil_": "fossil", "/srv/app/lefthook.toml": "hooks", "/srv/app/.lefthook.json": "hooks", "/srv/app/.config/lefthook-local.yml": "hooks",
		"/srv/app/.overcommit.yml": "hooks", "/srv/app/.git-hooks/x": "hooks", "/srv/app/.drone.star": "ci", "/srv/app/.cirrus.star": "ci", "/srv/app/.tekton/a.yaml": "ci", "/srv/app/lefthook": "", "/srv/app/slx": "",
	} {
		_, reasons := p.PathAllowed("editor/dialog::open", path)
		if want == "" {
			if len(reasons) > 0 {
				t.Errorf("%q: %+v", path, reasons)
			}
			continue
		}
		rule := map[string]string{
			"roots": ".dialog_roots", "form": "built-in: form of paths", "tmp": ".deny_globs[0]", "pem": "deny_globs[0]", "a/": ".deny_globs[1]", "keys": "deny_globs[1]",
			"git": "built-in: version-control internals", "ci": "built-in: CI configuration", "hooks": "built-in: hooks",
		}[want]
		if !slices.ContainsFunc(reasons, func(r policy.Reason) bool { return strings.HasSuffix(r.Rule, rule) && r.Code == policy.CodePathEscape }) {
			t.Errorf("%q: %+v, want %s", path, reasons, rule)
		}
		payload := `{:filters [] :multi true :start-dir ` + quoted(path) + ` :title "t"}`
		if d := p.Decide(request(t, "editor/dialog::open", payload)); d.Allowed() || d.Code() != policy.CodePathEscape {
			t.Errorf("%q: Decide says %v, %s", path, d.Allowed(), d.Code())
		}
	}
}

// A default name cannot leave the folder that was judged.
func TestDefaultName(t *testing.T) {
	p := parse(t, dialogPolicy)
	for name, want := range map[string]bool{
		"a.txt": true, "..a": true, "": false, ".": false, "..": false, "a/b": false, "/a": false, "../a": false, "a\\b": false,
		".git": false, "k.pem": false, "a\x00": false, ".GitModules": false,
	} {
		for _, dir := range []string{"nil", `"/srv/app/x"`} {
			d := p.Decide(request(t, "editor/dialog::save", `{:default-name `+quoted(name)+` :filters [] :start-dir `+dir+` :title "t"}`))
			if d.Allowed() != want {
				t.Errorf("%q in %s: %q", name, dir, denials(d))
			}
		}
	}
}

// quoted prints a string as CoreForm.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < 0x20:
			b.WriteString(`\x` + string("0123456789ABCDEF"[r>>4]) + string("0123456789ABCDEF"[r&15]))
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

// Paths in the input of a task stay under base_dir, and "" or a folder that the
// policy lies in is not a way around.
func TestTaskPaths(t *testing.T) {
	p := parse(t, `allow = ["editor/task::spawn"]
[op."editor/task::spawn"]
base_dir = "/ws"
allow_task_kinds = ["editor/task::optimize-module", "editor/task::test-pkg", "editor/task::index-workspace", "other/kind"]
deny_globs = ["vendor"]
`)
	for input, want := range map[string]bool{
		`{:out "a" :path "b/c"} optimize-module`:               true,
		`{:out "/ws/a"} optimize-module`:                       true,
		`{:out ".git/hooks/pre-commit"} optimize-module`:       false,
		`{:out "../x"} optimize-module`:                        false,
		`{:out "/etc/passwd"} optimize-module`:                 false,
		`{:out ""} optimize-module`:                            false,
		`{:path "Vendor/x"} optimize-module`:                   false,
		`{:pkg "pkgs/a" :caps "caps.toml"} test-pkg`:           true,
		`{:pkg "pkgs/a" :caps "/srv/gate/caps.toml"} test-pkg`: false,
		`{:pkg "/wsx"} test-pkg`:                               false,
		`{:root "."} index-workspace`:                          true,
		`{:root "/"} index-workspace`:                          false,
	} {
		in, kind, _ := strings.Cut(input, "} ")
		d := p.Decide(request(t, "editor/task::spawn", `{:input `+in+`} :task-kind editor/task::`+kind+`}`))
		if d.Allowed() != want {
			t.Errorf("%s: %q", input, denials(d))
		}
	}
	if d := p.Decide(request(t, "editor/task::spawn", `{:input 5 :task-kind other/kind}`)); !d.Allowed() || d.Reversibility() != policy.Outward {
		t.Errorf("a kind of a bridge: %q", denials(d))
	}
	if d := p.Decide(request(t, "editor/task::spawn", `{:input {} :task-kind editor/task::fmt-coreform}`)); d.Allowed() {
		t.Error("a kind that is not allowed")
	}
	// Without base_dir, reading starts at the policy's folder and nothing is written.
	p = parse(t, `allow = ["editor/task::spawn"]
[op."editor/task::spawn"]
allow_task_kinds = ["editor/task::optimize-module", "editor/task::lint-module"]
`)
	for input, want := range map[string]bool{
		`{:path "a"} :task-kind editor/task::lint-module`:           true,
		`{:path "/srv/gate/a"} :task-kind editor/task::lint-module`: true,
		`{:path "/srv/a"} :task-kind editor/task::lint-module`:      false,
		`{:out "a"} :task-kind editor/task::optimize-module`:        false,
		`{:source "a"} :task-kind editor/task::optimize-module`:     true,
	} {
		if d := p.Decide(request(t, "editor/task::spawn", `{:input `+input+`}`)); d.Allowed() != want {
			t.Errorf("%s: %q", input, denials(d))
		}
	}
}

// Subscriptions: the root, and what the globs take.
func TestWatch(t *testing.T) {
	p := parse(t, `allow = ["editor/watch::*"]
[op."editor/watch::subscribe"]
watch_roots = ["/ws", "/data"]
watch_globs = ["*.gc", "src/**", "docs/?/*.md"]
deny_globs = ["private"]
`)
	for line, want := range map[string]bool{
		`/ws *.gc`: true, `/ws a.gc`: true, `/ws sub/*.gc`: true, `/ws **/*.gc`: true, `/ws sub/**/x?.gc`: true, `/ws/sub *.gc`: true, `/data *.gc`: true,
		`/ws src/**`: true, `/ws/src **`: true, `/ws/src/deep *`: true, `/ws src/*.go`: true, `/ws src`: false, `/ws docs/a/b.md`: true, `/ws docs/?/*.md`: true, `/ws/docs/é *.md`: false, `/ws docs/é/a.md`: true,
		`/ws *`: false, `/ws **`: false, `/ws *.g`: false, `/ws *.gcx`: false, `/ws *.gc*`: false, `/ws srcs/**`: false, `/ws docs/**/*.md`: false, `/ws docs/*/*.md`: false, `/ws `: false,
		`/wsx *.gc`: false, `/ *.gc`: false, `/ws/.. *.gc`: false, `/ws ../*.gc`: false, `/ws /x/*.gc`: false, `/ws {a}.gc`: false, `/ws [a].gc`: false, `/ws src/**x`: false,
		`/ws/private *.gc`: false, `/ws private/*.gc`: false, `/ws src/Private/**`: false, `/ws src/.git/**`: false, `/ws **/.git/*.gc`: false,
		`/ws/src/* **`: false,
	} {
		root, glob, _ := strings.Cut(line, " ")
		d := p.Decide(request(t, "editor/watch::subscribe", `{:globs [`+quoted(glob)+`] :root `+quoted(root)+`}`))
		if d.Allowed() != want {
			t.Errorf("%s: %v %q", line, d.Allowed(), denials(d))
		}
	}
	if d := p.Decide(request(t, "editor/watch::subscribe", `{:globs [] :root "/ws"}`)); d.Allowed() {
		t.Error("no glob is every file")
	}
	if d := p.Decide(request(t, "editor/watch::subscribe", `{:globs [`+strings.Repeat(`"*.gc" `, policy.MaxGlobs+1)+`] :root "/ws"}`)); d.Code() != policy.CodeResource {
		t.Errorf("too many globs: %q", denials(d))
	}
	every := parse(t, `allow = ["editor/watch::*"]`+"\n[op.\"editor/watch::subscribe\"]\nbase_dir = \"/ws\"\nwatch_globs = [\"**\"]")
	if d := every.Decide(request(t, "editor/watch::subscribe", `{:globs [] :root "."}`)); !d.Allowed() {
		t.Errorf("everything below base_dir: %q", denials(d))
	}
}
