package approval

import "github.com/ringfence/ringfence"

// Codes of the errors of this package.
const (
	// CodeQuestion: the question is incomplete or holds what is no term.
	CodeQuestion ringfence.Code = "approval-question"
	// CodeTooLong: the payload is too long to be shown whole.
	CodeTooLong ringfence.Code = "approval-too-long"
	// CodeDenied: the answer was no.
	CodeDenied ringfence.Code = "approval-denied"
	// CodeTimeout: there was no answer in time.
	CodeTimeout ringfence.Code = "approval-timeout"
	// CodeFailed: the approver could not ask; the cause says why.
	CodeFailed ringfence.Code = "approval-failed"
	// CodeUsed: the grant was used before.
	CodeUsed ringfence.Code = "approval-used"
	// CodeExpired: the grant is too old.
	CodeExpired ringfence.Code = "approval-expired"
	// CodeOther: the grant is for another request, session, sequence number or
	// provenance.
	CodeOther ringfence.Code = "approval-other"
)

func fail(code ringfence.Code, message string, cause error) error {
	return &ringfence.Error{Code: code, Message: message, Offset: ringfence.NoOffset, Err: cause}
}
