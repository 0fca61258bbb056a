package approval

import (
	"context"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
)

// Gate asks an approver and hands out grants. A Gate without an approver or a
// clock denies. It holds no state and is safe for concurrent use if its approver
// is.
type Gate struct {
	Approver Approver
	Now      func() time.Time // a clock, such as time.Now
	// Lifetime is the time from the question to the expiry of the grant;
	// DefaultLifetime when 0, and at most MaxLifetime.
	Lifetime time.Duration
}

// Verdict is how a question ended.
type Verdict uint8

// The verdicts. The zero value is a denial.
const (
	Denied Verdict = iota
	Allowed
	TimedOut
	Failed
)

// String returns the symbol in a record.
func (v Verdict) String() string {
	switch v {
	case Allowed:
		return ":allow"
	case TimedOut:
		return ":timeout"
	case Failed:
		return ":failed"
	default:
		return ":deny"
	}
}

// Record says how a question ended, for the log.
type Record struct {
	Binding
	Verdict  Verdict
	By       string // empty when nobody answered
	Lifetime time.Duration
}

// Term returns the record as a map, :approval of a journal.
func (r Record) Term() coreform.Term {
	t, err := coreform.Map(
		coreform.Sym(":by"), coreform.Str(r.By), coreform.Sym(":lifetime-ms"), coreform.Int(r.Lifetime.Milliseconds()),
		coreform.Sym(":provenance-h"), coreform.Str(r.Provenance.String()), coreform.Sym(":req-h"), coreform.Str(r.Request.String()),
		coreform.Sym(":seq"), coreform.Int(int64(r.Seq)), coreform.Sym(":session"), coreform.Str(r.Session),
		coreform.Sym(":verdict"), coreform.Sym(r.Verdict.String()),
	)
	if err != nil {
		return coreform.Sym("") // an invalid term, which no log takes
	}
	return t
}

// Ask puts a question. The grant is nil, and the error says why, unless the
// answer was yes in time. The record is always there to be logged.
func (g Gate) Ask(ctx context.Context, q Question) (*Grant, Record, error) {
	life := g.Lifetime
	if life == 0 {
		life = DefaultLifetime
	}
	r := Record{Binding: q.Binding(), Lifetime: life}
	end := func(v Verdict, err error) (*Grant, Record, error) {
		r.Verdict = v
		return nil, r, err
	}
	if g.Approver == nil || g.Now == nil || life < 0 || life > MaxLifetime {
		return end(Failed, fail(CodeFailed, "there is nobody to ask, no clock, or an impossible lifetime", nil))
	}
	if _, err := q.Text(); err != nil {
		return end(Denied, err)
	}
	expires := g.Now().Add(life)
	ctx, cancel := context.WithTimeout(ctx, life)
	defer cancel()
	a, err := ask(ctx, g.Approver, q)
	switch {
	case ctx.Err() != nil:
		// Also when a yes came with the deadline: nobody can tell which was first.
		return end(TimedOut, fail(CodeTimeout, "there was no answer in time", ctx.Err()))
	case err != nil:
		return end(Failed, fail(CodeFailed, "the approver could not ask", err))
	}
	r.By = a.By
	switch {
	case !a.Allow:
		return end(Denied, fail(CodeDenied, "the answer was no", nil))
	case !g.Now().Before(expires):
		return end(TimedOut, fail(CodeTimeout, "the answer came too late", nil))
	}
	r.Verdict = Allowed
	return &Grant{binding: r.Binding, expires: expires, now: g.Now}, r, nil
}

// ask does not wait for an approver that does not come back.
func ask(ctx context.Context, a Approver, q Question) (Answer, error) {
	type result struct {
		answer Answer
		err    error
	}
	done := make(chan result, 1)
	go func() {
		answer, err := a.Approve(ctx, q)
		done <- result{answer, err}
	}()
	select {
	case r := <-done:
		return r.answer, r.err
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	}
}

// Script returns an approver for tests: it gives the answers in turn, in the name
// of "script", and then denies.
func Script(answers ...bool) Approver {
	left := make(chan bool, len(answers))
	for _, a := range answers {
		left <- a
	}
	return script(left)
}

type script chan bool

// Approve implements [Approver].
func (s script) Approve(ctx context.Context, _ Question) (Answer, error) {
	select {
	case a := <-s:
		return Answer{Allow: a, By: "script"}, ctx.Err()
	default:
		return Answer{By: "script"}, ctx.Err()
	}
}
