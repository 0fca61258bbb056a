package contract

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/internal/jsonline"
)

// bom is the UTF-8 byte order mark, which some editors put before JSON.
const bom = "\uFEFF"

// document is a body that is known to be one JSON value, unambiguous and not
// too deep.
type document struct {
	body []byte // without the byte order mark
	base int64  // length of the byte order mark: offsets count it
	// replaceable is false when no string of the body can hold U+FFFD in place
	// of something else, which spares looking at each.
	replaceable bool

	isObject bool
	marker   marker
}

// marker is the member of the outer object that says what the body is.
type marker struct {
	seen   bool
	near   bool // a member looks like it and is not
	raw    []byte
	offset int64 // of the value, or of the object when not seen
}

// open checks a whole body for everything that is wrong with it as JSON, and
// looks up the member called name on the way. It judges no other field.
func open(body []byte, lim Limits, name string) (*document, error) {
	if len(body) > lim.Bytes {
		return nil, &ringfence.Error{
			Code: CodeSize, Message: "the body is longer than the limit", Offset: int64(lim.Bytes),
			Hint: "raise Limits.Bytes if bodies of this size are expected",
		}
	}
	d := &document{body: trimBOM(body)}
	d.base = int64(len(body) - len(d.body))
	d.replaceable = !utf8.Valid(d.body) || bytes.Contains(d.body, []byte(`\ud`)) || bytes.Contains(d.body, []byte(`\uD`))
	d.marker.offset = d.base + jsonline.SkipSpace(d.body, 0)
	if err := d.check(lim, name); err != nil {
		return nil, err
	}
	return d, nil
}

// trimBOM returns body without its byte order mark, if it has one.
func trimBOM(body []byte) []byte { return bytes.TrimPrefix(body, []byte(bom)) }

// check reads every token of the body once.
func (d *document) check(lim Limits, name string) error {
	dec := d.decoder(jsontext.AllowDuplicateNames(false))
	wanted := false // the next token is the value of the marker
	for {
		at := jsonline.SkipSpace(d.body, dec.InputOffset())
		tok, err := dec.ReadToken()
		if err != nil {
			return d.syntaxError(err)
		}
		depth := dec.StackDepth()
		if depth > lim.Depth {
			return &ringfence.Error{
				Code: CodeDepth, Message: "the body is nested deeper than the limit",
				Offset: d.base + at, Pointer: string(dec.StackPointer()),
				Hint: "no contract nests this deep; raise Limits.Depth if a producer of yours does",
			}
		}
		switch {
		case wanted:
			d.marker.seen, d.marker.offset = true, d.base+at
			d.marker.raw = d.body[at:dec.InputOffset()]
			wanted = false
		case depth == 1 && tok.Kind() == '{':
			d.isObject = true
		case depth == 1 && tok.Kind() == '"' && d.isObject && isName(dec):
			got := tok.String()
			wanted = got == name
			d.marker.near = d.marker.near || !wanted && skeleton(got) == skeleton(name)
		}
		if depth == 0 {
			return d.checkTail(dec.InputOffset())
		}
	}
}

// isName reports whether the token just read is the name of a member: an
// object counts names and values, and a name comes first.
func isName(dec *jsontext.Decoder) bool {
	_, n := dec.StackIndex(dec.StackDepth())
	return n%2 == 1
}

// checkTail refuses anything but white space after the value.
func (d *document) checkTail(end int64) error {
	tail := bytes.TrimLeft(d.body[end:], " \t\r\n")
	if len(tail) > 0 {
		return &ringfence.Error{
			Code: CodeTrailing, Message: "text follows the JSON value", Offset: d.base + int64(len(d.body)-len(tail)),
			Hint: "send one JSON value a body",
		}
	}
	return nil
}

// decoder returns a decoder over the whole body, without copying it. Strings
// that are not UTF-8 pass: the contracts' producers cut between surrogates.
func (d *document) decoder(opts ...jsontext.Options) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(d.body), append(opts, jsontext.AllowInvalidUTF8(true))...)
}

// syntaxError turns an error of the decoder into one of ours. The decoder's
// own words can quote the body and are dropped.
func (d *document) syntaxError(err error) error {
	e := &ringfence.Error{
		Code: CodeSyntax, Message: "the body is not valid JSON", Offset: d.base,
		Hint: "look at the byte at this offset",
	}
	var syn *jsontext.SyntacticError
	if errors.As(err, &syn) {
		e.Offset = d.base + min(max(syn.ByteOffset, 0), int64(len(d.body)))
		e.Pointer = string(syn.JSONPointer)
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		e.Code, e.Message, e.Hint = CodeTruncated, "the body ends inside a JSON value", "the body may have been cut on its way"
		e.Offset = d.base + int64(len(d.body))
	case errors.Is(err, jsontext.ErrDuplicateName):
		d.describeDuplicate(e, syn)
	case bytes.HasPrefix(d.body, []byte("\xFE\xFF")), bytes.HasPrefix(d.body, []byte("\xFF\xFE")):
		e.Message, e.Hint = "the body is not UTF-8", "it begins as UTF-16 does; JSON bodies are UTF-8"
	}
	return e
}
