package serve

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ringfence/ringfence/audit"
)

// metricsType is the content type of Prometheus' text format.
const metricsType = "text/plain; version=0.0.4; charset=utf-8"

// buckets are the upper bounds of the histogram, in seconds. They are densest
// around two milliseconds, which a hook should not exceed.
var buckets = [...]float64{0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5}

// metrics counts what the server does. Every label value is one of a closed set,
// so that nobody outside can make the number of series grow.
type metrics struct {
	mu       sync.Mutex
	version  string
	inFlight int64
	dropped  int64
	requests map[[2]string]int64 // route, status
	times    map[string]*histogram
	found    map[[2]string]int64 // rule, severity
	actions  map[[2]string]int64 // hook, action
	refusals map[string]int64    // code
}

// histogram counts durations. counts[i] is what is at most buckets[i].
type histogram struct {
	counts [len(buckets)]int64
	sum    float64
	total  int64
}

func newMetrics(version string) *metrics {
	return &metrics{
		version: version, requests: map[[2]string]int64{}, times: map[string]*histogram{},
		found: map[[2]string]int64{}, actions: map[[2]string]int64{}, refusals: map[string]int64{},
	}
}

func (m *metrics) enter() { m.add(&m.inFlight, 1) }
func (m *metrics) leave() { m.add(&m.inFlight, -1) }
func (m *metrics) drop()  { m.add(&m.dropped, 1) }

func (m *metrics) add(n *int64, by int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	*n += by
}

// refused counts a refusal by its code, which is one of ours.
func (m *metrics) refused(code string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refusals[code]++
}

// request counts an answer; hook is "" where the path is no hook.
func (m *metrics) request(path, hook string, a *answer, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[[2]string{path, strconv.Itoa(a.status)}]++
	h := m.times[path]
	if h == nil {
		h = new(histogram)
		m.times[path] = h
	}
	h.observe(seconds(took))
	for _, f := range a.findings {
		m.found[[2]string{f.Rule, f.Severity.String()}]++
	}
	if a.action != "" {
		m.actions[[2]string{hook, a.action}]++
	}
}

func (h *histogram) observe(s float64) {
	for i := len(buckets) - 1; i >= 0 && s <= buckets[i]; i-- {
		h.counts[i]++
	}
	h.sum += s
	h.total++
}

// text writes the metrics in Prometheus' text format, sorted.
func (m *metrics) text() []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	var b exposer
	b.family("promptcheck_build_info", "gauge", "A constant 1 with the version as a label.")
	b.sample("promptcheck_build_info", 1, "version", m.version)
	b.family("promptcheck_http_requests_in_flight", "gauge", "Requests that are being read, worked on or answered.")
	b.sample("promptcheck_http_requests_in_flight", float64(m.inFlight))
	b.family("promptcheck_http_requests_total", "counter", "Answers by path and HTTP status.")
	b.pairs("promptcheck_http_requests_total", m.requests, "path", "status")
	b.family("promptcheck_http_request_duration_seconds", "histogram", "Time from the end of a request's header to its answer.")
	for _, path := range slices.Sorted(maps.Keys(m.times)) {
		b.histogram("promptcheck_http_request_duration_seconds", m.times[path], "path", path)
	}
	b.family("promptcheck_refusals_total", "counter", "Requests that were not answered as asked, by error code.")
	for _, code := range slices.Sorted(maps.Keys(m.refusals)) {
		b.sample("promptcheck_refusals_total", float64(m.refusals[code]), "code", code)
	}
	b.family("promptcheck_guardrail_actions_total", "counter", "Decisions of the guardrail hooks.")
	b.pairs("promptcheck_guardrail_actions_total", m.actions, "hook", "action")
	b.family("promptcheck_findings_total", "counter", "Findings by rule and severity.")
	b.pairs("promptcheck_findings_total", m.found, "rule", "severity")
	b.family("promptcheck_spans_dropped_total", "counter", "Spans that were not written: the file was too slow, or failed.")
	b.sample("promptcheck_spans_dropped_total", float64(m.dropped))
	b.family("promptcheck_rules", "gauge", "Rules that are checked.")
	b.sample("promptcheck_rules", float64(len(audit.Rules())))
	return []byte(b.out.String())
}

// exposer writes the text format.
type exposer struct{ out strings.Builder }

func (b *exposer) family(name, kind, help string) {
	b.out.WriteString("# HELP " + name + " " + help + "\n# TYPE " + name + " " + kind + "\n")
}

// sample writes a line; labels are names and values in turn.
func (b *exposer) sample(name string, value float64, labels ...string) {
	b.out.WriteString(name)
	for i := 0; i+1 < len(labels); i += 2 {
		b.out.WriteByte("{,"[min(i, 1)])
		b.out.WriteString(labels[i] + `="` + escapeLabel(labels[i+1]) + `"`)
	}
	if len(labels) > 1 {
		b.out.WriteByte('}')
	}
	b.out.WriteString(" " + strconv.FormatFloat(value, 'g', -1, 64) + "\n")
}

func (b *exposer) pairs(name string, m map[[2]string]int64, first, second string) {
	keys := slices.SortedFunc(maps.Keys(m), func(x, y [2]string) int { return slices.Compare(x[:], y[:]) })
	for _, k := range keys {
		b.sample(name, float64(m[k]), first, k[0], second, k[1])
	}
}

func (b *exposer) histogram(name string, h *histogram, label, value string) {
	for i, le := range buckets {
		b.sample(name+"_bucket", float64(h.counts[i]), label, value, "le", strconv.FormatFloat(le, 'g', -1, 64))
	}
	b.sample(name+"_bucket", float64(h.total), label, value, "le", "+Inf")
	b.sample(name+"_sum", h.sum, label, value)
	b.sample(name+"_count", float64(h.total), label, value)
}

// escapeLabel escapes what the format reserves in a label's value.
func escapeLabel(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s)
}
