package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/presets"
)

// Each action has a help of its own: lines, flags and an example that runs as far
// as the flags go.
func TestActionsHaveHelp(t *testing.T) {
	n := 0
	for _, s := range subcommands() {
		for _, a := range s.actions() {
			n++
			code, text, stderr := run("", "help", s.name, a.name)
			if code != ExitClean || !strings.HasPrefix(text, "Usage: promptcheck "+s.name+" "+a.name) {
				t.Errorf("%s %s: %d %s%s", s.name, a.name, code, text, stderr)
			}
			if a.about == "" || len(s.words()) > 1 && !strings.HasPrefix(a.about, a.name+" ") || !strings.Contains(text, a.about) {
				t.Errorf("%s %s has no lines: %q", s.name, a.name, a.about)
			}
			a.flags.VisitAll(func(f *pflag.Flag) {
				if !strings.Contains(text, "--"+f.Name) || s.flags.Lookup(f.Name) == nil || strings.HasPrefix(f.Usage, a.name+": ") {
					t.Errorf("%s %s: --%s: %s", s.name, a.name, f.Name, f.Usage)
				}
			})
			words := strings.Fields(strings.ReplaceAll(a.example, "'", ""))
			if len(words) < 4 || words[0] != "promptcheck" || words[1] != s.name || words[2] != a.name {
				t.Errorf("%s %s: the example is %q", s.name, a.name, a.example)
				continue
			}
			for _, word := range words {
				if name, ok := strings.CutPrefix(word, "--"); ok && a.flags.Lookup(name) == nil {
					t.Errorf("%s %s has no flag %s", s.name, a.name, word)
				}
			}
			for line := range strings.Lines(text) {
				if len(line) > 125 {
					t.Errorf("%s %s: a line of %d: %s", s.name, a.name, len(line), line)
				}
			}
		}
	}
	if n < len(actionExamples) || n < 6 {
		t.Errorf("%d actions, %d examples", n, len(actionExamples))
	}
	for _, a := range policyActions() {
		if _, ok := actionExamples["policy "+a.name]; !ok {
			t.Errorf("policy %s has no example", a.name)
		}
	}
}

// All lines of the help of policy are in that of one of its actions.
func TestActionsLeaveNothingOut(t *testing.T) {
	s := command("policy")
	var all strings.Builder
	for _, a := range s.actions() {
		all.WriteString(a.about + "\n")
	}
	for line := range strings.Lines(s.about) {
		if !strings.Contains(all.String(), strings.TrimSuffix(line, "\n")) {
			t.Errorf("no action says %q", line)
		}
	}
}

// What completion offers is what the commands take.
func TestCompletionOffersWhatIsTaken(t *testing.T) {
	for _, name := range presetNames {
		if _, ok := presets.Get(name); !ok {
			t.Errorf("there is no preset %s", name)
		}
	}
	kinds := blockKinds()
	if len(kinds) != 10 {
		t.Errorf("kinds of blocks: %q", kinds)
	}
	if _, err := provenance(strings.Join(kinds, ",")); err != nil {
		t.Error(err)
	}
	for name, flags := range map[string][]string{
		"policy": {"op", "provenance", "fail-on"}, "host": {"provenance"}, "check": {"model", "kind", "format", "fail-on"},
	} {
		s := command(name)
		for _, flag := range flags {
			if list := flagValues(s.flags.Lookup(flag)); len(list) < 2 {
				t.Errorf("%s --%s: %q", name, flag, list)
			}
		}
	}
	s := command("policy")
	if list := flagValues(s.flags.Lookup("op")); !slices.Equal(list, policy.Ops()) {
		t.Errorf("ops: %q", list)
	}
	for _, name := range commandNames() {
		if !strings.Contains(bashScript(), "    "+name+") cmd="+name+" ") || !strings.Contains(fishScript(), "-a "+name+" -d") {
			t.Errorf("%s is not completed", name)
		}
	}
}
