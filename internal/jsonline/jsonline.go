// Package jsonline writes JSON records, one a line, with as few escapes as JSON
// allows: a quotation mark, a backslash and C0 controls. Everything else stays
// as it is, invalid UTF-8 included, because a fence escapes it after; nothing is
// escaped for HTML, because a model reads better what is not.
//
// It also reads what JSON in its raw form is made of: escapes, their digits and the
// space between tokens.
//
// It imports nothing of this module. All functions are linear and safe for
// concurrent use; an [Object] belongs to one goroutine.
package jsonline

import "strconv"

const hexLower = "0123456789abcdef"

// AppendString appends s as a JSON string.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := range len(s) {
		b := s[i]
		if b >= ' ' && b != '"' && b != '\\' {
			continue
		}
		dst = append(dst, s[start:i]...)
		start = i + 1
		switch b {
		case '"', '\\':
			dst = append(dst, '\\', b)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexLower[b>>4], hexLower[b&0xF])
		}
	}
	return append(append(dst, s[start:]...), '"')
}

// Object builds one JSON object, members in the order given.
type Object struct {
	b []byte
}

// key appends a member name; o is an open object.
func (o *Object) key(k string) {
	if len(o.b) == 0 {
		o.b = append(o.b, '{')
	} else {
		o.b = append(o.b, ',')
	}
	o.b = append(AppendString(o.b, k), ':')
}

// String adds a member with a string value.
func (o *Object) String(k, v string) {
	o.key(k)
	o.b = AppendString(o.b, v)
}

// Int adds a member with a whole number.
func (o *Object) Int(k string, v int) {
	o.key(k)
	o.b = strconv.AppendInt(o.b, int64(v), 10)
}

// True adds a member with the value true.
func (o *Object) True(k string) {
	o.key(k)
	o.b = append(o.b, "true"...)
}

// Object adds a member whose value is another object.
func (o *Object) Object(k string, v *Object) {
	o.key(k)
	o.b = append(o.b, v.Line()...)
}

// Len is the number of bytes so far; 0 when there is no member.
func (o *Object) Len() int { return len(o.b) }

// Line returns the object without a line feed.
func (o *Object) Line() string {
	if len(o.b) == 0 {
		return "{}"
	}
	return string(o.b) + "}"
}
