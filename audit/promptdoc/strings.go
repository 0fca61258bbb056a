package promptdoc

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// String is a string of a JSON file, which need not be a prompt.
type String struct {
	Text    string
	Name    bool // the name of a member, and not a value
	Pointer string
	Span    Span
}

// Under reports whether a member of that name leads to the string, at any
// depth. The string itself does not count.
func (s String) Under(name string) bool {
	return strings.Contains(s.Pointer+"/", "/"+name+"/")
}

// EachString calls f for every string of a JSON file, names of members
// included, in order. The file is read as strictly as a prompt: it is one value
// of bounded depth, in UTF-8, without duplicate names. The error is a
// *[ringfence.Error] of that, before f is called at all, or what f returned.
func EachString(body []byte, limits contract.Limits, f func(String) error) error {
	if limits.Bytes == 0 {
		limits.Bytes = contract.DefaultBytes
	}
	if limits.Depth == 0 {
		limits.Depth = contract.DefaultDepth
	}
	if len(body) > limits.Bytes {
		return &ringfence.Error{
			Code: contract.CodeSize, Message: "the file is longer than the limit", Offset: int64(limits.Bytes),
			Hint: "raise the limit if files of this size are expected",
		}
	}
	rest, base := trim(body)
	if err := checkSyntax(rest, base, limits.Depth); err != nil {
		return err
	}
	dec := newDecoder(rest)
	w := walk{f: f}
	for {
		start := dec.InputOffset()
		tok, err := dec.ReadToken()
		if err != nil {
			return syntaxError(rest, base, err)
		}
		if tok.Kind() == '"' {
			for start < dec.InputOffset() && rest[start] != '"' {
				start++ // separators and white space
			}
			kind, n := dec.StackIndex(dec.StackDepth())
			w.name = kind == '{' && n%2 == 1
			if err := w.string(tok.String(), dec, StringSpan(rest[start:dec.InputOffset()], base+start)); err != nil {
				return err
			}
		}
		if dec.StackDepth() == 0 {
			return nil
		}
	}
}

type walk struct {
	f    func(String) error
	name bool
}

func (w *walk) string(text string, dec *jsontext.Decoder, span Span) error {
	return w.f(String{Text: text, Name: w.name, Pointer: string(dec.StackPointer()), Span: span})
}

// Index is the position in a list that the last part of a pointer names.
func Index(pointer string) (int, bool) {
	n, err := strconv.Atoi(pointer[strings.LastIndexByte(pointer, '/')+1:])
	return n, err == nil && n >= 0
}
