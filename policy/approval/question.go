package approval

import (
	"context"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// Question is what an approver is asked.
type Question struct {
	Op         string
	Payload    coreform.Term
	Session    string
	Seq        int              // index of the entry in the journal of the session
	Provenance effectlog.Digest // hash of the provenance of what asked
	// Class says how reversible the operation is, Rule which rule demands an
	// approval, Origin what was in the prompt. They are shown, escaped.
	Class, Rule, Origin string
}

// Binding is what a grant is for.
type Binding struct {
	Request    effectlog.Digest
	Session    string
	Seq        int
	Provenance effectlog.Digest
}

// Binding returns what a grant for this question binds. The request hash is the
// one that a journal of the session gives the entry ([effectlog.Journal.Next]).
func (q *Question) Binding() Binding {
	request := effectlog.RequestHash(q.Op, effectlog.PayloadHash(q.Payload), effectlog.ContHash(q.Session, q.Seq))
	return Binding{Request: request, Session: q.Session, Seq: q.Seq, Provenance: q.Provenance}
}

// Answer is what an approver says. The zero Answer is no.
type Answer struct {
	Allow bool
	By    string // who answered, a short plain name for the log
}

// Approver asks somebody.
type Approver interface {
	// Approve asks, and returns when there is an answer or ctx is done. An
	// error denies.
	Approve(ctx context.Context, q Question) (Answer, error)
}

// Lifetimes of questions and grants.
const (
	// DefaultLifetime is long enough to read a payload, and short enough that
	// who answers still has the situation before them.
	DefaultLifetime = 2 * time.Minute
	// MaxLifetime is the longest.
	MaxLifetime = 15 * time.Minute
)
