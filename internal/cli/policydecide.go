package cli

import (
	"errors"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
)

// decideFormats are the formats of decide: the canonical print of a term, and
// JSON.
var decideFormats = []string{"text", "json"}

// decidePolicy answers one request.
func decidePolicy(inv *invocation, f policyFlags, args []string) (int, error) {
	if err := oneOf("format", *f.format, decideFormats); err != nil {
		return 0, err
	}
	p, err := inv.capsPolicy(f, "decide", args)
	if err != nil {
		return 0, err
	}
	if *f.op == "" {
		return 0, usageError("policy decide needs --op", "one of "+strings.Join(policy.Ops(), ", "))
	}
	prov, err := provenance(*f.provenance)
	if err != nil {
		return 0, err
	}
	payload, err := inv.payload(*f.payload)
	if err != nil {
		return 0, err
	}
	decision := p.Decide(policy.Request{Op: *f.op, Payload: payload, Provenance: prov})
	code := ExitFindings
	if decision.Allowed() {
		code = ExitClean
	}
	var text []byte
	if *f.format == "json" {
		text = decisionJSON(decision.Explain())
	} else {
		text = safeNames(decision.Explain()).Term().Append(nil)
	}
	return code, inv.emit("", append(text, '\n'), modeResult)
}

// safeNames escapes what an explanation has from outside, which is the names of
// files and rules, so that its print is safe on a terminal and still canonical.
func safeNames(x policy.Explanation) policy.Explanation {
	x.Rule, x.Position.File = visible(x.Rule), visible(x.Position.File)
	for i := range x.Reasons {
		r := &x.Reasons[i]
		r.Rule, r.Position.File = visible(r.Rule), visible(r.Position.File)
	}
	return x
}

// payload reads a payload. Text that is no term is an invalid payload, which is
// denied like any other of a wrong shape; what is wrong with it is said beside.
func (inv *invocation) payload(text string) (coreform.Term, error) {
	src := []byte(text)
	if text == stdinName {
		var err error
		if src, err = inv.read(stdinName, coreform.DefaultBytes); err != nil {
			return coreform.Term{}, err
		}
	}
	term, err := coreform.Parse(src)
	if err != nil {
		var e *ringfence.Error
		if errors.As(err, &e) && e.Hint == "" {
			with := *e
			with.Hint = `a payload is CoreForm and not JSON, as in {:data "x" :mime "text/plain"}; promptcheck policy ops lists what each op takes`
			err = &with
		}
		inv.reportFor("payload", err)
		return coreform.Sym(""), nil // the invalid term
	}
	return term, nil
}

// provenance reads --provenance: kinds of blocks, with the trust that blocks of
// the kind have.
func provenance(list string) (ringfence.Provenance, error) {
	switch list {
	case "":
		return ringfence.Provenance{}, nil
	case "none":
		return ringfence.NewProvenance(), nil
	}
	var sources []ringfence.Source
	for word := range strings.SplitSeq(list, ",") {
		kind, ok := fence.ParseKind(word)
		if !ok {
			return ringfence.Provenance{}, usageError("there is no kind of block "+quote(word),
				"selection, screen, source, items, windows, changes, request, derived, tool or note")
		}
		trust := ringfence.Untrusted
		switch kind {
		case fence.Request:
			trust = ringfence.Request
		case fence.Derived:
			trust = ringfence.Derived
		default:
		}
		sources = append(sources, ringfence.Source{Kind: kind.String(), Trust: trust})
	}
	return ringfence.NewProvenance(sources...), nil
}
