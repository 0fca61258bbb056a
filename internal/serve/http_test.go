package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/render"
)

// problemReply is the JSON of an error, for reading.
type problemReply struct {
	Error struct{ Code, Message, Hint, Pointer string }
}

func TestRefusals(t *testing.T) {
	open := newServer(t, func(c *Config) { c.Bytes = 2000 })
	guarded := newServer(t, func(c *Config) { c.Token = []byte("0123456789abcdef") })
	exposed := newServer(t, func(c *Config) { c.Exposed = true })
	allow := map[string]string{PathCheck: "POST", PathHealth: "GET, HEAD"}
	for _, c := range []struct {
		name           string
		s              *Server
		method, target string
		body           string
		headers        []string
		host           string
		status         int
		code           string
	}{
		{"no path", open, "GET", "/", "", nil, "", 404, "http-route"},
		{"below a path", open, "POST", "/v1/check/x", "", nil, "", 404, "http-route"},
		{"wrong method", open, "GET", PathCheck, "", nil, "", 405, "http-route"},
		{"wrong method of a page", open, "POST", PathHealth, "", nil, "", 405, "http-route"},
		{"preflight", open, "OPTIONS", PathCheck, "", []string{"Origin", "https://x.test"}, "", 405, "http-route"},
		{"browser", open, "POST", PathCheck, "", []string{"Origin", "http://localhost:8787"}, "", 403, "http-forbidden"},
		{"opaque browser", open, "GET", PathMetrics, "", []string{"Origin", "null"}, "", 403, "http-forbidden"},
		{"rebound name", open, "POST", PathCheck, "", nil, "attacker.test:8787", 403, "http-forbidden"},
		{"no host", open, "GET", PathHealth, "", nil, "-", 403, "http-forbidden"},
		{"rebound name, exposed", exposed, "GET", PathHealth, "", nil, "service.test", 200, ""},
		{"loopback", open, "GET", PathHealth, "", nil, "127.9.9.9:1", 200, ""},
		{"loopback 6", open, "GET", PathHealth, "", nil, "[::1]:1", 200, ""},
		{"local name", open, "GET", PathHealth, "", nil, "LocalHost", 200, ""},
		{"no token", guarded, "POST", PathCheck, "x", nil, "", 401, "http-token"},
		{"other scheme", guarded, "POST", PathCheck, "x", []string{"Authorization", "Basic 0123456789abcdef"}, "", 401, "http-token"},
		{"other token", guarded, "POST", PathCheck, "x", []string{"Authorization", "Bearer 0123456789abcdefg"}, "", 401, "http-token"},
		{"token", guarded, "POST", PathCheck, "x", []string{"Authorization", "bearer 0123456789abcdef"}, "", 200, ""},
		{"health without a token", guarded, "GET", PathHealth, "", nil, "", 200, ""},
		{"compressed", open, "POST", PathCheck, "x", []string{"Content-Encoding", "br"}, "", 415, "http-body"},
		{"too long", open, "POST", PathCheck, strings.Repeat("a", 2001), nil, "", 413, "http-body"},
		{"just right", open, "POST", PathCheck + "?kind=prompt", strings.Repeat("a b c d e f g ", 143)[:2000], nil, "", 200, ""},
		{"unknown query", open, "POST", PathCheck + "?kinds=prompt", "x", nil, "", 400, "http-query"},
		{"unknown kind", open, "POST", PathCheck + "?kind=x", "x", nil, "", 400, "http-query"},
		{"two kinds", open, "POST", PathCheck + "?kind=ask&kind=prompt", "x", nil, "", 400, "http-query"},
		{"unknown threshold", open, "POST", PathCheck + "?fail-on=all", "x", nil, "", 400, "http-query"},
		{"broken query", open, "POST", PathCheck + "?%zz", "x", nil, "", 400, "http-query"},
		{"nothing to render", open, "POST", PathRender, "{}", nil, "", 400, "field-missing"},
		{"both to render", open, "POST", PathRender, `{"ask":{},"context":{}}`, nil, "", 400, "field-type"},
		{"unknown member", open, "POST", PathRender, `{"ask":{},"x":1}`, nil, "", 400, "field-type"},
		{"budget of nothing", open, "POST", PathRender, `{"ask":{},"budget":0}`, nil, "", 400, "field-type"},
		{"budget of a half", open, "POST", PathRender, `{"ask":{},"budget":0.5}`, nil, "", 400, "field-type"},
		{"format", open, "POST", PathRender, `{"ask":{},"format":"yaml"}`, nil, "", 400, "field-type"},
	} {
		t.Run(c.name, func(t *testing.T) {
			headers := c.headers
			w := recordHost(c.s, c.host, c.method, c.target, c.body, headers)
			var p problemReply
			_ = json.Unmarshal(w.Body.Bytes(), &p)
			if w.Code != c.status || p.Error.Code != c.code {
				t.Errorf("status %d, want %d %s: %s", w.Code, c.status, c.code, w.Body)
			}
			if w.Header().Get("Access-Control-Allow-Origin") != "" || w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("headers %v", w.Header())
			}
			if c.status == 405 && w.Header().Get("Allow") != allow[c.target] || c.status == 401 && w.Header().Get("WWW-Authenticate") == "" {
				t.Errorf("headers %v", w.Header())
			}
		})
	}
}

