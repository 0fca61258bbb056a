package audit

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// member is a member of an object, with the offset of its value in it.
type member struct {
	name  string
	value jsontext.Value
	at    int64
}

// named returns the member of that name, or nil.
func named(list []member, name string) *member {
	for i := range list {
		if list[i].name == name {
			return &list[i]
		}
	}
	return nil
}

// without is the list without the members that drop reports.
func without(list []member, drop func(member) bool) []member {
	out := make([]member, 0, len(list))
	for _, m := range list {
		if !drop(m) {
			out = append(out, m)
		}
	}
	return out
}

// objectOf writes members as an object.
func objectOf(list []member) jsontext.Value {
	b := []byte{'{'}
	for i, m := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b, _ = jsontext.AppendQuote(b, m.name) // what was read is UTF-8
		b = append(append(b, ':'), m.value...)
	}
	return append(b, '}')
}

// membersOf lists the members of an object, and nothing for any other value. What is
// not valid ends the list; values share memory with v.
func membersOf(v jsontext.Value) (out []member) {
	dec := lenient(v)
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return nil
	}
	for dec.PeekKind() == '"' {
		tok, err := dec.ReadToken()
		if err != nil {
			break
		}
		m := member{name: tok.String()}
		if m.value, m.at = nextValue(dec, v); m.value == nil {
			break
		}
		out = append(out, m)
	}
	return out
}

// elementsOf does the same for an array: its elements are members without a name.
func elementsOf(v jsontext.Value) (out []member) {
	dec := lenient(v)
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '[' {
		return nil
	}
	for dec.PeekKind() != ']' {
		m, at := nextValue(dec, v)
		if m == nil {
			break
		}
		out = append(out, member{value: m, at: at})
	}
	return out
}

// lenient is a decoder for what was checked before, or will be.
func lenient(v jsontext.Value) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(v), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// nextValue reads a value of v, and returns where it stands; nil if there is none.
func nextValue(dec *jsontext.Decoder, v jsontext.Value) (jsontext.Value, int64) {
	m, err := dec.ReadValue()
	if err != nil {
		return nil, 0
	}
	end := dec.InputOffset()
	at := end - int64(len(m))
	return v[at:end:end], at
}
