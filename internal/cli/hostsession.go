package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/host"
	"github.com/ringfence/ringfence/policy/outcome"
)

// hostSession carries requests out until they end.
func (inv *invocation) hostSession(f hostFlags) (code int, err error) {
	prov, err := provenance(*f.provenance)
	if err != nil {
		return 0, err
	}
	w, err := inv.wire(f)
	if err != nil {
		return 0, err
	}
	// The signals are taken before the log begins: none of them leaves it open.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A reader that has gone is an error of a write, and not the end of the host.
	gone := make(chan os.Signal, 1)
	signal.Notify(gone, syscall.SIGPIPE)
	defer signal.Stop(gone)

	h, done, err := inv.newHost(f)
	defer done()
	if err != nil {
		return 0, err
	}
	err = serveHost(ctx, h, w, prov)
	head, closeErr := h.Close()
	if closeErr != nil {
		inv.report(closeErr)
		code = ExitUnchecked
	} else {
		inv.say("the log is closed, its head hash is " + head.String())
	}
	return code, err
}

// request is one read of standard input.
type request struct {
	asked effectlog.Asked
	err   error
}

// serveHost answers requests until they end or ctx is done, which is no error. A
// read that is under way then goes on in the background: nothing ends it but the
// process, and what it reads is not carried out.
func serveHost(ctx context.Context, h *host.Host, w *wire, prov ringfence.Provenance) error {
	requests := make(chan request)
	go func() {
		for {
			asked, err := w.read()
			select {
			case requests <- request{asked, err}:
			case <-ctx.Done():
				return
			}
			var b *broken
			if err != nil && !errors.As(err, &b) {
				return
			}
		}
	}()
	for {
		var r request
		select {
		case r = <-requests:
		case <-ctx.Done():
			return nil
		}
		if ctx.Err() != nil {
			return nil //nolint:nilerr // a signal is a way to end a session
		}
		var b *broken
		var answer outcome.Outcome
		switch {
		case errors.As(r.err, &b):
			answer = noRequest(b.err)
		case errors.Is(r.err, io.EOF):
			return nil // the end of the requests is the end of the session
		case r.err != nil:
			return nameFile("standard input", r.err)
		default:
			answer = h.Do(ctx, r.asked.Op, r.asked.Payload, prov)
		}
		if err := w.write(answer); err != nil {
			return err
		}
	}
}

// noRequest is the ERROR for something that is no request. The words are those of
// our readers, which hold nothing of what they read.
func noRequest(err error) outcome.Outcome {
	message := "this is no request"
	var e *ringfence.Error
	if errors.As(err, &e) && e.Message != "" {
		message += ": " + e.Message
	}
	return outcome.Sealed(outcome.Error{Code: string(policy.CodePayload), Message: message, Op: "host/request"})
}
