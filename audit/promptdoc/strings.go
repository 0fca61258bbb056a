package promptdoc

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence/contract"
)

// String is a string of a JSON file, which need not be a prompt. It holds until
// the next one.
type String struct {
	Text string
	Name bool // the name of a member, and not a value
	Span Span

	dec  *jsontext.Decoder
	path []string // by depth, the names of the members that lead to it
}

// Pointer is the JSON pointer of the string. It takes time linear in its length,
// which may be that of the file.
func (s *String) Pointer() string { return string(s.dec.StackPointer()) }

// Under reports whether a member of that name, which is not empty, leads to the
// string or holds it.
func (s *String) Under(name string) bool { return slices.Contains(s.path, name) }

// Path returns the names of the members that lead to the string or, for a name,
// end in it; an element of a list has an empty one. It is shared and holds until
// the next string.
func (s *String) Path() []string { return s.path }

// EachString calls f for every string of a JSON file, names of members
// included, in order. The file is read as strictly as a prompt: it is one value
// of bounded depth, in UTF-8, without duplicate names. The error is a
// *[ringfence.Error] of that, before f is called at all, or what f returned.
func EachString(body []byte, limits contract.Limits, f func(*String) error) error {
	rest, base, err := strict(body, limits)
	if err != nil {
		return err
	}
	dec := newDecoder(rest)
	s := String{dec: dec}
	for {
		before := dec.InputOffset()
		tok, err := dec.ReadToken()
		if err != nil {
			return syntaxError(rest, base, err)
		}
		depth := dec.StackDepth()
		switch tok.Kind() {
		case '{', '[':
			s.path = append(s.path[:depth-1], "")
		case '}', ']':
			s.path = s.path[:depth]
		case '"':
			start := tokenStart(rest, before)
			kind, n := dec.StackIndex(depth)
			s.Text, s.Name = tok.String(), kind == '{' && n%2 == 1
			s.Span = StringSpan(rest[start:dec.InputOffset()], base+start)
			if s.Name {
				s.path[depth-1] = s.Text
			}
			if err := f(&s); err != nil {
				return err
			}
		}
		if depth == 0 {
			return nil
		}
	}
}

// Index is the position in a list that the last part of a pointer names.
func Index(pointer string) (int, bool) {
	n, err := strconv.Atoi(pointer[strings.LastIndexByte(pointer, '/')+1:])
	return n, err == nil && n >= 0
}
