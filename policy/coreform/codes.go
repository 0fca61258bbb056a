package coreform

import "github.com/ringfence/ringfence"

// Codes of errors about a source. The offset is that of the byte named.
const (
	// CodeEmpty: there is no term in the source. Offset: its end.
	CodeEmpty ringfence.Code = "coreform-empty"
	// CodeTrailing: something follows the one term. Offset: where it starts.
	CodeTrailing ringfence.Code = "coreform-trailing"
	// CodeCloser: a closing bracket that nothing opened, or of another kind
	// than the one that did. Offset: the bracket.
	CodeCloser ringfence.Code = "coreform-unexpected-closer"
	// CodeUnterminated: a list, vector, map, string, bytes or quote without its
	// end. Offset: where it was opened.
	CodeUnterminated ringfence.Code = "coreform-unterminated"
	// CodeEscape: a backslash that starts no escape. Offset: the backslash.
	CodeEscape ringfence.Code = "coreform-escape"
	// CodeSurrogate: an escape of half a surrogate pair, which is no character.
	// Offset: the backslash.
	CodeSurrogate ringfence.Code = "coreform-surrogate"
	// CodeOddMap: a map with a key and no value. Offset: the opening brace.
	CodeOddMap ringfence.Code = "coreform-odd-map"
	// CodeDuplicateKey: a map that holds a key twice; readers differ in which
	// value counts. Offset: the later key.
	CodeDuplicateKey ringfence.Code = "coreform-duplicate-key"
	// CodeInteger: an integer that has a second spelling (leading zeros, -0) or
	// that runs into a symbol. Offset: its start.
	CodeInteger ringfence.Code = "coreform-integer"
	// CodeUTF8: text that is not UTF-8. Offset: the first bad byte.
	CodeUTF8 ringfence.Code = "coreform-utf8"
)

// Codes of errors about limits.
const (
	// CodeLimit: a field of Limits is negative.
	CodeLimit ringfence.Code = "coreform-limit"
	// CodeSize: the source or the print is longer than allowed.
	CodeSize ringfence.Code = "coreform-size"
	// CodeTerms: the source holds more terms than allowed.
	CodeTerms ringfence.Code = "coreform-terms"
	// CodeDepth: nesting is deeper than allowed.
	CodeDepth ringfence.Code = "coreform-depth"
	// CodeDigits: an integer has more digits than [MaxDigits].
	CodeDigits ringfence.Code = "coreform-digits"
)

// Codes of errors about terms and Go values. There is an offset when the term
// came from a source, and a pointer to the place in the value.
const (
	// CodeSymbol: text that is not a symbol: empty, or it reads as another term.
	CodeSymbol ringfence.Code = "coreform-symbol"
	// CodeType: a term of another kind than the Go value takes.
	CodeType ringfence.Code = "coreform-type"
	// CodeRange: an integer or a length that the Go value cannot hold.
	CodeRange ringfence.Code = "coreform-range"
	// CodeUnknownKey: a key that the struct has no field for.
	CodeUnknownKey ringfence.Code = "coreform-unknown-key"
	// CodeMissingKey: a key that the struct requires is not in the map.
	CodeMissingKey ringfence.Code = "coreform-missing-key"
	// CodeGoType: a Go type that has no CoreForm, or a struct without tags.
	CodeGoType ringfence.Code = "coreform-go-type"
)

// message returns what is said of a code; it never depends on the input.
func message(code ringfence.Code) string {
	switch code {
	case CodeEmpty:
		return "no term"
	case CodeTrailing:
		return "text after the term"
	case CodeCloser:
		return "unexpected closing bracket"
	case CodeUnterminated:
		return "term without an end"
	case CodeEscape:
		return "unknown escape"
	case CodeSurrogate:
		return "escape of a surrogate"
	case CodeOddMap:
		return "map key without a value"
	case CodeDuplicateKey:
		return "map key given twice"
	case CodeInteger:
		return "integer that is not in its one form"
	case CodeUTF8:
		return "text that is not UTF-8"
	case CodeLimit:
		return "negative limit"
	case CodeSize:
		return "more bytes than allowed"
	case CodeTerms:
		return "more terms than allowed"
	case CodeDepth:
		return "nesting deeper than allowed"
	case CodeDigits:
		return "integer with more digits than allowed"
	case CodeSymbol:
		return "text that is not a symbol"
	default:
		return "invalid term"
	}
}

// failAt returns the error of a code at a byte of the source.
func failAt(code ringfence.Code, at int) *ringfence.Error {
	return &ringfence.Error{Code: code, Message: message(code), Offset: int64(at)}
}

// fail returns the error of a code that has no place in a source.
func fail(code ringfence.Code) *ringfence.Error {
	return &ringfence.Error{Code: code, Message: message(code), Offset: ringfence.NoOffset}
}
