package effectlog

import "github.com/ringfence/ringfence"

// Codes of the errors of this package.
const (
	// CodeWrite: the journal cannot be written; the cause says why. The effect
	// must not happen.
	CodeWrite ringfence.Code = "log-write"
	// CodeClosed: the journal was closed, or broke at an earlier write.
	CodeClosed ringfence.Code = "log-closed"
	// CodeEntry: an entry that cannot be logged: it holds a term that is none,
	// an outcome of another entry, a decision without what belongs to it.
	CodeEntry ringfence.Code = "log-entry"
	// CodePath: a field that must not hold a path or text from outside does.
	CodePath ringfence.Code = "log-path"
	// CodeRequest: the entry is not the request that was approved.
	CodeRequest ringfence.Code = "log-request"
	// CodeOptions: the options are impossible.
	CodeOptions ringfence.Code = "log-options"
	// CodeUnreadable: the bytes are neither a journal nor a published log.
	CodeUnreadable ringfence.Code = "log-unreadable"
	// CodeUnverified: the log has errors, so it is neither replayed, exported
	// nor continued.
	CodeUnverified ringfence.Code = "log-unverified"
	// CodeInFlight: the outcome of an entry was never recorded.
	CodeInFlight ringfence.Code = "log-in-flight"
	// CodeDivergence: a request is not the recorded one; see [Divergence].
	CodeDivergence ringfence.Code = "log-divergence"
	// CodeField: a published log has a field that is missing, unknown or of the
	// wrong form. Pointer: the field.
	CodeField ringfence.Code = "log-field"
)

// Codes of the store.
const (
	// CodeArtifactName: the name of an artifact is not 64 hexadecimal digits.
	CodeArtifactName ringfence.Code = "artifact-name"
	// CodeArtifactMissing: the store does not hold the artifact.
	CodeArtifactMissing ringfence.Code = "artifact-missing"
	// CodeArtifactChanged: the artifact does not have the hash that is its name.
	CodeArtifactChanged ringfence.Code = "artifact-changed"
	// CodeArtifactSize: the artifact is longer than allowed.
	CodeArtifactSize ringfence.Code = "artifact-size"
	// CodeStore: the store cannot be read or written; the cause says why.
	CodeStore ringfence.Code = "artifact-store"
)

// Codes of findings, beside those above.
const (
	// FindTerm: a record is not one CoreForm term.
	FindTerm ringfence.Code = "log-term"
	// FindFrame: what follows is not a frame.
	FindFrame ringfence.Code = "log-frame"
	// FindTorn: the log ends inside a record, as a crash leaves it.
	FindTorn ringfence.Code = "log-torn"
	// FindChain: a record does not follow the one before it.
	FindChain ringfence.Code = "log-chain"
	// FindNumber: records or entries are not numbered in turn.
	FindNumber ringfence.Code = "log-number"
	// FindOrder: a record where none of its kind can be.
	FindOrder ringfence.Code = "log-order"
	// FindRequestHash: :req-h is not the hash of the request.
	FindRequestHash ringfence.Code = "log-request-hash"
	// FindResponseHash: :resp-h is not the hash of the response.
	FindResponseHash ringfence.Code = "log-response-hash"
	// FindDecision: decision, capability and response contradict each other.
	FindDecision ringfence.Code = "log-decision"
	// FindCapability: a capability that holds text or bytes.
	FindCapability ringfence.Code = "log-capability"
	// FindCanonical: the bytes are not the canonical print of what they hold.
	FindCanonical ringfence.Code = "log-canonical"
	// FindNotClosed: the journal has no closing record.
	FindNotClosed ringfence.Code = "log-not-closed"
	// FindRecovered: the journal was continued after a crash.
	FindRecovered ringfence.Code = "log-recovered"
	// FindHead: the head hash is not the expected one.
	FindHead ringfence.Code = "log-head"
	// FindKey: the journal is keyed and no key was given, or the reverse.
	FindKey ringfence.Code = "log-key"
	// FindNoChain: a published log, which nothing chains.
	FindNoChain ringfence.Code = "log-no-chain"
	// FindNoStore: a response is an artifact and no store was given.
	FindNoStore ringfence.Code = "log-no-store"
	// FindMore: there are more findings than are listed.
	FindMore ringfence.Code = "log-more"
)

// fail returns an error without a place in any input.
func fail(code ringfence.Code, message string, cause error) *ringfence.Error {
	return &ringfence.Error{Code: code, Message: message, Offset: ringfence.NoOffset, Err: cause}
}
