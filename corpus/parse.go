package corpus

import (
	"strings"

	"github.com/ringfence/ringfence"
)

// Parse reads one vector file. The name is the file's path below its folder of
// vectors without the suffix .vec, FAMILY/SLUG. Every error is a
// *[ringfence.Error] with a byte offset into the file, and the vector is then
// the zero value. Cost is linear in the file and the payload.
func Parse(name string, b []byte) (Vector, error) {
	v, err := parse(name, b)
	if err != nil {
		return Vector{}, err
	}
	return v, nil
}

func parse(name string, b []byte) (v Vector, err error) {
	family, slug, _ := strings.Cut(name, "/")
	if !isName(family) || !isName(slug) {
		return v, fail(CodeName, 0, "name that is not FAMILY/SLUG", "use lower-case letters, digits and hyphens")
	}
	if len(b) > MaxFile {
		return v, fail(CodeSize, MaxFile, "file over the limit", "write a big payload with gen")
	}
	head, at, err := splitHeader(b)
	if err != nil {
		return v, err
	}
	v.Name, v.Family = name, head[fieldFamily].text
	if v.Family != family {
		return v, fail(CodeName, head[fieldFamily].offset, "family that is not the folder's name", "")
	}
	v.Source, v.Canary, v.Note = head[fieldSource].text, head[fieldCanary].text, head[fieldNote].text
	if v.Expect, err = parseExpect(head[fieldExpect]); err != nil {
		return v, err
	}
	if v.Carrier, err = parseCarrier(head[fieldCarrier]); err != nil {
		return v, err
	}
	if v.Encoding, err = parseEncoding(head[fieldEncoding]); err != nil {
		return v, err
	}
	if gen := head[fieldGen]; gen.present {
		if v.Repeats, err = parseRepeats(gen); err != nil {
			return v, err
		}
	}
	payload, err := decodeBody(v.Encoding, head[fieldFinal], b[at:], at)
	if err != nil {
		return v, err
	}
	size, ok := expandedSize(v.Repeats)
	if !ok || size > MaxPayload-len(payload) {
		return v, fail(CodeSize, at, "payload over the limit", "")
	}
	payload += expand(v.Repeats, size)
	if !strings.Contains(payload, v.Canary) {
		return v, fail(CodeCanary, head[fieldCanary].offset, "canary that does not occur in the payload", "")
	}
	v.Payload = ringfence.NewData(payload)
	return v, nil
}

// decodeBody returns the part of the payload that the body holds. Offsets in
// errors are into the file, where the body starts at offset at.
func decodeBody(enc Encoding, final value, body []byte, at int) (string, error) {
	if len(body) == 0 || body[len(body)-1] != '\n' {
		return "", fail(CodeBody, at+len(body), "file that does not end in a line feed", "")
	}
	s := string(body[:len(body)-1])
	if final.present && final.text != keepFinal {
		return "", fail(CodeValue, final.offset, "unknown value of final-newline", "the one value is keep")
	}
	if enc == Base64 {
		if final.present {
			return "", fail(CodeHeader, final.offset, "final-newline with base64, which holds its own", "")
		}
		return decodeBase64(s, at)
	}
	switch ends := strings.HasSuffix(s, "\n"); {
	case final.present:
		s += "\n"
	case ends:
		return "", fail(CodeBody, at+len(s), "two line feeds at the end", "a payload that ends in a line feed has final-newline: keep")
	}
	if enc == Escaped {
		return unescape(s, at, false)
	}
	return s, nil
}
