package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// TestMain lets the test binary be an engine: serve on request, a silent one
// and one that ends at once.
func TestMain(m *testing.M) {
	switch os.Getenv("BENCH_TEST_ENGINE") {
	case "":
		os.Exit(m.Run())
	case "slow":
		_, _ = os.Stdout.WriteString("{}\n")
		for start := time.Now(); time.Since(start) < time.Minute; {
			_ = start // burn time, as a slow engine does
		}
	case "dead":
	default:
		if err := serve(os.Getenv("BENCH_TEST_ENGINE"), os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
	}
}

func testEngine(t *testing.T, name string) *engine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	env, err := exec.LookPath("env")
	if err != nil {
		t.Skip("there is no env command to start an engine with")
	}
	e := &engine{name: name, command: []string{env, "BENCH_TEST_ENGINE=" + name, self}}
	t.Cleanup(e.stop)
	return e
}

func testBench(t *testing.T) *bench {
	t.Helper()
	return &bench{dir: t.TempDir(), bound: 20 * time.Second, fitBound: 20 * time.Second, say: t.Logf}
}

func TestEngineCounts(t *testing.T) {
	b, e := testBench(t), testEngine(t, ours)
	f, err := b.attack(e, families[0], 1000)
	if err != nil || !f.ok() || f.tokens == 0 {
		t.Fatalf("%+v %v", f, err)
	}
	both, err := b.speed([]*engine{e, {name: "none", command: []string{"/nowhere"}}}, text{"words", strings.Repeat("some words ", 800)})
	if err != nil || !both[0].ok() || both[0].tokens < 1000 || both[0].tokens > 8000 || both[1].ok() {
		t.Errorf("%+v %v", both, err)
	}
	a, err := e.ask(job{Task: "load"}, b.bound)
	if err != nil || a.NS[0] <= 0 || a.Bytes <= 0 {
		t.Errorf("%+v %v", a, err)
	}
	if _, err := e.ask(job{Task: "nothing"}, b.bound); err == nil || e.process == nil {
		t.Errorf("a task that is not known: %v", err)
	}
	if _, err := e.ask(job{Task: "count", Warm: "/nowhere"}, b.bound); err == nil {
		t.Error("a file that is not there makes no error")
	}
}

// TestParts divides a text of wide characters without losing any of it.
func TestParts(t *testing.T) {
	s := strings.Repeat("a€", 1001)
	var joined strings.Builder
	for part := range parts(s) {
		if !utf8.ValidString(part) || len(part) == 0 {
			t.Errorf("a part of %d bytes is cut inside a character", len(part))
		}
		joined.WriteString(part)
	}
	if joined.String() != s {
		t.Error("the parts are not the text")
	}
}

func TestEngineFits(t *testing.T) {
	b, e := testBench(t), testEngine(t, oursCl)
	texts := []text{{"a", strings.Repeat("some words\n", 100)}, {"b", strings.Repeat("x := 1 + y\n", 100)}}
	chunks, err := b.workload(load(40, texts, func(s string) int { return len(s) / 4 }))
	if err != nil {
		t.Fatal(err)
	}
	if f := b.fit(e, chunks); !f.ok() || f.tokens == 0 {
		t.Errorf("%+v", f)
	}
	a, err := e.ask(job{Task: "cost", Chunk: chunks}, b.bound)
	if err != nil || len(a.NS) != 5 {
		t.Errorf("%+v %v", a, err)
	}
}

func TestEngineIsStoppedAtTheBound(t *testing.T) {
	e := testEngine(t, "slow")
	if _, err := e.ask(job{Task: "load"}, 50*time.Millisecond); !errors.Is(err, errBound) || e.process != nil {
		t.Errorf("got %v", err)
	}
	if f := failed(errBound, time.Second); !f.over || f.ok() || f.String() != "> 1s" {
		t.Errorf("%+v", f)
	}
	if _, err := testEngine(t, "dead").ask(job{}, time.Second); !errors.Is(err, errStopped) {
		t.Errorf("an engine that does not start: %v", err)
	}
}

func TestServeRefuses(t *testing.T) {
	if err := serve("unheard-of", strings.NewReader(""), &bytes.Buffer{}); err == nil {
		t.Error("an engine that is not known starts")
	}
	if err := serve(ours, strings.NewReader("{\n"), &bytes.Buffer{}); err == nil {
		t.Error("a line that is no job is answered")
	}
}

// TestEnginesAgree: all Go engines count the same.
func TestEnginesAgree(t *testing.T) {
	for _, s := range []string{"", "plain words", mixed(2000), families[6].make(300, 1)} {
		want := -1
		for _, name := range []string{ours, tokenizr, pkoukkTik} {
			count, err := counterOf(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := count(s); want >= 0 && got != want {
				t.Errorf("%s: %d tokens of %.20q, want %d", name, got, s, want)
			} else {
				want = got
			}
		}
	}
}

func TestTexts(t *testing.T) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("there is no go command to find sources with")
	}
	texts, err := ordinary(strings.TrimSpace(string(out)))
	if err != nil {
		t.Skip("the Go distribution has no sources here: ", err)
	}
	again, err := ordinary(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range texts {
		if len(x.text) < enough-utf8.UTFMax || !utf8.ValidString(x.text) || x != again[i] {
			t.Errorf("%s: %d bytes", x.name, len(x.text))
		}
	}
	w := load(300, texts, func(s string) int { return len(s) })
	seen := map[int]bool{}
	for i, s := range w.Chunks {
		if len(s) < 100 || len(s) > 260 || !strings.HasSuffix(s, "\n") || seen[w.Priorities[i]] {
			t.Errorf("chunk %d: %d bytes, priority %d", i, len(s), w.Priorities[i])
		}
		seen[w.Priorities[i]] = true
	}
	if _, err := ordinary(t.TempDir()); err == nil {
		t.Error("texts are made of nothing")
	}
}

