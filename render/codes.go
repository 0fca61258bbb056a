package render

import "github.com/ringfence/ringfence"

// Codes of the errors of this package. Errors of the limit and of what could
// not fit come from package budget.
const (
	// CodePart: a part was made of something that cannot be rendered, such as a
	// nil edit context.
	CodePart ringfence.Code = "part-invalid"
	// CodeInstruction: an instruction holds something that only blocks may hold,
	// is not UTF-8, or its arguments do not match.
	CodeInstruction ringfence.Code = "instruction-invalid"
	// CodeOverflow: a field of a part that may not be cut is over its limit.
	CodeOverflow ringfence.Code = "part-overflow"
	// CodeEmpty: there is nothing to render, or nothing of it fits.
	CodeEmpty ringfence.Code = "prompt-empty"
	// CodeOrdinal: the first ordinal is negative, or ordinals run out.
	CodeOrdinal ringfence.Code = "ordinal-range"
	// CodeSession: a stored session cannot be read, was changed, cannot be
	// stored as it is, or does not hold what a turn has to be counted with.
	CodeSession ringfence.Code = "session-invalid"
)

func partError(code ringfence.Code, msg, hint string) error {
	return &ringfence.Error{Code: code, Message: msg, Hint: hint, Offset: ringfence.NoOffset}
}
