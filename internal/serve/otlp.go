package serve

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/ringfence/ringfence/audit"
)

// The JSON of an OTLP export request, as far as it is used. Numbers of 64 bits
// are strings there, and ids are hexadecimal.
type (
	otlpExport struct {
		ResourceSpans []otlpResourceSpans `json:"resourceSpans"`
	}
	otlpResourceSpans struct {
		Resource   otlpResource     `json:"resource"`
		ScopeSpans []otlpScopeSpans `json:"scopeSpans"`
	}
	otlpResource struct {
		Attributes []otlpAttribute `json:"attributes"`
	}
	otlpScopeSpans struct {
		Scope otlpScope  `json:"scope"`
		Spans []otlpSpan `json:"spans"`
	}
	otlpScope struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	otlpSpan struct {
		TraceID    string          `json:"traceId"`
		SpanID     string          `json:"spanId"`
		TraceState string          `json:"traceState,omitempty"`
		ParentID   string          `json:"parentSpanId,omitempty"`
		Flags      uint32          `json:"flags"`
		Name       string          `json:"name"`
		Kind       int             `json:"kind"`
		Start      string          `json:"startTimeUnixNano"`
		End        string          `json:"endTimeUnixNano"`
		Attributes []otlpAttribute `json:"attributes"`
		Events     []otlpEvent     `json:"events,omitempty"`
		Dropped    int             `json:"droppedEventsCount,omitempty"`
		Status     otlpStatus      `json:"status"`
	}
	otlpEvent struct {
		Time       string          `json:"timeUnixNano"`
		Name       string          `json:"name"`
		Attributes []otlpAttribute `json:"attributes"`
	}
	otlpStatus struct {
		Code int `json:"code,omitempty"`
	}
	otlpAttribute struct {
		Key   string    `json:"key"`
		Value otlpValue `json:"value"`
	}
	otlpValue struct {
		String *string `json:"stringValue,omitempty"`
		Int    *string `json:"intValue,omitempty"`
	}
)

// Values of OTLP's enumerations.
const (
	kindServer  = 2
	statusError = 2
	flagSampled = 1
	// maxEvents is the default of the SDKs for the events of a span.
	maxEvents = 128
)

// The operations, as values of gen_ai.operation.name. The conventions have no
// value for a guardrail or for making a prompt yet, and allow one's own.
const (
	operationGuard  = "run_guardrail"
	operationRender = "render_prompt"
	spanGuard       = operationGuard + " promptcheck"
	eventResult     = "gen_ai.evaluation.result"
)

func str(key, value string) otlpAttribute {
	return otlpAttribute{key, otlpValue{String: &value}}
}

func num(key string, value int64) otlpAttribute {
	s := strconv.FormatInt(value, 10)
	return otlpAttribute{key, otlpValue{Int: &s}}
}

// span makes and queues the span of a request, unless the caller does not sample
// its trace. Nothing in it is text of the body: rules and messages are ours.
func (s *Server) span(r *http.Request, path string, rt route, a *answer, size int, began time.Time, took time.Duration) {
	if s.spans == nil {
		return
	}
	t := traceOf(r.Header)
	if !t.sampled {
		return
	}
	sp := otlpSpan{
		TraceID: t.trace, SpanID: randomHex(spanDigits), ParentID: t.parent, TraceState: t.state, Flags: flagSampled,
		Name: spanGuard, Kind: kindServer, Start: nanos(began), End: nanos(began.Add(took)),
		Attributes: []otlpAttribute{
			str("gen_ai.operation.name", operationGuard),
			str("http.request.method", rt.method), str("http.route", path),
			num("http.response.status_code", int64(a.status)), num("http.request.body.size", int64(size)),
		},
	}
	if path == PathRender {
		sp.Name, sp.Attributes[0] = operationRender, str("gen_ai.operation.name", operationRender)
	}
	if rt.hook != "" {
		sp.Attributes = append(sp.Attributes, str("promptcheck.hook", rt.hook), str("promptcheck.action", a.action))
	}
	if a.status >= http.StatusInternalServerError {
		sp.Status.Code = statusError
		sp.Attributes = append(sp.Attributes, str("error.type", strconv.Itoa(a.status)))
	}
	sp.Events, sp.Dropped = events(a.findings, sp.End)
	s.spans.put(sp)
}

// events are the findings, as results of an evaluation.
func events(found []audit.Finding, at string) (out []otlpEvent, dropped int) {
	if len(found) > maxEvents {
		found, dropped = found[:maxEvents], len(found)-maxEvents
	}
	for _, f := range found {
		out = append(out, otlpEvent{at, eventResult, []otlpAttribute{
			str("gen_ai.evaluation.name", f.Rule),
			str("gen_ai.evaluation.score.label", f.Severity.String()),
			str("gen_ai.evaluation.explanation", f.Message),
			num("promptcheck.offset", f.Offset),
		}})
	}
	return out, dropped
}

func nanos(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

// line is the export request of one span on one line.
func line(sp otlpSpan, version string) ([]byte, error) {
	b, err := json.Marshal(otlpExport{[]otlpResourceSpans{{
		Resource:   otlpResource{[]otlpAttribute{str("service.name", "promptcheck"), str("service.version", version)}},
		ScopeSpans: []otlpScopeSpans{{otlpScope{"github.com/ringfence/ringfence/internal/serve", version}, []otlpSpan{sp}}},
	}}})
	return append(b, '\n'), err
}