// A panic costs one request, shows nothing, and gives its slot back.
func TestPanicIsContained(t *testing.T) {
	s := newServer(t, func(c *Config) {
		c.InFlight = 1
		c.Render = func(context.Context, RenderInput) (*render.Prompt, error) { panic("secret of the body") }
	})
	for range 3 {
		w := ask(s, "POST", PathRender, renderBody)
		if w.Code != 500 || strings.Contains(w.Body.String(), "secret") || !strings.Contains(w.Body.String(), "http-fault") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	if text := string(s.metrics.text()); !strings.Contains(text, `promptcheck_refusals_total{code="http-fault"} 3`) {
		t.Error(text)
	}
}

// No more requests are worked on than there are slots; who waits too long hears
// so, and a hook hears a rejection.
func TestInFlight(t *testing.T) {
	r := newRendering()
	s := newServer(t, func(c *Config) { c.InFlight, c.Render, c.Timeout = 2, r.render, 300*time.Millisecond })
	for range 2 {
		go ask(s, "POST", PathRender, renderBody)
	}
	<-r.entered
	<-r.entered
	if w := ask(s, "POST", PathCheck, "x"); w.Code != 503 || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if action, _, status, _ := gatewayReply(t, ask(s, "POST", PathRequest, requestBody(t, "user", "x")).Body.String()); action != actionReject || status != 503 {
		t.Errorf("%s %d", action, status)
	}
	if w := ask(s, "GET", PathHealth, ""); w.Code != 200 {
		t.Errorf("health takes a slot: %d", w.Code)
	}
	close(r.release)
	until(t, "a free slot", func() bool { return ask(s, "POST", PathCheck, "x").Code == 200 })
}

// slow is a hook that answers when it is told to.
func slow(release chan struct{}) route {
	return route{
		method: http.MethodPost, hook: "request", refuse: (*Server).refuseRequest,
		answer: func(*Server, context.Context, *call) (*answer, *problem) {
			<-release
			return &answer{status: http.StatusOK, action: actionPass, body: []byte("{}")}, nil
		},
	}
}

// timed is a context whose time is over when the test says so.
type timed struct {
	context.Context
	over chan struct{}
}

func (c timed) Done() <-chan struct{} { return c.over }
func (timed) Err() error              { return context.DeadlineExceeded }

// What is not answered in time is rejected while it goes on, whatever the gateway
// would do without an answer; it keeps its slot until it ends.
func TestLateAnswer(t *testing.T) {
	s := newServer(t, func(c *Config) { c.InFlight = 1 })
	release := make(chan struct{})
	ctx := timed{context.Background(), make(chan struct{})}
	done := make(chan *answer)
	go func() {
		a, _ := s.serve(ctx, slow(release), true, httptest.NewRequest(http.MethodPost, "http://localhost/request", strings.NewReader("{}")))
		done <- a
	}()
	until(t, "the work", func() bool { return len(s.slots) == 1 })
	close(ctx.over)
	a := <-done
	if action, _, status, reason := gatewayReply(t, string(a.body)); action != actionReject || status != 503 || !strings.Contains(reason, "did not come in time") {
		t.Errorf("%s", a.body)
	}
	if len(s.slots) != 1 {
		t.Error("the work that goes on has no slot")
	}
	close(release)
	until(t, "its slot", func() bool { return len(s.slots) == 0 })
}

// A caller that goes away is answered nevertheless: it is counted as what it was.
func TestCallerGoesAway(t *testing.T) {
	s := newServer(t, nil)
	release := make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan *answer)
	go func() {
		a, _ := s.work(ctx, slow(release), &call{})
		done <- a
	}()
	until(t, "the work", func() bool { return len(s.slots) == 1 })
	cancel()
	close(release)
	if a := <-done; a == nil || a.action != actionPass {
		t.Errorf("%+v", a)
	}
}

