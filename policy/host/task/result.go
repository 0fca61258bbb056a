package task

import (
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// MaxDiagnostics is the most diagnostics of a result: what is wrong throughout
// needs no longer list.
const MaxDiagnostics = 1000

// Level says how bad a diagnostic is.
type Level uint8

// The levels.
const (
	Warn  Level = iota
	Error       // the result is not :ok
)

// Diagnostic is one thing to say about a module or package. Path and Msg may hold
// text from outside.
type Diagnostic struct {
	Level Level
	Code  string
	Path  string // with ":line:column" where a place is known, both from 1
	Msg   string
}

// Term returns the map of the contract.
func (d Diagnostic) Term() coreform.Term {
	level := ":warn"
	if d.Level == Error {
		level = ":error"
	}
	t, _ := coreform.Map( // four keys
		coreform.Sym(":level"), coreform.Sym(level),
		coreform.Sym(":code"), coreform.Str(d.Code),
		coreform.Sym(":path"), coreform.Str(d.Path),
		coreform.Sym(":msg"), coreform.Str(d.Msg),
	)
	return t
}

// Result returns the result of a kind: the values, given as keys and values in
// turn, the diagnostics, and nil for every other output key of the contract. It
// is :ok when no diagnostic is an error. Diagnostics over MaxDiagnostics are
// counted and a last one says how many were left out.
func (c Contract) Result(diagnostics []Diagnostic, values ...coreform.Term) outcome.Outcome {
	var failures, warnings int64
	list := make([]coreform.Term, 0, min(len(diagnostics), MaxDiagnostics+1))
	for _, d := range diagnostics {
		if d.Level == Error {
			failures++
		} else {
			warnings++
		}
		if len(list) < MaxDiagnostics {
			list = append(list, d.Term())
		}
	}
	if more := len(diagnostics) - MaxDiagnostics; more > 0 {
		warnings++
		list = append(list, Diagnostic{Warn, "editor/task/more-diagnostics", "<task>", "further diagnostics are counted and not listed"}.Term())
	}
	pairs := append([]coreform.Term{
		coreform.Sym(":ok"), coreform.Bool(failures == 0),
		coreform.Sym(":diagnostics"), coreform.Vec(list...),
		coreform.Sym(":error-count"), coreform.Int(failures),
		coreform.Sym(":warn-count"), coreform.Int(warnings),
	}, values...)
	have := map[string]bool{}
	for i := 0; i < len(pairs); i += 2 {
		k, _ := pairs[i].Symbol()
		have[k] = true
	}
	for _, k := range c.Outputs {
		if !have[k] {
			pairs = append(pairs, coreform.Sym(k), coreform.Nil())
		}
	}
	t, err := coreform.Map(pairs...)
	if err != nil {
		return Sealed(spawnOp, fault(CodeUnavailable, "", "the result is no term"))
	}
	return outcome.Data(t)
}

// failed returns the result of a task with one error.
func (c Contract) failed(code, path, msg string) outcome.Outcome {
	return c.Result([]Diagnostic{{Error, code, path, msg}})
}

// Accept judges the answer of a bridge against the output keys of the contract.
// A bridge that fails must say so with diagnostics, and need not have the keys of
// a success: they are nil then. What a bridge adds stays. An answer that is not of
// the shape is a sealed ERROR with CodeField or CodeInput.
func (c Contract) Accept(answer coreform.Term) outcome.Outcome {
	if c.Outputs == nil {
		return outcome.Data(answer)
	}
	refuse := func(code error) outcome.Outcome { return Sealed(spawnOp, code) }
	if answer.Kind() != coreform.KindMap {
		return refuse(fault(CodeInput, "", "the bridge did not answer with a map"))
	}
	ok, has := answer.Lookup(":ok")
	good, isBool := ok.Bool()
	if !has {
		return refuse(fault(CodeField, "/:ok", "the answer of the bridge lacks the key"))
	}
	if !isBool {
		return refuse(fault(CodeInput, "/:ok", "the answer of the bridge has another type there"))
	}
	var missing []coreform.Term
	for _, k := range c.Outputs {
		if _, has := answer.Lookup(k); has {
			continue
		}
		if good || k == ":diagnostics" || k == ":error-count" || k == ":warn-count" {
			return refuse(fault(CodeField, "/"+k, "the answer of the bridge lacks the key"))
		}
		missing = append(missing, coreform.Sym(k), coreform.Nil())
	}
	if key := wrongAnswer(answer, good); key != "" {
		return refuse(fault(CodeInput, "/"+key, "the answer of the bridge has another type there"))
	}
	if missing == nil {
		return outcome.Data(answer)
	}
	pairs := missing
	for k, v := range answer.Pairs() {
		pairs = append(pairs, k, v)
	}
	full, err := coreform.Map(pairs...)
	if err != nil {
		return refuse(fault(CodeInput, "", "the answer of the bridge is no map"))
	}
	return outcome.Data(full)
}

// wrongAnswer returns the first key that all results share and whose value is not
// of its type, or "". Counts are at least those of the diagnostics, of which a
// bridge may list a part, and a success has no errors.
func wrongAnswer(answer coreform.Term, good bool) string {
	list, _ := answer.Lookup(":diagnostics")
	if list.Kind() != coreform.KindVector {
		return ":diagnostics"
	}
	var failures, warnings int64
	for _, d := range list.Items() {
		level, _ := d.Lookup(":level")
		s, ok := level.Symbol()
		if !ok {
			return ":diagnostics"
		}
		switch s {
		case ":error":
			failures++
		case ":warn":
			warnings++
		}
		for _, k := range []string{":code", ":path", ":msg"} {
			if v, _ := d.Lookup(k); v.Kind() != coreform.KindStr {
				return ":diagnostics"
			}
		}
	}
	v, _ := answer.Lookup(":error-count")
	if n, ok := v.Int64(); !ok || n < failures || good && n > 0 {
		return ":error-count"
	}
	v, _ = answer.Lookup(":warn-count")
	if n, ok := v.Int64(); !ok || n < warnings {
		return ":warn-count"
	}
	return ""
}
