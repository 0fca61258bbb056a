package policy_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/ringfence/ringfence/internal/testdata"
	"github.com/ringfence/ringfence/policy"
)

// The reported cases about policies. Their policies are written in a sketch of
// the format; they are translated key by key, and the sketch itself must not
// load, since it has keys that no policy has.
func TestReportedCases(t *testing.T) {
	type input struct {
		CapsTOML string `json:"caps_toml"`
	}
	seen := 0
	for line := range bytes.Lines(testdata.ReadShared(t, "cases/cases.jsonl")) {
		var c struct {
			ID    string
			Kind  string `json:"input_kind"`
			Input json.RawMessage
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		if c.Kind != "policy" {
			continue
		}
		seen++
		var in input
		if err := json.Unmarshal(c.Input, &in); err != nil {
			t.Fatal(err)
		}
		if in.CapsTOML != "" {
			if p, err := policy.Parse(file, []byte(in.CapsTOML)); err == nil || p != nil {
				t.Errorf("%s: the sketch loads", c.ID)
			}
		}
		switch c.ID {
		case "U057":
			caseRootPrefix(t)
		case "U059":
			casePrecedence(t)
		case "U025", "U061":
			// fuzz.TestClipboardAnswerIsData and frame.TestReportedFrames.
		default:
			t.Errorf("%s: a case that nothing tests", c.ID)
		}
	}
	if seen < 4 {
		t.Errorf("%d cases", seen)
	}
}

// caseRootPrefix: roots are compared by element, not by prefix.
func caseRootPrefix(t *testing.T) {
	t.Helper()
	p := parse(t, "allow = [\"editor/dialog::open\"]\n[op.\"editor/dialog::open\"]\ndialog_roots = [\"/srv/app\"]")
	payload := func(dir string) string {
		return `{:filters [] :multi false :start-dir "` + dir + `" :title "t"}`
	}
	if d := p.Decide(request(t, "editor/dialog::open", payload("/srv/app-evil/x"))); d.Allowed() || d.Code() != policy.CodePathEscape {
		t.Errorf("U057: %q", denials(d))
	}
	if d := p.Decide(request(t, "editor/dialog::open", payload("/srv/app/x"))); !d.Allowed() {
		t.Errorf("U057: %q", denials(d))
	}
	if d := p.Decide(request(t, "editor/dialog::open", `{:start-dir "/srv/app-evil/x"}`)); d.Allowed() || len(denials(d)) != 4 {
		t.Errorf("U057: all reasons: %q", denials(d))
	}
}

// casePrecedence: deny wins, without case, and a command is compared whole.
func casePrecedence(t *testing.T) {
	t.Helper()
	for _, src := range []string{
		"allow_plugins = [\"*\"]\ndeny_plugins = [\"shell\"]\nallow_commands = [\"fmt\"]",
		"deny_plugins = [\"shell\"]\nallow_commands = [\"fmt\"]\nallow_plugins = [\"*\"]",
	} {
		p := parse(t, "allow = [\"editor/plugin::command\"]\n[op.\"editor/plugin::command\"]\n"+src)
		for _, c := range []struct {
			plugin, command string
			want            bool
		}{{"shell", "fmt", false}, {"Shell", "fmt", false}, {"lint", "fmt", true}, {"lint", "fmt --all", false}} {
			d := p.Decide(request(t, "editor/plugin::command", `{:command "`+c.command+`" :payload nil :plugin "`+c.plugin+`"}`))
			if d.Allowed() != c.want {
				t.Errorf("U059: %s %s: %q", c.plugin, c.command, denials(d))
			}
		}
	}
}
