//go:build unix

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// namesLikeCode are names of files that a shell would take for something else.
var namesLikeCode = map[string]string{ // by how a person begins them
	`\$`:    "$(touch ran).md",
	`'$`:    "$(touch ran).md",
	"\\`":   "`touch ran`.md",
	`./\;t`: "./;touch ran;.md", // tmux takes a ; at the end for its own
	`my`:    "my prompt.txt",
	`"my`:   "my prompt.txt",
	`new`:   "new\nline.md",
	`it`:    "it's.md",
	`q\"`:   `q"r.md`,
	`st\*`:  "st*r.md", // and star.md, which is no match
	`b\[`:   "b[b].md",
	`c`:     "c:d.md",
	`e`:     "e=f.md",
	`sub/`:  "sub/x.md",
}

// A bash without compopt has only what compgen prints. A name is no pattern there,
// and a line of a name is no name.
func TestBashNamesByCompgen(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash: its script is not run")
	}
	dir := t.TempDir()
	for _, name := range namesLikeCode {
		if !strings.Contains(name, "/") {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "star.md"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{{"promptcheck", "check"}, {"promptcheck"}} {
		for word, want := range map[string]string{
			"st*": "st*r.md", "st": "st*r.md|star.md", "my": "my prompt.txt", "new": "", "$": "$(touch ran).md", "b[": "b[b].md",
		} {
			if got := strings.Join(sortedWords(completed(t, bash, dir, append(slices.Clone(words), word)...)), "|"); got != want {
				t.Errorf("%q %s: %q, want %q", words, word, got, want)
			}
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "ran")); err == nil {
		t.Error("a name was run")
	}
}

// shellsAtKeys are the shells, with what each reads first and how it is started. None
// keeps a history: it would be written at the end, while the test removes its folders.
var shellsAtKeys = []struct{ name, rc, before, start string }{
	{"bash", "bashrc", "PS1='ready> '\nunset HISTFILE\n", `bash --noprofile --rcfile "$HOME/bashrc" -i`},
	{"zsh", ".zshrc", "PS1='ready> '\nunset HISTFILE\nautoload -Uz compinit && compinit -u -D\n", `zsh -d -i`},
	{"fish", "rc.fish", "function fish_prompt; echo -n 'ready> '; end\nset fish_greeting\n", `fish --private -C "source $HOME/rc.fish"`},
}

// At the Tab key in a terminal, the name of a file becomes one argument, as it is,
// and nothing in it is run.
func TestCompletedNameIsOneArgument(t *testing.T) {
	for _, shell := range shellsAtKeys {
		t.Run(shell.name, func(t *testing.T) {
			if _, err := exec.LookPath(shell.name); err != nil {
				t.Skip("no " + shell.name + ": its script is not run")
			}
			scripts := map[string]string{"bash": bashScript(), "zsh": zshScript(), "fish": fishScript()}
			home, dir := t.TempDir(), t.TempDir()
			got := filepath.Join(home, "arguments")
			write := func(name, text string, mode os.FileMode) {
				t.Helper()
				if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, []byte(text), mode); err != nil {
					t.Fatal(err)
				}
			}
			write(filepath.Join(dir, "star.md"), "", 0o600)
			for _, name := range namesLikeCode {
				write(filepath.Join(dir, name), "", 0o600)
			}
			// A fish that finds these does not make them, while the test removes its folders.
			if err := os.MkdirAll(filepath.Join(home, "fish", "generated_completions"), 0o700); err != nil {
				t.Fatal(err)
			}
			write(filepath.Join(home, shell.rc), shell.before+scripts[shell.name], 0o600)
			write(filepath.Join(home, "start"), "cd "+quoteForShell(dir)+"\nexec "+shell.start+"\n", 0o600)
			// In place of the command: what it is given.
			write(filepath.Join(home, "bin", "promptcheck"), "#!/bin/sh\nprintf '%s\\0' \"$@\" >\"$HOME/part\"\nmv \"$HOME/part\" \"$HOME/arguments\"\n", 0o700)
			m := openWindow(t, "env -i LC_ALL=C.UTF-8 HOME="+quoteForShell(home)+" ZDOTDIR="+quoteForShell(home)+" XDG_CONFIG_HOME="+quoteForShell(home)+
				" XDG_DATA_HOME="+quoteForShell(home)+" PATH="+quoteForShell(filepath.Join(home, "bin")+":"+os.Getenv("PATH"))+
				" TERM=screen sh "+quoteForShell(filepath.Join(home, "start")))
			m.until("ready> ")
			for begun, name := range namesLikeCode {
				commands := []string{"check "}
				if begun == `\$` || begun == "my" {
					commands = append(commands, "", "check --config ")
				}
				for _, command := range commands {
					m.tmux("send-keys", "-l", "promptcheck "+command+begun)
					m.tmux("send-keys", "Tab")
					m.tmux("send-keys", "Enter")
					want := strings.Join(append(strings.Fields(command), name), "\x00") + "\x00"
					if args := waitForFile(t, m, got); args != want {
						t.Errorf("promptcheck %s%s: arguments %q, want %q", command, begun, args, want)
					}
				}
			}
			if _, err := os.Lstat(filepath.Join(dir, "ran")); err == nil {
				t.Error("a name was run")
			}
		})
	}
}

// waitForFile reads a file once it is there, and removes it.
func waitForFile(t *testing.T, m terminal, name string) string {
	t.Helper()
	for range 1500 {
		if b, err := os.ReadFile(name); err == nil {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("the command was not run:\n%s", m.tmux("capture-pane", "-p", "-J"))
	return ""
}

func quoteForShell(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
