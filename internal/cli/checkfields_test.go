package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// fieldRecords is a stream of records with the text in members, in pieces as
// small as a pipe gives them.
type fieldRecords struct {
	n, at int
	rest  []byte
	heap  *atomic.Uint64 // the largest heap seen in between
}

// fieldRecord is a record of a store; one in badEvery has a bidirectional control
// in its second message.
func fieldRecord(i int) string {
	mark := ""
	if i%badEvery == 0 {
		mark = `\u202e`
	}
	return fmt.Sprintf(`{"id":%d,"messages":[{"role":"user","content":"%s"},{"role":"assistant","content":[{"type":"text","text":"answer %d%s"}]}]}`+"\n",
		i, strings.Repeat("text ", 40), i, mark)
}

func (r *fieldRecords) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		if r.at == r.n {
			return 0, io.EOF
		}
		r.rest = append(r.rest, fieldRecord(r.at)...)
		if r.at++; r.heap != nil && r.at%(r.n/10) == 0 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			r.heap.Store(max(r.heap.Load(), m.HeapAlloc))
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// chatFields are the fields of fieldRecord.
var chatFields = []string{"check", "--lines", "--field", "/messages/*/content", "--field", "/messages/*/content/*/text"}

// The memory of a run does not grow with the number of records whose fields are
// checked.
func TestConstantMemoryOfFields(t *testing.T) {
	var used [2]uint64
	for i, n := range []int{3_000, 30_000} {
		var heap atomic.Uint64
		c := Command{Stdin: &fieldRecords{n: n, heap: &heap}, Stdout: io.Discard, Stderr: io.Discard}
		if code := c.Main(append(chatFields, "--format", "json", "-")); code != ExitFindings {
			t.Fatalf("status %d", code)
		}
		used[i] = heap.Load()
	}
	if used[1] > used[0]+(6<<20) {
		t.Errorf("%d bytes of heap for 3,000 records, %d for 30,000", used[0], used[1])
	}
}

// However the work is divided the report is the same, and each finding has the
// bytes of the file that it speaks of.
func TestFieldsInOrder(t *testing.T) {
	const n = 3_000
	store, err := io.ReadAll(&fieldRecords{n: n})
	if err != nil {
		t.Fatal(err)
	}
	var want string
	for _, procs := range []int{1, 2, 7} {
		before := runtime.GOMAXPROCS(procs)
		var out bytes.Buffer
		c := Command{Stdin: bytes.NewReader(store), Stdout: &out, Stderr: io.Discard}
		code := c.Main(append(chatFields, "--format", "json", "-"))
		runtime.GOMAXPROCS(before)
		if code != ExitFindings || want != "" && out.String() != want {
			t.Fatalf("%d processors: status %d, or the report differs", procs, code)
		}
		want = out.String()
	}
	var doc struct {
		Checked, Records int
		Findings         []struct {
			Rule, Pointer        string
			Record, Line, Column int
			Offset, End          int64
		}
	}
	if err := json.Unmarshal([]byte(want), &doc); err != nil || doc.Checked != n || doc.Records != n || len(doc.Findings) != n/badEvery {
		t.Fatalf("%v: %d checked, %d findings", err, doc.Checked, len(doc.Findings))
	}
	for i, f := range doc.Findings {
		line := i*badEvery + 1
		head := store[:f.Offset]
		if f.Record != line || f.Line != line || bytes.Count(head, []byte("\n")) != line-1 || f.Column != len(head)-bytes.LastIndexByte(head, '\n') ||
			f.Pointer != "/messages/1/content/0/text" || string(store[f.Offset:f.End]) != `\u202e` {
			t.Errorf("finding %d: %+v, %q", i, f, store[f.Offset:f.End])
		}
	}
}

// The parts of a run with fields, merged, are the run; what is unchecked is told
// by one of them.
func TestFieldShardsMerge(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	records := []string{`{"text":"a\u202e"}`, `{"txet":"a"}`, `{"text":7}`, `{"text":"b"}`, `{`, `{"text":"c\u202e","text":""}`}
	for i := range 3 {
		body := strings.Join(append(records[i:], records...), "\n")
		if err := os.WriteFile(fmt.Sprintf("s%d.jsonl", i), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(fmt.Sprintf("r%d.json", i), []byte(records[i]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"check", "--field", "/text", "--format", "json", "."}
	status, whole, _ := run("", args...)
	if status != ExitUnchecked || strings.Count(whole, `"rule":`) < 5 || strings.Count(whole, "pointer-missing") < 5 {
		t.Fatalf("status %d: %s", status, whole)
	}
	for n := 1; n <= 4; n++ {
		merge := []string{"convert", "--merge", "--to", "json"}
		for i := 1; i <= n; i++ {
			name := filepath.Join(t.TempDir(), "part.json")
			run("", append(args, "--shard", fmt.Sprintf("%d/%d", i, n), "-o", name)...)
			merge = append(merge, name)
		}
		if code, got, stderr := run("", merge...); code != status || got != whole {
			t.Errorf("%d parts: status %d, want %d; %s\n%s\nand\n%s", n, code, status, stderr, got, whole)
		}
	}
}

// One record with as many strings as fit, and names as long as fit, takes time
// and a report like any other: both are as long for a record twice as long.
func TestHostileFields(t *testing.T) {
	for _, tc := range []struct{ fields, record string }{
		{"/*", `["` + strings.Repeat(`a\u202e","`, 60_000) + `"]`},
		{"/*", "[" + strings.Repeat("7,", 200_000) + "7]"},
		{"/*/*", `{"` + strings.Repeat("x", 200_000) + `":["` + strings.Repeat(`a\u202e","`, 20_000) + `"]}`},
		{"/*/*", `{"` + strings.Repeat("x", 200_000) + `":[` + strings.Repeat("7,", 60_000) + `"a"]}`},
		{strings.Repeat("/*", 500), strings.Repeat("[", 60) + `"a"` + strings.Repeat("]", 60)},
	} {
		code, stdout, stderr := run(tc.record, "check", "--lines", "--field", tc.fields, "--format", "json", "-")
		if code == ExitClean || len(stdout) > 100_000 || len(stderr) > 10_000 {
			t.Errorf("%s of %.20s: status %d, %d bytes of report, %d of remarks", tc.fields, tc.record, code, len(stdout), len(stderr))
		}
	}
}

// A baseline knows findings in fields by what they are, and so do its parts of
// the next run, whatever the records have become.
func TestFieldsBaseline(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(body string) {
		if err := os.WriteFile("s.jsonl", []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"check", "--field", "/m/*/c", "s.jsonl"}
	write(`{"m":[{"c":"Blue mug\u202e"}]}` + "\n")
	if code, _, stderr := run("", append(args, "--write-baseline", "known.json")...); code != ExitFindings {
		t.Fatalf("status %d %s", code, stderr)
	}
	args = append(args, "--baseline", "known.json")
	write(`{"m":[{"c":"new"}]}` + "\n\n" + `{"id":9,"m":[{"c":"x"}, {"c":"\u0042lue mug` + "\u202e" + `"}]}` + "\n")
	if code, out, stderr := run("", args...); code != ExitClean || !strings.Contains(out, "1 finding left out") {
		t.Errorf("status %d %s%s", code, out, stderr)
	}
	write(`{"m":[{"c":"Blue mug\u202e"},{"c":"Blue mug\u202e"}]}` + "\n")
	if code, out, _ := run("", args...); code != ExitFindings || !strings.Contains(out, "/m/1/c") || !strings.Contains(out, "1 finding left out") {
		t.Errorf("a copy: status %d %s", code, out)
	}
}
