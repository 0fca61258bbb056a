package coreform

import (
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
)

// Unmarshal stores a term in the value that v points to, which must not be nil,
// by the mapping of [Marshal]. It is strict: every key of a map must be the tag
// of a field ([CodeUnknownKey]), every field that is not optional must have its
// key ([CodeMissingKey]), kinds must match without conversion ([CodeType]), and
// numbers and arrays must fit ([CodeRange]). A pointer takes nil, too.
//
// An error is a [ringfence.Error] with the JSON pointer of the place (symbols
// with their colon, as in "/:items/0/:id") and, for a parsed term, its offset;
// *v is then unchanged. Nothing is shared between the term and *v but immutable
// text.
func Unmarshal(t Term, v any) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return goType("the target is not a pointer to a value")
	}
	if err := t.Err(); err != nil {
		return err
	}
	fresh := reflect.New(target.Type().Elem()).Elem()
	if err := unmarshal(&t, fresh); err != nil {
		return err
	}
	target.Elem().Set(fresh)
	return nil
}

// unmarshal stores t in v, a zero value that can be set. Its recursion follows
// the term, and so is at most MaxDepth deep but for pointers, which do not nest.
func unmarshal(t *Term, v reflect.Value) error {
	switch v.Type() {
	case reflect.TypeFor[Term]():
		v.Set(reflect.ValueOf(*t))
		return nil
	case reflect.TypeFor[Symbol]():
		return setText(t, v, KindSymbol)
	}
	switch v.Kind() {
	case reflect.Bool:
		b, ok := t.Bool()
		if !ok {
			return wrongKind(t, "bool")
		}
		v.SetBool(b)
		return nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return unmarshalInt(t, v)
	case reflect.String:
		return setText(t, v, KindStr)
	case reflect.Slice, reflect.Array:
		return unmarshalItems(t, v)
	case reflect.Struct:
		return unmarshalStruct(t, v)
	case reflect.Pointer:
		return unmarshalPointer(t, v)
	default:
		return goType("this type has no CoreForm")
	}
}

func setText(t *Term, v reflect.Value, want Kind) error {
	text, ok := t.textOf(want)
	if !ok {
		return wrongKind(t, want.String())
	}
	v.SetString(text)
	return nil
}

func unmarshalInt(t *Term, v reflect.Value) error {
	if t.kind != KindInt {
		return wrongKind(t, "int")
	}
	// The parsers check the range for the size of the type.
	bits := v.Type().Bits()
	if v.CanInt() {
		if n, err := strconv.ParseInt(t.text, 10, bits); err == nil {
			v.SetInt(n)
			return nil
		}
	} else if n, err := strconv.ParseUint(t.text, 10, bits); err == nil {
		v.SetUint(n)
		return nil
	}
	return &ringfence.Error{
		Code: CodeRange, Message: "an int that does not fit into " + strconv.Itoa(bits) + " bits", Offset: t.Offset(),
	}
}

func unmarshalPointer(t *Term, v reflect.Value) error {
	if v.Type() == reflect.TypeFor[*big.Int]() {
		switch n, ok := t.BigInt(); {
		case ok:
			v.Set(reflect.ValueOf(n))
		case !t.IsNil():
			return wrongKind(t, "int or nil")
		}
		return nil
	}
	if err := pointerFault(v.Type()); err != nil || t.IsNil() {
		return err
	}
	elem := reflect.New(v.Type().Elem())
	if err := unmarshal(t, elem.Elem()); err != nil {
		return err
	}
	v.Set(elem)
	return nil
}

func unmarshalItems(t *Term, v reflect.Value) error {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return unmarshalBytes(t, v)
	}
	if v.Kind() == reflect.Array {
		return goType("arrays of anything but bytes have no CoreForm")
	}
	if t.kind != KindVector {
		return wrongKind(t, "vector")
	}
	items := reflect.MakeSlice(v.Type(), len(t.sub), len(t.sub))
	for i := range t.sub {
		if err := unmarshal(&t.sub[i], items.Index(i)); err != nil {
			return within(err, strconv.Itoa(i))
		}
	}
	v.Set(items)
	return nil
}

// unmarshalBytes fills a slice, or an array of exactly that length.
func unmarshalBytes(t *Term, v reflect.Value) error {
	octets, ok := t.Bytes()
	if !ok {
		return wrongKind(t, "bytes")
	}
	if v.Kind() == reflect.Slice {
		v.SetBytes(octets)
		return nil
	}
	if len(octets) != v.Len() {
		return &ringfence.Error{
			Code: CodeRange, Message: "bytes of another length than " + strconv.Itoa(v.Len()), Offset: t.Offset(),
		}
	}
	copy(v.Bytes(), octets)
	return nil
}

func unmarshalStruct(t *Term, v reflect.Value) error {
	fields, err := fieldsOf(v.Type())
	if err != nil {
		return err
	}
	if t.kind != KindMap {
		return wrongKind(t, "map")
	}
	// Keys are distinct, so each field is set at most once, and the first key
	// without a field ends the loop however many there are.
	seen := make([]bool, len(fields))
	for i := 0; i+1 < len(t.sub); i += 2 {
		n := fieldFor(fields, &t.sub[i])
		if n < 0 {
			return unknownKey(&t.sub[i])
		}
		seen[n] = true
		if err := unmarshal(&t.sub[i+1], v.Field(fields[n].index)); err != nil {
			return within(err, fields[n].key)
		}
	}
	for n, f := range fields {
		if !seen[n] && !f.optional {
			return within(&ringfence.Error{
				Code: CodeMissingKey, Message: "a required key is missing", Offset: t.Offset(),
			}, f.key)
		}
	}
	return nil
}

// fieldFor returns the index of the field that a key names, or -1.
func fieldFor(fields []field, key *Term) int {
	if key.kind == KindSymbol {
		for n, f := range fields {
			if f.key == key.text {
				return n
			}
		}
	}
	return -1
}

// maxKeyShown caps what an error's pointer holds of a key from outside, bytes.
const maxKeyShown = 256

// unknownKey returns the error for a key without a field.
func unknownKey(key *Term) error {
	shown, err := key.AppendMax(nil, maxKeyShown)
	if err != nil {
		shown = []byte(strings.ToUpper(key.kind.String()))
	}
	return within(&ringfence.Error{
		Code: CodeUnknownKey, Message: "a key that is not expected here", Offset: key.Offset(),
	}, string(shown))
}
