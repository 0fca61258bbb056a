package cli

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/internal/testdata"
)

// run runs a command line in this process.
func run(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	c := Command{Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &err}
	code = c.Main(args)
	return code, out.String(), err.String()
}

// failing is a writer that is full.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

// A result that cannot be written is never a success.
func TestFailingOutput(t *testing.T) {
	for _, args := range [][]string{
		{"version"}, {"help"}, {"rules"}, {"count", "-"}, {"check", "-"}, {"render", "-"}, {"completion", "bash"}, {"explain", "usage"},
	} {
		var stderr bytes.Buffer
		c := Command{Stdin: strings.NewReader(`{"contextItems":[]}`), Stdout: failing{}, Stderr: &stderr}
		if code := c.Main(args); code != ExitUnchecked || !strings.Contains(stderr.String(), "standard output cannot be written: full") {
			t.Errorf("%v: status %d, %q", args, code, stderr.String())
		}
	}
}

// Where answers cannot be written, that is what the host says, once, and nothing
// about the requests that it read.
func TestHostOutputGone(t *testing.T) {
	dir := t.TempDir()
	caps, log := filepath.Join(dir, "caps.toml"), filepath.Join(dir, "run.log")
	if err := os.WriteFile(caps, []byte("allow = []\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"host", "--caps", caps, "--log", log, "--json-lines"}, // makes the log, which is whole
		{"host", "--replay", log, "--json-lines"},
	} {
		var stderr bytes.Buffer
		c := Command{Stdin: strings.NewReader(`{"op":"editor/clipboard::get","payload":{}}` + "\n"), Stdout: failing{}, Stderr: &stderr}
		code := c.Main(args)
		if got := stderr.String(); code != ExitUnchecked || strings.Count(got, "full") != 1 || strings.Contains(got, "standard input") {
			t.Errorf("%v: status %d, %s", args, code, got)
		}
	}
	code, _, stderr := run("", "host", "--caps", caps, "--log", filepath.Join(dir, "absent", "run.log"))
	if code != ExitUnchecked || !strings.Contains(stderr, "run.log: log-write: ") {
		t.Errorf("a log in no folder: status %d, %s", code, stderr)
	}
}

// Without streams nothing panics.
func TestNoInput(t *testing.T) {
	var out, stderr bytes.Buffer
	c := Command{Stdout: &out, Stderr: &stderr}
	if code := c.Main([]string{"check", "-"}); code != ExitUnchecked {
		t.Errorf("status %d", code)
	}
}

// endless never ends; counted says how much of it was read.
type endless struct{ counted int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	e.counted += len(p)
	return len(p), nil
}

// Input is read up to the limit and no further.
func TestReadsNoMoreThanTheLimit(t *testing.T) {
	in := new(endless)
	var out, stderr bytes.Buffer
	c := Command{Stdin: in, Stdout: &out, Stderr: &stderr}
	if code := c.Main([]string{"check", "--max-bytes", "5000", "-"}); code != ExitUnchecked || !strings.Contains(stderr.String(), "body-too-large") {
		t.Errorf("status %d %s", code, stderr.String())
	}
	if in.counted > 5001 {
		t.Errorf("read %d bytes", in.counted)
	}
}

// A file of exactly the limit is read whole.
func TestLimitIsInclusive(t *testing.T) {
	body := `{"contextItems":[]}`
	for _, name := range []string{"-", filepath.Join(t.TempDir(), "x.json")} {
		if name != "-" {
			if err := os.WriteFile(name, []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for limit, want := range map[string]int{"19": ExitClean, "18": ExitUnchecked} {
			if code, _, stderr := run(body, "check", "--max-bytes", limit, name); code != want {
				t.Errorf("%s, limit %s: status %d %s", name, limit, code, stderr)
			}
		}
	}
}

// No value of a limit is too much for the program, whatever reads with it.
func TestLimitIsBounded(t *testing.T) {
	for _, command := range []string{"check", "render", "blocks", "count"} {
		for _, limit := range []string{"9223372036854775807", "9223372036854775808", "-9223372036854775808", "1073741825", "0"} {
			if code, _, stderr := run("text", command, "--max-bytes", limit, "-"); code != ExitUnchecked || !strings.Contains(stderr, "max-bytes") {
				t.Errorf("%s, limit %s: status %d %s", command, limit, code, stderr)
			}
		}
	}
	if code, out, stderr := run("text", "count", "--encoding", "bytes", "--max-bytes", "1073741824", "-"); code != ExitClean || out != "4\n" {
		t.Errorf("the largest limit: status %d %s%s", code, out, stderr)
	}
	if code, _, stderr := run(`{"contextItems":[]}`, "render", "--budget", "9223372036854775807", "-"); code != ExitUnchecked {
		t.Errorf("the largest budget: status %d %s", code, stderr)
	}
}

// Two commands can run at once.
func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, args := range [][]string{{"rules"}, {"check", "--format", "json", "-"}, {"render", "--encoding", "bytes", "-"}, {"help", "check"}} {
				if code, _, stderr := run(`{"contextItems":[{"label":"a"}]}`, args...); code != ExitClean {
					t.Errorf("%v: status %d %s", args, code, stderr)
				}
			}
		})
	}
	wg.Wait()
}

