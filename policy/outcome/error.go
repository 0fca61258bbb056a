package outcome

import "github.com/ringfence/ringfence/policy/coreform"

// Error is the content of a sealed ERROR (interop, "ERROR").
type Error struct {
	Code    string        // from the published lists, such as "core/caps/denied"
	Message string        // one line, written by this module, without outside bytes
	Context coreform.Term // a map of facts; anything else stands for the empty map
	Op      string        // symbol of the operation
}

// Keys of the map of an ERROR.
const (
	keyCode    = ":error/code"
	keyContext = ":error/context"
	keyMessage = ":error/message"
	keyOp      = ":error/op"
)

// Term returns the map that is sealed. It is an invalid term when a field cannot
// be held: text that is not UTF-8, an op that is no symbol.
func (e Error) Term() coreform.Term {
	context := e.Context
	if context.Kind() != coreform.KindMap && context.Err() == nil {
		context, _ = coreform.Map() // no pairs, no error
	}
	t, err := coreform.Map(
		coreform.Sym(keyCode), coreform.Str(e.Code),
		coreform.Sym(keyContext), context,
		coreform.Sym(keyMessage), coreform.Str(e.Message),
		coreform.Sym(keyOp), coreform.Sym(e.Op),
	)
	if err != nil {
		return coreform.Sym("") // an invalid term, which nothing takes
	}
	return t
}

// Failure returns the fields of an ERROR; ok is false for data, for no outcome,
// and for a sealed term of another writer that is not the published map.
func (o Outcome) Failure() (e Error, ok bool) {
	if o.kind != sealed || o.value.Kind() != coreform.KindMap || o.value.Len() != 4 {
		return Error{}, false
	}
	code, _ := o.value.Lookup(keyCode)
	message, _ := o.value.Lookup(keyMessage)
	op, _ := o.value.Lookup(keyOp)
	context, _ := o.value.Lookup(keyContext)
	var fine [3]bool
	e.Code, fine[0] = code.Text()
	e.Message, fine[1] = message.Text()
	e.Op, fine[2] = op.Symbol()
	e.Context = context
	if context.Kind() != coreform.KindMap || fine != [3]bool{true, true, true} {
		return Error{}, false
	}
	return e, true
}
