package agent

import (
	"github.com/ringfence/ringfence"
)

// Codes of the errors of this package, beside those of package patch.
const (
	// CodePayload: the payload is not of the shape of the action.
	CodePayload ringfence.Code = "agent-payload"
	// CodeSize: the report would be longer than allowed. The patch was undone.
	CodeSize ringfence.Code = "agent-size"
)

// MaxObligations is the most obligations of a patch: each is a task.
const MaxObligations = 64

func fail(code ringfence.Code, pointer, message string) error {
	return &ringfence.Error{Code: code, Message: message, Pointer: pointer, Offset: ringfence.NoOffset}
}
