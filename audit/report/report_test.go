package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
)

// hostile are names of files that no report may repeat as they are.
var hostile = []string{
	"plain.json", "dir/a b.json", "a\x1b[31m.json", "b\n::error::x.json", "c\xff.json", "##vso[task]d.json", "::error::e.json",
	"f\u202e.json", "g|h`i<script>.json", "/abs/j.json", "k:l#m?n%o.json", "@everyone www.example.com.md", "-",
}

// sample is a report that has everything.
func sample() *report.Report {
	r := &report.Report{Tool: "promptcheck", Version: "v1", Off: []string{"chars/control"}, Checked: 40, Records: 3, Known: 2, Passed: 4}
	r.Exclude, r.Excluded = []string{"**/package.json", "drafts/**"}, 4
	for i, name := range hostile {
		f := report.Finding{
			Finding: audit.Finding{
				Rule: "chars/bidi-control", Severity: audit.Severity(i % 3), File: name, Offset: int64(i), End: int64(i) + 3,
				Line: i + 1, Column: i + 1, Pointer: `/a\u202e/0`, Message: "1 bidirectional control",
			},
			Record: i % 2 * (i + 1), Units: i + 1, Fingerprint: fmt.Sprintf("%032x", i),
		}
		if i%4 == 1 {
			f.Line, f.Column, f.Units, f.Offset, f.End = 0, 0, 0, ringfence.NoOffset, ringfence.NoOffset
		}
		if i%3 == 2 {
			f.Snippet = &report.Snippet{Text: `Blue\u{202E} ::warning::|<b>`, Start: 4, End: 12, Before: true}
		}
		r.Findings = append(r.Findings, f)
		r.Unchecked = append(r.Unchecked, report.Unchecked{File: name, Error: "json-truncated: it breaks off", Record: i % 3})
	}
	return r
}

