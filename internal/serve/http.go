package serve

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := s.config.Now()
	s.metrics.enter()
	defer s.metrics.leave()
	path := r.URL.Path
	rt, known := routeOf(path)
	// What stands in front may let callers through by the path as it is written, so
	// that there is one way to write each.
	if known = known && r.URL.EscapedPath() == path; !known {
		path, rt = "other", route{} // paths come from outside: one label for all of them
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.config.Timeout)
	defer cancel()
	a, size := s.serve(ctx, rt, known, r)
	write(w, r, a)
	took := s.config.Now().Sub(began)
	s.metrics.request(path, rt.hook, a, took)
	if rt.method == http.MethodPost {
		s.span(r, path, rt, a, size, began, took)
	}
}

// serve answers a request, whatever happens.
func (s *Server) serve(ctx context.Context, rt route, known bool, r *http.Request) (a *answer, size int) {
	refuse := func(p *problem) *answer {
		s.metrics.refused(string(p.err.Code))
		if rt.refuse != nil {
			return rt.refuse(s, p)
		}
		return &answer{status: p.status, body: p.json()}
	}
	defer func() {
		if recover() != nil { // its value could hold data
			a = refuse(fault())
		}
	}()
	if p := s.admit(rt, known, r); p != nil {
		a = refuse(p)
		a.close = true
		return a, 0
	}
	c := &call{query: r.URL.RawQuery}
	if rt.method == http.MethodPost {
		var p *problem
		if c.body, p = s.read(r); p != nil {
			return refuse(p), 0
		}
	}
	a, p := s.work(ctx, rt, c)
	if p != nil {
		a = refuse(p)
	}
	// Whoever showed no token has no connection to keep.
	a.close = rt.method == http.MethodGet && len(s.config.Token) > 0
	return a, len(c.body)
}

// work answers a request whose body was read. A body takes a slot, and is refused
// where its answer is late: whoever is let wait longer may go on without it. What
// was begun then ends by itself, and keeps its slot until it does. A caller that
// went away waits for nothing, so that its answer is counted as what it was.
func (s *Server) work(ctx context.Context, rt route, c *call) (*answer, *problem) {
	if rt.method != http.MethodPost {
		return rt.answer(s, ctx, c)
	}
	busy := func(message, hint string) *problem {
		return newProblem(http.StatusServiceUnavailable, CodeBusy, message, hint)
	}
	select {
	case s.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, busy("no slot came free in time", "try again later, or raise --max-inflight")
	}
	type result struct {
		a *answer
		p *problem
	}
	done := make(chan result, 1)
	go func() {
		r := result{p: fault()}
		defer func() {
			_ = recover() // its value could hold data
			<-s.slots
			done <- r
		}()
		r.a, r.p = rt.answer(s, ctx, c)
	}()
	late := ctx.Done()
	for {
		select {
		case r := <-done:
			return r.a, r.p
		case <-late:
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return nil, busy("the answer did not come in time", "raise --timeout, or send less at once")
			}
			late = nil
		}
	}
}

// fault is the problem of a panic.
func fault() *problem {
	return newProblem(http.StatusInternalServerError, CodePanic, "the program has a fault", "report it with the input")
}

// admit judges a request by what came before its body.
func (s *Server) admit(rt route, known bool, r *http.Request) *problem {
	switch {
	case !known:
		return newProblem(http.StatusNotFound, CodeRoute, "there is no such path", "docs/serve.md lists the paths")
	case r.Method != rt.method && (r.Method != http.MethodHead || rt.method != http.MethodGet):
		return newProblem(http.StatusMethodNotAllowed, CodeRoute, "this path is used with "+rt.method, "")
	case len(r.Header["Origin"]) > 0:
		return newProblem(http.StatusForbidden, CodeForbidden, "requests of web pages are refused", "call the server from a program")
	case !s.config.Exposed && !loopbackName(r.Host):
		return newProblem(http.StatusForbidden, CodeForbidden, "the Host is no loopback name", "use 127.0.0.1 or localhost, or start with --expose-to-network")
	case rt.method == http.MethodPost && !s.hasToken(r):
		return newProblem(http.StatusUnauthorized, CodeToken, "the bearer token is missing or wrong", "send Authorization: Bearer and the content of --token-file")
	case rt.method == http.MethodPost && r.Header.Get("Content-Encoding") != "":
		return newProblem(http.StatusUnsupportedMediaType, CodeBody, "the body is compressed", "send it as it is")
	}
	return nil
}

// loopbackName reports whether a Host header names this machine. Anything else
// can be a name of an attacker that resolves to 127.0.0.1.
func loopbackName(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// hasToken compares hashes, in time that does not depend on where they differ.
func (s *Server) hasToken(r *http.Request) bool {
	if len(s.config.Token) == 0 {
		return true
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	sum := sha256.Sum256([]byte(token))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(sum[:], s.token[:]) == 1
}

// read reads the body up to the limit, before a slot is taken: a client that
// sends slowly holds a connection and nothing else.
func (s *Server) read(r *http.Request) ([]byte, *problem) {
	tooLong := func() *problem {
		return newProblem(http.StatusRequestEntityTooLarge, CodeBody, "the body is longer than the limit", "raise --max-bytes if bodies of this size are expected")
	}
	if r.ContentLength > int64(s.config.Bytes) {
		return nil, tooLong()
	}
	body := make([]byte, 0, max(r.ContentLength, 0)+1)
	in := io.LimitReader(r.Body, int64(s.config.Bytes)+1)
	for {
		if len(body) == cap(body) {
			body = append(body, 0)[:len(body)]
		}
		n, err := in.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case len(body) > s.config.Bytes:
			return nil, tooLong()
		case errors.Is(err, io.EOF):
			return body, nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, newProblem(http.StatusRequestTimeout, CodeBody, "the body did not come in time", "raise --timeout for slow clients")
		case err != nil:
			return nil, newProblem(http.StatusBadRequest, CodeBody, "the body ended too early", "")
		}
	}
}

// write sends an answer. A client that went away is nobody to tell about it.
func write(w http.ResponseWriter, r *http.Request, a *answer) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	if a.contentType != "" {
		h.Set("Content-Type", a.contentType)
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store") // prompts hold their nonce
	for name, value := range a.header {
		h.Set(name, value)
	}
	if a.close {
		h.Set("Connection", "close")
	}
	switch a.status {
	case http.StatusServiceUnavailable:
		h.Set("Retry-After", "1")
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", "Bearer")
	case http.StatusMethodNotAllowed:
		rt, _ := routeOf(r.URL.Path)
		h.Set("Allow", allowed(rt))
	}
	w.WriteHeader(a.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(a.body) //nolint:gosec // JSON or text that browsers are told not to guess at
	}
}

// allowed lists the methods of a route.
func allowed(rt route) string {
	if rt.method == http.MethodGet {
		return "GET, HEAD"
	}
	return rt.method
}

// seconds is a duration as metrics have it.
func seconds(d time.Duration) float64 { return max(d, 0).Seconds() }
