// Package schema judges CoreForm terms by JSON Schema, over the JSON writing of
// terms (package cfjson): what plugins are asked in, and what they answer in.
//
// # Guarantees
//
//   - Draft 2020-12, with format and content as annotations. Older drafts, and
//     keywords that only they have, are errors of [Compile], as is whatever the
//     meta-schema of the draft does not allow, and a keyword in other case.
//   - A schema is complete in itself: one document with one $id at most, in which
//     every reference is to its own parts, and nothing is ever loaded.
//   - A term is judged in its one JSON writing, so that a symbol and a string of
//     the same letters are different. Numbers are compared exactly.
//   - Errors are [ringfence.Error] values with a code of this package, and hold
//     nothing of the term.
//   - No schema and no term makes it panic or run for long: a part that is defined
//     by itself is an error of Compile, patterns are matched in linear time, no
//     part is asked twice about one value, and where the limits of this package are
//     reached the term is not of its schema.
//
// # Why no library
//
// Of the validators in Go, the complete one reads all meta-schemas at the start of
// every program that links it, and the small one recurses without end on
// {"$ref": "#"} and lets misspelled types pass. The first is the reference that the
// tests of this package compare with.
package schema

import (
	"errors"

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
type Schema struct {
	root   *node
	tracks bool
}

// Compile reads a schema of draft 2020-12. An error has [CodeInvalid], and the JSON
// pointer of the part that is wrong. Cost is linear in src but for its patterns,
// whose size is bounded.
func Compile(src []byte) (*Schema, error) {
	fail := func(message, place string, err error) (*Schema, error) {
		return nil, &ringfence.Error{Code: CodeInvalid, Message: message, Offset: ringfence.NoOffset, Pointer: place, Err: err}
	}
	if len(src) > MaxBytes {
		return fail("the schema is too long", "", nil)
	}
	doc, err := parse(src)
	if err != nil {
		return fail("the schema is not JSON", "", err)
	}
	c, err := compile(doc)
	var w wrong
	switch {
	case errors.As(err, &w):
		return fail("this is no JSON Schema that is complete in itself: "+w.message, w.place, nil)
	case err != nil:
		return fail("this is no JSON Schema that is complete in itself", "", err)
	}
	return &Schema{root: c.nodes[0], tracks: c.tracks}, nil
}

// errSteps is the cause of a mismatch where the judge gave up.
var errSteps = errors.New("schema: the limits of one judgement are reached")

// Check returns nil for a term of the schema, else an error with [CodeMismatch],
// whose hint names the part of the schema that the term is not of. Cost is at most
// the product of the sizes of schema and term, and bounded.
func (s *Schema) Check(t coreform.Term) error {
	mismatch := func(hint string, err error) error {
		return &ringfence.Error{Code: CodeMismatch, Message: "the term is not of its schema", Offset: ringfence.NoOffset, Hint: hint, Err: err}
	}
	if s == nil || s.root == nil || t.Err() != nil {
		return mismatch("", t.Err())
	}
	v, err := parse(cfjson.Append(nil, t))
	if err != nil {
		return mismatch("", err)
	}
	ok, at, err := s.judge(v)
	if !ok {
		return mismatch("it is not of the part #"+ringfence.PrintablePointer(at), err)
	}
	return nil
}

// judge returns the verdict on a value, and the place of the part that said no.
func (s *Schema) judge(v *value) (ok bool, at string, err error) {
	j := judge{tracks: s.tracks}
	ok = j.node(s.root, v).ok && !j.gaveUp
	if j.gaveUp {
		err = errSteps
	}
	if j.failed != nil {
		at = j.failed.place()
	}
	return ok, at, err
}