// write returns a report in a format.
func write(t *testing.T, format string, r *report.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	h := r.Header()
	h.FailOn = audit.Warning
	s, ok := report.New(format, &b, h)
	if !ok {
		t.Fatalf("no format %s", format)
	}
	if err := r.Replay(s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// No format repeats what could move a cursor, reorder text, or pass for a
// command of a CI system.
func TestFormatsAreSafe(t *testing.T) {
	for _, format := range report.Formats() {
		out := string(write(t, format, sample()))
		if i := strings.IndexFunc(out, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7F || r == '\u202e' || r == 0xFFFD }); i >= 0 {
			t.Errorf("%s: %q", format, out[max(0, i-20):i+5])
		}
		for line := range strings.Lines(out) {
			if l := strings.TrimSpace(line); strings.HasPrefix(l, "::") || format != "markdown" && strings.Contains(l, "##") {
				t.Errorf("%s: a line could be a command: %s", format, line)
			}
		}
		if !bytes.Equal([]byte(out), write(t, format, sample())) {
			t.Errorf("%s: the same report differs", format)
		}
	}
	if _, ok := report.New("html5", io.Discard, report.Header{}); ok {
		t.Error("a format that is none")
	}
}

// The JSON has the members that programs rely on, in their order.
func TestJSONShape(t *testing.T) {
	out := string(write(t, "json", sample()))
	for _, want := range []string{
		`{"checked":40,"unchecked":[` + "\n" + `{"file":"plain.json","error":"json-truncated: it breaks off"}`,
		`"findings":[` + "\n" + `{"rule":"chars/bidi-control","severity":"note","file":"plain.json","offset":0,"pointer":"/a\\u202e/0","message":"1 bidirectional control",`,
		`"file":"c\\xff.json","file_base64":"Y/8uanNvbg=="`,
		`"known":2`, `"rules_off":["chars/control"]`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	if out := string(write(t, "json", new(report.Report))); !strings.HasPrefix(out, `{"checked":0,"unchecked":[],"findings":[],`) {
		t.Errorf("an empty report: %s", out)
	}
}

// Each line of JSON Lines is an object; the first says what it is, the last
// closes the report.
func TestJSONLinesDescribesItself(t *testing.T) {
	lines := bytes.Split(bytes.TrimSpace(write(t, "jsonl", sample())), []byte("\n"))
	if len(lines) != 2+2*len(hostile) {
		t.Errorf("%d lines", len(lines))
	}
	for i, line := range lines {
		var l struct{ Format, Type, Tool string }
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		switch {
		case i == 0 && (l.Format != "promptcheck-report" || l.Tool != "promptcheck"):
			t.Errorf("the first line: %s", line)
		case i == len(lines)-1 && l.Type != "summary":
			t.Errorf("the last line: %s", line)
		}
	}
}

// JUnit counts what it lists, and fails on what fails the run.
func TestJUnit(t *testing.T) {
	type testcase struct {
		Class   string    `xml:"classname,attr"`
		Failure *struct{} `xml:"failure"`
		Error   *struct{} `xml:"error"`
	}
	var doc struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Suite    struct {
			Cases []testcase `xml:"testcase"`
		} `xml:"testsuite"`
	}
	r := sample()
	if err := xml.Unmarshal(write(t, "junit", r), &doc); err != nil {
		t.Fatal(err)
	}
	failures, errors := 0, 0
	for _, c := range doc.Suite.Cases {
		if c.Failure != nil {
			failures++
		}
		if c.Error != nil {
			errors++
		}
	}
	want := 0
	for i := range r.Findings {
		if r.Findings[i].Severity >= audit.Warning {
			want++
		}
	}
	if doc.Tests != len(doc.Suite.Cases) || doc.Failures != failures || failures != want || doc.Errors != errors || errors != len(r.Unchecked) {
		t.Errorf("%d tests of %d, %d failures of %d, %d errors of %d", doc.Tests, len(doc.Suite.Cases), failures, want, errors, len(r.Unchecked))
	}
}

// In Markdown, names and snippets make no table cell, no element and no link.
func TestMarkdown(t *testing.T) {
	out := string(write(t, "markdown", sample()))
	for _, never := range []string{"<script", "<b>", "www.", "@everyone", "`", "::"} {
		if strings.Contains(out, never) {
			t.Errorf("%s is in\n%s", never, out)
		}
	}
	for line := range strings.Lines(out) {
		if n := strings.Count(line, "|"); strings.HasPrefix(line, "|") && n != 5 && n != 3 {
			t.Errorf("%d cell borders: %s", n, line)
		}
	}
	many := new(report.Report)
	for range 5000 {
		many.Findings = append(many.Findings, sample().Findings[0])
	}
	if out := string(write(t, "markdown", many)); len(out) > 1<<20 || !strings.Contains(out, "and 4800 more") {
		t.Errorf("%d bytes", len(out))
	}
}

// Text has the carets where the finding is, and speaks of everything it counts.
func TestText(t *testing.T) {
	r := &report.Report{Checked: 5, Records: 2, Known: 1, Findings: []report.Finding{{
		Finding: audit.Finding{Rule: "a/b", Severity: audit.Warning, File: "x", Line: 2, Column: 3, Message: "m"},
		Snippet: &report.Snippet{Text: "\u6f22 ab", Start: 4, End: 5, Before: true, After: true},
	}}, Unchecked: []report.Unchecked{{File: "y", Error: "e"}}}
	want := "x:2:3: warning: m [a/b]\n  | ...\u6f22 ab...\n  |       ^\n" +
		"3 files and 2 records checked, 1 not checked: 0 errors, 1 warning, 0 notes; 1 finding left out that the baseline knows\n"
	if diff := cmp.Diff(want, string(write(t, "text", r))); diff != "" {
		t.Error(diff)
	}
	for want, r := range map[string]report.Report{
		"1 file checked: nothing found\n":                              {Checked: 1},
		"0 files checked\n":                                            {},
		"2 records checked: nothing found\n":                           {Checked: 2, Records: 2},
		"1 file checked: nothing new found; 3":                         {Checked: 1, Known: 3},
		"1 file checked: nothing found; 1 file in folders passed over": {Checked: 1, Passed: 1},
	} {
		if got := string(write(t, "text", &r)); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// full is a writer that is full.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// A report that cannot be written is an error of the sink.
func TestSinksTellErrors(t *testing.T) {
	for _, format := range report.Formats() {
		s, _ := report.New(format, full{}, report.Header{})
		if err := sample().Replay(s); err == nil {
			t.Errorf("%s: no error", format)
		}
	}
}