// A client that sends its header or its body slowly is cut off, and takes no
// slot from others meanwhile.
func TestSlowClients(t *testing.T) {
	s := newServer(t, func(c *Config) { c.InFlight, c.Timeout = 1, time.Second })
	address, _ := listen(t, s)
	for name, start := range map[string]string{
		"header": "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nX-A: ",
		"body":   "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc",
	} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprint(conn, start)
		until(t, "an answer beside a slow "+name, func() bool { return get(t, address, PathCheck, "x") == 200 })
		_ = conn.SetReadDeadline(time.Now().Add(patience))
		answer, err := io.ReadAll(conn) // ends when the server closes
		if err != nil {
			t.Errorf("%s: the connection stays open: %v", name, err)
		}
		if name == "body" && !strings.Contains(string(answer), "408") {
			t.Errorf("%s: %q", name, answer)
		}
	}
}

// get posts a body over the network and returns the status.
func get(t *testing.T, address, path, body string) int {
	t.Helper()
	c := http.Client{Timeout: patience}
	resp, err := c.Post("http://"+address+path, "text/plain", strings.NewReader(body))
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}

// With a drain, new requests are answered after the stop, and health checks over new
// connections hear of it. The end of the listener is the end of it.
func TestDrain(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Drain = 24 * time.Hour })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	health := func() int {
		c := http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}
		resp, err := c.Get("http://" + l.Addr().String() + PathHealth)
		if err != nil {
			return 0
		}
		defer resp.Body.Close()
		return resp.StatusCode
	}
	if got := health(); got != 200 {
		t.Errorf("before the stop: %d", got)
	}
	cancel()
	until(t, "draining", s.draining.Load)
	if got := health(); got != 503 {
		t.Errorf("while it stops: %d", got)
	}
	if got := get(t, l.Addr().String(), PathCheck, "x"); got != 200 {
		t.Errorf("a request while it stops: %d", got)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-done:
		if !errors.Is(err, net.ErrClosed) {
			t.Errorf("a listener that failed: %v", err)
		}
	case <-time.After(patience):
		t.Error("the drain does not end")
	}
	if _, err := New(Config{Render: s.config.Render, Drain: -1}); err == nil {
		t.Error("a negative drain is taken")
	}
	_, stop := listen(t, newServer(t, func(c *Config) { c.Drain = time.Millisecond }))
	if err := stop(); err != nil {
		t.Errorf("after a short drain: %v", err)
	}
}

