//go:build unix

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/frame"
)

// terminal is a tmux server of its own with one window.
type terminal struct {
	t      *testing.T
	socket string
}

func (m terminal) tmux(args ...string) string {
	m.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", m.socket, "-f", os.DevNull}, args...)...).CombinedOutput()
	if err != nil {
		m.t.Fatalf("tmux %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// openWindow runs a command line in a terminal.
func openWindow(t *testing.T, command string) terminal {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed")
	}
	// The path of a socket is short on every system.
	dir, err := os.MkdirTemp("", "tm")
	if err != nil {
		t.Fatal(err)
	}
	m := terminal{t, filepath.Join(dir, "s")}
	t.Cleanup(func() {
		_ = exec.Command("tmux", "-S", m.socket, "kill-server").Run() // its own server
		_ = os.RemoveAll(dir)
	})
	m.tmux("new-session", "-d", "-x", "150", "-y", "60", command)
	return m
}

// until waits for a text in the window and returns what it matched.
func (m terminal) until(pattern string) []string {
	m.t.Helper()
	re := regexp.MustCompile(pattern)
	screen := ""
	for range 1500 {
		screen = m.tmux("capture-pane", "-p", "-J")
		if found := re.FindStringSubmatch(screen); found != nil {
			return found
		}
		time.Sleep(20 * time.Millisecond)
	}
	m.t.Fatalf("%s does not appear:\n%s", pattern, screen)
	return nil
}

// A person at a terminal approves one request and refuses another; the requests
// come on standard input, which nobody confuses with the terminal.
func TestHostApprovalInTerminal(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, text []byte) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	caps := write("caps.toml", []byte(`allow = ["editor/clipboard::*"]`))
	var requests []byte
	for _, r := range []string{
		`{:op editor/clipboard::set :payload {:data "approved \u202e\u001b[2J" :mime "text/plain"}}`,
		`{:op editor/clipboard::set :payload {:data "refused" :mime "text/plain"}}`,
		`{:op editor/clipboard::get :payload {}}`,
	} {
		var err error
		if requests, err = frame.Append(requests, []byte(r)); err != nil {
			t.Fatal(err)
		}
	}
	in, out, status, log := write("in", requests), filepath.Join(dir, "out"), filepath.Join(dir, "status"), filepath.Join(dir, "log")
	self, err := exec.LookPath("promptcheck")
	if err != nil {
		t.Fatal(err)
	}
	m := openWindow(t, fmt.Sprintf("'%s' host --caps '%s' --log '%s' --clipboard memory --approve terminal <'%s' >'%s'; echo $? >'%s.new'; mv '%[6]s.new' '%[6]s'; exec cat", self, caps, log, in, out, status))
	first := m.until(`(?s)request 0\n.*approved .*Type ([0-9a-f]{6}) to allow`)
	m.tmux("send-keys", first[1], "Enter")
	m.until(`(?s)request 1\n.*refused.*Type [0-9a-f]{6} to allow this once; anything else denies:`)
	m.tmux("send-keys", "yes", "Enter")
	for range 1500 {
		if _, err := os.Stat(status); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if code, err := os.ReadFile(status); err != nil || string(code) != "0\n" {
		t.Fatalf("status %q, %v\n%s", code, err, m.tmux("capture-pane", "-p"))
	}
	answers, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for rest := answers; len(rest) > 0; {
		var answer []byte
		if answer, rest, err = frame.Cut(rest, 1<<20); err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, strings.Join(strings.Fields(string(answer)), " "))
	}
	if len(kinds) != 3 || !strings.Contains(kinds[0], ":value {:ok true}") || !strings.Contains(kinds[1], "the answer was no") || !strings.Contains(kinds[2], `"approved `) {
		t.Errorf("%q", kinds)
	}
	body, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := effectlog.Verify(body, effectlog.VerifyOptions{}); err != nil || !r.OK() || strings.Count(string(body), `:approver "terminal"`) != 2 {
		t.Errorf("%v, %+v", err, r)
	}
}
