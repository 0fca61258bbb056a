package schema

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// maxDepth is the deepest nesting of a JSON value, in arrays and objects: a
	// term of the deepest nesting takes three for each level of its own.
	maxDepth = 3*128 + 16
	// maxNumber is the longest writing of a number, in bytes, and maxExponent its
	// largest exponent, so that its exact value is small. No term comes near them.
	maxNumber   = 64
	maxExponent = 400
)

// kind is the type of a JSON value, by the names that JSON Schema uses, as bits.
type kind uint8

const (
	kindNull kind = 1 << iota
	kindBoolean
	kindNumber
	kindString
	kindArray
	kindObject
	// kindInteger is the part of the numbers without a fraction. No value is of it
	// alone: see value.types.
	kindInteger
)

// value is one JSON value. Its numbers are exact. It belongs to one call, since
// the key of it is worked out when it is first asked for.
type value struct {
	kind  kind
	id    int32 // counts the values of a document
	truth bool
	text  string   // of a string
	num   *big.Rat // of a number
	items []*value // of an array, and the members of an object
	names []string // of an object, beside items
	equal string   // see key
	runes int      // see length
	index map[string]int
}

// types returns the bits of all types that the value is of.
func (v *value) types() kind {
	if v.kind == kindNumber && v.num.IsInt() {
		return kindNumber | kindInteger
	}
	return v.kind
}

// length returns the number of characters of a string, which are counted once.
func (v *value) length() int {
	if v.runes == 0 {
		v.runes = utf8.RuneCountInString(v.text)
	}
	return v.runes
}

// member returns the member of that name, or nil.
func (v *value) member(name string) *value {
	if v.index == nil {
		v.index = make(map[string]int, len(v.names))
		for i, n := range v.names {
			v.index[n] = i
		}
	}
	if i, ok := v.index[name]; ok {
		return v.items[i]
	}
	return nil
}

// key returns text that two values share when JSON Schema calls them equal:
// numbers by what they amount to, objects whatever the order of members.
func (v *value) key() string {
	if v.equal == "" {
		v.equal = string(v.appendKey(nil))
	}
	return v.equal
}

func (v *value) appendKey(dst []byte) []byte {
	switch v.kind {
	case kindBoolean:
		return strconv.AppendBool(dst, v.truth)
	case kindNumber:
		return append(dst, v.num.RatString()...)
	case kindString:
		return strconv.AppendQuote(dst, v.text)
	case kindArray:
		dst = append(dst, '[')
		for _, item := range v.items {
			dst = append(item.appendKey(dst), ',')
		}
		return append(dst, ']')
	case kindObject:
		order := make([]int, len(v.names))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int { return strings.Compare(v.names[a], v.names[b]) })
		dst = append(dst, '{')
		for _, i := range order {
			dst = append(strconv.AppendQuote(dst, v.names[i]), ':')
			dst = append(v.items[i].appendKey(dst), ',')
		}
		return append(dst, '}')
	default:
		return append(dst, "null"...)
	}
}

var (
	errDepth  = errors.New("schema: nested too deeply")
	errNumber = errors.New("schema: a number is too long")
	errMore   = errors.New("schema: something follows the value")
)

// parse reads one JSON value as strictly as RFC 7493: UTF-8, no name twice,
// nothing behind it. Cost is linear in src.
func parse(src []byte) (*value, error) {
	r := reader{dec: jsontext.NewDecoder(bytes.NewReader(src))}
	v, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := r.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errMore
	}
	return v, nil
}

type reader struct {
	dec  *jsontext.Decoder
	made int32
}

func (r *reader) value(depth int) (*value, error) {
	if depth > maxDepth {
		return nil, errDepth
	}
	tok, err := r.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	v := &value{kind: kindNull, id: r.made}
	r.made++
	switch tok.Kind() {
	case jsontext.KindTrue, jsontext.KindFalse:
		v.kind, v.truth = kindBoolean, tok.Bool()
	case jsontext.KindString:
		v.kind, v.text = kindString, tok.String()
	case jsontext.KindNumber:
		v.kind = kindNumber
		v.num, err = number(tok.String())
	case jsontext.KindBeginArray:
		v.kind = kindArray
		err = r.children(v, depth)
	case jsontext.KindBeginObject:
		v.kind = kindObject
		err = r.children(v, depth)
	}
	return v, err
}

// children reads to the end of an array or object.
func (r *reader) children(v *value, depth int) error {
	for {
		if k := r.dec.PeekKind(); k == jsontext.KindEndArray || k == jsontext.KindEndObject {
			_, err := r.dec.ReadToken()
			return err
		}
		if v.kind == kindObject {
			name, err := r.dec.ReadToken()
			if err != nil {
				return err
			}
			v.names = append(v.names, name.String())
		}
		item, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		v.items = append(v.items, item)
	}
}

// number returns the exact value of a number as JSON writes it.
func number(text string) (*big.Rat, error) {
	if len(text) > maxNumber {
		return nil, errNumber
	}
	if _, exponent, ok := strings.Cut(strings.ToLower(text), "e"); ok {
		if n, err := strconv.Atoi(exponent); err != nil || n > maxExponent || n < -maxExponent {
			return nil, errNumber
		}
	}
	n, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil, errNumber
	}
	return n, nil
}
