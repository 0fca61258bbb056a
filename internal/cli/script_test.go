package cli

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts run this test binary as promptcheck.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"promptcheck": func() {
		c := Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Environ: os.Environ()}
		os.Exit(c.Main(os.Args[1:]))
	}})
}

// TestScripts runs testdata/script/*.txtar, a topic each. Besides the commands
// of testscript there are
//
//	exits N COMMAND...  runs it and wants exit status N
//	nobytes HEX...      wants none of these bytes on either stream
//	nowhere WORD        wants a word on neither stream
//	lines N             wants N lines on standard output
//	framed FILE TERM…   writes requests into a file, a frame each; raw:TEXT as it is
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:   filepath.Join("testdata", "script"),
		Setup: hostileFiles,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "nobytes": nobytes, "nowhere": nowhere, "lines": lines, "framed": framed,
		},
	})
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

func nobytes(ts *testscript.TestScript, _ bool, args []string) {
	for _, arg := range args {
		n, err := strconv.ParseUint(arg, 16, 8)
		ts.Check(err)
		for _, stream := range []string{"stdout", "stderr"} {
			if at := strings.IndexByte(ts.ReadFile(stream), byte(n)); at >= 0 {
				ts.Fatalf("byte %s on %s at %d", arg, stream, at)
			}
		}
	}
}

func nowhere(ts *testscript.TestScript, _ bool, args []string) {
	for _, stream := range []string{"stdout", "stderr"} {
		if strings.Contains(ts.ReadFile(stream), args[0]) {
			ts.Fatalf("%q is on %s", args[0], stream)
		}
	}
}

func lines(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := strings.Count(ts.ReadFile("stdout"), "\n"); got != want {
		ts.Fatalf("%d lines, want %d", got, want)
	}
}

// hostileFiles puts files into a script's folder that a txtar archive cannot
// hold: bytes that are no text, names that no editor writes, and large ones.
func hostileFiles(env *testscript.Env) error {
	deep := `{"editContextVersion":"0.1","x":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}"
	for name, content := range map[string]string{
		"hostile/bom.json":         "\xEF\xBB\xBF{\"editContextVersion\": \"0.1\",\r\n\"selection\": [],\r\n\"screen\": {\"elementIds\": []},\r\n\"source\": null,\r\n\"untrusted\": {}}\r\n",
		"hostile/deep.json":        deep,
		"hostile/bytes.json":       "{\"contextItems\":[{\"label\":\"a\xff\x9bb\"}]}",
		"hostile/escapes.txt":      "Go on.\x1b[2J\u009b31m\u202e\n",
		"hostile/bytes.txt":        "a\xffb\n",
		"names/a\x1b[31m\a.json":   "{",
		"names/b\u009b\u202e.json": "{",
		"names/c\xff.json":         "{",
		"names/::error::d.json":    "{",
		"names/e\n::error::.json":  "{",
		"names/##vso[x]f.json":     `{"contextItems":[{"label":""}]}`,
	} {
		path := filepath.Join(env.WorkDir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return errors.Join(gzipFiles(env), logFiles(env))
}

// gzipFiles writes what a script wants compressed, and what is no text.
func gzipFiles(env *testscript.Env) error {
	dir := filepath.Join(env.WorkDir, "inputs")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	warn := "{\"contextItems\":[{\"label\":\"a\\u202e\"}]}\n"
	store := zipped(strings.Repeat(warn, 2))
	for name, content := range map[string][]byte{
		"warn.json.gz": zipped(warn), "store.jsonl.gz": store, "cut.jsonl.gz": store[:len(store)-9], "cut.txt.gz": store[:len(store)-9],
		"large.txt.gz": zipped(strings.Repeat("a ", 1<<20)), "program.txt": []byte("\x7fELF\x02\x00\x00\u202e\x00<|im_start|>"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func zipped(s string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(s)) // a bytes.Buffer does not fail
	_ = z.Close()
	return b.Bytes()
}
