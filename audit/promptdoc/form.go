package promptdoc

import (
	"bytes"
	"unicode/utf8"

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
// "messages" or of another request that [Rendered] names, an array that begins
// with an object or is empty, or text. It judges nothing, so that a file which
// breaks off has the form of what came before. It takes time linear in body.
func FormOf(body []byte) Form {
	rest, _ := trim(body)
	switch {
	case len(rest) == 0:
		return Text
	case rest[0] == '{' && requestOf(rest) != noRequest:
		return Rendered
	case rest[0] == '[':
		next, _ := trim(rest[1:])
		if len(next) > 0 && (next[0] == '{' || next[0] == ']') {
			return Chat
		}
	}
	return Text
}

// LooksLikeJSON reports whether a file begins as JSON does, behind whatever
// people put in front of it, or is named so, or is a JSON value as a whole. The
// test is generous: whoever means text that begins with a brace can say so. What
// begins as a Markdown link, a footnote or a role marker does, is text.
func LooksLikeJSON(name string, body []byte) bool {
	if hasSuffixFold(name, ".json") || hasSuffixFold(name, ".jsonl") || IsUTF16(body) {
		return true
	}
	rest := skipFront(body)
	switch {
	case len(rest) == 0:
		return false
	case rest[0] == '{':
		return true
	case rest[0] == '[':
		return looksLikeArray(rest)
	}
	// No rendered prompt is one string, number or word of JSON.
	return jsontext.Value(bytes.TrimRightFunc(rest, unseen)).IsValid(jsontext.AllowInvalidUTF8(true))
}

// looksLikeArray judges text that begins with a bracket.
func looksLikeArray(text []byte) bool {
	inner := skipFront(text[1:])
	switch {
	case len(inner) == 0 || bytes.IndexByte([]byte(`{"[]`), inner[0]) >= 0:
		return true
	case bytes.IndexByte([]byte("/|"), inner[0]) >= 0, 'A' <= inner[0] && inner[0] <= 'Z':
		return false // role markers of chat templates: [INST], [/INST], [|user|]
	}
	line, _, _ := bytes.Cut(inner, []byte("\n"))
	label, _, closed := bytes.Cut(line, []byte("]"))
	if first, _, more := bytes.Cut(label, []byte(",")); more && jsontext.Value(first).IsValid() {
		return true // a number or word, and another element
	}
	if !closed {
		return true
	}
	// A label in brackets, unless nothing or another element follows it.
	after := bytes.TrimLeftFunc(inner[len(label)+1:], unseen)
	return len(after) == 0 || bytes.IndexByte([]byte(",]}"), after[0]) >= 0
}

// IsUTF16 reports whether body has a byte order mark of UTF-16.
func IsUTF16(body []byte) bool {
	return bytes.HasPrefix(body, []byte{0xFF, 0xFE}) || bytes.HasPrefix(body, []byte{0xFE, 0xFF})
}

// unseen reports white space of any kind and what else shows nothing: control
// characters, invisible ones, and bytes that are not UTF-8, such as white space
// of one-byte encodings.
func unseen(r rune) bool {
	return r < ' ' || r == 0x7F || r == utf8.RuneError || ucd.IsWhiteSpace(r) || ucd.Ignorable(r) || ucd.Noncharacter(r)
}

// skipFront passes over white space of any kind, comments, and the other things
// that are found in front of JSON.
func skipFront(b []byte) []byte {
	for {
		rest := bytes.TrimLeftFunc(b, unseen)
		for _, front := range fronts {
			if after, ok := bytes.CutPrefix(rest, []byte(front.open)); ok {
				_, rest, _ = bytes.Cut(after, []byte(front.end))
				break
			}
		}
		if len(rest) == len(b) {
			return rest
		}
		b = rest
	}
}

// fronts are what stands in front of JSON: comments, an interpreter line, and
// guards against inclusion as a script. What has no end of its own ends at once.
var fronts = [...]struct{ open, end string }{
	{"//", "\n"}, {"/*", "*/"}, {"#!", "\n"}, {")]}',", ""}, {")]}'", ""}, {"for(;;);", ""}, {"while(1);", ""},
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && bytes.EqualFold([]byte(s[len(s)-len(suffix):]), []byte(suffix))
}
