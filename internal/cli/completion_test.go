package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// completed runs the script in bash, whose words are those of a command line up to
// the cursor as bash breaks them, and returns what is offered.
func completed(t *testing.T, bash, dir string, words ...string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), bash, append([]string{"--noprofile", "--norc", "-c", bashScript() + `
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
_promptcheck
printf '%s\n' "${COMPREPLY[@]}"`, "bash"}, words...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v %s", words, err, out)
	}
	return slices.DeleteFunc(strings.Split(string(out), "\n"), func(s string) bool { return s == "" })
}

// The script for bash offers what comes next, and files where one does.
func TestBashCompletion(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash: its script is not run")
	}
	dir := t.TempDir()
	for _, name := range []string{"my prompt.txt", "render-me.json", "other"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]string{
		"re":                                  "render|replay|render-me.json",
		"my":                                  "my prompt.txt",
		"check|my":                            "my prompt.txt",
		"check|--kind|t":                      "text|tools",
		"--fai":                               "--fail-on",
		"policy|l":                            "lint",
		"policy|lint|--":                      "--fail-on|--root|--help",
		"policy|lint|my":                      "my prompt.txt",
		"policy|preset|":                      "dev|ci",
		"policy|decide|--op|editor/clipboard": "editor/clipboard::get|editor/clipboard::set",
		"policy|decide|--op|editor/clipboard|::|g": "get",
		"policy|decide|--provenance|tool,n":        "tool,note|tool,none",
		"help|polic":                               "policy",
		"help|policy|ta":                           "table",
		"tools|p":                                  "pin",
		"render|--encoding|r":                      "r50k_base",
		"render|--style|my":                        "",
		"check|--shard|my":                         "",
	} {
		words := append([]string{"promptcheck"}, strings.Split(line, "|")...)
		if got := completed(t, bash, dir, words...); strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

// The script for bash offers what the commands take.
func TestBashOffers(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash: its script is not run")
	}
	list, dir := offers(), offersFolder(t)
	var got [][]string
	for _, o := range list {
		got = append(got, completed(t, bash, dir, strings.Split(o.line, " ")...))
	}
	checkOffers(t, list, got)
}
