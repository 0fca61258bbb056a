package cfjson

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence/policy/coreform"
)

// maxSafe is the largest integer up to which every number that JSON readers of
// other languages hold is exact.
const maxSafe = 1<<53 - 1

// Names of what JSON has no value for.
const (
	tagInt   = "$int"
	tagBytes = "$bytes"
	tagSym   = "$sym"
	tagList  = "$list"
	tagMap   = "$map"
)

// Append appends a term as one line of JSON, without a line feed. An invalid term
// is null: check [coreform.Term.Err] where one can occur.
func Append(dst []byte, t coreform.Term) []byte {
	switch t.Kind() {
	case coreform.KindBool:
		if v, _ := t.Bool(); v {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case coreform.KindInt:
		digits := t.String()
		if small(t) {
			return append(dst, digits...)
		}
		return tagged(dst, tagInt, func(dst []byte) []byte { return quoted(dst, digits) })
	case coreform.KindStr:
		text, _ := t.Text()
		return quoted(dst, text)
	case coreform.KindBytes:
		octets, _ := t.Bytes()
		return tagged(dst, tagBytes, func(dst []byte) []byte {
			return append(base64.StdEncoding.AppendEncode(append(dst, '"'), octets), '"')
		})
	case coreform.KindSymbol:
		name, _ := t.Symbol()
		return tagged(dst, tagSym, func(dst []byte) []byte { return quoted(dst, name) })
	case coreform.KindList:
		return tagged(dst, tagList, func(dst []byte) []byte { return items(dst, t) })
	case coreform.KindVector:
		return items(dst, t)
	case coreform.KindMap:
		return object(dst, t)
	default:
		return append(dst, "null"...)
	}
}

// small reports whether an integer is written as a number.
func small(t coreform.Term) bool {
	v, ok := t.Int64()
	return ok && -maxSafe <= v && v <= maxSafe
}

func tagged(dst []byte, tag string, value func([]byte) []byte) []byte {
	dst = append(dst, `{"`...)
	dst = append(dst, tag...)
	dst = append(dst, `":`...)
	return append(value(dst), '}')
}

func items(dst []byte, t coreform.Term) []byte {
	dst = append(dst, '[')
	for i, item := range t.Items() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = Append(dst, item)
	}
	return append(dst, ']')
}

// plain reports whether a map is written as an object.
func plain(t coreform.Term) bool {
	for key := range t.Pairs() {
		if name, ok := key.Symbol(); !ok || strings.HasPrefix(name, "$") {
			return false
		}
	}
	return true
}

func object(dst []byte, t coreform.Term) []byte {
	if !plain(t) {
		return tagged(dst, tagMap, func(dst []byte) []byte { return pairs(dst, t) })
	}
	dst = append(dst, '{')
	first := true
	for key, value := range t.Pairs() {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		name, _ := key.Symbol()
		dst = append(quoted(dst, name), ':')
		dst = Append(dst, value)
	}
	return append(dst, '}')
}

func pairs(dst []byte, t coreform.Term) []byte {
	dst = append(dst, '[')
	first := true
	for key, value := range t.Pairs() {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(Append(append(dst, '['), key), ',')
		dst = append(Append(dst, value), ']')
	}
	return append(dst, ']')
}

// quoted appends a JSON string. Line and paragraph separators are escaped, too:
// some readers of lines split there.
func quoted(dst []byte, text string) []byte {
	start := len(dst)
	dst, _ = jsontext.AppendQuote(dst, text) // the text of a term is UTF-8
	if !strings.ContainsAny(text, "\u0085\u2028\u2029\x7f") {
		return dst
	}
	s := string(dst[start:])
	dst = dst[:start]
	for _, r := range s {
		switch r {
		case 0x7F, 0x85, 0x2028, 0x2029:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}
