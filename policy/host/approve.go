package host

import (
	"context"
	"errors"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/approval"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// needsApproval says whether somebody must approve an allowed request, and by
// what rule.
func (h *Host) needsApproval(c *call, d policy.Decision) (rule string, needed bool) {
	if rule, needed := h.approvalOf(c.op, c.payload); needed {
		return rule, true
	}
	if from := h.config.ApproveFrom; from != policy.NoEffect && d.Reversibility() >= from {
		return "approval: class " + from.String() + " and above", true
	}
	return "", false
}

// approve asks. On a yes, the entry is bound to exactly the request that was
// approved; on anything else the error says why, and the entry holds the record
// all the same.
func (h *Host) approve(ctx context.Context, c *call, d policy.Decision, rule string, e *effectlog.Entry) error {
	seq, request := h.config.Journal.Next(c.op, c.payload)
	q := approval.Question{
		Op: c.op, Payload: c.payload, Session: h.config.Session, Seq: seq, Provenance: e.Provenance,
		Class: d.Reversibility().String(), Rule: rule, Origin: origin(d.Request().Provenance),
	}
	grant, record, err := h.config.Approver.Ask(ctx, q)
	e.Rule, e.Approval, e.Approver = rule, record.Term(), record.By
	if err != nil {
		return err
	}
	if err := grant.Use(q.Binding()); err != nil {
		return err
	}
	e.Request = request
	return nil
}

// origin says what was in the prompt, for a person.
func origin(p ringfence.Provenance) string {
	if !p.Known() {
		return "a prompt of unknown origin"
	}
	words := []string{"a prompt of instructions"}
	for _, s := range p.Sources() {
		words = append(words, s.Trust.String()+" "+s.Kind)
	}
	return strings.Join(words, ", ")
}

// approvalMessage is what an agent is told, in our own words.
func approvalMessage(err error) string {
	var e *ringfence.Error
	if errors.As(err, &e) {
		switch e.Code {
		case approval.CodeTimeout:
			return "the request needs an approval, and nobody answered in time"
		case approval.CodeTooLong:
			return "the request needs an approval and is too long to be shown"
		case approval.CodeDenied:
			return "the request needs an approval, and the answer was no"
		}
	}
	return "the request needs an approval, and nobody could be asked"
}
