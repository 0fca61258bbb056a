package promptdoc

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
)

// Codes of fields of records.
const (
	// CodePointer: what should lead to a field is no JSON pointer.
	CodePointer ringfence.Code = "pointer-syntax"
	// CodePointerMissing: a record has nothing where a pointer leads.
	CodePointerMissing ringfence.Code = "pointer-missing"
	// CodePointerType: a pointer leads to a value that is no string.
	CodePointerType ringfence.Code = "pointer-type"
)

// MaxFields is how many pointers a [Fields] takes. Which of them a value of a
// record is on the way of is one machine word.
const MaxFields = 64

// Fields are pointers that select strings of records. They are JSON Pointers
// (RFC 6901) with one extension: a segment "*" stands for every member of an
// object and every element of a list. A segment that is an asterisk itself is
// written "~2", as "~1" is a slash and "~0" a tilde. The empty pointer selects
// the record as a whole.
//
// The zero Fields selects nothing. A Fields is not changed once it is made.
type Fields struct {
	list []field
	ends []uint64 // by number of segments: the pointers that have so many
}

// field is one pointer.
type field struct {
	pointer  string // as it was written
	segments []fieldSegment
	group    uint64 // bit of the shortest pointer that this one goes on from
}

// fieldSegment is one segment of a pointer.
type fieldSegment struct {
	any   bool
	name  string
	index int64 // as an element of a list; -1 for none
}

// ParseFields parses pointers. Those that are there twice count once.
//
// The error is a *[ringfence.Error] with [CodePointer] and the place in the
// pointer; its Pointer is empty, so that it holds no text.
func ParseFields(pointers []string) (*Fields, error) {
	f := new(Fields)
	for _, p := range pointers {
		segments, err := parsePointer(p)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(f.list, func(o field) bool { return slices.Equal(o.segments, segments) }) {
			f.list = append(f.list, field{pointer: p, segments: segments})
		}
	}
	if len(f.list) > MaxFields {
		return nil, pointerError(ringfence.NoOffset, "there are more than "+strconv.Itoa(MaxFields)+" pointers", "one * stands for all members of an object")
	}
	// The shortest come first, so that the first that begins another is its root.
	slices.SortStableFunc(f.list, func(a, b field) int { return len(a.segments) - len(b.segments) })
	for i := range f.list {
		p := &f.list[i]
		root := slices.IndexFunc(f.list, func(o field) bool { return p.goesOnFrom(o) })
		p.group = 1 << root
		for len(f.ends) <= len(p.segments) {
			f.ends = append(f.ends, 0)
		}
		f.ends[len(p.segments)] |= 1 << i
	}
	return f, nil
}

// goesOnFrom reports whether a pointer begins with another, or is it.
func (p field) goesOnFrom(o field) bool {
	return len(o.segments) <= len(p.segments) && slices.Equal(o.segments, p.segments[:len(o.segments)])
}

// parsePointer divides a pointer into its segments.
func parsePointer(p string) ([]fieldSegment, error) {
	const hint = "write it as in /messages/*/content: ~0 is a tilde, ~1 a slash, ~2 an asterisk that is a name"
	switch {
	case p == "":
		return nil, nil
	case p[0] != '/':
		return nil, pointerError(0, "a pointer begins with a slash", hint)
	case !utf8.ValidString(p):
		return nil, pointerError(ringfence.NoOffset, "a pointer is UTF-8", "JSON has no other names")
	}
	var out []fieldSegment
	for i := 0; i < len(p); i++ {
		if p[i] == '~' && (i+1 == len(p) || p[i+1] < '0' || p[i+1] > '2') {
			return nil, pointerError(i, "a tilde in a pointer has 0, 1 or 2 behind it", hint)
		}
	}
	for s := range strings.SplitSeq(p[1:], "/") {
		name := unescapePointer(s)
		out = append(out, fieldSegment{any: s == "*", name: name, index: listIndex(name)})
	}
	return out, nil
}

// unescapePointer replaces ~0 at last, so that ~01 is a tilde and a one.
func unescapePointer(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~2", "*")
	return strings.ReplaceAll(s, "~0", "~")
}

// listIndex is the element of a list that a segment names, -1 for none. Zeros
// in front are not allowed (RFC 6901, section 4).
func listIndex(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != s {
		return -1
	}
	return n
}

func pointerError(at int, message, hint string) error {
	return &ringfence.Error{Code: CodePointer, Message: message, Offset: int64(at), Hint: hint}
}

// below returns which of the pointers in set lead on to a member, or to an
// element where name is nil; they have level segments behind them.
func (f *Fields) below(set uint64, level int, name *string, index int64) uint64 {
	var out uint64
	for i := range f.list {
		if set>>i&1 == 0 || level >= len(f.list[i].segments) {
			continue
		}
		s := &f.list[i].segments[level]
		if s.any || name != nil && s.name == *name || name == nil && s.index == index {
			out |= 1 << i
		}
	}
	return out
}

// end returns which of the pointers in set lead to a value at a level.
func (f *Fields) end(set uint64, level int) uint64 {
	if level >= len(f.ends) {
		return 0
	}
	return set & f.ends[level]
}

// groups returns the groups that pointers are in.
func (f *Fields) groups(set uint64) uint64 {
	var out uint64
	for i := range f.list {
		if set>>i&1 != 0 {
			out |= f.list[i].group
		}
	}
	return out
}
