package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestParseAmount(t *testing.T) {
	good := map[string]amount{
		"20000x": {text: "20000x", execs: 20000},
		"1x":     {text: "1x", execs: 1},
		"30s":    {text: "30s", time: 30 * time.Second},
		"1h30m":  {text: "1h30m", time: 90 * time.Minute},
	}
	for in, want := range good {
		if got, err := parseAmount(in); err != nil || got != want {
			t.Errorf("parseAmount(%q) = %+v, %v; want %+v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "0", "0x", "0s", "-1x", "-30s", "x", "20000", "30", "1.5x", "10 s", "99999999999999999999x"} {
		if got, err := parseAmount(in); err == nil {
			t.Errorf("parseAmount(%q) = %+v, want an error", in, got)
		}
	}
}

func TestEnough(t *testing.T) {
	tests := []struct {
		asked           string
		execs, baseline int64
		want            string // part of the error; empty for none
	}{
		{"100x", 100, 0, ""},
		{"100x", 100, 50, ""},
		{"100x", 120, 10, ""},
		{"100x", 99, 0, "99 executions, 100 asked"},
		{"100x", 100, 51, "known inputs"},
		{"100x", 100, 100, "all of them known"},
		{"100x", 0, 0, "no executions"},
		{"30s", 0, 0, "no executions"},
		{"30s", 7, 7, "all of them known"},
		{"30s", 8, 7, ""},
	}
	for _, tt := range tests {
		a, err := parseAmount(tt.asked)
		if err != nil {
			t.Fatal(err)
		}
		err = a.enough(tt.execs, tt.baseline)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s.enough(%d, %d) = %v, want %q", tt.asked, tt.execs, tt.baseline, err, tt.want)
		}
	}
}

func TestProgress(t *testing.T) {
	const log = `fuzz: elapsed: 0s, gathering baseline coverage: 0/17 completed
fuzz: elapsed: 0s, gathering baseline coverage: 17/17 completed, now fuzzing with 2 workers
fuzz: elapsed: 3s, execs: 81200 (27066/sec), new interesting: 4 (total: 21)
execs: 99999999
a line of the target: execs: 5
fuzz: elapsed: 4s, execs: 90001 (27066/sec), new interesting: 4 (total: 21)
PASS`
	var p progress
	var copied bytes.Buffer
	p.read(strings.NewReader(log), &copied)
	if got := copied.String(); got != log {
		t.Errorf("copied %q", got)
	}
	if e, b, m := p.execs.Load(), p.baseline.Load(), p.moved.Load(); e != 90001 || b != 17 || m != 90001 {
		t.Errorf("execs %d, baseline %d, moved %d; want 90001, 17, 90001", e, b, m)
	}
}

func TestProgressStuck(t *testing.T) {
	// A run that stands still repeats its figures: nothing may look like progress.
	var p progress
	for range 5 {
		p.note("fuzz: elapsed: 3s, execs: 0 (0/sec), new interesting: 0 (total: 9)\n")
	}
	if got := p.moved.Load(); got != 0 {
		t.Errorf("moved = %d, want 0", got)
	}
}

// module writes a module with one test file and makes it the working folder.
func module(t *testing.T, test string) {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{
		"go.mod":    "module example.test/m\n\ngo 1.26\n",
		"m_test.go": "package m\n\nimport (\n\t\"testing\"\n\t\"time\"\n)\n\nvar _ = time.Now\n\n" + test,
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOWORK", "off")
}

const (
	goodTarget = "func FuzzGood(f *testing.F) { f.Add(\"a\"); f.Add(\"b\"); f.Fuzz(func(t *testing.T, s string) {}) }\n"
	bareTarget = "func FuzzBare(f *testing.F) { f.Fuzz(func(t *testing.T, s string) {}) }\n"
	badTarget  = "func FuzzBad(f *testing.F) { f.Add(\"a\"); f.Fuzz(func(t *testing.T, s string) { if len(s) > 2 { t.Fatal(\"long\") } }) }\n"
	badSeed    = "func FuzzSeed(f *testing.F) { f.Add(\"a\"); f.Fuzz(func(t *testing.T, s string) { t.Fatal(\"never right\") }) }\n"
	slowTarget = "func FuzzSlow(f *testing.F) { f.Add(1); n := 0; f.Fuzz(func(t *testing.T, i int) { if n++; n > 1 { time.Sleep(time.Hour) } }) }\n"
	noTarget   = "func TestNothing(t *testing.T) {}\n"
)

func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds small modules with the go command")
	}
	tests := []struct {
		name, test string
		args       []string
		status     int
		stdout     string // part of standard output
		stderr     string // part of standard error
	}{
		{"good", goodTarget, []string{"-time", "500x", "-fresh"}, exitOK, "1 targets, 500 executions, 0 failed", ""},
		{"none", noTarget, []string{"-time", "500x"}, exitBroken, "", "no fuzz target in ./..."},
		{"no match", goodTarget, []string{"-match", "Other"}, exitBroken, "", "no fuzz target matches"},
		{"no seed", bareTarget, []string{"-time", "500x", "-fresh"}, exitFailed, "no seed", ""},
		{"crash", badTarget, []string{"-time", "100000x", "-fresh"}, exitFailed, "FAIL example.test/m FuzzBad", ""},
		{"failing seed", badSeed, []string{"-time", "500x", "-fresh"}, exitFailed, "a seed fails", ""},
		{"one of two", goodTarget + bareTarget, []string{"-time", "500x", "-fresh"}, exitFailed, "2 targets, 500 executions, 1 failed", ""},
		{"stuck", slowTarget, []string{"-time", "500x", "-fresh", "-stall", "1s"}, exitFailed, "stuck", ""},
		{"too few", goodTarget, []string{"-time", "2x", "-fresh"}, exitFailed, "known inputs", ""},
		{"does not build", "func Fuzz(", nil, exitBroken, "", "m_test.go"},
		{"bad time", goodTarget, []string{"-time", "0s"}, exitBroken, "", "-time"},
		{"bad workers", goodTarget, []string{"-parallel", "0"}, exitBroken, "", "-parallel"},
		{"bad flag", goodTarget, []string{"-nosuch"}, exitBroken, "", "nosuch"},
		{"help", goodTarget, []string{"-h"}, exitOK, "", "-fresh"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			module(t, tt.test)
			var stdout, stderr bytes.Buffer
			status := run(t.Context(), tt.args, &stdout, &stderr)
			if status != tt.status || !strings.Contains(stdout.String(), tt.stdout) || !strings.Contains(stderr.String(), tt.stderr) {
				t.Errorf("status %d, want %d\nstdout (want %q):\n%s\nstderr (want %q):\n%s",
					status, tt.status, tt.stdout, &stdout, tt.stderr, &stderr)
			}
			if tt.name == "good" && strings.Contains(stdout.String(), " 0s of processor time") {
				t.Errorf("five hundred executions took no processor time:\n%s", &stdout)
			}
		})
	}
}

func TestRunList(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a small module with the go command")
	}
	module(t, goodTarget+bareTarget)
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), []string{"-list"}, &stdout, &stderr); status != exitOK {
		t.Fatalf("status %d: %s", status, &stderr)
	}
	var got []map[string]string
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0]["target"] != "FuzzBare" || got[1]["target"] != "FuzzGood" || got[0]["package"] != "example.test/m" {
		t.Errorf("-list printed %s", &stdout)
	}
	if strings.Count(stdout.String(), "\n") != 1 {
		t.Errorf("a job matrix is one line, got %q", &stdout)
	}
}
