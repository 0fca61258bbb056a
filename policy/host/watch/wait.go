package watch

import (
	"context"
	"time"
)

const (
	// watchful is how often Wait looks where the system cannot tell of everything,
	// and idle how often where it says that it can: notifications get lost, and
	// some file systems send none.
	watchful = 100 * time.Millisecond
	idle     = 2 * time.Second
	// share is how many times the length of a snapshot Wait rests between two, so
	// that a large tree does not take a whole core.
	share = 2
)

// Wait returns when there may be something to poll: the system tells of a change
// below the root, a look finds one, or the root is gone. A change that was undone
// since, or that is of a folder alone, is nothing to poll; a change that the
// system does not tell of is found within seconds. The error is that of Poll,
// other than CodeGone, or that of ctx.
func (w *Watch) Wait(ctx context.Context) error {
	n, err := w.notifier()
	if err != nil {
		return err
	}
	for {
		found, again, took, err := w.peek(ctx, n)
		if err != nil || found {
			return err
		}
		if again {
			continue // folders that are told of from now on were read before
		}
		pause := idle
		if !n.all.Load() {
			pause = watchful
		}
		t := time.NewTimer(max(pause, share*took))
		select {
		case <-n.wake:
			t.Stop()
			return nil
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-w.end.Done():
			t.Stop()
			return fail(CodeClosed, "the subscription has ended", nil)
		}
	}
}

// notifier returns the notifier of the subscription, which the first Wait starts.
func (w *Watch) notifier() (*notifier, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, fail(CodeClosed, "the subscription has ended", nil)
	}
	if w.notify == nil {
		w.notify = newNotifier(w.o.Name, func(path string) bool {
			return (w.globs.file(path) || w.globs.folder(path)) && w.allowed(path)
		})
		w.stale = true
	}
	return w.notify, nil
}

// peek looks without reporting anything, unless the last snapshot is still what
// is there as far as the system tells. again says that another look is due.
func (w *Watch) peek(ctx context.Context, n *notifier) (found, again bool, took time.Duration, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.stale && !w.partial && n.all.Load() && w.o.Now().Sub(w.looked) < idle {
		return false, false, 0, nil
	}
	start := w.o.Now()
	_, events, err := w.look(ctx)
	if code(err) == CodeGone {
		return true, false, 0, nil
	}
	if err != nil {
		return false, false, 0, err
	}
	return len(events) > 0, w.stale, w.o.Now().Sub(start), nil
}
