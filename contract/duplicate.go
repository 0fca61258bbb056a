package contract

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/internal/jsonline"
)

// describeDuplicate completes the error for an object with one name twice. syn
// is at the opening quote of the second name. It tells names that are the same
// from names that only became the same when bytes or half surrogates were read
// as U+FFFD, because the second kind is invisible in most editors.
func (d *document) describeDuplicate(e *ringfence.Error, syn *jsontext.SyntacticError) {
	e.Code, e.Message = CodeDuplicate, "an object has the same name twice"
	e.Hint = "readers disagree about which of the two counts: send each name once"
	second := rawString(d.body, syn.ByteOffset)
	first := d.firstName(syn.ByteOffset, second)
	if first == nil || bytes.Equal(first, second) {
		return
	}
	if replacedIn(first).any() || replacedIn(second).any() {
		e.Code = CodeDuplicateReplaced
		e.Message = "an object has two names that are equal once invalid UTF-8 or half surrogates are read as U+FFFD"
	}
}

// firstName returns the raw name that second repeats, in the object that holds
// offset at.
func (d *document) firstName(at int64, second []byte) []byte {
	want, err := jsontext.AppendUnquote(nil, second)
	if err != nil && len(want) == 0 {
		return nil
	}
	objects := d.objectsAround(at)
	if len(objects) == 0 {
		return nil
	}
	start := objects[len(objects)-1]
	inner := &document{body: d.body[start:]}
	dec := inner.decoder(jsontext.AllowDuplicateNames(true))
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
	for dec.PeekKind() == '"' {
		nameAt := jsonline.SkipSpace(inner.body, dec.InputOffset())
		tok, err := dec.ReadToken()
		if err != nil {
			return nil
		}
		if tok.String() == string(want) {
			return inner.body[nameAt:dec.InputOffset()]
		}
		if err := dec.SkipValue(); err != nil {
			return nil
		}
	}
	return nil
}

// objectsAround returns where the objects and arrays start that are open at
// offset at.
func (d *document) objectsAround(at int64) []int64 {
	var starts []int64
	dec := d.decoder(jsontext.AllowDuplicateNames(true))
	for {
		start := jsonline.SkipSpace(d.body, dec.InputOffset())
		if start >= at {
			return starts
		}
		tok, err := dec.ReadToken()
		if err != nil {
			return starts
		}
		switch tok.Kind() {
		case '{', '[':
			starts = append(starts, start)
		case '}', ']':
			starts = starts[:len(starts)-1]
		}
	}
}

// rawString returns the JSON string that starts at offset at, quotes included,
// or what is there of it.
func rawString(body []byte, at int64) []byte {
	if at < 0 || at >= int64(len(body)) {
		return nil
	}
	b := body[at:]
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return b[:i+1]
		}
	}
	return b
}
