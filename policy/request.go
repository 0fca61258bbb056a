package policy

import (
	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
)

// Request is what a decision is about. The zero Request is denied.
type Request struct {
	Op      string        // symbol of the op, such as "editor/task::spawn"
	Payload coreform.Term // as the op's contract says
	// Provenance is what was in the prompt that the request came from. The zero
	// Provenance is tainted by everything.
	Provenance ringfence.Provenance
	// State is what the session has done before. The zero State is a session
	// that did nothing.
	State State
}

// State is what a session has done, as far as limits depend on it. It is a
// value: a copy is a snapshot, and two sessions share nothing. The caller keeps
// it, and moves it on with [State.After] after each decision.
type State struct {
	calls    [opCount]uint32 // allowed, by op
	allowed  int64
	denied   int64
	payload  int64 // bytes of allowed payloads
	response int64 // bytes of their responses
	most     Reversibility
}

// Allowed returns how many requests were allowed.
func (s State) Allowed() int64 { return s.allowed }

// Denied returns how many requests were denied.
func (s State) Denied() int64 { return s.denied }

// Calls returns how many requests of an op were allowed.
func (s State) Calls(op string) int64 {
	if id := opOf(op); id != noOp {
		return int64(s.calls[id])
	}
	return 0
}

// MaxReversibility returns the highest class of what was allowed so far.
func (s State) MaxReversibility() Reversibility { return s.most }

// After returns the state after a decision; response is the length in bytes of
// the canonical print of the response, 0 for none. Counts stop at their largest
// value and never go back to 0.
func (s State) After(d Decision, response int64) State {
	if !d.Allowed() {
		s.denied = addUp(s.denied, 1)
		return s
	}
	id := opOf(d.request.Op)
	if s.calls[id] < 1<<32-1 {
		s.calls[id]++
	}
	s.allowed = addUp(s.allowed, 1)
	s.payload = addUp(s.payload, int64(payloadBytes(d.request.Payload)))
	s.response = addUp(s.response, response)
	s.most = max(s.most, d.class)
	return s
}

// addUp adds a count that is not negative, without an overflow.
func addUp(a, b int64) int64 {
	const most = 1<<63 - 1
	b = max(b, 0)
	if a > most-b {
		return most
	}
	return a + b
}

// payloadBytes is the length of the canonical print.
func payloadBytes(t coreform.Term) int {
	var buf [512]byte
	return len(t.Append(buf[:0]))
}
