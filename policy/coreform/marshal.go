package coreform

import (
	"math/big"
	"reflect"
	"strconv"

	"github.com/ringfence/ringfence"
)

// Marshal returns the term of a Go value:
//
//	bool                      true, false
//	integers, *big.Int        int
//	string types              str (must be UTF-8)
//	[]byte, [N]byte           bytes
//	Symbol                    symbol
//	other slices              vector
//	structs                   map, one pair a field
//	Term                      itself
//	pointers to these         nil for a nil pointer, else what they point to
//
// A field is mapped by its tag, as in
//
//	Title string `coreform:":title"`
//	Level *int64 `coreform:":level,optional"`
//
// Every field needs one; "-" leaves the field out. An optional field
// that has its zero value is left out of the map. Nil slices are empty, not nil.
// Maps, floats, interfaces, functions, embedded structs and pointers to
// pointers, to slices or to Term have no CoreForm.
//
// An error is a [ringfence.Error] with [CodeGoType], or the code of the invalid
// term, and the JSON pointer of the place; the term beside it is nil.
func Marshal(v any) (Term, error) {
	if v == nil {
		return Term{}, nil
	}
	return marshal(reflect.ValueOf(v), 0)
}

// marshal converts a value at a depth, which ends values that hold themselves.
func marshal(v reflect.Value, depth int) (Term, error) {
	if depth > MaxDepth {
		return Term{}, fail(CodeDepth)
	}
	switch v.Type() {
	case reflect.TypeFor[Term]():
		t, _ := v.Interface().(Term)
		return t.orNil(), t.Err()
	case reflect.TypeFor[Symbol]():
		t := Sym(v.String())
		return t.orNil(), t.Err()
	}
	switch v.Kind() {
	case reflect.Bool:
		return Bool(v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Int(v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return Uint(v.Uint()), nil
	case reflect.String:
		t := Str(v.String())
		return t.orNil(), t.Err()
	case reflect.Slice, reflect.Array:
		return marshalItems(v, depth)
	case reflect.Struct:
		return marshalStruct(v, depth)
	case reflect.Pointer:
		if n, ok := v.Interface().(*big.Int); ok {
			t := BigInt(n)
			return t.orNil(), t.Err()
		}
		if err := pointerFault(v.Type()); err != nil {
			return Term{}, err
		}
		if v.IsNil() {
			return Term{}, nil
		}
		return marshal(v.Elem(), depth)
	default:
		return Term{}, goType("this type has no CoreForm")
	}
}

// orNil is the term, or nil in place of an invalid one.
func (t Term) orNil() Term {
	if t.kind == KindInvalid {
		return Term{}
	}
	return t
}

// pointerFault refuses pointers whose nil could mean two things.
func pointerFault(t reflect.Type) error {
	switch e := t.Elem(); {
	case e == reflect.TypeFor[Term](), e.Kind() == reflect.Pointer, e.Kind() == reflect.Slice:
		return goType("a pointer to this type is ambiguous: its nil and a nil term would be the same")
	}
	return nil
}

func marshalItems(v reflect.Value, depth int) (Term, error) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		if v.Kind() == reflect.Slice {
			return Bytes(v.Bytes()), nil
		}
		// An array inside an interface has no address to slice.
		octets := make([]byte, v.Len())
		for i := range octets {
			octets[i] = byte(v.Index(i).Uint())
		}
		return Bytes(octets), nil
	}
	if v.Kind() == reflect.Array {
		return Term{}, goType("arrays of anything but bytes have no CoreForm")
	}
	items := make([]Term, v.Len())
	for i := range items {
		item, err := marshal(v.Index(i), depth+1)
		if err != nil {
			return Term{}, within(err, strconv.Itoa(i))
		}
		items[i] = item
	}
	t := container(KindVector, items)
	return t.orNil(), t.Err()
}

func marshalStruct(v reflect.Value, depth int) (Term, error) {
	fields, err := fieldsOf(v.Type())
	if err != nil {
		return Term{}, err
	}
	pairs := make([]Term, 0, 2*len(fields))
	for _, f := range fields {
		fv := v.Field(f.index)
		if f.optional && fv.IsZero() {
			continue
		}
		value, err := marshal(fv, depth+1)
		if err != nil {
			return Term{}, within(err, f.key)
		}
		pairs = append(pairs, Term{kind: KindSymbol, text: f.key}, value)
	}
	t := container(KindMap, pairs)
	sortPairs(t.sub)
	return t.orNil(), t.Err()
}

// wrongKind returns the error of a term that a Go value does not take.
func wrongKind(t *Term, want string) error {
	return &ringfence.Error{
		Code: CodeType, Message: "a " + t.kind.String() + " where a " + want + " is expected", Offset: t.Offset(),
	}
}
