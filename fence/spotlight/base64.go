package spotlight

import (
	"encoding/base64"
	"strings"
)

// encoding is strict: the bits after the last byte are zero.
var encoding = base64.StdEncoding.Strict()

// MaxBase64 bounds the length of an encoded text: this many times the text,
// plus three bytes.
const MaxBase64 = 2

// AppendBase64 appends the base64 form of s to dst (RFC 4648, section 4), with
// padding, on one line.
func AppendBase64(dst []byte, s string) []byte { return encoding.AppendEncode(dst, []byte(s)) }

// TrimBase64 is the inverse of [AppendBase64]. ok is false for every other form:
// line ends, other alphabets, missing padding, bits left over.
func TrimBase64(s string) (text string, ok bool) {
	if strings.ContainsAny(s, "\r\n") { // the decoder skips them
		return "", false
	}
	b, err := encoding.DecodeString(s)
	return string(b), err == nil
}
