package host

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/outcome"
)

// ProvenanceHash returns the hash that stands for a provenance in the log and in
// approvals: that of nil for an unknown one, else of a map of :least and the
// sorted :sources, each a vector of kind and trust. Equal provenances have equal
// hashes, in whatever order their sources came.
func ProvenanceHash(p ringfence.Provenance) effectlog.Digest {
	if !p.Known() {
		return effectlog.PayloadHash(coreform.Nil())
	}
	var sources []coreform.Term
	for _, s := range p.Sources() {
		sources = append(sources, coreform.Vec(coreform.Str(strings.ToValidUTF8(s.Kind, "?")), coreform.Sym(s.Trust.String())))
	}
	slices.SortFunc(sources, coreform.Compare)
	t, _ := coreform.Map( // two keys
		coreform.Sym(":least"), coreform.Sym(p.Least().String()),
		coreform.Sym(":sources"), coreform.Vec(sources...))
	return effectlog.PayloadHash(t)
}

// ruleName names the rule that decided, with its line and without its file, which
// is a path.
func ruleName(d policy.Decision) string {
	name := plainRule(d.Rule())
	if line := d.Position().Line; line > 0 {
		name += " line " + strconv.Itoa(line)
	}
	return name
}

// plainRule writes the name of a rule as a log takes it: short printable ASCII in
// which no word begins as a path does. The name of an op is quoted in a policy;
// here it stands as it is.
func plainRule(name string) string {
	const most = 200 // of 256 that a log takes
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		switch {
		case b.Len() == most:
			return b.String()
		case c == '"' || c == '\\':
			continue
		case c < ' ' || c > '~' || strings.IndexByte("/~.", c) >= 0 && wordStart(b.String()):
			c = '_'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// wordStart reports whether a word begins behind s.
func wordStart(s string) bool {
	return s == "" || strings.IndexByte(" '`=(:[,;", s[len(s)-1]) >= 0
}

// denial is the reason of the first denial, in the words of the policy, which
// hold nothing of the payload.
func denial(d policy.Decision) string {
	var e *ringfence.Error
	if errors.As(d.Err(), &e) {
		return e.Message
	}
	return "the request is denied"
}

// pointerFact is the place in the payload that a denial is about.
func pointerFact(d policy.Decision) []coreform.Term {
	var e *ringfence.Error
	if errors.As(d.Err(), &e) && e.Pointer != "" {
		return []coreform.Term{coreform.Sym(":at"), coreform.Str(e.Pointer)}
	}
	return nil
}

// capability is what an allowed request uses, for the log: symbols and numbers,
// never a path.
func capability(c *call, d policy.Decision) coreform.Term {
	t, _ := coreform.Map( // four keys
		coreform.Sym(":op"), coreform.Sym(c.op),
		coreform.Sym(":class"), coreform.Sym(":"+d.Reversibility().String()),
		coreform.Sym(":max-bytes"), coreform.Int(int64(c.max)),
		coreform.Sym(":timeout-ms"), coreform.Int(timeLimit(c).Milliseconds()))
	return t
}

// logFailure is the ERROR of a request whose intent or outcome cannot be written.
// A request that is too large for a record is its own fault; everything else is
// the log's or the store's.
func logFailure(c *call, err error) outcome.Outcome {
	var e *ringfence.Error
	if errors.As(err, &e) {
		switch e.Code {
		case effectlog.CodeEntry:
			return fail(c, policy.CodeResource, "the request or its answer is too large for the log")
		case effectlog.CodeStore:
			return fail(c, CodeUnavailable, "the store of artifacts cannot be written", coreform.Sym(":what"), coreform.Sym(":store"))
		}
	}
	return fail(c, CodeUnavailable, "the log cannot be written", coreform.Sym(":what"), coreform.Sym(":log"))
}
