package coreform

import (
	"math/big"
	"strconv"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
)

// invalid returns the term that stands for an argument no term can hold.
func invalid(code ringfence.Code) Term {
	return Term{kind: KindInvalid, text: string(code)}
}

// Nil returns nil, which is also the zero [Term] and the empty list.
func Nil() Term { return Term{} }

// Bool returns true or false.
func Bool(v bool) Term {
	return Term{kind: KindBool, text: strconv.FormatBool(v)}
}

// Int returns an integer.
func Int(v int64) Term {
	return Term{kind: KindInt, text: strconv.FormatInt(v, 10)}
}

// Uint returns an integer that is not negative.
func Uint(v uint64) Term {
	return Term{kind: KindInt, text: strconv.FormatUint(v, 10)}
}

// BigInt returns an integer; v is copied, and nil gives the term nil. More than
// [MaxDigits] digits make an invalid term with [CodeDigits].
func BigInt(v *big.Int) Term {
	if v == nil {
		return Term{}
	}
	// 10 < 2^4, so that a number of more than 4 bits a digit has too many:
	// the expensive conversion is not started for it.
	if v.BitLen() > 4*MaxDigits {
		return invalid(CodeDigits)
	}
	text := v.String()
	if digits(text) > MaxDigits {
		return invalid(CodeDigits)
	}
	return Term{kind: KindInt, text: text}
}

// digits counts the digits of an integer's text.
func digits(text string) int {
	if text != "" && text[0] == '-' {
		return len(text) - 1
	}
	return len(text)
}

// Str returns a string. Text that is not UTF-8 makes an invalid term with
// [CodeUTF8]: CoreForm strings hold characters, [Bytes] holds anything.
func Str(text string) Term {
	if !utf8.ValidString(text) {
		return invalid(CodeUTF8)
	}
	return Term{kind: KindStr, text: text}
}

// Bytes returns bytes; octets is copied.
func Bytes(octets []byte) Term {
	return Term{kind: KindBytes, text: string(octets)}
}

// Sym returns a symbol. A name that is empty, holds white space or one of
// ()[]{}'"; or reads as nil, a boolean or an integer makes an invalid term with
// [CodeSymbol], and one that is not UTF-8 one with [CodeUTF8]: printed, such a
// name would be something else.
func Sym(name string) Term {
	if code := symbolFault(name); code != "" {
		return invalid(code)
	}
	return Term{kind: KindSymbol, text: name}
}

// symbolFault returns why a name is not a symbol, or "".
func symbolFault(name string) ringfence.Code {
	switch name {
	case "", "nil", "true", "false":
		return CodeSymbol
	}
	for i := range len(name) {
		if classes[name[i]] != classSymbol && (i == 0 || classes[name[i]] != classDigit) {
			return CodeSymbol
		}
	}
	if len(name) > 1 && name[0] == '-' && classes[name[1]] == classDigit {
		return CodeSymbol
	}
	if !utf8.ValidString(name) {
		return CodeUTF8
	}
	return ""
}

// List returns a list; without items it is nil. Items are copied.
func List(items ...Term) Term {
	if len(items) == 0 {
		return Term{}
	}
	return container(KindList, append([]Term(nil), items...))
}

// Vec returns a vector. Items are copied.
func Vec(items ...Term) Term {
	return container(KindVector, append([]Term(nil), items...))
}

// Map returns a map of keys and values, given in turn and in any order; they
// are copied. It returns an error with [CodeOddMap] for a key without a value,
// [CodeDuplicateKey] for a key given twice, and the error of the first invalid
// term; the term beside it is nil.
func Map(pairs ...Term) (Term, error) {
	if len(pairs)%2 != 0 {
		return Term{}, fail(CodeOddMap)
	}
	t := container(KindMap, append([]Term(nil), pairs...))
	if err := t.Err(); err != nil {
		return Term{}, err
	}
	if sortPairs(t.sub) >= 0 {
		return Term{}, fail(CodeDuplicateKey)
	}
	return t, nil
}

// container returns a term that owns items; an invalid item or too much nesting
// makes it invalid.
func container(kind Kind, items []Term) Term {
	depth := uint16(0)
	for i := range items {
		if items[i].kind == KindInvalid {
			return items[i]
		}
		depth = max(depth, items[i].depth)
	}
	if depth >= MaxDepth {
		return invalid(CodeDepth)
	}
	return Term{kind: kind, depth: depth + 1, sub: items}
}
