//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/frame"
)

// hostProcess is a promptcheck host in a process of its own.
type hostProcess struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr bytes.Buffer
}

func startHost(t *testing.T, args ...string) *hostProcess {
	t.Helper()
	p := &hostProcess{cmd: exec.Command("promptcheck", append([]string{"host"}, args...)...)}
	p.cmd.Stderr = &p.stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.in, p.out = in, bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.cmd.Process.Kill() }) // by its id, where it goes on
	return p
}

// send writes a request; an error means that the host has gone.
func (p *hostProcess) send(request string) error {
	b, err := frame.Append(nil, []byte(request))
	if err == nil {
		_, err = p.in.Write(b)
	}
	return err
}

// ask sends a request and waits for its answer.
func (p *hostProcess) ask(t *testing.T, request string) string {
	t.Helper()
	if err := p.send(request); err != nil {
		t.Fatal(err)
	}
	b, err := frame.Read(p.out, 1<<20)
	if err != nil {
		t.Fatalf("%v\n%s", err, &p.stderr)
	}
	return string(b)
}

// end waits for the end and returns the exit status.
func (p *hostProcess) end(t *testing.T) int {
	t.Helper()
	_, _ = io.Copy(io.Discard, p.out)
	err := p.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return p.cmd.ProcessState.ExitCode()
}

