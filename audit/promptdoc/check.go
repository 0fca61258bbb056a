package promptdoc

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// newDecoder returns a strict decoder over body, without copying it.
func newDecoder(body []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(body))
}

// checkSyntax reads every token once, so that what follows can rely on the
// file being one JSON value of bounded depth and without duplicate names. base
// is the offset of body in the file.
func checkSyntax(body []byte, base int64, depth int) error {
	dec := newDecoder(body)
	for {
		at := dec.InputOffset()
		_, err := dec.ReadToken()
		switch {
		case err != nil:
			return syntaxError(body, base, err)
		case dec.StackDepth() > depth:
			return &ringfence.Error{
				Code: contract.CodeDepth, Message: "the file is nested deeper than the limit",
				Offset: base + at, Pointer: string(dec.StackPointer()), Hint: "a prompt nests a few levels",
			}
		case dec.StackDepth() > 0:
			continue
		}
		end := dec.InputOffset()
		if tail := bytes.TrimLeft(body[end:], " \t\r\n"); len(tail) > 0 {
			return &ringfence.Error{
				Code: contract.CodeTrailing, Message: "text follows the JSON value",
				Offset: base + int64(len(body)-len(tail)), Hint: "put one JSON value in a file",
			}
		}
		return nil
	}
}

// syntaxError turns an error of the decoder, whose words can quote the file,
// into one of ours.
func syntaxError(body []byte, base int64, err error) error {
	e := &ringfence.Error{
		Code: contract.CodeSyntax, Message: "the file is not valid JSON", Offset: base,
		Hint: "look at the byte at this offset; if the prompt is plain text, say --kind prompt",
	}
	var syn *jsontext.SyntacticError
	if errors.As(err, &syn) {
		e.Offset = base + min(max(syn.ByteOffset, 0), int64(len(body)))
		e.Pointer = string(syn.JSONPointer)
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		e.Code, e.Message, e.Hint = contract.CodeTruncated, "the file ends inside a JSON value", "the file may have been cut on its way"
		e.Offset = base + int64(len(body))
	case errors.Is(err, jsontext.ErrDuplicateName):
		e.Code, e.Message = contract.CodeDuplicate, "an object has the same name twice"
		e.Hint = "readers disagree about which of the two counts: write each name once"
	case syn != nil && syn.Err != nil && strings.Contains(syn.Err.Error(), "UTF-8"):
		e.Message, e.Hint = "the file holds bytes that are not UTF-8", "write the prompt as UTF-8"
	}
	return e
}
