package bridge

import (
	"errors"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/frame"
	"github.com/ringfence/ringfence/policy/outcome"
)

// Sealed returns the ERROR of an operation whose bridge failed with err: the
// family and the code of a [ringfence.Error] of this package, CodeExec for any
// other error. Neither message nor context holds bytes of the bridge, a path, or
// what the operating system said.
func Sealed(family, op string, err error) outcome.Outcome {
	code, message := CodeExec, "the bridge failed"
	context := coreform.Term{}
	var e *ringfence.Error
	if errors.As(err, &e) {
		code, message = e.Code, e.Message
	}
	var f *failure
	if errors.As(err, &f) {
		context = f.context
	}
	return outcome.Sealed(outcome.Error{Code: family + "/" + string(code), Message: message, Context: context, Op: op})
}

// failure is an error of a call with facts for the context of the ERROR.
type failure struct {
	err     *ringfence.Error
	context coreform.Term
}

// Error implements error.
func (f *failure) Error() string { return f.err.Error() }

// Unwrap returns the error with its code.
func (f *failure) Unwrap() error { return f.err }

// with adds one fact to an error.
func with(err *ringfence.Error, key string, value int64) error {
	context, _ := coreform.Map(coreform.Sym(key), coreform.Int(value)) // constant keys
	return &failure{err: err, context: context}
}

// response reads what a bridge wrote to its standard output: nothing is
// {:ok true}, anything else must be one frame of one term.
func (c Config) response(stdout []byte) (outcome.Outcome, error) {
	if len(stdout) == 0 {
		ok, _ := coreform.Map(coreform.Sym(":ok"), coreform.Bool(true)) // constant keys
		return outcome.Data(ok), nil
	}
	payload, err := frame.Parse(stdout, c.MaxResponse)
	if err != nil {
		return outcome.Outcome{}, c.frameFailure(err)
	}
	return c.term(payload)
}

// term reads the term of a response.
func (c Config) term(payload []byte) (outcome.Outcome, error) {
	t, err := coreform.Limits{Bytes: max(1, c.MaxResponse), Terms: maxTerms}.Parse(payload)
	if err != nil {
		var e *ringfence.Error
		at := int64(ringfence.NoOffset)
		if errors.As(err, &e) {
			at = e.Offset
		}
		return outcome.Outcome{}, with(fail(CodeParse, "the response is not one CoreForm term", err), ":offset", at)
	}
	return outcome.Data(t), nil
}

// frameFailure gives a framing error the code of the contract.
func (c Config) frameFailure(err error) error {
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return fail(CodeStdoutRead, "the response ended before it began", err)
	}
	switch e.Code {
	case frame.CodeLimit:
		return with(fail(CodeResponseTooLarge, "the response is longer than allowed", err), ":limit", int64(c.MaxResponse))
	case frame.CodeUTF8:
		return with(fail(CodeStdoutUTF8, "the response is not UTF-8", err), ":offset", e.Offset)
	case frame.CodeRead:
		return fail(CodeStdoutRead, "the response could not be read", err)
	}
	return with(fail(CodeParse, "the response is not one frame: "+e.Message, err), ":offset", e.Offset)
}
