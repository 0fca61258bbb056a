package promptdoc

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence/internal/ucd"
)

// bom is the byte order mark of UTF-8, which some editors put first.
const bom = "\xEF\xBB\xBF"

// trim returns body without a byte order mark and leading white space, and how
// many bytes that were.
func trim(body []byte) (rest []byte, skipped int64) {
	rest = bytes.TrimLeft(bytes.TrimPrefix(body, []byte(bom)), " \t\r\n")
	return rest, int64(len(body) - len(rest))
}

// FormOf tells the forms apart by how the file begins: an object with a member
// "messages", an array that begins with an object or is empty, or text. It
// judges nothing, so that a file which breaks off has the form of what came
// before. It takes time linear in body.
func FormOf(body []byte) Form {
	rest, _ := trim(body)
	switch {
	case len(rest) == 0:
		return Text
	case rest[0] == '{' && hasMessages(rest):
		return Rendered
	case rest[0] == '[':
		next, _ := trim(rest[1:])
		if len(next) > 0 && (next[0] == '{' || next[0] == ']') {
			return Chat
		}
	}
	return Text
}

// hasMessages reports whether the outer object has a member "messages".
func hasMessages(body []byte) bool {
	dec := jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return false
	}
	for dec.PeekKind() == '"' {
		tok, err := dec.ReadToken()
		if err != nil {
			return false
		}
		if tok.String() == "messages" {
			return true
		}
		if dec.SkipValue() != nil {
			return false
		}
	}
	return false
}

// LooksLikeJSON reports whether a file begins as JSON does, behind whatever
// people put in front of it, or is named so, or is a JSON value as a whole. The
// test is generous: whoever means text that begins with a brace can say so.
func LooksLikeJSON(name string, body []byte) bool {
	if hasSuffixFold(name, ".json") || hasSuffixFold(name, ".jsonl") || utf16(body) {
		return true
	}
	rest := skipFront(body)
	switch {
	case len(rest) == 0:
		return false
	case rest[0] == '{':
		return true
	case rest[0] != '[':
		return len(rest) <= maxScalar && jsontext.Value(rest).IsValid()
	}
	inner := skipFront(rest[1:])
	if len(inner) == 0 || len(inner) < len(rest)-1 && (inner[0] == '{' || inner[0] == '"') {
		return true
	}
	// Role markers of chat templates begin with a bracket too: [INST], [/INST].
	c := rest[1]
	return (c < 'A' || c > 'Z') && c != '/' && c != '|'
}

// maxScalar is the length over which a file is not tried as a single JSON value.
const maxScalar = 1 << 10

// utf16 reports whether body has a byte order mark of UTF-16.
func utf16(body []byte) bool {
	return bytes.HasPrefix(body, []byte{0xFF, 0xFE}) || bytes.HasPrefix(body, []byte{0xFE, 0xFF})
}

// skipFront passes over white space of any kind, comments, and the other things
// that are found in front of JSON.
func skipFront(b []byte) []byte {
	for {
		rest := bytes.TrimLeftFunc(b, func(r rune) bool {
			return ucd.IsWhiteSpace(r) || ucd.Ignorable(r) || ucd.Noncharacter(r)
		})
		rest = bytes.TrimLeft(rest, "\x85\xA0") // white space of one-byte encodings
		for _, front := range fronts {
			if !bytes.HasPrefix(rest, []byte(front.open)) {
				continue
			}
			_, after, found := bytes.Cut(rest, []byte(front.end))
			if !found {
				after = nil
			}
			rest = after
			break
		}
		if len(rest) == len(b) {
			return rest
		}
		b = rest
	}
}

// fronts are what stands in front of JSON: comments, an interpreter line, and a
// guard against inclusion as a script.
var fronts = [...]struct{ open, end string }{
	{"//", "\n"}, {"/*", "*/"}, {"#!", "\n"}, {")]}'", "\n"},
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && bytes.EqualFold([]byte(s[len(s)-len(suffix):]), []byte(suffix))
}
