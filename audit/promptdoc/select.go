package promptdoc

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// Selected is a string of a record that a pointer leads to. It holds until the
// next one.
type Selected struct {
	Text string
	Span Span

	dec *jsontext.Decoder
}

// Pointer is the JSON pointer of the string in its record, without extensions.
// It takes time linear in its length, which may be that of the record.
func (s *Selected) Pointer() string { return string(s.dec.StackPointer()) }

// Place moves an error about the text to the place in the record: the pointer
// leads to the string and on in it, the offset to the byte of the record that
// was read as the one in the text.
func (s *Selected) Place(err error) error {
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return err
	}
	moved := *e
	moved.Pointer = s.Pointer() + e.Pointer
	moved.Offset = s.Span.Start()
	if e.Offset != ringfence.NoOffset {
		moved.Offset = s.Span.Offsets([]int{int(min(e.Offset, int64(len(s.Text))))})[0]
	}
	return &moved
}

// Each calls do for each string of a record that the pointers select, in order
// and once, however many of them lead to it. The record is read as strictly as a
// prompt: it is one JSON value of bounded depth, in UTF-8, without duplicate
// names.
//
// The error is a *[ringfence.Error]. If the record is not such a value, do was
// not called at all. Otherwise do has had every string, and the error says what
// could not be checked, the first thing and how many more:
//
//   - a string of which do returned an error, which [Selected.Place] then moves
//     to its place in the record;
//   - a value that is selected and is no string ([CodePointerType]), unless
//     strings inside of it are selected. Null is the lack of a value;
//   - a pointer that leads to no value ([CodePointerMissing]), unless it begins
//     with another of the pointers, or another with it, that does: then they stand
//     for one text that records have in several forms, such as a string or a
//     list of parts.
//
// It takes time linear in the record, times the number of pointers.
func (f *Fields) Each(record []byte, limits contract.Limits, do func(*Selected) error) error {
	rest, base, err := strict(record, limits)
	if err != nil {
		return notRecord(err)
	}
	s := selection{fields: f, body: rest, base: base, do: do, one: Selected{dec: newDecoder(rest)}}
	if err := s.walk(); err != nil {
		return err
	}
	return s.result()
}

// notRecord is an error about the syntax of a record, with a hint that does not
// speak of prompts.
func notRecord(err error) error {
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Code != contract.CodeSyntax {
		return err
	}
	with := *e
	with.Hint = "fields are selected from JSON in UTF-8, and from nothing else"
	return &with
}

// selection is one walk over a record.
type selection struct {
	fields *Fields
	body   []byte
	base   int64
	do     func(*Selected) error
	one    Selected

	open    []uint64 // for each open object or list: pointers that may lead on
	next    uint64   // pointers that lead to the value of the name just read
	pending []selectedValue
	strings int    // selected so far
	met     uint64 // groups of which something was selected
	first   error  // that could not be checked
	failed  int    // how much could not be
}

// selectedValue is an open object or list that is itself selected.
type selectedValue struct {
	level   int
	start   int64 // in the file
	strings int   // selected before it
}

// walk reads all tokens.
func (s *selection) walk() error {
	dec := s.one.dec
	for {
		before := dec.InputOffset()
		tok, err := dec.ReadToken()
		if err != nil {
			return syntaxError(s.body, s.base, err) // the syntax was checked: not reached
		}
		switch kind := tok.Kind(); kind {
		case '}', ']':
			s.close()
		default:
			if !s.name(tok) {
				s.value(tok, kind, tokenStart(s.body, before))
			}
		}
		if dec.StackDepth() == 0 {
			return nil
		}
	}
}

// name takes a token if it is the name of a member.
func (s *selection) name(tok jsontext.Token) bool {
	depth := s.one.dec.StackDepth()
	kind, n := s.one.dec.StackIndex(depth)
	if tok.Kind() != '"' || kind != '{' || n%2 == 0 {
		return false
	}
	s.next = 0
	if set := s.open[depth-1]; set != 0 {
		name := tok.String()
		s.next = s.fields.below(set, depth-1, &name, -1)
	}
	return true
}

