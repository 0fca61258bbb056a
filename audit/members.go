package audit

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

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

// membersOf lists the members of an object that was read before and is valid;
// nothing for any other value.
func membersOf(v jsontext.Value) (out []member) {
	eachMember(v, func(name string, m jsontext.Value, off int64) { out = append(out, member{name, m, off}) })
	return out
}

// eachMember calls f for the members of an object with their offsets in v. v was
// read before and is valid.
func eachMember(v jsontext.Value, f func(name string, m jsontext.Value, off int64)) {
	if v.Kind() != '{' {
		return
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(v))
	if _, err := dec.ReadToken(); err != nil {
		return
	}
	for dec.PeekKind() == '"' {
		tok, err := dec.ReadToken()
		if err != nil {
			return
		}
		name := tok.String()
		m, err := dec.ReadValue()
		if err != nil {
			return
		}
		f(name, bytes.Clone(m), dec.InputOffset()-int64(len(m)))
	}
}

// eachElement does the same for an array.
func eachElement(v jsontext.Value, f func(i int, m jsontext.Value, off int64)) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(v))
	if _, err := dec.ReadToken(); err != nil {
		return
	}
	for i := 0; dec.PeekKind() != ']'; i++ {
		m, err := dec.ReadValue()
		if err != nil {
			return
		}
		f(i, bytes.Clone(m), dec.InputOffset()-int64(len(m)))
	}
}
