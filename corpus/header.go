package corpus

import (
	"bytes"
	"slices"
	"strings"
)

// field is one key of the header. The table below is the order in the file.
type field struct {
	key      string
	required bool
}

const (
	fieldExpect = iota
	fieldFamily
	fieldSource
	fieldCarrier
	fieldCanary
	fieldNote
	fieldEncoding
	fieldGen
	fieldFinal
	fieldCount
)

var fields = [fieldCount]field{
	fieldExpect:   {"expect", true},
	fieldFamily:   {"family", true},
	fieldSource:   {"source", true},
	fieldCarrier:  {"carrier", true},
	fieldCanary:   {"canary", false},
	fieldNote:     {"note", false},
	fieldEncoding: {"encoding", true},
	fieldGen:      {"gen", false},
	fieldFinal:    {"final-newline", false},
}

// value is a header value and where it starts in the file.
type value struct {
	text    string
	offset  int
	present bool
}

// splitHeader reads header lines up to the empty line and returns the values
// and the offset of the body.
func splitHeader(b []byte) (values [fieldCount]value, body int, err error) {
	at, next := 0, 0
	for {
		end := bytes.IndexByte(b[at:], '\n')
		if end < 0 {
			return values, 0, fail(CodeHeader, at, "header without an empty line after it", "end the header with an empty line")
		}
		line := string(b[at : at+end])
		if line == "" {
			at++
			break
		}
		key, text, ok := strings.Cut(line, ": ")
		if !ok {
			return values, 0, fail(CodeHeader, at, "line that is not \"key: value\"", "")
		}
		i := slices.IndexFunc(fields[:], func(f field) bool { return f.key == key })
		switch {
		case i < 0:
			return values, 0, fail(CodeHeader, at, "unknown key", "the keys are listed in the package documentation")
		case i < next:
			return values, 0, fail(CodeHeader, at, "key "+key+" repeated or out of order", "")
		}
		offset := at + len(key) + 2
		if bad := badLine(text); bad >= 0 {
			return values, 0, fail(CodeHeader, offset+bad, "value that is not a line of printable ASCII without spaces at its ends", "")
		}
		values[i] = value{text, offset, true}
		next = i + 1
		at += end + 1
	}
	for i, f := range fields {
		if f.required && !values[i].present {
			return values, 0, fail(CodeHeader, at-1, "no "+f.key+" in the header", "")
		}
	}
	return values, at, nil
}

// badLine returns the offset of the first byte that keeps s from being the
// rule line of the grammar, or -1.
func badLine(s string) int {
	if s == "" || s[0] == ' ' {
		return 0
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return i
		}
	}
	if s[len(s)-1] == ' ' {
		return len(s) - 1
	}
	return -1
}

// isName reports whether s is the rule name of the grammar.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return s != ""
}

// parseExpect reads an expectation.
func parseExpect(v value) (Expect, error) {
	word, detail, more := strings.Cut(v.text, " ")
	o := Outcome(max(0, slices.Index(outcomeNames[:], word)))
	wants := o == Fails || o == Found
	switch {
	case o == NoOutcome:
		return Expect{}, fail(CodeValue, v.offset, "unknown expectation", "the expectations are listed in the package documentation")
	case more != wants:
		return Expect{}, fail(CodeValue, v.offset, "error and finding name one code or rule, other expectations none", "")
	case wants && !isName(detail):
		return Expect{}, fail(CodeValue, v.offset+len(word)+1, "code or rule that is not a name", "use lower-case letters, digits and hyphens")
	}
	return Expect{o, detail}, nil
}

// parseCarrier reads a carrier.
func parseCarrier(v value) (Carrier, error) {
	c := Carrier(max(0, slices.Index(carrierNames[:], v.text)))
	if c == NoCarrier {
		return 0, fail(CodeValue, v.offset, "unknown carrier", "the carriers are listed in the package documentation")
	}
	return c, nil
}

// parseEncoding reads an encoding.
func parseEncoding(v value) (Encoding, error) {
	i := slices.Index(encodingNames[:], v.text)
	if i < 0 {
		return 0, fail(CodeValue, v.offset, "unknown encoding", "use raw, escaped or base64")
	}
	return Encoding(i), nil
}
