package serve

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
)

// reader reads a body member by member, once. It is strict: UTF-8, no name twice,
// nothing behind the value. Where every string stands is known,
// so that one can be replaced and all else stays as it was.
type reader struct {
	dec  *jsontext.Decoder
	body []byte
	// Where the literal of the name of a member stands that was read last.
	nameFrom, nameTo int
}

func newReader(body []byte) *reader {
	return &reader{dec: jsontext.NewDecoder(bytes.NewBuffer(body)), body: body}
}

// whole reads the body as one object and wants nothing behind it. Every byte of
// the body was looked at when it returns without an error. Nesting costs nothing
// but for the decoder's own bounded stack: what is not asked for is skipped.
func (d *reader) whole(member func(name string) error) error {
	if err := d.object(member); err != nil {
		return err
	}
	if rest := bytes.TrimLeft(d.body[d.dec.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return &ringfence.Error{Code: contract.CodeTrailing, Message: "text follows the JSON value", Offset: int64(len(d.body) - len(rest))}
	}
	return nil
}

// syntax turns an error of the decoder, whose words can quote the body, into one
// of ours.
func (d *reader) syntax(err error) error {
	e := &ringfence.Error{Code: contract.CodeSyntax, Message: "the body is not valid JSON", Offset: d.dec.InputOffset()}
	var syn *jsontext.SyntacticError
	if errors.As(err, &syn) {
		e.Offset = min(max(syn.ByteOffset, 0), int64(len(d.body)))
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		e.Code, e.Message = contract.CodeTruncated, "the body ends inside a JSON value"
	case errors.Is(err, jsontext.ErrDuplicateName):
		e.Code, e.Message = contract.CodeDuplicate, "an object has the same name twice"
	}
	return e
}

// fail makes an error about what was read last or comes next.
func (d *reader) fail(message, hint string) error {
	if d.is(jsontext.KindInvalid) { // the type is wrong since there is no value
		if _, err := d.dec.ReadToken(); err != nil {
			return d.syntax(err)
		}
	}
	return &ringfence.Error{Code: contract.CodeType, Message: message, Hint: hint, Offset: d.dec.InputOffset()}
}

func (d *reader) is(kind jsontext.Kind) bool { return d.dec.PeekKind() == kind }

func (d *reader) skip() error {
	if err := d.dec.SkipValue(); err != nil {
		return d.syntax(err)
	}
	return nil
}

// object calls member with each name, to read or skip its value.
func (d *reader) object(member func(name string) error) error {
	_, _, err := d.objectAt(member)
	return err
}

// objectAt is object with the place of the object.
func (d *reader) objectAt(member func(name string) error) (from, to int, err error) {
	if !d.is('{') {
		return 0, 0, d.fail("an object is expected", "")
	}
	if _, err := d.dec.ReadToken(); err != nil {
		return 0, 0, d.syntax(err)
	}
	from = int(d.dec.InputOffset()) - 1
	for !d.is('}') {
		name, err := d.dec.ReadValue()
		if err != nil {
			return 0, 0, d.syntax(err)
		}
		d.nameTo = int(d.dec.InputOffset())
		d.nameFrom = d.nameTo - len(name)
		plain, err := promptdoc.Unquote(name)
		if err != nil {
			return 0, 0, d.syntax(err)
		}
		if err := member(plain); err != nil {
			return 0, 0, err
		}
	}
	if _, err := d.dec.ReadToken(); err != nil {
		return 0, 0, d.syntax(err)
	}
	return from, int(d.dec.InputOffset()), nil
}

// array calls element for each element, to read or skip it.
func (d *reader) array(element func() error) error {
	if !d.is('[') {
		return d.fail("a list is expected", "")
	}
	if _, err := d.dec.ReadToken(); err != nil {
		return d.syntax(err)
	}
	for !d.is(']') {
		if err := element(); err != nil {
			return err
		}
	}
	if _, err := d.dec.ReadToken(); err != nil {
		return d.syntax(err)
	}
	return nil
}

// raw returns the bytes of a value of a kind, and moves behind it.
func (d *reader) raw(kind jsontext.Kind) ([]byte, error) {
	v, _, err := d.rawAt(kind)
	return v, err
}

// rawAt is raw with where the value stands.
func (d *reader) rawAt(kind jsontext.Kind) (v []byte, from int, err error) {
	from, to, err := d.place(kind)
	return d.body[from:to], from, err
}

// place is raw with the place of the value.
func (d *reader) place(kind jsontext.Kind) (from, to int, err error) {
	if !d.is(kind) {
		return 0, 0, d.fail("the value has another type than it should", "docs/openapi.json has the types")
	}
	v, err := d.dec.ReadValue()
	if err != nil {
		return 0, 0, d.syntax(err)
	}
	to = int(d.dec.InputOffset())
	return to - len(v), to, nil
}

// text reads a string.
func (d *reader) text() (string, error) {
	v, err := d.raw('"')
	if err != nil {
		return "", err
	}
	s, err := promptdoc.Unquote(v)
	if err != nil {
		return "", d.syntax(err)
	}
	return s, nil
}

// count reads a whole number from 1.
func (d *reader) count() (int, error) {
	v, err := d.raw('0')
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(string(v), 10, 32)
	if err != nil || n < 1 {
		return 0, d.fail("the number is not whole, or out of range", "give a number from 1 to 2147483647, without a fraction")
	}
	return int(n), nil
}

// missingAt makes an error about a member that is not there. The pointer is made
// of names of an interface and numbers, never of names that the body has.
func missingAt(pointer, message, hint string) error {
	return &ringfence.Error{Code: contract.CodeMissing, Message: message, Hint: hint, Pointer: pointer, Offset: ringfence.NoOffset}
}
