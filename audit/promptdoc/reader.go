package promptdoc

import (
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// reader reads the values of a file whose syntax was checked.
type reader struct {
	dec  *jsontext.Decoder
	body []byte
	base int64
	doc  *Document

	request request
}

// offset returns where the next token starts in the file.
func (r *reader) offset() int64 {
	return r.base + tokenStart(r.body, r.dec.InputOffset())
}

// Hint says what a prompt is, for an error about what is none.
const Hint = "a prompt is text, the JSON of promptcheck render, a list of role and content, or a request of an interface with such a list"

// fail makes an error about the value that comes next.
func (r *reader) fail(code ringfence.Code, message string) error {
	return &ringfence.Error{
		Code: code, Message: message, Offset: r.offset(), Pointer: string(r.dec.StackPointer()),
		Hint: Hint,
	}
}

// token reads a token of the given kind.
func (r *reader) token(kind jsontext.Kind, want string) (jsontext.Token, error) {
	if r.dec.PeekKind() != kind {
		return jsontext.Token{}, r.fail(contract.CodeType, "expected "+want)
	}
	tok, err := r.dec.ReadToken()
	if err != nil {
		return tok, syntaxError(r.body, r.base, err) // the syntax was checked: not reached
	}
	return tok, nil
}

// object reads an object and calls member with each name, to read its value.
func (r *reader) object(member func(name string) error) error {
	if _, err := r.token('{', "an object"); err != nil {
		return err
	}
	for r.dec.PeekKind() == '"' {
		tok, err := r.token('"', "a name")
		if err != nil {
			return err
		}
		if err := member(tok.String()); err != nil {
			return err
		}
	}
	_, err := r.token('}', "a name")
	return err
}

// array reads an array; element must read one element.
func (r *reader) array(element func(i int) error) error {
	if _, err := r.token('[', "a list"); err != nil {
		return err
	}
	for i := 0; r.dec.PeekKind() != ']'; i++ {
		if err := element(i); err != nil {
			return err
		}
	}
	_, err := r.token(']', "the end of the list")
	return err
}

// str reads a string and where it stands.
func (r *reader) str() (string, Span, error) {
	at := r.offset()
	if _, err := r.token('"', "a string"); err != nil {
		return "", Span{}, err
	}
	raw := r.body[at-r.base : r.dec.InputOffset()]
	s, err := Unquote(raw)
	if err != nil {
		return "", Span{}, syntaxError(r.body, r.base, err) // the syntax was checked: not reached
	}
	return s, StringSpan(raw, at), nil
}

// number reads a whole number that fits an int.
func (r *reader) number() (int, error) {
	tok, err := r.token('0', "a number")
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(tok.String(), 10, 64)
	if err != nil || n < 0 || n > math.MaxInt32 {
		return 0, r.fail(contract.CodeValue, "a number of the list of blocks is not a whole number in range")
	}
	return int(n), nil
}

// skip passes over one value.
func (r *reader) skip() error {
	if err := r.dec.SkipValue(); err != nil {
		return syntaxError(r.body, r.base, err)
	}
	return nil
}

// unread lists the value that comes next as content that is not text, unless
// it is null, and reports whether it did.
func (r *reader) unread(pointer string) bool {
	if r.dec.PeekKind() == 'n' {
		return false
	}
	r.doc.Unread = append(r.doc.Unread, Place{pointer, r.offset()})
	return true
}
