package host

import (
	"context"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// CodeCapDenied is the code of the ERROR that a plugin gets for an op that its own
// policy does not allow.
const CodeCapDenied ringfence.Code = "editor/plugin/cap-denied"

// CapsAllowed is caps-allowed? of the plugin layer: it evaluates the policy of a
// plugin, {:allow [op …] :deny [op …]}, for an op.
//
// What is not a map denies. :deny wins; an empty or absent :allow denies. Ops are
// symbols and match whole, with case and without wildcards. A list that is no
// vector of symbols denies, whichever it is: nobody knows what it meant. Keys
// beside the two are ignored.
func CapsAllowed(plugin coreform.Term, op string) bool {
	if plugin.Kind() != coreform.KindMap || op == "" {
		return false
	}
	denied, ok := names(plugin, ":deny", op)
	if !ok || denied {
		return false
	}
	allowed, ok := names(plugin, ":allow", op)
	return ok && allowed
}

// names reports whether a list of a plugin's policy names an op; not ok for what
// is no vector of symbols. An absent list, and nil, names nothing.
func names(plugin coreform.Term, key, op string) (found, ok bool) {
	list, there := plugin.Lookup(key)
	if !there || list.IsNil() {
		return false, true
	}
	if list.Kind() != coreform.KindVector {
		return false, false
	}
	for _, item := range list.Items() {
		name, isSymbol := item.Symbol()
		if !isSymbol {
			return false, false
		}
		found = found || name == op
	}
	return found, true
}

// Perform is perform of the plugin layer: a request by a plugin that has a policy
// of its own. Where that does not allow the op, the answer is a sealed ERROR with
// [CodeCapDenied], the same for equal requests, and nothing is asked of the host;
// where it does, the request goes the way of every other, and the policy of the
// host decides.
func (h *Host) Perform(ctx context.Context, plugin coreform.Term, op string, payload coreform.Term, p ringfence.Provenance) outcome.Outcome {
	if !CapsAllowed(plugin, op) {
		c := &call{op: op}
		if coreform.Sym(op).Err() != nil {
			c.op = noOp
		}
		return fail(c, CodeCapDenied, "the policy of the plugin does not allow the op")
	}
	return h.Do(ctx, op, payload, p)
}
