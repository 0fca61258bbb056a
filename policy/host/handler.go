package host

import (
	"context"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// call is one allowed request.
type call struct {
	op      string
	payload coreform.Term
	table   policy.Table // what the policy says of the op
	// max is the longest print that an answer can have, in bytes. A longer one is
	// refused after the handler; one that reads stops there.
	max  int
	host *Host
}

// handler carries an allowed request out. It validates the payload (a wrong shape
// is a sealed core/caps/payload-error), acts, and answers with data or a sealed
// ERROR. It never panics, and returns soon after ctx is done.
type handler func(ctx context.Context, c *call) outcome.Outcome

// handlerOf returns the handler of an op of the contract, one file a family; nil for
// another op.
func handlerOf(op string) handler {
	switch op {
	case "editor/clipboard::get":
		return clipboardGet
	case "editor/clipboard::set":
		return clipboardSet
	case "editor/dialog::open":
		return dialogOpen
	case "editor/dialog::save":
		return dialogSave
	case "editor/plugin::command":
		return pluginCommand
	case "editor/task::spawn":
		return taskSpawn
	case "editor/task::poll":
		return taskPoll
	case "editor/task::cancel":
		return taskCancel
	case "editor/watch::subscribe":
		return watchSubscribe
	case "editor/watch::poll":
		return watchPoll
	case "editor/watch::unsubscribe":
		return watchUnsubscribe
	case opAgentPropose:
		return agentPropose
	case opAgentApply:
		return agentApply
	case opAgentStore:
		return agentStore
	}
	return nil
}

// approvalOf says whether somebody must approve a request of an op whatever its class,
// and by what rule, a short plain name for the log. It looks at nothing but the
// payload and the configuration: the question comes before the intent.
func (h *Host) approvalOf(op string, payload coreform.Term) (rule string, needed bool) {
	if op == "editor/task::spawn" {
		return taskNeedsApproval(h, payload)
	}
	return "", false
}

// Codes of sealed ERRORs that hosts give beside those of decisions
// ([policy.CodeDenied] and so on), from the published list.
const (
	// CodeSchema: an answer is not of the schema that the request names.
	CodeSchema ringfence.Code = "core/caps/schema-error"
	// CodeTimeout: the time of the op passed.
	CodeTimeout ringfence.Code = "core/caps/timeout"
	// CodeUnavailable: what the op needs is not there, or failed.
	CodeUnavailable ringfence.Code = "core/caps/backend-unavailable"
)

// fail returns a sealed ERROR. Facts are keys and values in turn; the keys are
// symbols, the values numbers, symbols or data.
func fail(c *call, code ringfence.Code, message string, facts ...coreform.Term) outcome.Outcome {
	context, err := coreform.Map(facts...)
	if err != nil {
		context = coreform.Term{} // facts that no map holds are left out
	}
	return outcome.Sealed(outcome.Error{Code: string(code), Message: message, Context: context, Op: c.op})
}

// answer returns data: a map of keys and values, given in turn.
func answer(c *call, pairs ...coreform.Term) outcome.Outcome {
	t, err := coreform.Map(pairs...)
	if err != nil {
		return fail(c, CodeUnavailable, "the answer is no term")
	}
	return outcome.Data(t)
}

// symOK and yes are what most answers hold.
func symOK() coreform.Term { return coreform.Sym(":ok") }

func yes() coreform.Term { return coreform.Bool(true) }
