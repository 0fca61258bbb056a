package coreform

import (
	"iter"
	"math/big"
	"strconv"

	"github.com/ringfence/ringfence"
)

// Kind says what a term is. The kinds are declared in the order of [Compare].
type Kind uint8

// The kinds of terms. The empty list is nil, as in the published readers.
const (
	KindNil    Kind = iota // nil, and ()
	KindBool               // true, false
	KindInt                // unbounded integer
	KindStr                // "text", always UTF-8
	KindBytes              // b"octets"
	KindSymbol             // name, :keyword, editor/task::spawn
	KindList               // (a b), never empty
	KindVector             // [a b]
	KindMap                // {k v}, keys distinct and in order
	// KindInvalid is what constructors return for arguments that no term can
	// hold; see [Term.Err].
	KindInvalid
)

// String returns the name of the kind, lower case.
func (k Kind) String() string {
	names := [...]string{"nil", "bool", "int", "str", "bytes", "symbol", "list", "vector", "map", "invalid"}
	if int(k) < len(names) {
		return names[k]
	}
	return "kind(" + strconv.Itoa(int(k)) + ")"
}

// Term is one CoreForm value. It is immutable: copies share what they hold, and
// accessors return copies of what could be changed. The zero Term is nil.
//
// A parsed term keeps its source in memory for as long as any part of it is
// used. Terms are compared with [Compare] or [Term.Equal], not with reflection:
// two equal terms may record different offsets.
type Term struct {
	kind  Kind
	depth uint16 // containers nested in this term, itself included
	at    uint32 // byte offset in the source plus 1; 0 for a built term
	// text is what an atom holds: digits of an int, "true" or "false", content
	// of strings, bytes and symbols; the error code of an invalid term.
	text string
	sub  []Term // items; of a map, key and value in turn
}

// Kind returns what the term is.
func (t Term) Kind() Kind { return t.kind }

// IsNil reports whether the term is nil (or the empty list, which is the same).
func (t Term) IsNil() bool { return t.kind == KindNil }

// Err returns why the term is invalid, as a [ringfence.Error] with
// [CodeSymbol], [CodeUTF8], [CodeDigits] or [CodeDepth], or nil when it is
// valid. Parsed terms are always valid.
func (t Term) Err() error {
	if t.kind != KindInvalid {
		return nil
	}
	return fail(ringfence.Code(t.text))
}

// Offset returns the byte at which the term starts in the source it was parsed
// from, or [ringfence.NoOffset] for a term that was built.
func (t Term) Offset() int64 {
	return int64(t.at) - 1
}

// Bool returns the value of a boolean.
func (t Term) Bool() (value, ok bool) {
	return t.text == "true", t.kind == KindBool
}

// Int64 returns the value of an integer that fits into 64 bits.
func (t Term) Int64() (value int64, ok bool) {
	if t.kind != KindInt {
		return 0, false
	}
	v, err := strconv.ParseInt(t.text, 10, 64)
	if err != nil {
		return 0, false
	}
	return v, true
}

// BigInt returns the value of an integer. Its cost grows faster than linearly
// with the digits, of which there are at most [MaxDigits].
func (t Term) BigInt() (value *big.Int, ok bool) {
	if t.kind != KindInt {
		return nil, false
	}
	return new(big.Int).SetString(t.text, 10)
}

// Text returns the text of a string.
func (t Term) Text() (text string, ok bool) { return t.textOf(KindStr) }

// Symbol returns the name of a symbol.
func (t Term) Symbol() (name string, ok bool) { return t.textOf(KindSymbol) }

// Bytes returns a copy of the octets of bytes.
func (t Term) Bytes() (octets []byte, ok bool) {
	if t.kind != KindBytes {
		return nil, false
	}
	return []byte(t.text), true
}

func (t Term) textOf(k Kind) (string, bool) {
	if t.kind != k {
		return "", false
	}
	return t.text, true
}

// Len returns the number of items of a list or vector and of pairs of a map,
// and 0 for every other term.
func (t Term) Len() int {
	if t.kind == KindMap {
		return len(t.sub) / 2
	}
	return len(t.sub)
}

// Item returns the item of a list or vector at index i, counted from 0. It
// takes constant time.
func (t Term) Item(i int) (item Term, ok bool) {
	if t.kind == KindMap || i < 0 || i >= len(t.sub) {
		return Term{}, false
	}
	return t.sub[i], true
}

// Items ranges over the items of a list or vector, with their indexes.
func (t Term) Items() iter.Seq2[int, Term] {
	return func(yield func(int, Term) bool) {
		if t.kind == KindMap {
			return
		}
		for i, item := range t.sub {
			if !yield(i, item) {
				return
			}
		}
	}
}

// Pairs ranges over the keys and values of a map, in the order of the keys.
func (t Term) Pairs() iter.Seq2[Term, Term] {
	return func(yield func(Term, Term) bool) {
		if t.kind != KindMap {
			return
		}
		for i := 0; i+1 < len(t.sub); i += 2 {
			if !yield(t.sub[i], t.sub[i+1]) {
				return
			}
		}
	}
}

// Get returns the value that a map has for a key. It takes a number of
// comparisons that is logarithmic in the pairs.
func (t Term) Get(key Term) (value Term, ok bool) {
	if t.kind != KindMap {
		return Term{}, false
	}
	low, high := 0, len(t.sub)/2
	for low < high {
		mid := low + (high-low)/2
		switch c := compare(&t.sub[2*mid], &key); {
		case c == 0:
			return t.sub[2*mid+1], true
		case c < 0:
			low = mid + 1
		default:
			high = mid
		}
	}
	return Term{}, false
}

// Lookup is [Term.Get] with the symbol of that name as key, such as ":ok".
func (t Term) Lookup(symbol string) (value Term, ok bool) {
	return t.Get(Term{kind: KindSymbol, text: symbol})
}
