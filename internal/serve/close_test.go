package serve

import (
	"net"
	"net/http"
	"testing"
	"time"
)

// There is one way to write a path: proxies in front let callers through by what
// is written.
func TestEscapedPaths(t *testing.T) {
	s := newServer(t, nil)
	for _, target := range []string{"/v1%2Fcheck", "/v1/%63heck", "/%72equest", "/v1/guardrail%2fportkey", "/health%7a", "//v1/check", "/v1/./check"} {
		for _, method := range []string{http.MethodPost, http.MethodGet} {
			if w := ask(s, method, target, "x"); w.Code != http.StatusNotFound {
				t.Errorf("%s %s: status %d", method, target, w.Code)
			}
		}
	}
	if w := ask(s, http.MethodPost, PathCheck+"?kind=%74ext", "x"); w.Code != http.StatusOK {
		t.Errorf("an escape in the query: status %d", w.Code)
	}
}

// Of several faults of a query the same is told each time.
func TestQueryFaults(t *testing.T) {
	s := newServer(t, nil)
	const faults = "?zz=1&kind=zz&fail-on=zz&aa=1"
	first := ask(s, "POST", PathCheck+faults, "x").Body.String()
	for range 50 {
		if again := ask(s, "POST", PathCheck+faults, "x").Body.String(); again != first {
			t.Fatalf("%s and %s", first, again)
		}
	}
}

// Who is refused before a body is read keeps no connection, and neither does
// anybody who showed no token where one is asked for.
func TestConnectionsThatEnd(t *testing.T) {
	token := []string{"Authorization", "Bearer 0123456789abcdef"}
	open := newServer(t, nil)
	guarded := newServer(t, func(c *Config) { c.Token = []byte("0123456789abcdef") })
	for _, c := range []struct {
		name    string
		s       *Server
		method  string
		target  string
		headers []string
		ends    bool
	}{
		{"unknown path", open, http.MethodGet, "/x", nil, true},
		{"wrong method", open, http.MethodGet, PathCheck, nil, true},
		{"a page", open, http.MethodPost, PathCheck, []string{"Origin", "null"}, true},
		{"no token", guarded, http.MethodPost, PathCheck, nil, true},
		{"no token, hook", guarded, http.MethodPost, PathPortkey, nil, true},
		{"health beside a token", guarded, http.MethodGet, PathHealth, nil, true},
		{"health", open, http.MethodGet, PathHealth, nil, false},
		{"check", open, http.MethodPost, PathCheck, nil, false},
		{"check with the token", guarded, http.MethodPost, PathCheck, token, false},
		{"a bad body with the token", guarded, http.MethodPost, PathRequest, token, false},
	} {
		w := ask(c.s, c.method, c.target, "x", c.headers...)
		if ends := w.Header().Get("Connection") == "close"; ends != c.ends {
			t.Errorf("%s: ends %v", c.name, ends)
		}
	}
}

// All places for connections are taken by callers who say nothing, or who go on
// without a token: another one gets through nevertheless.
func TestIdleConnections(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Timeout = time.Second })
	address, _ := listen(t, s)
	for i := range MaxConnections {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Skipf("no more than %d connections here: %v", i, err)
		}
		defer conn.Close()
		if i%2 == 0 {
			_, _ = conn.Write([]byte("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n"))
		} else {
			_, _ = conn.Write([]byte("POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx"))
		}
	}
	until(t, "an answer beside idle connections", func() bool { return get(t, address, PathCheck, "x") == http.StatusOK })
}
