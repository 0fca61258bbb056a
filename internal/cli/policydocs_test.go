package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy/presets"
)

// lintIn runs policy lint as somebody in a folder would, on a preset that lies
// there as caps.toml.
func lintIn(t *testing.T, dir, preset string, args ...string) (code int, out string) {
	t.Helper()
	source, ok := presets.Get(preset)
	if !ok {
		t.Fatalf("no preset %s", preset)
	}
	file := filepath.Join(dir, "caps.toml")
	if err := os.WriteFile(file, source, 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	c := Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr}
	code = c.Main(append(args, file))
	return code, stdout.String() + stderr.String()
}

// The hook passes a checkout that does not hold the folders of a policy, and lint
// by itself says that they are missing.
func TestPolicyHookNeedsNoFolders(t *testing.T) {
	var hooks []struct{ ID, Entry string }
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	seen := false
	for _, h := range hooks {
		args := strings.Fields(h.Entry)
		if h.ID != "promptcheck-policy" || args[0] != "promptcheck" {
			continue
		}
		seen = true
		for _, preset := range presetNames {
			dir := t.TempDir()
			if code, out := lintIn(t, dir, preset, args[1:]...); code != ExitClean || out != "" {
				t.Errorf("%s: status %d: %s", h.Entry, code, out)
			}
			if code, out := lintIn(t, dir, preset, "policy", "lint"); code != ExitFindings || !strings.Contains(out, "policy/root-missing") {
				t.Errorf("without the flag: status %d: %s", code, out)
			}
		}
	}
	if !seen {
		t.Error("there is no hook promptcheck-policy")
	}
}

// The steps of the readme make the folder before they lint a preset.
func TestPolicyStepsOfReadme(t *testing.T) {
	text := rootFile(t, "README.md")
	made := regexp.MustCompile(`(?m)^mkdir -p (\S+) && promptcheck policy preset (\S+) > caps\.toml`).FindStringSubmatchIndex(text)
	lint := strings.Index(text, "\npromptcheck policy lint caps.toml")
	if made == nil || lint < made[0] {
		t.Fatal("README.md does not make a folder and a policy before it lints the policy")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, text[made[2]:made[3]]), 0o700); err != nil {
		t.Fatal(err)
	}
	if code, out := lintIn(t, dir, text[made[4]:made[5]], "policy", "lint"); code != ExitClean || out != "" {
		t.Errorf("status %d: %s", code, out)
	}
}
