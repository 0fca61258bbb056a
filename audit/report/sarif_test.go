package report_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/internal/testdata"
)

// sarifSchema is the schema of SARIF 2.1.0, which the linters of this repository
// bring along.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-mod=readonly", "-modfile=tools/go.mod", "-m", "-f", "{{.Dir}}", "github.com/securego/gosec/v2")
	cmd.Dir = testdata.Root(t)
	dir, err := cmd.Output()
	name := filepath.Join(strings.TrimSpace(string(dir)), "report", "sarif", "testdata", "sarif-schema-2.1.0.json")
	if _, statErr := os.Stat(name); err != nil || statErr != nil {
		t.Skip("the module with the schema of SARIF is not downloaded: make lint downloads it")
	}
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
