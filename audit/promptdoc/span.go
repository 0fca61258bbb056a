package promptdoc

import (
	"cmp"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/jsonline"
)

// Span is the piece of a file that a text was read from. It leads from places
// in the text back to bytes of the file.
type Span struct {
	raw   []byte // a JSON string with its quotation marks; nil for plain text
	start int64
}

// PlainSpan is the span of text that stands in the file as it is, from start.
func PlainSpan(start int64) Span { return Span{start: start} }

// StringSpan is the span of a JSON string: raw is the string with its quotation
// marks, of which the first stands at start.
func StringSpan(raw []byte, start int64) Span { return Span{raw: raw, start: start} }

// Start is the byte offset of the text, or of its opening quotation mark.
func (s Span) Start() int64 { return s.start }

// Compare orders spans by where they start, and of those the plain ones before
// strings. Spans that are equal were read from the same bytes in the same way.
func (s Span) Compare(o Span) int {
	return cmp.Or(cmp.Compare(s.start, o.start), cmp.Compare(len(s.raw), len(o.raw)))
}

// Offsets returns the file offsets of places in the text. at must be sorted;
// a place behind the end of the text gets the end of the string. It reads the
// string once, so that many places cost no more than one.
func (s Span) Offsets(at []int) []int64 {
	out := make([]int64, len(at))
	if s.raw == nil {
		for i, a := range at {
			out[i] = s.start + int64(a)
		}
		return out
	}
	pos, done := 1, 0 // bytes read of raw, and of the text
	for i, a := range at {
		for done < a && pos < len(s.raw)-1 {
			size, n := unit(s.raw[pos:])
			if done+n > a {
				break // inside one character: its first byte
			}
			pos += size
			done += n
		}
		out[i] = s.start + int64(pos)
	}
	return out
}

// unit returns how many bytes the next character of a JSON string takes, and
// how many it takes as text. What is not UTF-8 and half a surrogate pair read
// as U+FFFD.
func unit(raw []byte) (size, text int) {
	if raw[0] != '\\' {
		r, n := utf8.DecodeRune(raw)
		return n, utf8.RuneLen(r)
	}
	size, text, _ = jsonline.Escape(raw)
	return size, text
}
