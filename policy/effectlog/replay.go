package effectlog

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// Replay answers requests from a log, in its order. Nothing else is asked, so
// that the host need not be there. It is safe for concurrent use, but the order
// of requests is the caller's.
type Replay struct {
	mu     sync.Mutex
	report *Report
	store  *Store
	next   int
	failed error // the first divergence, which every later request gets
}

// Recorded is what the log says of a request.
type Recorded struct {
	Entry    int
	Decision Decision
	Cap      coreform.Term
	Rule     string // empty for a published log
	Outcome  outcome.Outcome
}

// Asked is a request to hold against the log. Op and Payload are always
// compared, the others where they are given; a published log does not hold
// them.
type Asked struct {
	Op         string
	Payload    coreform.Term
	Decision   *Decision
	Cap        *coreform.Term
	Rule       *string
	Approver   *string
	Policy     *Digest
	Provenance *Digest
}

// NewReplay verifies a log and prepares to answer from it. A log with a fault is
// refused with CodeUnverified; one without its end answers as far as it goes.
func NewReplay(log []byte, o VerifyOptions) (*Replay, error) {
	r, err := verify(log, o, true)
	if err != nil {
		return nil, err
	}
	if err := r.faultless(); err != nil {
		return nil, err
	}
	if r.open.keyed && o.Key == nil {
		return nil, fail(CodeUnverified, "the journal is keyed and its key was not given", nil)
	}
	return &Replay{report: r, store: o.Store}, nil
}

// Divergence is the first place where a run differs from its log. It unwraps to
// a [ringfence.Error] with CodeDivergence.
type Divergence struct {
	Entry    int    // index in the log
	Field    string // key of the log, such as ":payload"
	Pointer  string // inside the field, may be empty
	Recorded string // printable ASCII
	Asked    string // printable ASCII
}

// Error returns one line of printable ASCII with both sides.
func (d *Divergence) Error() string {
	at := ""
	if d.Pointer != "" {
		at = " at " + ringfence.PrintablePointer(d.Pointer)
	}
	return fmt.Sprintf("entry %d differs in %s%s: recorded %s, asked %s", d.Entry, d.Field, at, d.Recorded, d.Asked)
}

// Unwrap returns the error with the code.
func (d *Divergence) Unwrap() error {
	return fail(CodeDivergence, "the run differs from its log", nil)
}

// Answer returns what the log says of the next request, or a [Divergence]: after
// the first one the log has nothing to say any more, and every further request
// gets the same error.
func (p *Replay) Answer(a Asked) (Recorded, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed != nil {
		return Recorded{}, p.failed
	}
	r, err := p.answer(&a)
	if err != nil {
		p.failed = err
		return Recorded{}, err
	}
	p.next++
	return r, nil
}

func (p *Replay) answer(a *Asked) (Recorded, error) {
	i := p.next
	if i >= p.report.Entries {
		return Recorded{}, &Divergence{Entry: i, Field: ":entries", Recorded: "the end of the log", Asked: show(a.Op)}
	}
	e, got := &p.report.whole[i], &p.report.answers[i]
	if d := p.compare(i, a, e, got); d != nil {
		return Recorded{}, d
	}
	if !got.known {
		return Recorded{}, fail(CodeInFlight, "the outcome of entry "+strconv.Itoa(i)+" was never recorded", nil)
	}
	value, ok, err := resolve(got.resp, p.store)
	if err != nil {
		return Recorded{}, err
	}
	if !ok {
		return Recorded{}, fail(CodeArtifactMissing, "the response of entry "+strconv.Itoa(i)+" is an artifact, and there is no store", nil)
	}
	o := value.outcome()
	if got.resp.artifact != "" && !o.HasHash(got.respH, maxToken) {
		// The store was verified once, and may have changed since.
		return Recorded{}, fail(CodeArtifactChanged, "the artifact is not the response of the entry", nil)
	}
	return Recorded{Entry: i, Decision: e.Decision, Cap: e.Cap, Rule: e.Rule, Outcome: o}, nil
}

// compare holds a request against an entry, field by field.
func (p *Replay) compare(i int, a *Asked, e *Entry, got *answer) error {
	text := func(field, recorded, asked string) error {
		if recorded == asked {
			return nil
		}
		return &Divergence{Entry: i, Field: field, Recorded: show(recorded), Asked: show(asked)}
	}
	term := func(field string, recorded, asked coreform.Term) error {
		pointer, x, y, differs := differ(recorded, asked, "")
		if !differs {
			return nil
		}
		return &Divergence{Entry: i, Field: field, Pointer: pointer, Recorded: showTerm(x), Asked: showTerm(y)}
	}
	if err := text(":op", e.Op, a.Op); err != nil {
		return err
	}
	journal := p.report.Format == FormatJournal
	if journal {
		if err := term(":payload", e.Payload, a.Payload); err != nil {
			return err
		}
	} else if h := PayloadHash(a.Payload); h != got.hashed || a.Payload.Err() != nil {
		return text(":payload-h", got.hashed.String(), h.String())
	}
	if a.Decision != nil {
		if err := text(":decision", e.Decision.String(), a.Decision.String()); err != nil {
			return err
		}
	}
	if a.Cap != nil {
		if err := term(":cap", e.Cap, *a.Cap); err != nil {
			return err
		}
	}
	if !journal {
		return nil
	}
	for _, f := range []struct {
		field    string
		recorded string
		asked    *string
	}{
		{":rule", e.Rule, a.Rule},
		{":approver", e.Approver, a.Approver},
		{":policy-h", e.Policy.String(), a.Policy.hex()},
		{":provenance-h", e.Provenance.String(), a.Provenance.hex()},
	} {
		if f.asked != nil {
			if err := text(f.field, f.recorded, *f.asked); err != nil {
				return err
			}
		}
	}
	return nil
}

// hex returns the digits of a hash that may be absent.
func (d *Digest) hex() *string {
	if d == nil {
		return nil
	}
	s := d.String()
	return &s
}

// Done returns an error when the log has entries that nobody asked for: a run
// that ends early is not the recorded one.
func (p *Replay) Done() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed != nil {
		return p.failed
	}
	if p.next < p.report.Entries {
		return &Divergence{
			Entry: p.next, Field: ":entries", Recorded: show(p.report.whole[p.next].Op),
			Asked: "the end of the run, " + strconv.Itoa(p.report.Entries-p.next) + " entries early",
		}
	}
	return nil
}
