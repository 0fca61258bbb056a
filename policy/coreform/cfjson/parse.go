package cfjson

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"math/big"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
)

// Codes of the errors of this package.
const (
	// CodeSyntax: the bytes are not one JSON value, or not UTF-8.
	CodeSyntax ringfence.Code = "cfjson-syntax"
	// CodeName: an object has a name twice, or one that is no symbol.
	CodeName ringfence.Code = "cfjson-name"
	// CodeNumber: a number that is not an integer, or too large to be exact.
	CodeNumber ringfence.Code = "cfjson-number"
	// CodeTag: a tagged value that is not of its form, or need not be tagged.
	CodeTag ringfence.Code = "cfjson-tag"
	// CodeDepth: nesting is deeper than that of terms.
	CodeDepth ringfence.Code = "cfjson-depth"
)

// Parse reads one value as a term. White space may stand around it. An error is a
// [ringfence.Error] with a code of this package and the offset at which the value
// begins that it is about, or at which the text stops being JSON; the term beside
// it is nil. Cost is linear in src, and so is memory: a value takes two bytes of
// source at least.
func Parse(src []byte) (coreform.Term, error) {
	r := &reader{src: src, dec: jsontext.NewDecoder(bytes.NewReader(src))}
	t, err := r.value(0)
	if err != nil {
		return coreform.Term{}, err
	}
	at := r.start()
	if _, err := r.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return coreform.Term{}, fail(CodeSyntax, at, "something follows the value")
	}
	return t, nil
}

type reader struct {
	src []byte
	dec *jsontext.Decoder
}

// start returns where the next token begins.
func (r *reader) start() int64 {
	at := r.dec.InputOffset()
	for at < int64(len(r.src)) && strings.IndexByte(" \t\r\n,:", r.src[at]) >= 0 {
		at++
	}
	return at
}

func fail(code ringfence.Code, at int64, message string) error {
	return &ringfence.Error{Code: code, Message: message, Offset: at}
}

// broken turns an error of the decoder into one of ours.
func (r *reader) broken(err error) error {
	at := r.dec.InputOffset()
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		at = min(max(syntax.ByteOffset, 0), int64(len(r.src)))
	}
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return fail(CodeName, at, "an object has a name twice")
	}
	return fail(CodeSyntax, at, "this is not one JSON value in UTF-8")
}

// value reads a value that stands at a depth.
func (r *reader) value(depth int) (coreform.Term, error) {
	at := r.start()
	if depth > coreform.MaxDepth {
		return coreform.Term{}, fail(CodeDepth, at, "the value nests too deep")
	}
	tok, err := r.dec.ReadToken()
	if err != nil {
		return coreform.Term{}, r.broken(err)
	}
	switch tok.Kind() {
	case jsontext.KindNull:
		return coreform.Nil(), nil
	case jsontext.KindTrue, jsontext.KindFalse:
		return coreform.Bool(tok.Bool()), nil
	case jsontext.KindString:
		return coreform.Str(tok.String()), nil
	case jsontext.KindNumber:
		return number(at, tok.String())
	case jsontext.KindBeginArray:
		items, err := r.rest(depth)
		if err != nil {
			return coreform.Term{}, err
		}
		return built(at, coreform.Vec(items...))
	default:
		return r.object(at, depth)
	}
}

// built passes a term on that a reader of CoreForm would take, too.
func built(at int64, t coreform.Term) (coreform.Term, error) {
	if t.Err() != nil {
		return coreform.Term{}, fail(CodeDepth, at, "the value nests too deep")
	}
	return t, nil
}

// rest reads the items of an array whose beginning was read.
func (r *reader) rest(depth int) ([]coreform.Term, error) {
	var items []coreform.Term
	for r.dec.PeekKind() != jsontext.KindEndArray {
		item, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return nil, r.broken(err)
	}
	return items, nil
}

func number(at int64, text string) (coreform.Term, error) {
	const most = 17 // characters of -2^53
	v, ok := new(big.Int), false
	if len(text) <= most && text != "-0" {
		v, ok = v.SetString(text, 10)
	}
	if !ok || !v.IsInt64() || !small(coreform.BigInt(v)) {
		return coreform.Term{}, fail(CodeNumber, at, `a number is an integer of at most 2^53-1; write others as {"$int": "digits"}`)
	}
	return coreform.BigInt(v), nil
}

