package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/coreform/cfjson"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/frame"
	"github.com/ringfence/ringfence/policy/outcome"
)

// wire is how requests come in and answers go out.
type wire struct {
	in    *bufio.Reader
	out   *stickyWriter
	limit int // bytes of a request
	json  bool
}

// broken is an error about one request, behind which the next one begins.
type broken struct{ err error }

// Error returns the error about the request.
func (b *broken) Error() string { return b.err.Error() }

// Unwrap returns the error about the request.
func (b *broken) Unwrap() error { return b.err }

func (inv *invocation) wire(f hostFlags) (*wire, error) {
	if err := checkLimit(*f.maxBytes); err != nil {
		return nil, err
	}
	in, err := inv.takeStdin()
	if err != nil {
		return nil, err
	}
	return &wire{in: bufio.NewReader(in), out: inv.out, limit: *f.maxBytes, json: *f.jsonLines}, nil
}

// read returns the next request, io.EOF at the end of the input, *broken for
// something that is no request but has an end, and any other error where nobody
// knows where the next one begins.
func (w *wire) read() (effectlog.Asked, error) {
	if w.json {
		return w.readLine()
	}
	body, err := frame.Read(w.in, w.limit)
	var e *ringfence.Error
	switch {
	case errors.As(err, &e) && e.Code == frame.CodeUTF8: // the whole frame was read
		return effectlog.Asked{}, &broken{err}
	case err != nil:
		return effectlog.Asked{}, err
	}
	asked, err := parseAsked(body, w.limit)
	if err != nil {
		return effectlog.Asked{}, &broken{err}
	}
	return asked, nil
}

// errLineTooLong says that a line was passed over.
func errLineTooLong() error {
	return &ringfence.Error{Code: codeRequest, Message: "a request is longer than allowed", Offset: ringfence.NoOffset, Hint: "raise --max-bytes"}
}

// readLine reads a request as a line of JSON. Empty lines are passed over.
func (w *wire) readLine() (effectlog.Asked, error) {
	for {
		line, long, err := w.line()
		line = bytes.TrimSpace(line)
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return effectlog.Asked{}, fileError("standard input", "cannot be read", err)
		case long:
			return effectlog.Asked{}, &broken{errLineTooLong()}
		case len(line) > 0:
			t, err := cfjson.Parse(line)
			if err != nil {
				return effectlog.Asked{}, &broken{err}
			}
			asked, err := askedOf(t, "op", "payload")
			if err != nil {
				return effectlog.Asked{}, &broken{err}
			}
			return asked, nil
		case err != nil:
			return effectlog.Asked{}, io.EOF
		}
	}
}

// line reads to the next line feed and keeps at most the limit of it.
func (w *wire) line() (line []byte, long bool, err error) {
	for {
		part, err := w.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > w.limit; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, long, err
		}
	}
}

// write sends an answer, and returns when it is on its way: whoever asked waits.
func (w *wire) write(o outcome.Outcome) error {
	if err := w.encode(o); err != nil {
		return err
	}
	return w.out.flush()
}

func (w *wire) encode(o outcome.Outcome) error {
	var text []byte
	if w.json {
		kind := "ok"
		if o.IsSealed() {
			kind = "error"
		}
		t, _ := coreform.Map(coreform.Sym("kind"), coreform.Str(kind), coreform.Sym("value"), o.Value()) // two keys
		text = append(cfjson.Append(nil, t), '\n')
	} else {
		var err error
		if text, err = frame.Append(nil, answerTerm(o).Append(nil)); err != nil {
			return err
		}
	}
	_, err := w.out.Write(text)
	return err
}

// parseAsked reads {:op SYMBOL :payload TERM}, and nothing else.
func parseAsked(body []byte, limit int) (effectlog.Asked, error) {
	term, err := coreform.Limits{Bytes: limit}.Parse(body)
	if err != nil {
		return effectlog.Asked{}, err
	}
	return askedOf(term, ":op", ":payload")
}

// askedOf reads a request from a map of two keys.
func askedOf(term coreform.Term, opKey, payloadKey string) (effectlog.Asked, error) {
	refuse := func(message string) (effectlog.Asked, error) {
		return effectlog.Asked{}, &ringfence.Error{
			Code: codeRequest, Message: message, Offset: ringfence.NoOffset,
			Hint: `a request is {:op SYMBOL :payload TERM}, in JSON {"op": TEXT, "payload": VALUE}`,
		}
	}
	op, hasOp := term.Lookup(opKey)
	payload, hasPayload := term.Lookup(payloadKey)
	name, isName := op.Symbol()
	if opKey == "op" && !isName { // JSON has text where CoreForm has a symbol
		name, isName = op.Text()
		isName = isName && coreform.Sym(name).Err() == nil
	}
	switch {
	case term.Kind() != coreform.KindMap || !hasOp || !hasPayload || term.Len() != 2:
		return refuse("a request is not a map of op and payload alone")
	case !isName:
		return refuse("the op of a request is no symbol")
	}
	return effectlog.Asked{Op: name, Payload: payload}, nil
}

// answerTerm is {:kind :ok|:error :value TERM}. Only a sealed outcome is an
// error: data that looks like one stays data.
func answerTerm(o outcome.Outcome) coreform.Term {
	kind := ":ok"
	if o.IsSealed() {
		kind = ":error"
	}
	t, _ := coreform.Map(coreform.Sym(":kind"), coreform.Sym(kind), coreform.Sym(":value"), o.Value()) // two keys
	return t
}
