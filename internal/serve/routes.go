package serve

import (
	"context"
	"net/http"

	"github.com/ringfence/ringfence/audit"
)

// Paths of the server.
const (
	PathRender   = "/v1/render"
	PathCheck    = "/v1/check"
	PathRequest  = "/request"
	PathResponse = "/response"
	PathPortkey  = "/v1/guardrail/portkey"
	PathHealth   = "/healthz"
	PathMetrics  = "/metrics"
)

// route is one path. Routes with a method of GET are answered at once; the
// others read a body and take a slot.
type route struct {
	method string
	// hook names a guardrail hook in metrics and spans; "" for the others.
	hook string
	// answer works on a body. It returns nil for a problem.
	answer func(s *Server, ctx context.Context, c *call) (*answer, *problem)
	// refuse makes the answer of a problem; nil for problem JSON with its status.
	refuse func(s *Server, p *problem) *answer
}

// call is a request whose body was read.
type call struct {
	query string
	body  []byte
}

// answer is what goes back, and what is known about it.
type answer struct {
	status      int
	contentType string // "" for JSON
	body        []byte
	header      map[string]string
	findings    []audit.Finding
	action      string // of a hook: pass, mask or reject
	close       bool   // the connection ends with the answer
}

// routes lists all paths.
var routes = map[string]route{
	PathRender:   {method: http.MethodPost, answer: (*Server).render},
	PathCheck:    {method: http.MethodPost, answer: (*Server).check},
	PathRequest:  {method: http.MethodPost, hook: "request", answer: (*Server).gatewayRequest, refuse: (*Server).refuseRequest},
	PathResponse: {method: http.MethodPost, hook: "response", answer: (*Server).gatewayResponse, refuse: (*Server).refuseResponse},
	PathPortkey:  {method: http.MethodPost, hook: "portkey", answer: (*Server).portkey, refuse: (*Server).refusePortkey},
	PathHealth:   {method: http.MethodGet, answer: (*Server).health},
	PathMetrics:  {method: http.MethodGet, answer: (*Server).exposition},
}

// health says whether the server takes work.
func (s *Server) health(context.Context, *call) (*answer, *problem) {
	if s.draining.Load() {
		return &answer{status: http.StatusServiceUnavailable, body: []byte(`{"status":"stopping"}` + "\n")}, nil
	}
	return &answer{status: http.StatusOK, body: []byte(`{"status":"ok"}` + "\n")}, nil
}

// exposition writes the metrics.
func (s *Server) exposition(context.Context, *call) (*answer, *problem) {
	return &answer{status: http.StatusOK, contentType: metricsType, body: s.metrics.text()}, nil
}

// Routes returns the paths and their methods, for what describes the server.
func Routes() map[string]string {
	out := make(map[string]string, len(routes))
	for path, rt := range routes {
		out[path] = rt.method
	}
	return out
}
