package serve

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

// masked is a text with its escapes.
type masked struct {
	literal []byte // what goes to the model, as a JSON string
	// judged is its text with round brackets around the escapes. The audit takes
	// an escape outside of a block for data that got out of one, which here it is
	// not; every bracket of the escape in literal is ours, since those of the text
	// are escaped themselves.
	judged string
}

// maskText returns a text with everything escaped that a fence would escape:
// control tokens, fence-shaped text, and characters that nobody sees. It reports
// false where there is nothing to escape, and of a text that holds blocks of its
// own: escaping those would destroy a prompt.
func maskText(text string) (masked, bool) {
	if blocks, _ := fence.Inspect(text); len(blocks) > 0 {
		return masked{}, false
	}
	escaped, ok := mask(text)
	if !ok || escaped == text {
		return masked{}, false
	}
	literal, err := jsontext.AppendQuote(nil, escaped)
	return masked{literal, strings.ReplaceAll(strings.ReplaceAll(escaped, "\u27E6", "("), "\u27E7", ")")}, err == nil
}

// mask is the payload of a block that holds the text. Where line feeds of the
// payload stand for CR LF, they are written out again: there is no fence line to
// say so.
func mask(text string) (string, bool) {
	room := make([]byte, 0, 2*len(text)+1<<10) // an escape is longer than what it stands for
	out, _, err := fence.Seal(room, fence.NewNonce(), fence.Header{N: 1, Kind: fence.Note, Trust: ringfence.Untrusted}, ringfence.NewData(text))
	if err != nil {
		return "", false
	}
	sealed := string(out)
	blocks, err := fence.Scan(sealed)
	if err != nil || len(blocks) != 1 {
		return "", false
	}
	payload := sealed[blocks[0].PayloadStart:blocks[0].PayloadEnd]
	if blocks[0].CRLF {
		payload = strings.ReplaceAll(payload, "\n", "\r\n")
	}
	return payload, true
}
