package gobridge

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence/policy/host/task"
)

func printed(stderr string, status int) output {
	var o output
	o.stderr.WriteString(stderr)
	o.status = status
	return o
}

func listed(j *job) []string {
	out := []string{}
	for _, d := range j.diagnostics {
		level := "warn"
		if d.Level == task.Error {
			level = "error"
		}
		out = append(out, level+" "+strings.TrimPrefix(d.Code, "editor/task/")+" "+d.Path+" "+d.Msg)
	}
	return out
}

// Places and messages are read from what the go tool prints.
func TestCompilerOutput(t *testing.T) {
	for _, c := range []struct {
		stderr string
		status int
		want   []string
	}{
		{"", 0, nil},
		{"# example.com/m\n./a.go:3:5: undefined: x\n./sub/b.go:10: syntax error\n", 1, []string{"error type-error a.go:3:5 undefined: x", "error type-error sub/b.go:10 syntax error"}},
		{"# m\n./a.go:3:5: cannot use x (variable of type int)\n\thave int\n\twant string\n", 1, []string{"error type-error a.go:3:5 cannot use x (variable of type int)\nhave int\nwant string"}},
		{"# m\n# [m]\nvet: ./a_test.go:3:2: undefined: y\n", 1, []string{"error type-error a_test.go:3:2 undefined: y"}},
		{"go: errors parsing go.mod:\ngo.mod:3: unknown directive: x\n", 1, []string{"error type-error go.mod:3 unknown directive: x"}},
		{"go: go.mod requires go >= 1.99 (running go 1.26; GOTOOLCHAIN=local)\n", 1, []string{"error go-tool m go: go.mod requires go >= 1.99 (running go 1.26; GOTOOLCHAIN=local)"}},
		{"", 2, []string{"error go-tool m the go tool failed and did not say why"}},
		{"./a.go:1:1: x\n./a.go:1:1: x\n./a.go:2:2: too many errors\n", 1, []string{"error type-error a.go:1:1 x", "error type-error a.go:2:2 too many errors"}},
		{"a b: c\n", 0, nil},
	} {
		j := &job{module: module{named: "m"}}
		j.compiled(printed(c.stderr, c.status), "type-error", task.Error)
		if got := listed(j); !slices.Equal(got, append([]string{}, c.want...)) {
			t.Errorf("%q\n got %q\nwant %q", c.stderr, got, c.want)
		}
	}
	j := &job{module: module{named: "m"}}
	j.compiled(printed(strings.Repeat("./a.go:1:1: x\n", 5)+strings.Repeat("z", 1<<20), 1), "vet", task.Warn)
	if got := listed(j); !slices.Equal(got, []string{"warn vet a.go:1:1 x"}) {
		t.Errorf("%q", got)
	}
	// A failed vet without a compiler's error stays a warning.
	if j.failed() {
		t.Error("a warning is an error")
	}
}

// Failing tests are read with their places; what they print is text.
func TestTestOutput(t *testing.T) {
	for _, c := range []struct {
		stdout string
		want   []string
	}{
		{"--- FAIL: TestA (0.00s)\n    a_test.go:5: got 1\n    a_test.go:6: got 2\nFAIL\n", []string{"error test-failed sub/a_test.go:5 TestA: got 1", "error test-failed sub/a_test.go:6 TestA: got 2"}},
		{"--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/x (0.00s)\n        a_test.go:5: bad\nFAIL\n", []string{"error test-failed sub TestA failed", "error test-failed sub/a_test.go:5 TestA/x: bad"}},
		{"panic: boom\n\ngoroutine 1 [running]:\nm/sub.F()\n\t/workspace/sub/a.go:9 +0x1\n", []string{"error test-panic sub/a.go:9 panic: boom"}},
		{"panic: test timed out after 1s\n", []string{"error test-panic sub panic: test timed out after 1s"}},
		{"::error file=x::y\n", []string{"error test-failed sub the tests failed and did not say why"}},
		{"", []string{"error test-failed sub the tests failed and did not say why"}},
	} {
		j := &job{}
		var o output
		o.stdout.WriteString(c.stdout)
		o.status = 1
		j.tested("sub", o)
		if got := listed(j); !slices.Equal(got, c.want) {
			t.Errorf("%q\n got %q\nwant %q", c.stdout, got, c.want)
		}
	}
}

// A stream is kept to its limit and the rest counted.
func TestCapture(t *testing.T) {
	var c capture
	for range 100 {
		if n, err := c.Write(make([]byte, 10_000)); n != 10_000 || err != nil {
			t.Fatal(n, err)
		}
	}
	if c.Len() != maxOutput || c.dropped != 1_000_000-maxOutput {
		t.Errorf("%d kept, %d dropped", c.Len(), c.dropped)
	}
}

// FuzzOutput gives any bytes to the readers of output: diagnostics are bounded
// UTF-8 that a term can hold, and a failure has at least one.
func FuzzOutput(f *testing.F) {
	for _, s := range []string{
		"# m\n./a.go:3:5: undefined: x\n\tmore\n", "vet: a.go:1:1: x", "go: x", "--- FAIL: TestA (0.00s)\n    a_test.go:5: x",
		"panic: x\n\t/workspace/a.go:1", "\xff:\x00.go:1: \x1b[31m", "../../etc/x.go:1:1: y", "\t\n\t\n",
	} {
		f.Add([]byte(s), 1)
	}
	f.Fuzz(func(t *testing.T, out []byte, status int) {
		if len(out) > 1<<14 {
			return
		}
		for _, read := range []func(*job, output){
			func(j *job, o output) { j.compiled(o, "type-error", task.Error) },
			func(j *job, o output) { j.tested("d", o) },
		} {
			j := &job{module: module{named: "m"}}
			j.contract, _ = task.ContractOf("editor/task::typecheck-pkg")
			var o output
			o.stdout.Write(out)
			o.stderr.Write(out)
			o.status = status
			read(j, o)
			if status != 0 && len(j.diagnostics) == 0 {
				t.Fatal("a failure without a diagnostic")
			}
			if len(j.diagnostics) > maxParsed+2 {
				t.Fatalf("%d diagnostics", len(j.diagnostics))
			}
			for _, d := range j.diagnostics {
				if !utf8.ValidString(d.Path+d.Msg) || len(d.Msg) > maxMessage+len("…") {
					t.Fatalf("%q", d)
				}
			}
			if _, ok := j.result().Data(); !ok {
				t.Fatal("no result")
			}
		}
	})
}

func TestHides(t *testing.T) {
	for name, want := range map[string]bool{".git": true, ".ENV": true, ".env.local": true, "a.PEM": true, "id_rsa.pub": true, "env": false, "a.go": false, ".gitignore": false} {
		if hides(hidden, name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// What a tool prints without a place is told once, shortened, in linear time: a
// module decides how much of it there is.
func TestManyLinesWithoutAPlace(t *testing.T) {
	j := &job{}
	var o output
	o.status = 1
	o.stderr.WriteString(strings.Repeat("x\n", maxOutput/2))
	j.compiled(o, "build-error", task.Error)
	if len(j.diagnostics) != 1 || len(j.diagnostics[0].Msg) != maxMessage+len("…") {
		t.Errorf("%d diagnostics, the first of %d bytes", len(j.diagnostics), len(j.diagnostics[0].Msg))
	}
}
