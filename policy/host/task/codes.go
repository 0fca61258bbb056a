package task

import (
	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// Codes of errors, from the published list (interop, "ERROR"): they stand in
// sealed ERRORs as they are.
const (
	// CodeInput: the input of a task, or the answer of its bridge, is not of the
	// shape of its kind.
	CodeInput ringfence.Code = "editor/task/schema-invalid-input"
	// CodeField: the input of a task, or the answer of its bridge, lacks a key.
	CodeField ringfence.Code = "editor/task/schema-missing-field"
	// CodeUnknown: no task of the session has the id.
	CodeUnknown ringfence.Code = "core/caps/payload-error"
	// CodeLimit: tasks, queue, steps, partials or bytes are over their limit.
	CodeLimit ringfence.Code = "core/caps/resource-limit"
	// CodeTimeout: the time of the task passed.
	CodeTimeout ringfence.Code = "core/caps/timeout"
	// CodePath: a path that leads out of the workspace, through a link, or to
	// what the policy denies.
	CodePath ringfence.Code = "core/caps/path-escape"
	// CodeUnavailable: the pool was closed, the work broke, or nothing carries
	// the kind out.
	CodeUnavailable ringfence.Code = "core/caps/backend-unavailable"
)

// spawnOp is the op that an ERROR of the work names: what failed is what was
// spawned, whichever poll tells it.
const spawnOp = "editor/task::spawn"

// fault is an error with a published code and, where there is one, the key of
// the input that it is about.
func fault(code ringfence.Code, pointer, message string) *ringfence.Error {
	return &ringfence.Error{Code: code, Message: message, Pointer: pointer, Offset: ringfence.NoOffset}
}

// Sealed returns the ERROR of an error of this package; any other error is
// CodeUnavailable. The context has the key that the error is about as :at.
func Sealed(op string, err error) outcome.Outcome {
	e, ok := err.(*ringfence.Error) //nolint:errorlint // faults are never wrapped
	if !ok || e == nil {
		return outcome.Sealed(outcome.Error{Code: string(CodeUnavailable), Message: "the task cannot be carried out", Op: op})
	}
	var context coreform.Term
	if e.Pointer != "" {
		context, _ = coreform.Map(coreform.Sym(":at"), coreform.Str(e.Pointer)) // one key
	}
	return outcome.Sealed(outcome.Error{Code: string(e.Code), Message: e.Message, Context: context, Op: op})
}
