package patch

import (
	"bytes"
	"strconv"

	"github.com/ringfence/ringfence"
)

// Op says what a patch does to a file.
type Op uint8

// What a patch does to a file.
const (
	Modify Op = iota
	Create
	Delete
)

// String returns modify, create or delete.
func (o Op) String() string {
	switch o {
	case Create:
		return "create"
	case Delete:
		return "delete"
	default:
		return "modify"
	}
}

// File is what a patch says of one file.
type File struct {
	Path  string // relative, clean, slash-separated
	Op    Op
	Exec  bool // a created file may be executed
	Hunks []Hunk
}

// Hunk is a run of lines. Starts count from 1; where there are no lines on one
// side, its start is the line after which the others stand.
type Hunk struct {
	OldStart, OldLines int
	NewStart, NewLines int
	Lines              []Line
}

// Line is one line of a hunk.
type Line struct {
	Op   byte   // ' ', '-' or '+'
	Text []byte // with its line feed, unless the file ends without one
}

// Apply returns the text after the hunks, for the text before. Every line that a
// hunk names must be there, at its place. The error has CodeMismatch, with the
// number of the hunk as pointer, or CodeSize. The cost is linear.
func (f *File) Apply(base []byte) ([]byte, error) {
	miss := func(hunk int, message string) error {
		e := fail(CodeMismatch, message, nil)
		e.Pointer = "/" + strconv.Itoa(hunk)
		return e
	}
	if f.Op == Create && len(base) > 0 {
		return nil, miss(0, "the file to create has content")
	}
	lines := split(base)
	out := make([]byte, 0, len(base)+len(base)/8)
	at, written := 0, 0
	put := func(text []byte) bool {
		// What has no line feed is the end.
		if len(out) > 0 && out[len(out)-1] != '\n' {
			return false
		}
		out = append(out, text...)
		written++
		return true
	}
	for i := range f.Hunks {
		h := &f.Hunks[i]
		start := h.OldStart - 1
		if h.OldLines == 0 {
			start = h.OldStart
		}
		if start < at || start > len(lines) {
			return nil, miss(i, "the hunk stands where the file has no such line")
		}
		for ; at < start; at++ {
			if !put(lines[at]) {
				return nil, miss(i, "lines follow one without a line feed")
			}
		}
		want := h.NewStart - 1
		if h.NewLines == 0 {
			want = h.NewStart
		}
		if want != written {
			return nil, miss(i, "the hunk counts other lines after than there are")
		}
		for _, l := range h.Lines {
			if l.Op != '+' {
				if at == len(lines) || !bytes.Equal(lines[at], l.Text) {
					return nil, miss(i, "a line of the hunk is not the one of the file")
				}
				at++
			}
			if l.Op != '-' && !put(l.Text) {
				return nil, miss(i, "lines follow one without a line feed")
			}
		}
		if len(out) > MaxFile {
			return nil, fail(CodeSize, "the file would be longer than allowed", nil)
		}
	}
	for ; at < len(lines); at++ {
		if !put(lines[at]) {
			return nil, miss(len(f.Hunks), "lines follow one without a line feed")
		}
	}
	switch {
	case f.Op == Delete && len(out) > 0:
		return nil, miss(len(f.Hunks), "the file to delete has more content")
	case len(out) > MaxFile:
		return nil, fail(CodeSize, "the file would be longer than allowed", nil)
	}
	return out, nil
}

// Reverse returns the patch that undoes this one.
func (f *File) Reverse() File {
	out := File{Path: f.Path, Op: f.Op, Exec: f.Exec, Hunks: make([]Hunk, len(f.Hunks))}
	switch f.Op {
	case Create:
		out.Op = Delete
	case Delete:
		out.Op = Create
	case Modify:
	}
	for i, h := range f.Hunks {
		r := Hunk{OldStart: h.NewStart, OldLines: h.NewLines, NewStart: h.OldStart, NewLines: h.OldLines, Lines: make([]Line, len(h.Lines))}
		for j, l := range h.Lines {
			switch l.Op {
			case '+':
				l.Op = '-'
			case '-':
				l.Op = '+'
			}
			r.Lines[j] = l
		}
		out.Hunks[i] = r
	}
	return out
}

// at adds the number of a file to the pointer of an error.
func at(file int, err error) error {
	if e, ok := err.(*ringfence.Error); ok { //nolint:errorlint // of this package, not wrapped
		e.Pointer = "/" + strconv.Itoa(file) + e.Pointer
	}
	return err
}