// crashFiles makes a policy whose plugin appends what it was asked to a file.
func crashFiles(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{
		"caps.toml": `allow = ["editor/plugin::command", "editor/clipboard::*"]
[op."editor/plugin::command"]
base_dir = "work"
bridge_cmd = "plugin"
allow_plugins = ["p"]
`,
		// The number of the request is its command.
		"work/plugin": "#!/bin/sh\nwhile read -r line; do case $line in *:command*) n=${line#*:command \\\"}; n=${n%%\\\"*};; esac; done\necho \"$n\" >> effects\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func plugin(n int) string {
	return fmt.Sprintf("{\n:op editor/plugin::command\n:payload {\n:command \"%d\"\n:payload nil\n:plugin \"p\"\n}}", n)
}

// kills is how many sessions are killed: a few in the usual run.
func kills(t *testing.T) int {
	t.Helper()
	if n, err := strconv.Atoi(os.Getenv("RINGFENCE_KILLS")); err == nil {
		return n
	}
	if testing.Short() {
		return 3
	}
	return 10
}

// Sessions are killed at any moment. Each time: nothing happened that the log does
// not announce, the log is readable and its chain whole, and the session goes on.
func TestHostIsKilled(t *testing.T) {
	dir := crashFiles(t)
	caps, effects := filepath.Join(dir, "caps.toml"), filepath.Join(dir, "work", "effects")
	random := rand.New(rand.NewPCG(1, 2))
	inFlight, announced := 0, map[string]bool{}
	for run := range kills(t) {
		log := filepath.Join(dir, fmt.Sprintf("run%d.log", run))
		p := startHost(t, "--caps", caps, "--log", log, "--clipboard", "memory")
		go func() {
			for n := run * 100_000; p.send(plugin(n)) == nil; n++ {
				continue
			}
		}()
		for range random.IntN(5) { // answers that come, and then a moment in between
			if _, err := frame.Read(p.out, 1<<20); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Duration(random.IntN(20_000)) * time.Microsecond)
		if err := p.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		p.end(t)
		inFlight += announcements(t, log, announced)
		checkEffects(t, effects, announced)
		resumeKilled(t, caps, log)
	}
	happened := checkEffects(t, effects, announced)
	t.Logf("%d of %d sessions were killed with an effect in flight; %d effects in all", inFlight, kills(t), happened)
	if happened == 0 {
		t.Error("nothing happened in any session: this test sees nothing")
	}
}

// announcements looks at the log of a session that was killed, collects what it
// announces, and returns how many entries were in flight.
func announcements(t *testing.T, log string, announced map[string]bool) (inFlight int) {
	t.Helper()
	body, err := os.ReadFile(log)
	if len(body) == 0 && (err == nil || errors.Is(err, os.ErrNotExist)) {
		return 0 // killed before its first record
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := effectlog.Verify(body, effectlog.VerifyOptions{})
	if err != nil || r.Faults() || r.Closed || len(r.InFlight) > 1 {
		t.Fatalf("%v, %+v", err, r)
	}
	in := bufio.NewReader(bytes.NewReader(body))
	for {
		record, err := frame.Read(in, effectlog.MaxRecord)
		if err != nil {
			return len(r.InFlight) // the end, or what was cut
		}
		term, err := coreform.Parse(record)
		if err != nil {
			t.Fatal(err)
		}
		payload, _ := term.Lookup(":payload")
		command, _ := payload.Lookup(":command")
		if text, ok := command.Text(); ok {
			announced[text] = true
		}
	}
}

// checkEffects holds what happened against what was announced, and returns how
// much it was. A program that was started before its host was killed may act
// later: that was announced, too.
func checkEffects(t *testing.T, effects string, announced map[string]bool) int {
	t.Helper()
	happened, err := os.ReadFile(effects)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for n := range strings.FieldsSeq(string(happened)) {
		if !announced[n] || seen[n] {
			t.Errorf("effect %s: announced %v, twice %v", n, announced[n], seen[n])
		}
		seen[n] = true
	}
	return len(seen)
}

// resumeKilled goes on with a session.
func resumeKilled(t *testing.T, caps, log string) {
	t.Helper()
	body, err := os.ReadFile(log)
	if err != nil || len(body) == 0 {
		return // there is nothing to go on with
	}
	before, err := effectlog.Verify(body, effectlog.VerifyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p := startHost(t, "--caps", caps, "--log", log, "--resume", "--clipboard", "memory")
	if got := p.ask(t, `{:op editor/clipboard::get :payload {}}`); !strings.Contains(got, ":kind :ok") {
		t.Fatal(got)
	}
	_ = p.in.Close()
	if code := p.end(t); code != ExitClean || len(before.InFlight) > 0 != strings.Contains(p.stderr.String(), "was in flight") {
		t.Fatalf("status %d, %d in flight: %s", code, len(before.InFlight), &p.stderr)
	}
	after, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	r, err := effectlog.Verify(after, effectlog.VerifyOptions{})
	if err != nil || r.Faults() || !r.Closed || r.Entries != before.Entries+1 || !strings.Contains(p.stderr.String(), r.Head.String()) {
		t.Fatalf("%v, %+v\n%s", err, r, &p.stderr)
	}
}

// A signal ends a session in order, also in the middle of a request; and one
// process writes a log.
func TestHostIsStopped(t *testing.T) {
	dir := crashFiles(t)
	caps, log := filepath.Join(dir, "caps.toml"), filepath.Join(dir, "run.log")
	if err := os.WriteFile(filepath.Join(dir, "work", "plugin"), []byte("#!/bin/sh\necho x > entered\nexec sleep 1000\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	p := startHost(t, "--caps", caps, "--log", log, "--clipboard", "memory")
	if got := p.ask(t, `{:op editor/clipboard::get :payload {}}`); !strings.Contains(got, ":kind :ok") {
		t.Fatal(got)
	}
	second := startHost(t, "--caps", caps, "--log", log, "--resume")
	if code := second.end(t); code != ExitUnchecked || !strings.Contains(second.stderr.String(), "another process writes the log") {
		t.Errorf("status %d: %s", code, &second.stderr)
	}
	if err := p.send(plugin(1)); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if _, err := os.Stat(filepath.Join(dir, "work", "entered")); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	answer, err := frame.Read(p.out, 1<<20)
	if err != nil || !strings.Contains(string(answer), "editor/bridge-timeout") {
		t.Errorf("%s, %v", answer, err)
	}
	if code := p.end(t); code != ExitClean {
		t.Errorf("status %d: %s", code, &p.stderr)
	}
	body, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	r, err := effectlog.Verify(body, effectlog.VerifyOptions{})
	if err != nil || !r.OK() || !r.Closed || r.Entries != 2 || !strings.Contains(p.stderr.String(), r.Head.String()) {
		t.Errorf("%v, %+v\n%s", err, r, &p.stderr)
	}
}

// Limits go on counting behind a crash.
func TestHostResumesLimits(t *testing.T) {
	dir := crashFiles(t)
	caps, log := filepath.Join(dir, "caps.toml"), filepath.Join(dir, "run.log")
	if err := os.WriteFile(caps, []byte("allow = [\"editor/clipboard::*\"]\n[op.\"editor/clipboard::get\"]\nmax_calls = 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := startHost(t, "--caps", caps, "--log", log, "--clipboard", "memory", "--session", "s-9")
	for range 2 {
		p.ask(t, `{:op editor/clipboard::get :payload {}}`)
	}
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	p.end(t)
	other := startHost(t, "--caps", caps, "--log", log, "--resume", "--session", "other")
	if code := other.end(t); code != ExitUnchecked || !strings.Contains(other.stderr.String(), "another session") {
		t.Errorf("status %d: %s", code, &other.stderr)
	}
	p = startHost(t, "--caps", caps, "--log", log, "--resume", "--clipboard", "memory")
	if got := p.ask(t, `{:op editor/clipboard::get :payload {}}`); !strings.Contains(got, ":kind :ok") {
		t.Error(got)
	}
	if got := p.ask(t, `{:op editor/clipboard::get :payload {}}`); !strings.Contains(got, "core/caps/resource-limit") {
		t.Error(got)
	}
	_ = p.in.Close()
	p.end(t)
}

// Who asked has gone: the log is closed all the same.
func TestHostReaderGone(t *testing.T) {
	dir := crashFiles(t)
	log := filepath.Join(dir, "run.log")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Close()
	cmd := exec.Command("promptcheck", "host", "--caps", filepath.Join(dir, "caps.toml"), "--log", log)
	request, err := frame.Append(nil, []byte(`{:op editor/clipboard::get :payload {}}`))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdin, cmd.Stdout = bytes.NewReader(request), w
	err = cmd.Run()
	_ = w.Close()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != ExitUnchecked {
		t.Errorf("%v", err)
	}
	body, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := effectlog.Verify(body, effectlog.VerifyOptions{}); err != nil || !v.OK() || !v.Closed || v.Entries != 1 {
		t.Errorf("%v, %+v", err, v)
	}
}

// A plugin that puts a process into a session of its own leaves nothing.
func TestHostEndsWhatPluginsLeave(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("only Linux follows a process wherever it goes")
	}
	dir := crashFiles(t)
	script := "#!/bin/sh\n(setsid sh -c 'echo $$ > left; exec sleep 1000' >/dev/null 2>&1 &)\nwhile [ ! -s left ]; do sleep 0.01; done\n"
	if err := os.WriteFile(filepath.Join(dir, "work", "plugin"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	p := startHost(t, "--caps", filepath.Join(dir, "caps.toml"), "--log", filepath.Join(dir, "run.log"))
	if got := p.ask(t, plugin(1)); !strings.Contains(got, ":kind :ok") {
		t.Fatal(got)
	}
	left, err := os.ReadFile(filepath.Join(dir, "work", "left"))
	if err != nil {
		t.Fatal(err)
	}
	if stat, err := os.ReadFile("/proc/" + strings.TrimSpace(string(left)) + "/stat"); err == nil {
		t.Errorf("it goes on: %s", stat)
	}
	_ = p.in.Close()
	p.end(t)
}
