package bridge

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/ringfence/ringfence/policy/frame"
)

// exitGrace is how long a persistent bridge that ended its output has to end
// itself, so that its own status is told and not that we ended it.
const exitGrace = 100 * time.Millisecond

// session is the process of a persistent bridge with its streams.
type session struct {
	p      *running
	out    *feed
	stderr *capture
}

// exchange sends one request to the process of the bridge, which it starts when
// there is none, and reads one response.
func (b *Bridge) exchange(ctx context.Context, request []byte) (Result, error) {
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return Result{}, timedOut(ctx)
	}
	switch {
	case ctx.Err() != nil:
		return Result{}, timedOut(ctx)
	case b.isClosed():
		return Result{}, fail(CodeSpawn, "the bridge was closed", nil)
	case b.session == nil:
		p, err := b.run(awaitExit)
		if err != nil {
			return Result{}, err
		}
		b.session = &session{p: p, out: newFeed(p.stdout), stderr: read(p.stderr, b.config.MaxStderr, nil)}
	}
	s := b.session
	r, err := s.exchange(ctx, request, b.config)
	if err != nil {
		// Where the stream stands is not known any more: the next call starts
		// afresh, and this one is not repeated.
		b.session = nil
		s.end()
		r.Stderr, r.Dropped = s.stderr.take()
		return r, err
	}
	r.Stderr, r.Dropped = s.stderr.take()
	return r, nil
}

func (s *session) exchange(ctx context.Context, request []byte, c Config) (Result, error) {
	if s.out.pending() {
		return Result{}, fail(CodeParse, "the bridge wrote what no call asked for", nil)
	}
	_, _ = s.stderr.take() // what was said between calls belongs to none
	stop := s.p.killWhenDone(ctx)
	defer stop()
	written := make(chan error, 1)
	go func() {
		_, err := s.p.stdin.Write(request)
		written <- err
	}()
	payload, err := frame.Read(s.out, c.MaxResponse)
	if err != nil {
		own := s.endedItself(err)
		s.p.kill()
		<-s.p.exited
		_ = s.p.stdin.Close() // ends the writer
		return Result{}, s.why(ctx, err, <-written, own, c)
	}
	select {
	case err = <-written:
	case <-ctx.Done(): // the bridge answered without reading on
		_ = s.p.stdin.Close() // ends the writer
		<-written             //nolint:errcheck // the deadline is what the caller is told
		return Result{}, timedOut(ctx)
	}
	switch {
	case err != nil:
		return Result{}, fail(CodeStdinWrite, "the request could not be written", err)
	case s.out.pending():
		return Result{}, fail(CodeParse, "bytes follow the frame of the response", nil)
	case !stop():
		return Result{}, timedOut(ctx)
	}
	o, err := c.term(payload)
	return Result{Outcome: o}, err
}

// endedItself reports whether the process ended by itself soon after its output.
func (s *session) endedItself(err error) bool {
	if !errors.Is(err, io.EOF) && !errors.Is(err, fail(frame.CodeShort, "", nil)) {
		return false
	}
	timer := time.NewTimer(exitGrace)
	defer timer.Stop()
	select {
	case <-s.p.exited:
		return true
	case <-timer.C:
		return false
	}
}

// why returns the reason that counts when a response could not be read.
func (s *session) why(ctx context.Context, err, werr error, own bool, c Config) error {
	switch {
	case ctx.Err() != nil:
		return timedOut(ctx)
	case own && s.p.exit() != nil:
		return s.p.exit()
	case errors.Is(err, io.EOF) && werr != nil:
		return fail(CodeStdinWrite, "the request could not be written", werr)
	case errors.Is(err, io.EOF):
		return fail(CodeStdoutRead, "the bridge ended its output without a response", nil)
	}
	return c.frameFailure(err)
}

// end ends the process and everything that serves it.
func (s *session) end() {
	_ = s.p.stdin.Close() // a second time does no harm
	s.p.kill()
	<-s.p.exited
	s.p.closeOutput()
	s.out.stop()
	<-s.stderr.done
}
