package serve

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/contract"
)

// Server answers requests. Make one with New.
type Server struct {
	config   Config
	checker  audit.Checker
	slots    chan struct{} // one for each request in progress
	token    [sha256.Size]byte
	metrics  *metrics
	spans    *spanWriter
	draining atomic.Bool
}

// New returns a server for a configuration. The error is a *ringfence.Error with
// CodeConfig.
func New(c Config) (*Server, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	s := &Server{
		config:  c,
		checker: audit.Checker{Limits: contract.Limits{Bytes: c.Bytes}},
		slots:   make(chan struct{}, c.InFlight),
		token:   sha256.Sum256(c.Token),
		metrics: newMetrics(c.Version),
	}
	s.spans = newSpanWriter(c.Spans, c.Version, s.metrics)
	return s, nil
}

// Serve answers the connections of a listener until ctx ends, goes on for
// Config.Drain while health checks say that it is stopping, then lets requests in
// progress finish for Config.Grace and writes the spans that are left. It
// returns nil after such a stop, and an error when the listener failed, requests
// had to be cut off, or spans could not be written. It closes the listener, and
// is called once.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: s.config.Timeout,
		ReadTimeout:       s.config.Timeout,
		WriteTimeout:      2 * s.config.Timeout, // from the end of the header: body and work have half of it
		IdleTimeout:       idle,
		MaxHeaderBytes:    MaxHeader,
		// What net/http would log holds addresses and bytes of requests.
		ErrorLog: log.New(io.Discard, "", 0), //nolint:forbidigo // it is discarded
	}
	s.warmUp()
	done := make(chan error, 1) // of the listener
	go func() { done <- h.Serve(newLimitedListener(l, MaxConnections)) }()
	var err error
	select {
	case err = <-done: // the listener failed
	case <-ctx.Done():
		s.draining.Store(true)
		// Whoever balances the load has to hear of it while there is a listener: it
		// closes with the first step of a shutdown.
		s.drain(done)
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.Grace)
		defer cancel()
		err = h.Shutdown(grace)
		if serveErr := <-done; !errors.Is(serveErr, http.ErrServerClosed) {
			err = errors.Join(err, serveErr)
		}
	}
	return errors.Join(err, h.Close(), s.spans.close())
}

// drain waits for the time of Config.Drain, or until the listener failed.
func (s *Server) drain(done chan error) {
	if s.config.Drain == 0 {
		return
	}
	timer := time.NewTimer(s.config.Drain)
	defer timer.Stop()
	select {
	case <-timer.C:
	case err := <-done:
		done <- err // for the one who waits for it next
	}
}

// warmUp checks a body before the first one comes, so that no request pays for
// the tables that are made on first use.
func (s *Server) warmUp() {
	body := []byte(`{"body":{"messages":[{"role":"user","content":"<|a|> User: \u200b"}]}}`)
	for _, path := range []string{PathRequest, PathCheck} {
		rt, _ := routeOf(path)
		_, _ = rt.answer(s, context.Background(), &call{body: body})
	}
}