// value takes a string, another scalar, or the beginning of an object or list.
func (s *selection) value(tok jsontext.Token, kind jsontext.Kind, start int64) {
	dec := s.one.dec
	level := len(s.open)
	set := ^uint64(0) // the record itself: below and end know how many there are
	if level > 0 {
		set = s.next
		if in, n := dec.StackIndex(level); in == '[' {
			set = s.fields.below(s.open[level-1], level-1, nil, n-1)
		}
	}
	end := s.fields.end(set, level)
	switch {
	case kind == '{' || kind == '[':
		s.open = append(s.open, set)
		if end != 0 {
			s.met |= s.fields.groups(end)
			s.pending = append(s.pending, selectedValue{level, s.base + start, s.strings})
		}
	case end == 0 || kind == 'n':
	case kind == '"':
		s.met |= s.fields.groups(end)
		s.strings++
		s.one.Text = tok.String()
		s.one.Span = StringSpan(s.body[start:dec.InputOffset()], s.base+start)
		if err := s.do(&s.one); err != nil {
			s.fail(func() error { return s.one.Place(err) })
		}
	default:
		s.met |= s.fields.groups(end)
		s.fail(func() error { return s.noString(s.base + start) })
	}
}

// close ends an object or list.
func (s *selection) close() {
	s.open = s.open[:len(s.open)-1]
	if n := len(s.pending) - 1; n >= 0 && s.pending[n].level == len(s.open) {
		if v := s.pending[n]; v.strings == s.strings {
			s.fail(func() error { return s.noString(v.start) })
		}
		s.pending = s.pending[:n]
	}
}

// fail counts what could not be checked. Only the first error is made.
func (s *selection) fail(why func() error) {
	if s.failed++; s.failed == 1 {
		s.first = why()
	}
}

func (s *selection) noString(at int64) error {
	return &ringfence.Error{
		Code: CodePointerType, Message: "the selected value is no string", Offset: at, Pointer: s.one.Pointer(),
		Hint: "select the strings in it with a longer pointer too, such as /content/*/text",
	}
}

// result is the error of a record that was walked.
func (s *selection) result() error {
	missing := s.fields.groups(^uint64(0)) &^ s.met
	for i := range s.fields.list {
		if missing>>i&1 != 0 { // the group has the bit of its shortest pointer
			s.fail(func() error {
				return &ringfence.Error{
					Code: CodePointerMissing, Message: "the record has no value", Offset: ringfence.NoOffset, Pointer: s.fields.list[i].pointer,
					Hint: "a record in which nothing was looked at would seem clean: leave out such records, or name a member that all have",
				}
			})
		}
	}
	var e *ringfence.Error
	if s.failed > 1 && errors.As(s.first, &e) {
		with := *e
		with.Message += ", and " + strconv.Itoa(s.failed-1) + " more of this record could not be checked"
		return &with
	}
	return s.first
}

// strict is what a JSON file holds, without what may stand before it, and where
// that begins: one value of bounded depth and without duplicate names.
func strict(body []byte, limits contract.Limits) (rest []byte, base int64, err error) {
	if limits.Bytes == 0 {
		limits.Bytes = contract.DefaultBytes
	}
	if limits.Depth == 0 {
		limits.Depth = contract.DefaultDepth
	}
	if len(body) > limits.Bytes {
		return nil, 0, &ringfence.Error{
			Code: contract.CodeSize, Message: "the file is longer than the limit", Offset: int64(limits.Bytes),
			Hint: "raise the limit if files of this size are expected",
		}
	}
	rest, base = trim(body)
	return rest, base, checkSyntax(rest, base, limits.Depth)
}

// tokenStart is where the next token begins, at or after at: separators and
// white space are none.
func tokenStart(body []byte, at int64) int64 {
	for at < int64(len(body)) && bytes.IndexByte([]byte(" \t\r\n,:"), body[at]) >= 0 {
		at++
	}
	return at
}
