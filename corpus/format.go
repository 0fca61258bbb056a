package corpus

import (
	"strings"

	"github.com/ringfence/ringfence"
)

// keepFinal is the one value of final-newline.
const keepFinal = "keep"

// Format writes the vector as a file. It fails with a *[ringfence.Error] when
// the fields do not make a valid vector: then [Parse] would not read the result
// back to an equal one. Cost is linear in the payload.
func (v Vector) Format() ([]byte, error) {
	payload := v.Payload.Raw()
	size, ok := expandedSize(v.Repeats)
	if !ok || len(payload) > MaxPayload {
		return nil, fail(CodeSize, ringfence.NoOffset, "payload over the limit", "")
	}
	body, ok := strings.CutSuffix(payload, expand(v.Repeats, size))
	if !ok {
		return nil, fail(CodeBody, ringfence.NoOffset, "payload that does not end in its repeats", "")
	}

	var b strings.Builder
	write := func(i int, text string) {
		if text != "" || fields[i].required {
			b.WriteString(fields[i].key + ": " + text + "\n")
		}
	}
	write(fieldExpect, v.Expect.String())
	write(fieldFamily, v.Family)
	write(fieldSource, v.Source)
	write(fieldCarrier, v.Carrier.String())
	write(fieldCanary, v.Canary)
	write(fieldNote, v.Note)
	write(fieldEncoding, v.Encoding.String())
	write(fieldGen, formatRepeats(v.Repeats))
	keep := v.Encoding != Base64 && strings.HasSuffix(body, "\n")
	if keep {
		write(fieldFinal, keepFinal)
	}
	b.WriteByte('\n')
	switch v.Encoding {
	case Escaped:
		b.WriteString(escape(body, false))
	case Base64:
		b.WriteString(encodeBase64(body))
	default:
		b.WriteString(body)
	}
	if !keep {
		b.WriteByte('\n')
	}
	return v.verified([]byte(b.String()))
}

// verified returns out if it reads back as v: a field can hold what the header
// has no way to write, a line feed for one.
func (v Vector) verified(out []byte) ([]byte, error) {
	back, err := parse(v.Name, out)
	if err != nil {
		return nil, err
	}
	if !back.Equal(v) {
		return nil, fail(CodeHeader, ringfence.NoOffset, "fields that the format cannot hold", "")
	}
	return out, nil
}

// Equal reports whether v and w have equal fields; a payload that is absent
// equals an empty one, which a file cannot tell apart.
func (v Vector) Equal(w Vector) bool {
	if len(v.Repeats) != len(w.Repeats) {
		return false
	}
	for i, r := range v.Repeats {
		if r != w.Repeats[i] {
			return false
		}
	}
	return v.Name == w.Name && v.Family == w.Family && v.Source == w.Source &&
		v.Expect == w.Expect && v.Carrier == w.Carrier && v.Canary == w.Canary &&
		v.Note == w.Note && v.Encoding == w.Encoding && v.Payload.Raw() == w.Payload.Raw()
}