// object reads an object whose beginning, at a place, was read.
func (r *reader) object(at int64, depth int) (coreform.Term, error) {
	var pairs []coreform.Term
	for first := true; r.dec.PeekKind() != jsontext.KindEndObject; first = false {
		named := r.start()
		tok, err := r.dec.ReadToken()
		if err != nil {
			return coreform.Term{}, r.broken(err)
		}
		name := tok.String()
		if strings.HasPrefix(name, "$") {
			if !first {
				return coreform.Term{}, fail(CodeTag, named, "a tag stands alone in its object")
			}
			return r.tagged(at, name, depth)
		}
		key := coreform.Sym(name)
		if key.Err() != nil {
			return coreform.Term{}, fail(CodeName, named, "a name is no symbol")
		}
		value, err := r.value(depth + 1)
		if err != nil {
			return coreform.Term{}, err
		}
		pairs = append(pairs, key, value)
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return coreform.Term{}, r.broken(err)
	}
	t, err := coreform.Map(pairs...)
	if err != nil { // names are distinct: only the depth is left
		return coreform.Term{}, fail(CodeDepth, at, "the value nests too deep")
	}
	return built(at, t)
}

// tagged reads the value of a tag, and the end of its object, which begins at a
// place.
func (r *reader) tagged(at int64, tag string, depth int) (coreform.Term, error) {
	t, err := r.tag(at, tag, depth)
	if err != nil {
		return coreform.Term{}, err
	}
	next := r.start()
	tok, err := r.dec.ReadToken()
	switch {
	case err != nil:
		return coreform.Term{}, r.broken(err)
	case tok.Kind() != jsontext.KindEndObject:
		return coreform.Term{}, fail(CodeTag, next, "a tag stands alone in its object")
	}
	return built(at, t)
}

func (r *reader) tag(at int64, tag string, depth int) (coreform.Term, error) {
	wrong := func() (coreform.Term, error) {
		return coreform.Term{}, fail(CodeTag, at, "a tagged value is not of its form, or has no need of the tag")
	}
	tok, err := r.dec.ReadToken()
	if err != nil {
		return coreform.Term{}, r.broken(err)
	}
	if tag == tagList || tag == tagMap {
		if tok.Kind() != jsontext.KindBeginArray {
			return wrong()
		}
		// A list stands at the depth of its object, and so do the pairs of a map.
		if tag == tagMap {
			depth--
		}
		items, err := r.rest(depth)
		switch {
		case err != nil:
			return coreform.Term{}, err
		case len(items) == 0:
			return wrong() // nil, and {}
		case tag == tagList:
			return coreform.List(items...), nil
		}
		if t, ok := mapOf(items); ok && !plain(t) {
			return t, nil
		}
		return wrong()
	}
	if tok.Kind() != jsontext.KindString {
		return wrong()
	}
	text := tok.String()
	switch tag {
	case tagSym:
		if t := coreform.Sym(text); t.Err() == nil {
			return t, nil
		}
	case tagBytes:
		if octets, err := base64.StdEncoding.Strict().DecodeString(text); err == nil && !strings.ContainsAny(text, "\r\n") {
			return coreform.Bytes(octets), nil
		}
	case tagInt:
		// The reader of terms knows what an integer is, and that in linear time.
		t, err := coreform.Parse([]byte(text))
		if err == nil && t.Kind() == coreform.KindInt && !small(t) && t.String() == text {
			return t, nil
		}
	}
	return wrong()
}

// mapOf makes a map of vectors of two.
func mapOf(items []coreform.Term) (coreform.Term, bool) {
	pairs := make([]coreform.Term, 0, 2*len(items))
	for _, item := range items {
		if item.Kind() != coreform.KindVector || item.Len() != 2 {
			return coreform.Term{}, false
		}
		key, _ := item.Item(0)
		value, _ := item.Item(1)
		pairs = append(pairs, key, value)
	}
	t, err := coreform.Map(pairs...)
	return t, err == nil
}
