package host

import (
	"context"
	"errors"
	"sync"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// Host carries out the requests of one session. It is safe for concurrent use;
// requests take turns.
type Host struct {
	config Config
	turn   chan struct{} // holds one token: who has it may act
	state  policy.State  // with the turn
	closed bool          // with the turn

	// running is cancelled by Close: every handler and all that they start ends
	// with it.
	running context.Context //nolint:containedctx // the life of the session
	stop    context.CancelFunc

	bridges bridges
	tasks   taskState
	watches watchState
	agent   agentState

	closeOnce sync.Once
	head      effectlog.Digest
	closeErr  error
}

// New returns a host for a session. The error has [CodeConfig]. It looks where the
// paths of the policy lead, as [Writable] does: a policy whose gate requests could
// write to is refused.
func New(c Config) (*Host, error) {
	if c.Journal == nil {
		return nil, configError("there is no journal", "without a log nothing may happen", nil)
	}
	if c.Approver.Approver != nil && c.Approver.Now == nil {
		return nil, configError("the approver has no clock", "set Approver.Now", nil)
	}
	if err := guard(c.Policy); err != nil {
		return nil, err
	}
	h := &Host{config: c, turn: make(chan struct{}, 1), state: c.State}
	h.running, h.stop = context.WithCancel(context.Background())
	h.turn <- struct{}{}
	for _, start := range []func() error{h.startTasks, h.startWatches, h.startAgent} {
		if err := start(); err != nil {
			h.end()
			return nil, configError("a part of the host cannot start", "", err)
		}
	}
	return h, nil
}

// take waits for the turn; false when ctx is done first.
func (h *Host) take(ctx context.Context) bool {
	select {
	case <-h.turn:
		return true
	case <-ctx.Done():
		return false
	}
}

func (h *Host) give() { h.turn <- struct{}{} }

// end stops everything that runs.
func (h *Host) end() {
	h.stop()
	h.endAgent()
	h.endTasks()
	h.endWatches()
	h.bridges.close()
}

// Close ends tasks, subscriptions, bridges and whatever request is under way,
// closes the log, and returns its head hash. Nothing of the session runs after
// it. Further calls return the same.
func (h *Host) Close() (effectlog.Digest, error) {
	h.closeOnce.Do(func() {
		h.stop() // what is under way ends, and gives the turn back
		<-h.turn
		h.closed = true
		h.end()
		var err error
		if c, ok := h.config.Clipboard.(interface{ Close() error }); ok {
			err = c.Close()
		}
		h.head, h.closeErr = h.config.Journal.Close()
		h.closeErr = errors.Join(h.closeErr, err)
		h.give()
	})
	return h.head, h.closeErr
}

// State returns what the session has done so far.
func (h *Host) State() policy.State {
	<-h.turn
	defer h.give()
	return h.state
}