// The JSON of check has the members that programs rely on.
func TestCheckJSONShape(t *testing.T) {
	_, stdout, _ := run(`{"contextItems":[{"label":"\u202e a"}]}`, "check", "--format", "json", "-", "missing.json")
	var got map[string]any
	if err := json.Unmarshal([]byte(stdout), &got); err != nil {
		t.Fatalf("%v in %s", err, stdout)
	}
	keys := func(m map[string]any, want string) {
		t.Helper()
		for k := range strings.FieldsSeq(want) {
			if _, ok := m[k]; !ok {
				t.Errorf("no member %s", k)
			}
		}
	}
	keys(got, "checked unchecked findings")
	keys(got["unchecked"].([]any)[0].(map[string]any), "file error")
	keys(got["findings"].([]any)[0].(map[string]any), "rule severity file offset pointer message")
}

// What render makes of every context at hand is clean for check, and blocks
// gives back what the span map says.
func TestRenderIsClean(t *testing.T) {
	dir := testdata.Shared(t, "data/editcontext")
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".job.json") {
			continue
		}
		code, prompt, stderr := run("", "render", "--format", "json", "--seed", "00", "--encoding", "bytes", "--budget", "40000", "--request", "Go.", name)
		if code != ExitClean {
			t.Errorf("%s: %s", name, stderr)
			continue
		}
		if code, out, _ := run(prompt, "check", "--fail-on", "note", "-"); code != ExitClean {
			t.Errorf("%s: %s", name, out)
		}
		code, list, stderr := run(prompt, "blocks", "--format", "json", "-")
		if code != ExitClean {
			t.Errorf("%s: %s", name, stderr)
			continue
		}
		var doc struct {
			Blocks []struct{ N int }
		}
		var blocks []struct {
			Kind, Trust string
			N           int
			Data        *string
			Base64      *string `json:"data_base64"`
		}
		if err := errors.Join(json.Unmarshal([]byte(prompt), &doc), json.Unmarshal([]byte(list), &blocks)); err != nil {
			t.Fatal(err)
		}
		if len(blocks) != len(doc.Blocks) || len(blocks) < 2 {
			t.Errorf("%s: %d blocks, the span map has %d", name, len(blocks), len(doc.Blocks))
		}
		for i, b := range blocks {
			if b.N != doc.Blocks[i].N || (b.Data == nil) == (b.Base64 == nil) {
				t.Errorf("%s: block %+v", name, b)
			}
		}
	}
}

// The cases of the command line that were reported in public.
func TestReportedCases(t *testing.T) {
	want := map[string]int{"U041": ExitClean, "U051": ExitFindings, "U053": ExitUnchecked, "U065": ExitFindings}
	for line := range bytes.Lines(testdata.ReadShared(t, "cases/cases.jsonl")) {
		var c struct {
			ID    string
			Input struct {
				Argv  []string
				Files map[string]struct {
					JSON   json.RawMessage
					Text   *string
					Base64 string
				}
			}
			Canary struct{ Text string }
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		status, ok := want[c.ID]
		if !ok {
			continue
		}
		delete(want, c.ID)
		t.Run(c.ID, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, f := range c.Input.Files {
				content := []byte(f.JSON)
				if f.Text != nil {
					content = []byte(*f.Text)
				}
				if f.Base64 != "" {
					content, _ = base64.StdEncoding.DecodeString(f.Base64)
				}
				if err := os.WriteFile(name, content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			code, stdout, stderr := run("", c.Input.Argv[1:]...)
			if code != status {
				t.Errorf("status %d, want %d\n%s%s", code, status, stdout, stderr)
			}
			if strings.ContainsAny(stdout+stderr, "\x1b\x07") || strings.Contains(stdout+stderr, "\u009b") {
				t.Errorf("raw control characters: %q %q", stdout, stderr)
			}
			if c.Canary.Text != "" && strings.Contains(stdout+stderr, c.Canary.Text) {
				t.Errorf("the canary is in the report: %s%s", stdout, stderr)
			}
			if c.ID == "U053" && (!strings.Contains(stdout, "good.json") || !strings.Contains(stderr, "missing.json")) {
				t.Errorf("not every file is spoken of: %s%s", stdout, stderr)
			}
		})
	}
	if len(want) > 0 {
		t.Errorf("cases that are not there: %v", want)
	}
}

// A run makes the flags of the command that it runs, not those of all.
func TestRunMakesOneCommand(t *testing.T) {
	one := testing.AllocsPerRun(3, func() { run("", "version") })
	all := testing.AllocsPerRun(3, func() { subcommands() })
	if one >= all/2 {
		t.Errorf("version makes %v allocations, and all commands %v", one, all)
	}
}

// Help speaks of every flag and names no command that is not there.
func TestHelpIsComplete(t *testing.T) {
	_, list, _ := run("", "help")
	for _, s := range subcommands() {
		if !strings.Contains(list, "  "+s.name) || s.title == "" || s.about == "" {
			t.Errorf("%s is not in the help", s.name)
		}
		_, text, _ := run("", "help", s.name)
		s.flags.VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(text, "--"+f.Name) {
				t.Errorf("%s: --%s is not in the help", s.name, f.Name)
			}
		})
		for line := range strings.Lines(text) {
			if len(line) > 125 {
				t.Errorf("%s: a line of %d: %s", s.name, len(line), line)
			}
		}
	}
	if code, _, _ := run("", "help", "x"); code != ExitUnchecked {
		t.Errorf("help for nothing: %d", code)
	}
}

func TestHiddenDefaults(t *testing.T) {
	if counters[0].name != defaultEncoding {
		t.Errorf("the default encoding is not the first: %s", counters[0].name)
	}
	if _, err := counter("none"); err == nil {
		t.Error("a counter that is none")
	}
	if command(defaultCommand) == nil {
		t.Error("the default command is none")
	}
	if contract.MinSecret < 16 || contract.DefaultBytes < 1<<20 {
		t.Error("limits shrank")
	}
}
