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

// handlers are the ops of the contract, one file a family.
var handlers = map[string]handler{
	"editor/clipboard::get":     clipboardGet,
	"editor/clipboard::set":     clipboardSet,
	"editor/dialog::open":       dialogOpen,
	"editor/dialog::save":       dialogSave,
	"editor/plugin::command":    pluginCommand,
	"editor/task::spawn":        taskSpawn,
	"editor/task::poll":         taskPoll,
	"editor/task::cancel":       taskCancel,
	"editor/watch::subscribe":   watchSubscribe,
	"editor/watch::poll":        watchPoll,
	"editor/watch::unsubscribe": watchUnsubscribe,

	opAgentPropose: agentPropose,
	opAgentApply:   agentApply,
	opAgentStore:   agentStore,
}

// approvals say which requests of an op somebody must approve whatever their
// class, and by what rule, a short plain name for the log. They look at nothing
// but the payload and the configuration: the question comes before the intent.
var approvals = map[string]func(h *Host, payload coreform.Term) (rule string, needed bool){
	"editor/task::spawn": taskNeedsApproval,
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

// The symbols that most answers hold.
var (
	symOK = coreform.Sym(":ok")
	yes   = coreform.Bool(true)
)
