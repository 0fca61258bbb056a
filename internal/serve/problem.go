package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/contract"
)

// Codes of the errors that HTTP adds to those of the packages.
const (
	// CodeRoute: there is no such path, or not with this method.
	CodeRoute ringfence.Code = "http-route"
	// CodeForbidden: the request comes from a browser, or names another host.
	CodeForbidden ringfence.Code = "http-forbidden"
	// CodeToken: the bearer token is missing or another one.
	CodeToken ringfence.Code = "http-token"
	// CodeBody: the body could not be read, or is not in the form of its route.
	CodeBody ringfence.Code = "http-body"
	// CodeQuery: the query has a name or a value that there is not.
	CodeQuery ringfence.Code = "http-query"
	// CodeBusy: no slot came free in time, or the work did not end in time.
	CodeBusy ringfence.Code = "http-busy"
	// CodePanic: the program has a fault.
	CodePanic ringfence.Code = "http-fault"
)

// problem is a refusal: an HTTP status and an error of ours.
type problem struct {
	status int
	err    *ringfence.Error
}

func newProblem(status int, code ringfence.Code, message, hint string) *problem {
	return &problem{status, &ringfence.Error{Code: code, Message: message, Hint: hint, Offset: ringfence.NoOffset}}
}

// problemOf makes a problem of what a package returned. An error of another type
// is not shown: nobody knows what is in it.
func problemOf(err error) *problem {
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return newProblem(http.StatusInternalServerError, CodePanic, "the work failed", "")
	}
	if hint := withoutFlags(e.Hint); hint != e.Hint {
		with := *e
		with.Hint = hint
		e = &with
	}
	p := &problem{http.StatusBadRequest, e}
	switch e.Code {
	case contract.CodeSize:
		p.status = http.StatusRequestEntityTooLarge
	case budget.CodeRequired:
		p.status = http.StatusUnprocessableEntity
	case budget.CodeCancelled:
		p.status = http.StatusServiceUnavailable
	}
	return p
}

// problemBody is the JSON of an error. Every string is the program's own, but
// for the pointer, which is printable.
type problemBody struct {
	Error problemError `json:"error"`
}

type problemError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	Pointer string `json:"pointer,omitempty"`
	Offset  *int64 `json:"offset,omitempty"`
}

func (p *problem) json() []byte {
	out := problemError{
		Code: string(p.err.Code), Message: p.err.Message, Hint: p.err.Hint,
		Pointer: ringfence.PrintablePointer(p.err.Pointer),
	}
	if p.err.Offset >= 0 {
		out.Offset = &p.err.Offset
	}
	return marshal(problemBody{out})
}

// reason says on one line why a body could not be checked, for the log of a
// gateway: the code, where, and our own words.
func (p *problem) reason() string {
	at := ""
	switch {
	case p.err.Pointer != "":
		at = " at " + ringfence.PrintablePointer(p.err.Pointer)
	case p.err.Offset >= 0:
		at = " at byte " + strconv.FormatInt(p.err.Offset, 10)
	}
	out := string(p.err.Code) + at + ": " + p.err.Message
	if p.err.Hint != "" {
		out += "; " + p.err.Hint
	}
	return out
}

// unplaced makes a problem of an error about the conversation that was made of the
// texts of a hook's body: its places are none of the body's.
func unplaced(err error) *problem {
	p := problemOf(err)
	e := *p.err
	e.Pointer, e.Offset = "", ringfence.NoOffset
	p.err = &e
	return p
}

// marshal writes a value of ours, which always succeeds, and a line feed.
func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return []byte(`{"error":{"code":"http-fault","message":"the answer cannot be written"}}` + "\n")
	}
	return append(b, '\n')
}

// marshalText is a string of ours as JSON.
func marshalText(s string) []byte { return bytes.TrimSuffix(marshal(s), []byte("\n")) }
