package audit

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/internal/jsonline"
)

// maxPath is how deep the contracts nest what is of interest here.
const maxPath = 5

// jsonString is a string of a body that was parsed before.
type jsonString struct {
	token jsontext.Token
	// name is true for the name of a member.
	name bool
	// path leads to the string: the name of a member, or "" for an element of a
	// list. A name ends its own path. It is only as deep as maxPath.
	path  [maxPath]string
	index int // position in the first list on the path, or -1
	depth int
	span  promptdoc.Span

	dec *jsontext.Decoder
}

// text is what the string says. Most strings of a body are nobody's business, so
// none is decoded before it is asked for. It holds until the next string.
func (s *jsonString) text() string { return s.token.String() }

// pointer is the JSON pointer of the string. It is made of the reader's state
// and holds until the next string.
func (s *jsonString) pointer() string { return string(s.dec.StackPointer()) }

// eachString calls f for every string of body, which a parser of package
// contract has accepted. Nothing is kept of one string for the next.
func eachString(body []byte, f func(s *jsonString)) error {
	rest := bytes.TrimPrefix(body, []byte(bom))
	base := int64(len(body) - len(rest))
	dec := jsontext.NewDecoder(bytes.NewBuffer(rest),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	s := jsonString{dec: dec}
	for {
		start := jsonline.SkipSpace(rest, dec.InputOffset())
		tok, err := dec.ReadToken()
		if err != nil {
			return walkError(err)
		}
		depth := dec.StackDepth()
		switch k := tok.Kind(); {
		case depth == 0:
			return nil
		case depth > maxPath:
			continue
		case k == '[' || k == '{':
			s.path[depth-1] = ""
			continue
		case k != '"':
			continue
		}
		kind, n := dec.StackIndex(depth)
		s.name = kind == '{' && n%2 == 1
		s.token, s.depth, s.index = tok, depth, firstIndex(dec, depth)
		if s.name {
			s.path[depth-1] = tok.String()
		}
		s.span = promptdoc.StringSpan(rest[start:dec.InputOffset()], base+start)
		f(&s)
	}
}

// bom is the byte order mark of UTF-8.
const bom = "\xEF\xBB\xBF"

// firstIndex returns the position in the outermost list that is open, or -1.
func firstIndex(dec *jsontext.Decoder, depth int) int {
	for d := 1; d <= depth; d++ {
		if kind, n := dec.StackIndex(d); kind == '[' {
			return int(n) - 1
		}
	}
	return -1
}

// walkError is for a body that was parsed and then fails: not reached, but
// never a finding that is missing in silence.
func walkError(err error) error {
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return &ringfence.Error{Code: contract.CodeDuplicate, Message: "an object has the same name twice", Offset: ringfence.NoOffset}
	}
	return &ringfence.Error{Code: contract.CodeSyntax, Message: "the body is not valid JSON", Offset: ringfence.NoOffset}
}