// A header over the limit, and bytes that are no HTTP, do no harm.
func TestHostileConnections(t *testing.T) {
	address, _ := listen(t, newServer(t, nil))
	for name, sent := range map[string]string{
		"long header": "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("a", 64<<10) + "\r\n\r\n",
		"no HTTP":     "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
		"two lengths": "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
	} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(patience))
		fmt.Fprint(conn, sent)
		line, _ := bufio.NewReader(conn).ReadString('\n')
		if !strings.Contains(line, " 4") && line != "" {
			t.Errorf("%s: %q", name, line)
		}
		_ = conn.Close()
	}
	if got := get(t, address, PathCheck, "x"); got != 200 {
		t.Errorf("afterwards: status %d", got)
	}
}

// No more connections are open than allowed; the others wait, and come when
// there is room.
func TestLimitedListener(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := newLimitedListener(inner, 2)
	accepted := make(chan net.Conn, 10)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				close(accepted)
				return
			}
			accepted <- c
		}
	}()
	for range 4 {
		c, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	first, second := <-accepted, <-accepted
	select {
	case <-accepted:
		t.Error("a third connection")
	case <-time.After(50 * time.Millisecond):
	}
	_ = first.Close()
	_ = first.Close() // gives its room back once
	third := <-accepted
	select {
	case <-accepted:
		t.Error("a connection too many after closing twice")
	case <-time.After(50 * time.Millisecond):
	}
	_ = l.Close() // wakes an Accept that waits
	_, _ = second.Close(), third.Close()
	for range accepted {
		t.Error("a connection after the end")
	}
}

// A stop lets requests in progress finish, tells health checks, and is no error.
func TestGracefulStop(t *testing.T) {
	r := newRendering()
	s := newServer(t, func(c *Config) {
		c.Render = func(ctx context.Context, in RenderInput) (*render.Prompt, error) {
			_, _ = r.render(ctx, in)
			return nil, context.Canceled
		}
	})
	address, stop := listen(t, s)
	status := make(chan int, 1)
	go func() { status <- get(t, address, PathRender, renderBody) }()
	<-r.entered
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	until(t, "draining", s.draining.Load)
	if w := ask(s, "GET", PathHealth, ""); w.Code != 503 || !strings.Contains(w.Body.String(), "stopping") {
		t.Errorf("health: %d %s", w.Code, w.Body)
	}
	close(r.release)
	if got := <-status; got != 500 { // the renderer failed: an answer nevertheless
		t.Errorf("the request in progress: status %d", got)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if got := get(t, address, PathCheck, "x"); got != 0 {
		t.Errorf("after the stop: status %d", got)
	}
}

// Work that does not end is cut off, and that is an error.
func TestGraceEnds(t *testing.T) {
	r := newRendering()
	s := newServer(t, func(c *Config) { c.Render, c.Grace = r.render, 50*time.Millisecond })
	address, stop := listen(t, s)
	go func() { _ = get(t, address, PathRender, renderBody) }()
	<-r.entered
	if stop() == nil {
		t.Error("no error")
	}
	close(r.release)
}

func TestConfigIsJudged(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"render": func(c *Config) { c.Render = nil }, "bytes": func(c *Config) { c.Bytes = -1 }, "many bytes": func(c *Config) { c.Bytes = MaxBytes + 1 },
		"timeout": func(c *Config) { c.Timeout = -1 }, "grace": func(c *Config) { c.Grace = -1 }, "in flight": func(c *Config) { c.InFlight = -1 },
	} {
		c := testConfig()
		change(&c)
		if s, err := New(c); err == nil || s != nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, name := range Actions() {
		if a, ok := ParseAction(name); !ok || a.String() != name {
			t.Errorf("%s: %v %v", name, a, ok)
		}
	}
	if a, ok := ParseAction("drop"); ok || a != Mask || Action(9).String() != "" {
		t.Error("an action that is none")
	}
}
