package report_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/report"
)

// What is read back is what was written, and gives the same in every format.
func TestReadGivesTheSame(t *testing.T) {
	for _, format := range []string{"json", "jsonl"} {
		want := sample()
		got, err := report.Read(bytes.NewReader(write(t, format, want)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", format, diff)
		}
		for _, to := range report.Formats() {
			if a, b := write(t, to, want), write(t, to, got); !bytes.Equal(a, b) {
				t.Errorf("%s by way of %s differs: %s", to, format, cmp.Diff(string(a), string(b)))
			}
		}
	}
}

// A report that breaks off anywhere is an error, and so is one with something
// behind it.
func TestReadWantsTheWhole(t *testing.T) {
	for _, format := range []string{"json", "jsonl"} {
		whole := bytes.TrimRight(write(t, format, sample()), "\n")
		for n := range whole {
			if r, err := report.Read(bytes.NewReader(whole[:n])); err == nil || r != nil {
				t.Fatalf("%s: %d of %d bytes are a report", format, n, len(whole))
			}
		}
		if _, err := report.Read(bytes.NewReader(append(whole, "\n{}"...))); err == nil {
			t.Errorf("%s: something may follow", format)
		}
	}
}

func TestReadIsStrict(t *testing.T) {
	good := string(write(t, "json", &report.Report{Tool: "t", Checked: 1, Findings: sample().Findings[2:3], Unchecked: sample().Unchecked[:1]}))
	if _, err := report.Read(strings.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"checked":1`, `"checked":-1`},
		{`"checked":1`, `"checked":"1"`},
		{`"checked":1,`, ``},
		{`"checked":1`, `"checked":1,"checked":1`},
		{`"unchecked"`, `"uncheked"`},
		{`"findings"`, `"finding"`},
		{`"severity":"error"`, `"severity":"fatal"`},
		{`"rule":"chars/bidi-control"`, `"rule":"A\u001b"`},
		{`"file":"plain.json"`, `"fil":"plain.json"`},
		{`"offset":2`, `"offset":-2`},
		{`"offset":2`, `"end":-2,"offset":2`},
		{`"line":3`, `"line":-3`},
		{`"fingerprint":"0`, `"fingerprint":"x`},
		{`"start":4`, `"start":40`},
		{`"start":4`, `"start":-1`},
		{`"text":"Blue`, `"text":"\u001bBlue`},
		{`"records":0`, `"records":2`},
		{`"records":0`, `"records":0,"shards":2`},
		{`"records":0`, `"records":0,"shard":3,"shards":2`},
		{`"rules_off":[]`, `"rules_off":[""]`},
		{`"rules_off":[]`, `"rules_off":[],"exclude":[""]`},
		{`"rules_off":[]`, `"rules_off":[],"exclude":["\u001b"]`},
		{`"records":0`, `"records":0,"excluded":-1`},
		{`"records":0`, `"records":0,"format":"x"`},
		{`"severity":"error",`, `"severity":"error","file_base64":"!",`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good {
			t.Errorf("%s is not in %s", change[0], good)
		}
		r, err := report.Read(strings.NewReader(bad))
		var e *ringfence.Error
		if r != nil || !errors.As(err, &e) || e.Code != report.CodeInvalid {
			t.Errorf("%s: %v", change[1], err)
		}
	}
	for _, other := range []string{"", "[]", "null", "1", `{}`, `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","runs":[]}`, "\xff"} {
		if _, err := report.Read(strings.NewReader(other)); err == nil {
			t.Errorf("%q is a report", other)
		}
	}
}

// A report that was changed by somebody cannot bring control characters along.
func TestReadEscapes(t *testing.T) {
	r, err := report.Read(strings.NewReader(`{"checked":1,"unchecked":[{"file":"x","error":"\u001b[2J"}],"findings":[` +
		`{"rule":"a/b","severity":"note","file":"x","offset":0,"pointer":"\u202e","message":"\n::error::"}],"tool":"\u0007"}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Unchecked[0].Error + r.Findings[0].Pointer + r.Findings[0].Message + r.Tool; strings.ContainsAny(got, "\x1b\n\u202e\x07") {
		t.Errorf("%q", got)
	}
}
