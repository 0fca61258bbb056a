package serve

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/render"
)

// patience is how long a test waits for what must come: the machine may be busy.
const patience = 60 * time.Second

// testConfig has the severities of the command.
func testConfig() Config {
	return Config{Render: noRender, Version: "test", FailOn: audit.Warning, Timeout: patience}
}

// newServer makes a server; change may adapt its configuration.
func newServer(t *testing.T, change func(*Config)) *Server {
	t.Helper()
	c := testConfig()
	if change != nil {
		change(&c)
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.spans.close() })
	return s
}

// ask sends a request to the handler; headers are names and values in turn.
func ask(s *Server, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(method, "http://localhost"+target, strings.NewReader(body))
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	s.ServeHTTP(w, r)
	return w
}

// post is ask for a body that is answered with 200.
func post(t *testing.T, s *Server, target, body string) string {
	t.Helper()
	w := ask(s, http.MethodPost, target, body)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: status %d %s", target, w.Code, w.Body)
	}
	if got := w.Header().Get("Content-Type"); got != "application/json" {
		t.Errorf("%s: content type %q", target, got)
	}
	if !json.Valid(w.Body.Bytes()) || !strings.HasSuffix(w.Body.String(), "\n") {
		t.Errorf("%s: not one line of JSON: %s", target, w.Body)
	}
	return w.Body.String()
}

// listen serves on a free port until the test ends, and returns its address and
// what stops it: the result of Serve.
func listen(t *testing.T, s *Server) (address string, stop func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	stopped := false
	stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		select {
		case err := <-done:
			return err
		case <-time.After(patience):
			t.Error("the server does not stop")
			return nil
		}
	}
	t.Cleanup(func() { _ = stop() })
	return l.Addr().String(), stop
}

// until polls for a condition.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); {
		if time.Now().After(end) {
			t.Fatal("waited in vain for " + what)
		}
		time.Sleep(time.Millisecond)
	}
}

// rendering blocks in Render until told to go on.
type rendering struct{ entered, release chan struct{} }

func newRendering() rendering { return rendering{make(chan struct{}, 64), make(chan struct{})} }

func (r rendering) render(context.Context, RenderInput) (*render.Prompt, error) {
	r.entered <- struct{}{}
	<-r.release
	return nil, nil
}

const renderBody = `{"ask":{"contextItems":[]}}`

// recordHost is ask with a Host: "" for localhost and "-" for none.
func recordHost(s *Server, host, method, target, body string, headers []string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(method, "http://localhost"+target, strings.NewReader(body))
	switch host {
	case "":
	case "-":
		r.Host = ""
	default:
		r.Host = host
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	s.ServeHTTP(w, r)
	return w
}
