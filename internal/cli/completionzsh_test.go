//go:build unix

package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// zshCapture is what an interactive zsh reads first. For each command line it runs
// the widget of the Tab key, writes what was added as a match and the line as it
// then is, and ends. Calls of compadd that only fill arrays add nothing.
const zshCapture = `PS1= RPS1=
setopt no_beep no_auto_menu
compadd() {
  local -a hits
  if [[ -z ${(M)argv:#-[OAD]*} ]]; then
    builtin compadd -O hits "$@"
    print -rn -- ${(pj:\x1f:)hits}$'\x1f' >>$CAPTURED
  fi
  builtin compadd "$@"
}
zle-line-init() {
  local line
  for line in "${(@ps:\x1e:)LINES_TO_COMPLETE}"; do
    BUFFER=$line CURSOR=$#line
    zle complete-word
    print -rn -- $'\x1d'$BUFFER$'\x1e' >>$CAPTURED
  done
  exit
}
zle -N zle-line-init
`

// zshOffers asks a real zsh, in a terminal of its own, what it offers for command
// lines, and what they become. load is how the script is loaded.
func zshOffers(t *testing.T, load, dir string, lines []string) (offered [][]string, become []string) {
	t.Helper()
	zsh, err := exec.LookPath("zsh")
	if err != nil {
		t.Skip("no zsh: its script is not run")
	}
	home := t.TempDir()
	for name, text := range map[string]string{"_promptcheck": zshScript(), ".zshrc": load + zshCapture} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	captured := filepath.Join(home, "captured")
	ctx, cancel := context.WithTimeout(t.Context(), shellTime)
	defer cancel()
	// The inner one has the terminal; the outer one reads until it ends.
	cmd := exec.CommandContext(ctx, zsh, "-f", "-c", `zmodload zsh/zpty || exit 42
zpty inner zsh -d -i
while zpty -r inner text; do print -rn -- "$text"; done`)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ZDOTDIR="+home, "CAPTURED="+captured, "LINES_TO_COMPLETE="+strings.Join(lines, "\x1e"), "TERM=dumb")
	screen, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 42 {
		t.Skip("this zsh has no zpty: its script is not run")
	}
	out, readErr := os.ReadFile(captured)
	if readErr != nil {
		t.Fatalf("%v, %v: %s", err, readErr, screen)
	}
	for answer := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x1e"), "\x1e") {
		hits, line, ok := strings.Cut(answer, "\x1d")
		if !ok {
			t.Fatalf("%q: %s", answer, screen)
		}
		offered = append(offered, strings.Split(hits, "\x1f"))
		become = append(become, line)
	}
	if len(offered) != len(lines) {
		t.Fatalf("%d answers to %d lines: %s", len(offered), len(lines), screen)
	}
	return offered, become
}

// How a script gets into zsh: sourced, or found in a folder of functions.
const (
	zshSourced = "autoload -Uz compinit && compinit -u -D\nsource $ZDOTDIR/_promptcheck\n"
	zshInFpath = "fpath=($ZDOTDIR $fpath)\nautoload -Uz compinit && compinit -u -D\n"
)

// The script for zsh offers what the commands take.
func TestZshOffers(t *testing.T) {
	list := offers()
	var lines []string
	for _, o := range list {
		lines = append(lines, o.line)
	}
	got, _ := zshOffers(t, zshSourced, offersFolder(t), lines)
	checkOffers(t, list, got)
}

// What the command line is after the Tab key.
func TestZshCompletion(t *testing.T) {
	lines := [][2]string{
		{"promptcheck che", "check "},
		{"promptcheck z", plainFile + " "},
		{"promptcheck --ver", "--version "},
		{"promptcheck check --ver", "--ver"},
		{"promptcheck --format s", "sarif "},
		{"promptcheck check --format=s", "--format=sarif "},
		{"promptcheck check --config=z", "--config=" + plainFile + " "},
		{"promptcheck check -o z", plainFile + " "},
		{"promptcheck check -- z", plainFile + " "},
		{"promptcheck check --kind text --fai", "--fail-on="},
		{"promptcheck policy decide --op editor/clipboard::g", "editor/clipboard::get "},
		{"promptcheck policy decide --op=editor/clipboard::g", "--op=editor/clipboard::get "},
		{"promptcheck policy decide --provenance tool,sc", "tool,screen,"},
		{"promptcheck host --provenance=tool,sc", "--provenance=tool,screen,"},
		{"promptcheck render log z", plainFile + " "}, // where log is a file
		{"promptcheck help policy li", "lint "},
		{"promptcheck explain chars/bi", "chars/bidi-control "},
	}
	for name, load := range map[string]string{"sourced": zshSourced, "fpath": zshInFpath} {
		var in []string
		for _, l := range lines {
			in = append(in, l[0])
		}
		_, become := zshOffers(t, load, offersFolder(t), in)
		for i, l := range lines {
			if want := l[0][:strings.LastIndex(l[0], " ")+1] + l[1]; become[i] != want {
				t.Errorf("%s: %q becomes %q, want %q", name, l[0], become[i], want)
			}
		}
	}
}
