package policy

import (
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
)

// ReasonEffect says what a reason did to the decision.
type ReasonEffect uint8

const (
	// Denies: this alone denies the request.
	Denies ReasonEffect = iota
	// Allows: the rule allows the op, unless something denies.
	Allows
	// Skipped: the rule names the op and its condition does not hold.
	Skipped
)

// String returns denies, allows or skipped.
func (e ReasonEffect) String() string {
	switch e {
	case Allows:
		return "allows"
	case Skipped:
		return "skipped"
	default:
		return "denies"
	}
}

// Reason is one thing that a decision took into account. It holds nothing of the
// payload.
type Reason struct {
	Effect   ReasonEffect
	Code     ringfence.Code // of a denial
	Rule     string         // such as deny[0], or built-in: hooks
	Position Position       // zero where no file says it
	Pointer  string         // into the payload, such as /:input/:path
	Message  string
}

// Explanation is a decision with all its reasons: every denial, every rule that
// allows the op and every rule that names it and does not apply.
type Explanation struct {
	Allowed  bool
	Code     ringfence.Code
	Op       string // as in the request: text from outside
	Rule     string
	Position Position
	Class    Reversibility
	Reasons  []Reason
}

// Explain returns the decision with all its reasons, in a fixed order: the shape
// of the payload, rules that deny, rules that allow, limits. It judges the
// request again and does not stop at the first denial.
func (d Decision) Explain() Explanation {
	r := d.request
	e := evaluation{p: d.policy, r: &r, all: true}
	e.run()
	out := Explanation{
		Allowed: d.allowed, Code: d.Code(), Op: r.Op, Rule: d.Rule(), Position: d.Position(),
		Class: d.Reversibility(), Reasons: e.reasons,
	}
	return out
}

// Term returns the explanation as a CoreForm map: :decision, :rule, :file and
// :line (nil where no file says it), :class, :code (nil when allowed), and
// :reasons, a vector of maps with :effect, :rule, :file, :line, :column, :code,
// :at and :message.
func (x Explanation) Term() coreform.Term {
	sym := coreform.Sym
	reasons := make([]coreform.Term, len(x.Reasons))
	for i, r := range x.Reasons {
		reasons[i], _ = coreform.Map( // eight keys
			sym(":effect"), sym(":"+r.Effect.String()), sym(":rule"), coreform.Str(r.Rule),
			sym(":file"), fileTerm(r.Position), sym(":line"), number64(r.Position.Line), sym(":column"), number64(r.Position.Column),
			sym(":code"), textOrNil(string(r.Code)), sym(":at"), textOrNil(r.Pointer), sym(":message"), coreform.Str(r.Message))
	}
	decision := ":deny"
	if x.Allowed {
		decision = ":allow"
	}
	t, _ := coreform.Map( // seven keys
		sym(":decision"), sym(decision), sym(":class"), sym(":"+x.Class.String()), sym(":code"), textOrNil(string(x.Code)),
		sym(":rule"), coreform.Str(x.Rule), sym(":file"), fileTerm(x.Position), sym(":line"), number64(x.Position.Line),
		sym(":reasons"), coreform.Vec(reasons...))
	return t
}

// fileTerm is the name of a file as a string. A name need not be UTF-8: such a
// one is quoted, and never lost.
func fileTerm(p Position) coreform.Term {
	if p.IsZero() {
		return coreform.Nil()
	}
	if t := coreform.Str(p.File); t.Err() == nil {
		return t
	}
	return coreform.Str(strconv.QuoteToASCII(p.File))
}

func number64(n int) coreform.Term {
	if n == 0 {
		return coreform.Nil()
	}
	return coreform.Int(int64(n))
}

func textOrNil(s string) coreform.Term {
	if s == "" {
		return coreform.Nil()
	}
	return coreform.Str(s)
}
