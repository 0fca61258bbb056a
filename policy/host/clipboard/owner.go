package clipboard

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/host/internal/run"
)

// poll is how long is waited between two looks at whether a reader gets what was
// set. It is far below what a person notices.
const poll = 2 * time.Millisecond

// own starts the program that hands the content out, and returns when a reader
// gets it. The one before ends by itself when the selection is taken from it, and
// is made to where it does not.
func (s *system) own(ctx context.Context, data []byte) error {
	next, err := run.Program{Path: s.set, Args: s.tools.setArgs, Env: s.env, Stdin: data}.Start()
	if err != nil {
		return fail(CodeFailed, "the program of the clipboard did not start", "", err)
	}
	s.mu.Lock()
	before := s.owner
	s.mu.Unlock()
	if err := s.settled(ctx, before, next, data); err != nil {
		next.Stop()
		return err
	}
	s.mu.Lock()
	s.owner = next
	closed := s.closed
	s.mu.Unlock()
	if before != nil {
		before.Stop()
	}
	if closed { // while this was under way
		next.Stop()
		return fail(CodeClosed, "the clipboard was closed", "", nil)
	}
	return nil
}

// settled returns when a reader gets the data from its new owner, or somebody else
// has already replaced it. The owner before it, which may hold the same data, ends
// when the selection is taken from it.
func (s *system) settled(ctx context.Context, before, owner *run.Process, data []byte) error {
	wait := time.NewTimer(0)
	defer wait.Stop()
	for {
		select {
		case <-owner.Done():
			if owner.Result().Code != 0 {
				if unreachable(owner.Result().Err) {
					return fail(CodeNone, "the desktop cannot be reached", "", nil)
				}
				return fail(CodeFailed, "the program of the clipboard failed", "", nil)
			}
			return nil // the selection was its own, and was taken over
		case <-ctx.Done():
			return timeout(ctx)
		case <-wait.C:
		}
		kind, err := s.kind(ctx)
		var got []byte
		if err == nil && kind != "" {
			args := bytesArgs(s.tools, kind)
			got, err = s.read(ctx, args, len(data))
		}
		var e *ringfence.Error
		switch {
		case err == nil && kind != "" && bytes.Equal(got, data) && (before == nil || before.Ended()):
			return nil
		case errors.As(err, &e) && (e.Code == CodeTimeout || e.Code == CodeNone):
			return err
		}
		wait.Reset(poll) // still the earlier content, or none
	}
}

// bytesArgs are the arguments that read a type.
func bytesArgs(t tools, kind string) []string {
	args := append([]string(nil), t.getArgs...)
	args[t.wantsArg] = kind
	return args
}

// Close ends what hands out the content, and every call after it fails. It waits
// for the call that is under way.
func (s *system) Close() error {
	s.mu.Lock()
	s.closed = true
	owner := s.owner
	s.owner = nil
	s.mu.Unlock()
	if owner != nil {
		owner.Stop()
	}
	s.turn <- struct{}{} // whoever was inside sees that it is closed
	<-s.turn
	s.mu.Lock()
	owner = s.owner
	s.owner = nil
	s.mu.Unlock()
	if owner != nil {
		owner.Stop()
	}
	return nil
}
