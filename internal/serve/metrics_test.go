package serve

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/audit"
)

// sampleLine is a line of the text format, by its grammar.
var sampleLine = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\S+)$`)

// parseExposition reads the text format strictly: every sample belongs to a
// family that was declared right before, with help and type, and no series comes
// twice.
func parseExposition(t *testing.T, text string) map[string]float64 {
	t.Helper()
	out := map[string]float64{}
	seen := map[string]bool{}
	family, kind, help := "", "", ""
	if !strings.HasSuffix(text, "\n") {
		t.Error("the last line has no end")
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if rest, ok := strings.CutPrefix(line, "# HELP "); ok {
			help, _, _ = strings.Cut(rest, " ")
			continue
		}
		if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
			family, kind, _ = strings.Cut(rest, " ")
			if family != help || seen[family] || kind != "counter" && kind != "gauge" && kind != "histogram" {
				t.Errorf("type of %q: %q after help of %q, declared before: %v", family, kind, help, seen[family])
			}
			seen[family] = true
			continue
		}
		m := sampleLine.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("no sample: %q", line)
			continue
		}
		name := m[1]
		if kind == "histogram" {
			name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_sum"), "_count")
		}
		value, err := strconv.ParseFloat(m[3], 64)
		series := m[1] + "{" + m[2] + "}"
		if _, twice := out[series]; err != nil || name != family || twice {
			t.Errorf("%q: %v, in the family %q, twice: %v", line, err, family, twice)
		}
		out[series] = value
	}
	return out
}

func TestMetrics(t *testing.T) {
	s := newServer(t, nil)
	parseExposition(t, string(s.metrics.text())) // before anything happened
	post(t, s, PathRequest, requestBody(t, "user", "x"))
	post(t, s, PathRequest, requestBody(t, "user", "a\u202eb"))
	post(t, s, PathRequest, "{")
	ask(s, "GET", "/secret-path%0A", "")
	w := ask(s, "GET", PathMetrics, "")
	if w.Code != 200 || w.Header().Get("Content-Type") != metricsType {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	got := parseExposition(t, w.Body.String())
	for series, want := range map[string]float64{
		`promptcheck_build_info{version="test"}`:                                                             1,
		`promptcheck_http_requests_in_flight{}`:                                                              1, // this one
		`promptcheck_http_requests_total{path="/request",status="200"}`:                                      3,
		`promptcheck_http_requests_total{path="other",status="404"}`:                                         1,
		`promptcheck_guardrail_actions_total{hook="request",action="pass"}`:                                  1,
		`promptcheck_guardrail_actions_total{hook="request",action="mask"}`:                                  1,
		`promptcheck_guardrail_actions_total{hook="request",action="reject"}`:                                1,
		`promptcheck_refusals_total{code="json-truncated"}`:                                                  1,
		`promptcheck_findings_total{rule="structure/data-outside-block",severity="` + severityOutside + `"}`: 1,
		`promptcheck_http_request_duration_seconds_count{path="/request"}`:                                   3,
		`promptcheck_http_request_duration_seconds_bucket{path="/request",le="+Inf"}`:                        3,
		`promptcheck_rules{}`:               float64(len(audit.Rules())),
		`promptcheck_spans_dropped_total{}`: 0,
	} {
		if v, ok := got[series]; !ok || v != want {
			t.Errorf("%s is %v (%v), want %v", series, v, ok, want)
		}
	}
	if strings.Contains(w.Body.String(), "secret") {
		t.Error("a path from outside is a label")
	}
	// HEAD is GET without the body.
	if w := ask(s, "HEAD", PathMetrics, ""); w.Code != 200 || w.Body.Len() != 0 {
		t.Errorf("HEAD: %d, %d bytes", w.Code, w.Body.Len())
	}
}

// severityOutside is that of the rule in the build that is tested.
var severityOutside = func() string {
	r, _ := audit.RuleByID("structure/data-outside-block")
	return r.Severity.String()
}()

// Buckets are cumulative, and a value on a bound is in its bucket.
func TestHistogram(t *testing.T) {
	m := newMetrics(`a"b\c` + "\nd")
	for _, d := range []time.Duration{0, 500 * time.Microsecond, 501 * time.Microsecond, 2500 * time.Millisecond, time.Hour, -time.Second} {
		m.request("/x", "", &answer{status: 200}, d)
	}
	got := parseExposition(t, string(m.text()))
	at := func(le string) float64 {
		return got[fmt.Sprintf(`promptcheck_http_request_duration_seconds_bucket{path="/x",le="%s"}`, le)]
	}
	for le, want := range map[string]float64{"0.0005": 3, "0.001": 4, "1": 4, "2.5": 5, "+Inf": 6} {
		if at(le) != want {
			t.Errorf("bucket %s is %v, want %v", le, at(le), want)
		}
	}
	if _, ok := got[`promptcheck_build_info{version="a\"b\\c\nd"}`]; !ok {
		t.Error("the label is not escaped")
	}
}
