package bridge

import (
	"context"
	"errors"
	"os"
	"syscall"

	"github.com/ringfence/ringfence/policy/frame"
)

// spawn runs one request as one process.
func (b *Bridge) spawn(ctx context.Context, request []byte) (Result, error) {
	if ctx.Err() != nil {
		return Result{}, timedOut(ctx)
	}
	p, err := b.run(awaitExit)
	if err != nil {
		return Result{}, err
	}
	stop := p.killWhenDone(ctx)
	// A response that is too long ends the process: reading on would let it
	// decide how long the call takes.
	out := read(p.stdout, frame.MaxHeader+b.config.MaxResponse, func() { go p.kill() })
	diagnostics := read(p.stderr, b.config.MaxStderr, nil)
	written := make(chan error, 1)
	go func() {
		_, err := p.stdin.Write(request)
		written <- errors.Join(err, p.stdin.Close())
	}()

	<-p.exited
	// The tree has ended, so both streams end too, now or after the grace.
	<-out.done
	<-diagnostics.done
	inTime := stop()
	// Nobody reads any more, but a lost process could hold the pipe.
	_ = p.stdin.Close()
	werr := <-written
	p.closeOutput()

	var r Result
	r.Stderr, r.Dropped = diagnostics.take()
	stdout, over := out.take()
	switch {
	case !inTime && ctx.Err() != nil:
		return r, timedOut(ctx)
	case over > 0:
		return r, with(fail(CodeResponseTooLarge, "the response is longer than allowed", nil), ":limit", int64(b.config.MaxResponse))
	case p.exit() != nil:
		return r, p.exit()
	case out.broken() || out.err != nil:
		return r, fail(CodeStdoutRead, "the response could not be read to its end", out.err)
	case werr != nil && !errors.Is(werr, syscall.EPIPE) && !errors.Is(werr, os.ErrClosed):
		return r, fail(CodeStdinWrite, "the request could not be written", werr)
	}
	r.Outcome, err = b.config.response(stdout)
	return r, err
}
