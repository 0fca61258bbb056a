// Package schema judges CoreForm terms by JSON Schema, over the JSON writing of
// terms (package cfjson): what plugins are asked in, and what they answer in.
//
// # Guarantees
//
//   - A schema is complete in itself: a reference to anything but its own parts is
//     an error of [Compile], and nothing is ever loaded.
//   - A term is judged in its one JSON writing, so that a symbol and a string of
//     the same letters are different.
//   - Errors are [ringfence.Error] values with a code of this package, and hold
//     nothing of the term. Patterns are matched in linear time.
package schema

import (
	"bytes"
	"errors"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/coreform/cfjson"
)

// Codes of the errors of this package.
const (
	// CodeInvalid: the source is no JSON Schema, or needs another document.
	CodeInvalid ringfence.Code = "schema-invalid"
	// CodeMismatch: the term is not of the schema.
	CodeMismatch ringfence.Code = "schema-mismatch"
)

// MaxBytes is the longest source of a schema, in bytes: people write schemas.
const MaxBytes = 1 << 20

// Schema is a compiled schema. It is safe for concurrent use.
type Schema struct{ compiled *jsonschema.Schema }

// base names the one document there is. It is no address.
const base = "memory:///schema.json"

// sealed is the loader of a compiler that loads nothing.
type sealed struct{}

// Load implements the loader of the compiler.
func (sealed) Load(string) (any, error) {
	return nil, errors.New("schema: nothing is loaded")
}

// Compile reads a schema, of draft 2020-12 unless it says otherwise. An error has
// [CodeInvalid].
func Compile(src []byte) (*Schema, error) {
	invalid := func(message string, err error) (*Schema, error) {
		return nil, &ringfence.Error{Code: CodeInvalid, Message: message, Offset: ringfence.NoOffset, Err: err}
	}
	if len(src) > MaxBytes {
		return invalid("the schema is too long", nil)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
	if err != nil {
		return invalid("the schema is not JSON", err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(sealed{})
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource(base, doc); err != nil {
		return invalid("the schema cannot be used", err)
	}
	compiled, err := c.Compile(base)
	if err != nil {
		return invalid("this is no JSON Schema that is complete in itself", err)
	}
	return &Schema{compiled}, nil
}

// Check returns nil for a term of the schema, else an error with [CodeMismatch].
func (s *Schema) Check(t coreform.Term) error {
	mismatch := func(err error) error {
		return &ringfence.Error{Code: CodeMismatch, Message: "the term is not of its schema", Offset: ringfence.NoOffset, Err: err}
	}
	if s == nil || s.compiled == nil || t.Err() != nil {
		return mismatch(t.Err())
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(cfjson.Append(nil, t)))
	if err != nil {
		return mismatch(err)
	}
	if err := s.compiled.Validate(value); err != nil {
		return mismatch(err)
	}
	return nil
}
