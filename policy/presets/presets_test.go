package presets_test

import (
	"testing"
	"testing/fstest"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/presets"
)

func load(t *testing.T, name string) *policy.Policy {
	t.Helper()
	src, ok := presets.Get(name)
	if !ok {
		t.Fatalf("no preset %s", name)
	}
	p, err := policy.Parse("/srv/dev/caps.toml", src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Presets decide as the contract recommends.
func TestPresetsDecide(t *testing.T) {
	request := ringfence.NewProvenance(ringfence.Source{Kind: "request", Trust: ringfence.Request})
	screen := request.Join(ringfence.NewProvenance(ringfence.Source{Kind: "screen"}))
	tool := request.Join(ringfence.NewProvenance(ringfence.Source{Kind: "tool"}))
	const spawn, watch, open = "editor/task::spawn", "editor/watch::subscribe", "editor/dialog::open"
	for _, c := range []struct {
		op, payload string
		prov        ringfence.Provenance
		dev, ci     bool
	}{
		{"editor/clipboard::get", `{}`, screen, true, false},
		{"editor/clipboard::set", `{:data "x" :mime "text/plain"}`, screen, true, false},
		{"editor/clipboard::set", `{:data "x" :mime "text/plain"}`, tool, false, false},
		{open, `{:filters [] :multi true :start-dir nil :title "t"}`, tool, true, false},
		{open, `{:filters [] :multi true :start-dir "src" :title "t"}`, screen, true, false},
		{open, `{:filters [] :multi true :start-dir "/etc" :title "t"}`, request, false, false},
		{open, `{:filters [] :multi true :start-dir "config/.env" :title "t"}`, request, false, false},
		{"editor/dialog::save", `{:default-name "a" :filters [] :start-dir "src" :title "t"}`, screen, true, false},
		{"editor/dialog::save", `{:default-name "pre-commit" :filters [] :start-dir ".git/hooks" :title "t"}`, request, false, false},
		{"editor/plugin::command", `{:command run :payload nil :plugin demo}`, request, false, false},
		{spawn, `{:input {:path "a.gc"} :task-kind editor/task::lint-module}`, tool, true, true},
		{spawn, `{:input {:path "/etc/passwd"} :task-kind editor/task::lint-module}`, request, false, false},
		{spawn, `{:input {:pkg "a"} :task-kind editor/task::test-pkg}`, request, true, false},
		{spawn, `{:input {:pkg "a"} :task-kind editor/task::test-pkg}`, tool, false, false},
		{spawn, `{:input {:pkg "a"} :task-kind editor/task::run-pkg}`, request, false, false},
		{spawn, `{:budget-ms 300001 :input {} :task-kind editor/task::lint-module}`, request, true, false},
		{"editor/task::poll", `{:task-id "1"}`, tool, true, true},
		{"editor/task::cancel", `{:task-id "1"}`, tool, true, true},
		{watch, `{:globs ["**/*.gc"] :root "."}`, tool, true, true},
		{watch, `{:globs ["**"] :root ".."}`, request, false, false},
		{watch, `{:globs ["**"] :root ".git"}`, request, false, false},
		{"editor/watch::poll", `{:watch-id "1"}`, tool, true, true},
	} {
		payload, err := coreform.Parse([]byte(c.payload))
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]bool{"dev": c.dev, "ci": c.ci} {
			d := load(t, name).Decide(policy.Request{Op: c.op, Payload: payload, Provenance: c.prov})
			if d.Allowed() != want {
				t.Errorf("%s: %s %s: %v, %v", name, c.op, c.payload, d.Allowed(), d.Err())
			}
		}
	}
}

// Presets are clean, and CI reaches no further than what can be undone.
func TestPresetsAreClean(t *testing.T) {
	fsys := fstest.MapFS{"srv/dev/workspace/a.gc": {}}
	for _, name := range []string{"dev", "ci"} {
		if found := policy.Lint(load(t, name), fsys); len(found) > 0 {
			t.Errorf("%s: %+v", name, found)
		}
	}
	if got := load(t, "ci").MaxReversibility(); got != policy.Reversible {
		t.Errorf("ci: %v", got)
	}
	if _, ok := presets.Get("prod"); ok {
		t.Error("a preset that is none")
	}
	presets.Dev()[0] = 'x'
	if presets.Dev()[0] == 'x' {
		t.Error("a caller can change a preset")
	}
}
