package policy

import (
	"github.com/ringfence/ringfence"
)

// Decision is the answer to a [Request]. The zero Decision denies.
type Decision struct {
	allowed bool
	code    ringfence.Code
	by      *origin
	class   Reversibility
	policy  *Policy
	request Request
}

// Decide answers a request. It is a pure function of the policy and the request:
// it reads no file, clock or variable, and the host checks paths again when it
// acts. Time is linear in the payload, times the number of globs where the
// request names globs or paths.
func (p *Policy) Decide(r Request) Decision {
	e := evaluation{p: p, r: &r}
	e.run()
	d := Decision{allowed: !e.denied, code: e.code, by: e.by, class: e.class, policy: p, request: r}
	if e.denied {
		return d
	}
	d.code, d.by = "", e.grant
	return d
}

// Allowed reports whether the request may happen.
func (d Decision) Allowed() bool { return d.allowed }

// Code returns why the request was denied, from the published list of ERROR
// codes, and "" when it is allowed. The first denial counts, in the order of
// [Decision.Explain].
func (d Decision) Code() ringfence.Code {
	if !d.allowed && d.code == "" {
		return CodePolicyError // the zero Decision
	}
	return d.code
}

// Rule returns the rule that decided: the first that denies, or the first that
// allows. It is "default" where no rule allows.
func (d Decision) Rule() string {
	if d.by == nil {
		return defaultRule.rule
	}
	return d.by.rule
}

// Position returns where that rule stands.
func (d Decision) Position() Position {
	if d.by == nil {
		return Position{}
	}
	return d.by.pos
}

// Reversibility returns the class of the request, [Outward] where the op is
// unknown or the payload is not of its shape.
func (d Decision) Reversibility() Reversibility {
	if d.policy == nil {
		return Outward
	}
	return d.class
}

// Request returns what was decided about.
func (d Decision) Request() Request { return d.request }

// Err returns nil for an allowed request, else a [ringfence.Error] with the code
// and the reason of the first denial.
func (d Decision) Err() error {
	if d.allowed {
		return nil
	}
	e := &ringfence.Error{Code: d.Code(), Message: "the request is denied", Offset: ringfence.NoOffset}
	for _, r := range d.Explain().Reasons {
		if r.Effect == Denies {
			e.Message, e.Pointer = r.Message, r.Pointer
			break
		}
	}
	return e
}

// Origins of what no rule of a file says.
var (
	defaultRule = &origin{rule: "default"}
	schemaRule  = &origin{rule: "built-in: shape of the payload"}
	pathRule    = &origin{rule: "built-in: form of paths"}
)

// evaluation is one pass over a request. With all, it goes on behind the first
// denial and collects every reason; both run the same code, so that what is
// explained is what was decided.
type evaluation struct {
	p       *Policy
	r       *Request
	id      opID
	class   Reversibility
	reach   Reversibility // of the obligations of a patch
	all     bool
	denied  bool
	code    ringfence.Code // of the first denial
	by      *origin
	grant   *origin // the first rule that allows
	reasons []Reason
}

// deny records a denial and reports whether the pass is over.
func (e *evaluation) deny(code ringfence.Code, by *origin, pointer, message string) bool {
	if !e.denied {
		e.denied, e.code, e.by = true, code, by
	}
	if e.all {
		e.reasons = append(e.reasons, Reason{Effect: Denies, Code: code, Rule: by.rule, Position: by.pos, Pointer: pointer, Message: message})
	}
	return !e.all
}

// note records what does not change the decision.
func (e *evaluation) note(effect ReasonEffect, by *origin, message string) {
	if e.all {
		e.reasons = append(e.reasons, Reason{Effect: effect, Rule: by.rule, Position: by.pos, Message: message})
	}
}

// run judges the op, the payload, the rules and the limits, in this order.
func (e *evaluation) run() {
	e.class = Outward
	if e.p == nil || !e.p.loaded {
		e.deny(CodePolicyError, defaultRule, "", "there is no policy")
		return
	}
	e.id = opOf(e.r.Op)
	if e.id == noOp {
		if !e.deny(CodeUnknownOp, defaultRule, "", "the contract has no such op") {
			e.foreign()
		}
		return
	}
	e.class = ops[e.id].class
	if e.shape() || e.rules() || e.limits() {
		return
	}
}

// foreign explains what the rules say of an op that the contract does not have.
func (e *evaluation) foreign() {
	for _, r := range e.p.rules {
		switch {
		case !r.names(e.r.Op):
		case !r.when.holds(e.r.Provenance, e.class):
			e.note(Skipped, r.origin, "the rule names the op, but its condition does not hold")
		case r.denies:
			e.deny(CodeDenied, r.origin, "", "the rule denies the op")
		default:
			e.note(Allows, r.origin, "the rule allows the op, which this gate does not know")
		}
	}
}

// rules judges deny, then allow.
func (e *evaluation) rules() bool {
	if e.denials(e.class) || e.id == agentApply && e.agentRules() {
		return true
	}
	for _, r := range e.p.allows[e.id] {
		if !r.when.holds(e.r.Provenance, e.class) {
			e.note(Skipped, r.origin, "the rule allows the op, but its condition does not hold")
			continue
		}
		if e.grant == nil {
			e.grant = r.origin
		}
		if !e.all {
			break
		}
		e.note(Allows, r.origin, "the rule allows the op")
	}
	return e.grant == nil && e.deny(CodeDenied, defaultRule, "", "no rule allows the op")
}

// denials judges the rules that deny a request of a class.
func (e *evaluation) denials(class Reversibility) bool {
	for _, r := range e.p.denies[e.id] {
		if !r.when.holds(e.r.Provenance, class) {
			e.note(Skipped, r.origin, "the rule denies the op, but its condition does not hold")
		} else if e.deny(CodeDenied, r.origin, "", "the rule denies the op") {
			return true
		}
	}
	return false
}

// String returns the answer and the rule, and nothing of the request: a payload
// that is printed by mistake is how secrets get into logs.
func (d Decision) String() string {
	if d.allowed {
		return "allowed by " + d.Rule()
	}
	return "denied by " + d.Rule() + ": " + string(d.Code())
}

// GoString is String, so that %#v does not print the request either.
func (d Decision) GoString() string { return d.String() }