func TestHostile(t *testing.T) {
	for _, f := range families {
		a, b, c := f.make(5000, 0), f.make(5000, 0), f.make(5000, 1)
		if a != b || a == c || len(a) > 5000 || len(a) < 4900 || !utf8.ValidString(a) {
			t.Errorf("%s: %d bytes", f.name, len(a))
		}
	}
}

// TestDocument holds the layout: the same results make the same page.
func TestDocument(t *testing.T) {
	ms := func(n int) figure { return figure{took: time.Duration(n) * time.Millisecond, tokens: 7} }
	r := &results{
		machine: "a machine", skipped: "engines in JavaScript: not asked for", bound: 3 * time.Second, sizes: []int{1000, 10_000}, parts: []int{200},
		counters: []string{ours, pkoukkTik}, fitters: []string{oursCl, "priompt"},
		loads:   []loadFigure{{20 * time.Millisecond, 15e6}, {400 * time.Millisecond, 30e6}},
		speeds:  []speedRow{{"prose", 1e6, []figure{ms(10), {took: 400 * time.Millisecond, tokens: 8}}}},
		attacks: []attackRow{{"one letter", [][]figure{{ms(1), ms(11)}, {ms(40), {took: 3 * time.Second, over: true}}}}},
		fits:    []fitRow{{200, []figure{ms(1), ms(33)}, []int64{1e6, 1.2e6, 4e5, 3e5, 1e5}}},
	}
	got := r.markdown()
	for _, want := range []string{
		"| prose | 100.0 MB/s | 2.5 MB/s, 40.0 × * |",
		"| one letter | 1.0 ms / 11.0 ms (11.0 × for 10 × the text) | 40.0 ms / > 3s (> 273 ×) |",
		"| 200 | 1.0 ms | 33.0 ms, 33.0 × |",
		"| 200 | 1.0 ms | 1.2 ms (1.20 ×) | 0.40 ms (0.40 ×) | 0.20 ms |",
		"| ringfence | 20 ms | 15 MB |", "- Skipped: engines in JavaScript: not asked for.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no line %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "Date") || got != r.markdown() {
		t.Error("the page is not the same each time")
	}
	t.Setenv("BENCH_DATE", "2026-01-02")
	if !strings.Contains(r.markdown(), "- Date: 2026-01-02.") {
		t.Error("the date is not shown")
	}
}

func TestFigures(t *testing.T) {
	for want, f := range map[string]figure{
		"–": {}, "failed": {err: "x"}, "0.25 ms": {took: 250 * time.Microsecond}, "2.5 ms": {took: 2500 * time.Microsecond},
		"150 ms": {took: 150 * time.Millisecond}, "1.5 s": {took: 1500 * time.Millisecond}, "52 s": {took: 52 * time.Second},
	} {
		if f.String() != want {
			t.Errorf("%+v is %q, want %q", f, f.String(), want)
		}
	}
	if ratio(figure{took: 1}, figure{}) != "–" || lastRatio(nil, nil) != "" || growth([]figure{{}}, nil) != "" {
		t.Error("a ratio of nothing")
	}
}

// TestScript checks that the packages of the script are those that are
// installed, and that node can read it where there is one.
func TestScript(t *testing.T) {
	for name := range packages {
		if !bytes.Contains(engineScript, []byte("load('"+name)) {
			t.Errorf("the script does not load %s", name)
		}
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	name := filepath.Join(t.TempDir(), "engine.cjs")
	if err := os.WriteFile(name, engineScript, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(node, "--check", name).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestCommandRefusesFlags(t *testing.T) {
	if err := command([]string{"-nothing"}, nil, nil, &bytes.Buffer{}); err == nil {
		t.Error("a flag that is not known is taken")
	}
	if err := command([]string{"-engine", "unheard-of"}, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}); err == nil {
		t.Error("an engine that is not known is taken")
	}
}

func TestAnswerIsOneLine(t *testing.T) {
	b, err := json.Marshal(answer{Error: "a\nb"})
	if err != nil || bytes.ContainsRune(b, '\n') {
		t.Errorf("%s %v", b, err)
	}
}

// What others measure stays in the document, from its heading on.
func TestAuditorIsKept(t *testing.T) {
	for _, c := range []struct{ old, want string }{
		{"", "new\n"}, {"# Benchmarks\nfigures\n", "new\n"}, {"old\n\n## The auditor\n\nkept\n", "new\n\n## The auditor\n\nkept\n"},
	} {
		if got := withAuditor("new\n", c.old); got != c.want {
			t.Errorf("%q: %q, want %q", c.old, got, c.want)
		}
	}
	page, err := os.ReadFile(filepath.Join("..", "docs", "benchmarks.md"))
	if err != nil || withAuditor("", string(page)) == "" {
		t.Errorf("the page says nothing of the auditor: %v", err)
	}
}
