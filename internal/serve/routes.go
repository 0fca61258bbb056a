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
	path   string
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
var routes = [...]route{
	{path: PathRender, method: http.MethodPost, answer: (*Server).render},
	{path: PathCheck, method: http.MethodPost, answer: (*Server).check},
	{path: PathRequest, method: http.MethodPost, hook: "request", answer: (*Server).gatewayRequest, refuse: (*Server).refuseRequest},
	{path: PathResponse, method: http.MethodPost, hook: "response", answer: (*Server).gatewayResponse, refuse: (*Server).refuseResponse},
	{path: PathPortkey, method: http.MethodPost, hook: "portkey", answer: (*Server).portkey, refuse: (*Server).refusePortkey},
	{path: PathHealth, method: http.MethodGet, answer: (*Server).health},
	{path: PathMetrics, method: http.MethodGet, answer: (*Server).exposition},
}

// routeOf returns the route of a path, and whether there is one.
func routeOf(path string) (route, bool) {
	for _, rt := range routes {
		if rt.path == path {
			return rt, true
		}
	}
	return route{}, false
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
	for _, rt := range routes {
		out[rt.path] = rt.method
	}
	return out
}
