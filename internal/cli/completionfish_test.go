package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// shellTime is the most time that a shell may take for a list of command lines,
// on a machine that is busy with other things.
const shellTime = 90 * time.Second

// fishOffers asks a real fish what it offers for command lines.
func fishOffers(t *testing.T, dir string, lines []string) [][]string {
	t.Helper()
	fish, err := exec.LookPath("fish")
	if err != nil {
		t.Skip("no fish: its script is not run")
	}
	home := t.TempDir()
	script := filepath.Join(home, "promptcheck.fish")
	if err := os.WriteFile(script, []byte(fishScript()), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), shellTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, fish, append([]string{"-c", `
source $argv[1]
for line in $argv[2..-1]
    complete -C $line
    printf '\x1e'
end`, script}, lines...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil || said.Len() > 0 {
		t.Fatalf("%v %s", err, said.String())
	}
	var got [][]string
	for answer := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x1e"), "\x1e") {
		var words []string
		for line := range strings.Lines(answer) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t") // behind which is a description
			words = append(words, word)
		}
		got = append(got, words)
	}
	return got
}

// The script for fish offers what the commands take.
func TestFishOffers(t *testing.T) {
	list := offers()
	var lines []string
	for _, o := range list {
		lines = append(lines, o.line)
	}
	checkOffers(t, list, fishOffers(t, offersFolder(t), lines))
}

// What the word under the cursor begins with, and where values are joined to it.
func TestFishCompletion(t *testing.T) {
	list := []offer{
		{"promptcheck che", []string{"check"}},
		{"promptcheck z", []string{plainFile}},
		{"promptcheck --ver", []string{"--version"}},
		{"promptcheck check --ver", nil},
		{"promptcheck --format s", []string{"sarif"}},
		{"promptcheck check --format=s", []string{"--format=sarif"}},
		{"promptcheck check --config=z", []string{"--config=" + plainFile}},
		{"promptcheck check -o z", []string{plainFile}},
		{"promptcheck check -- z", []string{plainFile}},
		{"promptcheck policy decide --op editor/clipboard::g", []string{"editor/clipboard::get"}},
		{"promptcheck policy decide --provenance tool,n", []string{"tool,none", "tool,note"}},
		{"promptcheck host --provenance=tool,n", []string{"--provenance=tool,none", "--provenance=tool,note"}},
		{"promptcheck render log ", []string{plainFile}}, // where log is a file
		{"promptcheck help check --f", nil},
	}
	var lines []string
	for _, o := range list {
		lines = append(lines, o.line)
	}
	got := fishOffers(t, offersFolder(t), lines)
	if len(got) != len(list) {
		t.Fatalf("%d answers to %d lines", len(got), len(list))
	}
	for i, o := range list {
		if g, w := strings.Join(sortedWords(got[i]), "|"), strings.Join(o.want, "|"); g != w {
			t.Errorf("%q: %q, want %q", o.line, g, w)
		}
	}
}
