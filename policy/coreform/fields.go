package coreform

import (
	"errors"
	"reflect"
	"strings"

	"github.com/ringfence/ringfence"
)

// Symbol is a Go string that maps to a symbol, such as ":running". Only this
// type does: other string types, also those derived from it, map to strings.
type Symbol string

// tagName is the key of struct tags, and optional the one word after the comma.
const (
	tagName  = "coreform"
	optional = "optional"
)

// field is a struct field that takes part.
type field struct {
	index    int
	key      string // name of the symbol
	optional bool
}

// fieldsOf returns the fields of a struct type. Every field needs a tag, so that
// none is lost by forgetting one, and no struct of another package that hides
// its content (time.Time, big.Int) passes as an empty map.
func fieldsOf(t reflect.Type) ([]field, error) {
	fields := make([]field, 0, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup(tagName)
		if tag == "-" {
			continue
		}
		key, option, comma := strings.Cut(tag, ",")
		switch {
		case !f.IsExported():
			return nil, goType(`an unexported field cannot be mapped: tag it "-"`)
		case f.Anonymous:
			return nil, goType("embedded structs are not mapped: give the field a name")
		case !tagged:
			return nil, goType(`a field needs a tag coreform:":key", or "-"`)
		case symbolFault(key) != "":
			return nil, goType("the key of a tag is not a symbol")
		case comma && option != optional:
			return nil, goType("the option of a tag is unknown: only optional exists")
		}
		for _, other := range fields {
			if other.key == key {
				return nil, goType("two fields have one key")
			}
		}
		fields = append(fields, field{index: i, key: key, optional: comma})
	}
	return fields, nil
}

// goType returns the error of a Go type that has no CoreForm.
func goType(message string) error {
	return &ringfence.Error{Code: CodeGoType, Message: message, Offset: ringfence.NoOffset}
}

// within puts a reference token before the pointer of an error, on its way out
// of the value that the token names.
func within(err error, token string) error {
	var e *ringfence.Error
	if errors.As(err, &e) {
		e.Pointer = "/" + escapePointer(token) + e.Pointer
	}
	return err
}

// escapePointer writes a token of a JSON pointer (RFC 6901, section 3).
func escapePointer(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
}
