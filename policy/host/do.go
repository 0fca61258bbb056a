package host

import (
	"context"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/outcome"
)

// maxAnswer is the longest answer of any op, in bytes of its print: a record of
// the journal holds it with room to spare.
const maxAnswer = 32 << 20

// Do answers one request: it is decided, approved where that is needed, logged,
// carried out, and its answer is logged and returned. Whatever cannot be done is a
// sealed ERROR. Requests take turns; one that is given up (ctx) before its turn
// leaves no entry.
//
// A request that no log can hold ([Unlogged]) is an ERROR without an entry; so is
// every request once the log cannot be written.
func (h *Host) Do(ctx context.Context, op string, payload coreform.Term, p ringfence.Provenance) outcome.Outcome {
	if o, ok := Unlogged(op, payload); ok {
		return o
	}
	c := &call{op: op, payload: payload, host: h}
	if !h.take(ctx) {
		return fail(c, CodeTimeout, "the request was given up before its turn")
	}
	defer h.give()
	if h.closed {
		return fail(c, CodeUnavailable, "the session has ended")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(h.running, cancel)() // Close ends what is under way
	return h.decided(ctx, c, h.config.Policy.Decide(policy.Request{Op: op, Payload: payload, Provenance: p, State: h.state}))
}

// Unlogged returns the ERROR of a request that no log can hold: of an op that is no
// symbol, with a payload that is no term, or with a print that is too long for a
// record. It is the same for equal requests, whatever the session, so that who
// answers from a log answers such requests with it, too.
func Unlogged(op string, payload coreform.Term) (o outcome.Outcome, ok bool) {
	c := &call{op: op}
	switch {
	case coreform.Sym(op).Err() != nil:
		c.op = noOp
		return fail(c, policy.CodeUnknownOp, "the op is no symbol"), true
	case payload.Err() != nil:
		return fail(c, policy.CodePayload, "the payload is no term"), true
	case !effectlog.Fits(op, payload):
		if !effectlog.Fits(op, coreform.Nil()) {
			c.op = noOp
		}
		return fail(c, policy.CodeResource, "the request is too long for any log"), true
	}
	return outcome.Outcome{}, false
}

// noOp stands in an ERROR for an op that none can name.
const noOp = "host/request"

// decided goes on behind the decision.
func (h *Host) decided(ctx context.Context, c *call, d policy.Decision) outcome.Outcome {
	e := effectlog.Entry{
		Op: c.op, Payload: c.payload, Rule: ruleName(d),
		Policy: h.config.Policy.Hash(), Provenance: ProvenanceHash(d.Request().Provenance),
	}
	if !d.Allowed() {
		return h.refuse(c, e, fail(c, d.Code(), denial(d), pointerFact(d)...))
	}
	c.table = h.table(c.op)
	if rule, needed := h.needsApproval(c, d); needed {
		if err := h.approve(ctx, c, d, rule, &e); err != nil {
			return h.refuse(c, e, fail(c, policy.CodeDenied, approvalMessage(err)))
		}
	}
	c.max = h.longest(c)
	e.Decision, e.Cap = effectlog.Allow, capability(c, d)
	return h.act(ctx, c, e, d)
}

// refuse logs a denial and answers with it.
func (h *Host) refuse(c *call, e effectlog.Entry, o outcome.Outcome) outcome.Outcome {
	h.state = h.state.After(policy.Decision{}, 0) // one more that was denied
	i, err := h.config.Journal.Intent(e)
	if err != nil {
		return logFailure(c, err)
	}
	return h.logged(c, i, o)
}

// act writes the intent, carries the request out and writes the outcome.
func (h *Host) act(ctx context.Context, c *call, e effectlog.Entry, d policy.Decision) outcome.Outcome {
	run := handlerOf(c.op)
	if run == nil { // the contract has an op that this host does not know
		e.Decision, e.Cap = effectlog.Deny, coreform.Term{}
		return h.refuse(c, e, fail(c, policy.CodeUnknownOp, "this host has no such op"))
	}
	i, err := h.config.Journal.Intent(e)
	if err != nil {
		return logFailure(c, err)
	}
	ctx, cancel := context.WithTimeout(ctx, timeLimit(c))
	defer cancel()
	o := run(ctx, c)
	size, ok := printSize(o, c.max)
	switch {
	case o.IsZero():
		o = fail(c, CodeUnavailable, "the answer is no term")
	case !ok:
		o = fail(c, policy.CodeResource, "the answer is longer than allowed", coreform.Sym(":limit"), coreform.Int(int64(c.max)))
	}
	h.state = h.state.After(d, int64(size))
	return h.logged(c, i, o)
}

// logged writes an outcome and returns it, or the ERROR that took its place in the
// log because it could not be written.
func (h *Host) logged(c *call, i int, o outcome.Outcome) outcome.Outcome {
	err := h.config.Journal.Outcome(i, o)
	if err == nil {
		return o
	}
	// A store that is full or read-only takes no long answer. The log itself may
	// still take a short one: what was done is then not left open.
	o = logFailure(c, err)
	if err := h.config.Journal.Outcome(i, o); err != nil {
		return logFailure(c, err)
	}
	return o
}

// printSize is the length of the print of an answer, and whether it is at most
// max.
func printSize(o outcome.Outcome, max int) (int, bool) {
	if o.IsZero() || o.IsSealed() {
		return 0, true
	}
	text, err := o.Value().AppendMax(nil, max)
	return len(text), err == nil
}

// longest is the longest print of an answer that the policy allows, in bytes.
func (h *Host) longest(c *call) int {
	most := int64(maxAnswer)
	run := h.config.Policy.Runtime()
	if c.table.MaxBytes >= 0 {
		most = min(most, c.table.MaxBytes)
	}
	if run.MaxResponseBytesPerOp >= 0 {
		most = min(most, run.MaxResponseBytesPerOp)
	}
	return int(most)
}

// table is what the policy says of an op; limits of an op that has none are -1,
// and not the zero of a Table, which would be limits of nothing.
func (h *Host) table(op string) policy.Table {
	t, ok := h.config.Policy.Op(op)
	if !ok {
		t.MaxBytes, t.LogInlineMaxBytes, t.MaxCalls = -1, -1, -1
	}
	return t
}

// timeLimit is how long a handler may take.
func timeLimit(c *call) time.Duration {
	if c.table.Timeout > 0 {
		return c.table.Timeout
	}
	switch c.op {
	case "editor/dialog::open", "editor/dialog::save":
		return DialogTimeout
	case opAgentApply:
		return PatchTimeout
	}
	return DefaultTimeout
}

// Times of ops whose table gives none.
const (
	// DefaultTimeout is for what a machine answers.
	DefaultTimeout = 30 * time.Second
	// DialogTimeout is for what a person answers.
	DialogTimeout = 10 * time.Minute
	// PatchTimeout is for a patch and all its obligations.
	PatchTimeout = 10 * time.Minute
)
