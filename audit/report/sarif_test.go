package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/internal/testdata"
)

// sarifSchema is the schema of SARIF 2.1.0, which the linters of this repository
// bring along: where their module is not there yet it is downloaded, and held
// against tools/go.sum.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", "-modfile=tools/go.mod", "github.com/securego/gosec/v2")
	cmd.Dir = testdata.Root(t)
	out, err := cmd.Output()
	var module struct{ Dir string }
	if err != nil || json.Unmarshal(out, &module) != nil {
		t.Skip("the module with the schema of SARIF is not there and cannot be downloaded")
	}
	name := filepath.Join(module.Dir, "report", "sarif", "testdata", "sarif-schema-2.1.0.json")
	schema, err := jsonschema.NewCompiler().Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestSARIFIsValid(t *testing.T) {
	schema := sarifSchema(t)
	for name, r := range map[string]*report.Report{"everything": sample(), "nothing": new(report.Report)} {
		r.Tool = "promptcheck"
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(write(t, "sarif", r)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	bad, err := jsonschema.UnmarshalJSON(bytes.NewReader(bytes.Replace(write(t, "sarif", sample()), []byte(`"results":[`), []byte(`"results":["x",`), 1)))
	if err != nil {
		t.Fatal(err)
	}
	if schema.Validate(bad) == nil {
		t.Error("the schema takes everything")
	}
}

// sarifLog is what a code host reads.
type sarifLog struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct {
					ID                   string
					DefaultConfiguration struct {
						Level   string
						Enabled *bool
					}
				}
			}
		}
		Results []struct {
			RuleID              string
			RuleIndex           int
			PartialFingerprints map[string]string
			Locations           []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI, URIBaseID string }
					Region           struct{ StartLine, StartColumn int }
				}
			}
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []json.RawMessage
		}
	}
}

func readSARIF(t *testing.T, out []byte) sarifLog {
	t.Helper()
	var log sarifLog
	if err := json.Unmarshal(out, &log); err != nil || len(log.Runs) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	return log
}

// What GitHub wants: all rules, results that are a list, lines, fingerprints,
// and relative names that lead back to the file.
func TestSARIFForCodeHosts(t *testing.T) {
	out := write(t, "sarif", sample())
	run := readSARIF(t, out).Runs[0]
	if len(run.Tool.Driver.Rules) != len(audit.Rules()) || len(run.Results) != len(hostile) {
		t.Fatalf("%d rules, %d results", len(run.Tool.Driver.Rules), len(run.Results))
	}
	for i, r := range run.Results {
		place := r.Locations[0].PhysicalLocation
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || place.Region.StartLine < 1 || r.PartialFingerprints["primaryLocationLineHash"] == "" {
			t.Errorf("%+v", r)
		}
		u, err := url.Parse(place.ArtifactLocation.URI)
		if err != nil || u.IsAbs() || u.Host != "" || u.RawQuery != "" || u.Fragment != "" || strings.HasPrefix(u.Path, "/") {
			t.Errorf("%q: %v", place.ArtifactLocation.URI, err)
			continue
		}
		back := u.Path
		if place.ArtifactLocation.URIBaseID != "" {
			back = "/" + back
		}
		if back != hostile[i] {
			t.Errorf("%q leads to %q", hostile[i], back)
		}
	}
	for _, rule := range run.Tool.Driver.Rules {
		if off := rule.DefaultConfiguration.Enabled != nil; off != (rule.ID == "chars/control") {
			t.Errorf("%s: off is %v", rule.ID, off)
		}
	}
	if run.Invocations[0].ExecutionSuccessful || len(run.Invocations[0].ToolExecutionNotifications) != len(hostile) {
		t.Errorf("%+v", run.Invocations)
	}
	empty := write(t, "sarif", new(report.Report))
	if !bytes.Contains(empty, []byte(`"results":[]`)) || !readSARIF(t, empty).Runs[0].Invocations[0].ExecutionSuccessful {
		t.Errorf("an empty report: %s", empty[len(empty)-300:])
	}
}

// GitHub takes 25,000 results; the rest is said and not lost.
func TestSARIFLimit(t *testing.T) {
	r := new(report.Report)
	for range 25_003 {
		r.Findings = append(r.Findings, sample().Findings[0])
	}
	run := readSARIF(t, write(t, "sarif", r)).Runs[0]
	notes := run.Invocations[0].ToolExecutionNotifications
	if len(run.Results) != 25_000 || len(notes) != 1 || !strings.Contains(string(notes[0]), "3 results are left out") {
		t.Errorf("%d results, %s", len(run.Results), notes)
	}
}

// Names below the folder of the run are relative to it.
func TestSARIFRoot(t *testing.T) {
	root := t.TempDir()
	for name, want := range map[string]string{
		filepath.Join(root, "a", "b.json"): "a/b.json", filepath.Join(root, "..c.json"): "..c.json", "./x.json": "x.json", "../y.json": "../y.json",
	} {
		var b bytes.Buffer
		s := report.NewSARIF(&b, report.Header{Tool: "t", Root: root})
		r := &report.Report{Findings: []report.Finding{{Finding: audit.Finding{Rule: "a/b", File: name}}}}
		if err := r.Replay(s); err != nil {
			t.Fatal(err)
		}
		if got := readSARIF(t, b.Bytes()).Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation; got.URI != want || got.URIBaseID != "" {
			t.Errorf("%s: %+v, want %s", name, got, want)
		}
	}
}

// A region ends where what was found ends, in UTF-16 units, and only where that is
// known.
func TestSARIFRegions(t *testing.T) {
	for _, tc := range []struct {
		body         string
		offset, end  int64
		line, column int
		want         string
	}{
		{"ab cd", 3, 5, 1, 4, `"startLine":1,"startColumn":4,"endLine":1,"endColumn":6`},
		{"é😀x😀y", 6, 11, 1, 7, `"startLine":1,"startColumn":4,"endLine":1,"endColumn":7`},
		{"é\nx😀\nyé z", 2, 11, 1, 3, `"startLine":1,"startColumn":2,"endLine":3,"endColumn":3`},
		{"a\nb\n", 2, 4, 2, 1, `"startLine":2,"startColumn":1,"endLine":3,"endColumn":1`},
		{"ab cd", 3, -1, 1, 4, `"startLine":1,"startColumn":4`},
		{"ab cd", -1, -1, 0, 0, `"startLine":1`},
	} {
		f := audit.Finding{Rule: "chars/control", Offset: tc.offset, End: tc.end, Line: tc.line, Column: tc.column}
		for _, at := range []report.Place{{}, {Record: 3, Offset: 100}} {
			want := tc.want
			if at.Record > 0 {
				if strings.Contains(tc.body, "\n") || tc.offset < 0 {
					continue // no record has lines
				}
				want = strings.NewReplacer(`Line":1`, `Line":3`).Replace(want)
			}
			r := &report.Report{Findings: report.Of([]byte(tc.body), []audit.Finding{f}, at, false)}
			out := write(t, "sarif", r)
			if !bytes.Contains(out, []byte(`"region":{`+want+`}`)) {
				t.Errorf("%q: no %s in\n%s", tc.body, want, out)
			}
			read, err := report.Read(bytes.NewReader(write(t, "json", r)))
			if err != nil || !bytes.Equal(write(t, "sarif", read), out) {
				t.Errorf("%q: another region from json: %v", tc.body, err)
			}
		}
	}
}
