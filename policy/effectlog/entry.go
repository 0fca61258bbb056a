package effectlog

import (
	"strings"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// Decision is what the policy said. The zero value denies.
type Decision uint8

// The decisions of a log.
const (
	Deny Decision = iota
	Allow
)

// String returns the symbol in a log.
func (d Decision) String() string {
	if d == Allow {
		return ":allow"
	}
	return ":deny"
}

// Entry is what is known of a request before anything happens.
type Entry struct {
	Op       string // symbol of the operation
	Payload  coreform.Term
	Decision Decision
	// Cap is the capability that an allowed request uses: a map with the :op and
	// limits that are symbols, numbers or booleans. It is nil for a denial.
	Cap coreform.Term
	// Rule names the rule that decided, by something that is not a path, such
	// as "allow[3] line 12".
	Rule       string
	Policy     Digest // hash of the policy
	Provenance Digest // hash of the provenance of what asked
	Approver   string // who approved, empty when nobody was asked
	// Approval is the record of the approval, or nil.
	Approval coreform.Term
	// Request, when not zero, must be the hash of this request at this place:
	// what was approved is what happens.
	Request Digest
}

// maxName bounds rule, approver, session and toolchain, in bytes.
const maxName = 256

// fault returns why an entry cannot be logged, or nil.
func (e *Entry) fault() error {
	switch {
	case coreform.Sym(e.Op).Err() != nil:
		return fail(CodeEntry, "the op is not a symbol", nil)
	case e.Payload.Err() != nil || e.Cap.Err() != nil || e.Approval.Err() != nil:
		return fail(CodeEntry, "a field is no term", nil)
	case e.Decision > Allow:
		return fail(CodeEntry, "unknown decision", nil)
	case !plainName(e.Rule) || !plainName(e.Approver):
		return fail(CodePath, "the rule or the approver holds a path, or text that is not plain", nil)
	}
	if m := contradiction(e.Op, e.Decision, e.Cap); m != "" {
		return fail(CodeEntry, m, nil)
	}
	if m := capabilityFault(e.Cap); m != "" {
		return fail(CodePath, m, nil)
	}
	return nil
}

// contradiction says what about a capability does not belong to the decision.
func contradiction(op string, d Decision, capability coreform.Term) string {
	if d == Deny {
		if !capability.IsNil() {
			return "a denied request has a capability"
		}
		return ""
	}
	name, _ := capability.Lookup(":op")
	if s, ok := name.Symbol(); !ok || s != op {
		return "an allowed request has no capability for its op"
	}
	return ""
}

// capabilityFault says what a capability holds that could be a path or a secret.
func capabilityFault(capability coreform.Term) string {
	if capability.IsNil() {
		return ""
	}
	for key, value := range capability.Pairs() {
		if key.Kind() != coreform.KindSymbol {
			return "a capability has a key that is not a symbol"
		}
		switch value.Kind() {
		case coreform.KindNil, coreform.KindBool, coreform.KindInt, coreform.KindSymbol:
		default:
			return "a capability holds something else than symbols, numbers and booleans"
		}
	}
	return ""
}

// plainName reports whether a name is short printable ASCII in which no word is
// a path: none begins with / or ~ or ., and none holds a backslash.
func plainName(s string) bool {
	if len(s) > maxName {
		return false
	}
	start := true
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c > '~' || c == '\\' || start && (c == '/' || c == '~' || c == '.') {
			return false
		}
		start = strings.IndexByte(" \"'`=(:[,;", c) >= 0
	}
	return true
}

// response is :resp of a log.
type response struct {
	sealed   bool
	octets   bool   // the artifact is the content of bytes, not a print
	artifact string // hex, empty when the value is in the log
	value    coreform.Term
}

// responseOf returns the response of an outcome whose value is in the log.
func responseOf(o outcome.Outcome) response {
	return response{sealed: o.IsSealed(), value: o.Value()}
}

// kind returns the symbol of the response.
func (r response) kind() string {
	kind := ":ok"
	if r.sealed {
		kind = ":error"
	}
	switch {
	case r.artifact == "":
	case r.octets:
		kind += "-bytes-artifact"
	default:
		kind += "-artifact"
	}
	return kind
}

// term returns :resp. It is an invalid term, which nothing takes, when the value
// is one.
func (r response) term() coreform.Term {
	key, value := ":value", r.value
	if r.artifact != "" {
		key, value = ":artifact", coreform.Str(r.artifact)
	}
	t, err := coreform.Map(coreform.Sym(":kind"), coreform.Sym(r.kind()), coreform.Sym(key), value)
	if err != nil {
		return coreform.Sym("")
	}
	return t
}

// outcome returns the outcome of a response whose value is at hand.
func (r response) outcome() outcome.Outcome {
	if r.sealed {
		return outcome.SealedTerm(r.value)
	}
	return outcome.Data(r.value)
}
