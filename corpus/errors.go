package corpus

import "github.com/ringfence/ringfence"

// Codes of the errors of this package. The offset of an error is a byte offset
// into the file, and into the input of a reader where that is known.
const (
	// CodeName: a name that is not FAMILY/SLUG, or whose folder is not the
	// family in the header; two vectors of one name.
	CodeName ringfence.Code = "vector-name"
	// CodeHeader: a header line that is not in the grammar, out of order,
	// repeated, missing or of an unknown key.
	CodeHeader ringfence.Code = "vector-header"
	// CodeValue: a value outside of its closed set, such as an unknown expect.
	CodeValue ringfence.Code = "vector-value"
	// CodeCanary: a canary that does not occur in the payload, so that looking
	// for it could not fail.
	CodeCanary ringfence.Code = "vector-canary"
	// CodeBody: a body that is not written in its encoding's one way.
	CodeBody ringfence.Code = "vector-body"
	// CodeSize: a file or payload over its limit.
	CodeSize ringfence.Code = "vector-size"
	// CodeCollection: a public collection that is not in its format.
	CodeCollection ringfence.Code = "collection-format"
)

// Limits.
const (
	// MaxPayload is the largest payload in bytes, repeats included. It leaves
	// room for a megabyte of the worst input many times over, and keeps one
	// line of a hostile file from filling memory.
	MaxPayload = 16 << 20
	// MaxFile is the largest vector file in bytes: a payload whose every byte
	// is written as \xNN, and a header.
	MaxFile = 4*MaxPayload + 1<<16
	// MaxCollection is the most bytes a reader takes from a public collection.
	// The largest one known, in JSON Lines, has a tenth of it.
	MaxCollection = 256 << 20
)

func fail(code ringfence.Code, offset int, message, hint string) error {
	return &ringfence.Error{Code: code, Offset: int64(offset), Message: message, Hint: hint}
}
