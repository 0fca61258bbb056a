package patch

import (
	"bytes"
	"strconv"
	"strings"
)

// Change is a file before and after. nil is a file that is not there: a change
// with Base nil creates it, one with New nil deletes it. An empty file is not
// nil.
type Change struct {
	Path      string
	Base, New []byte
}

// Diff returns a unified diff of files, in the order given. Files that do not
// change are left out. The error has CodePath or CodeSize, with the number of the
// change as pointer. The cost is linear in the texts.
func Diff(changes []Change) ([]byte, error) {
	if len(changes) > MaxFiles {
		return nil, fail(CodeSize, "there are too many files", nil)
	}
	var out []byte
	seen := make(map[string]bool, len(changes))
	all := 0
	for i, c := range changes {
		all += len(c.Base) + len(c.New)
		switch {
		case !validPath(c.Path) || seen[c.Path]:
			return nil, at(i, fail(CodePath, "the path cannot be patched, or is named twice", nil))
		case len(c.Base) > MaxFile || len(c.New) > MaxFile || all > MaxAll:
			return nil, at(i, fail(CodeSize, "the files are longer than allowed", nil))
		case c.Base == nil && c.New == nil:
			return nil, at(i, fail(CodePath, "the file is neither there before nor after", nil))
		}
		seen[c.Path] = true
		f := File{Path: c.Path, Op: c.op(), Hunks: hunks(c.Base, c.New)}
		if f.Op == Modify && len(f.Hunks) == 0 {
			continue
		}
		if out = f.Append(out); len(out) > MaxPatch {
			return nil, at(i, fail(CodeSize, "the patch is longer than allowed", nil))
		}
	}
	return out, nil
}

func (c *Change) op() Op {
	switch {
	case c.Base == nil:
		return Create
	case c.New == nil:
		return Delete
	default:
		return Modify
	}
}

// hunks returns the hunks that turn one text into another.
func hunks(base, next []byte) []Hunk {
	if bytes.Equal(base, next) {
		return nil
	}
	a, b := split(base), split(next)
	x, y, count := intern(a, b)
	del, ins := compare(x, y, count)
	var out []Hunk
	for i, j := 0, 0; ; {
		for i < len(a) && j < len(b) && !del[i] && !ins[j] {
			i, j = i+1, j+1
		}
		if i == len(a) && j == len(b) {
			return out
		}
		before := min(around, i)
		h := Hunk{OldStart: i - before + 1, NewStart: j - before + 1}
		for k := i - before; k < i; k++ {
			h.Lines = append(h.Lines, Line{' ', a[k]})
		}
		for same := 0; same <= 2*around && (i < len(a) || j < len(b)); {
			switch {
			case i < len(a) && del[i]:
				h.Lines, i, same = append(h.Lines, Line{'-', a[i]}), i+1, 0
			case j < len(b) && ins[j]:
				h.Lines, j, same = append(h.Lines, Line{'+', b[j]}), j+1, 0
			default:
				h.Lines, i, j, same = append(h.Lines, Line{' ', a[i]}), i+1, j+1, same+1
			}
		}
		// What stands behind the last change is context.
		last := len(h.Lines)
		for h.Lines[last-1].Op == ' ' {
			last--
		}
		extra := max(0, len(h.Lines)-last-around)
		h.Lines, i, j = h.Lines[:len(h.Lines)-extra], i-extra, j-extra
		out = append(out, h.counted())
	}
}

// counted fills the counts of a hunk, and moves starts without lines back.
func (h Hunk) counted() Hunk {
	for _, l := range h.Lines {
		if l.Op != '+' {
			h.OldLines++
		}
		if l.Op != '-' {
			h.NewLines++
		}
	}
	if h.OldLines == 0 {
		h.OldStart--
	}
	if h.NewLines == 0 {
		h.NewStart--
	}
	return h
}

// Append appends the diff of one file, in the form that Parse reads and that
// version control writes.
func (f *File) Append(dst []byte) []byte {
	before, after := quoteName("a/"+f.Path), quoteName("b/"+f.Path)
	dst = append(dst, "diff --git "+before+" "+after+"\n"...)
	mode := "100644\n"
	if f.Exec {
		mode = "100755\n"
	}
	switch f.Op {
	case Create:
		dst = append(dst, "new file mode "+mode...)
		before = "/dev/null"
	case Delete:
		dst = append(dst, "deleted file mode "+mode...)
		after = "/dev/null"
	case Modify:
	}
	if len(f.Hunks) == 0 {
		return dst
	}
	// A name with a space ends in a tab, or other readers take a part of it.
	tab := func(name string) string {
		if strings.Contains(name, " ") && name[0] != '"' {
			return name + "\t"
		}
		return name
	}
	dst = append(dst, "--- "+tab(before)+"\n+++ "+tab(after)+"\n"...)
	for i := range f.Hunks {
		dst = f.Hunks[i].append(dst)
	}
	return dst
}

func (h *Hunk) append(dst []byte) []byte {
	side := func(sign string, start, lines int) {
		dst = append(dst, sign...)
		dst = strconv.AppendInt(dst, int64(start), 10)
		if lines != 1 {
			dst = append(dst, ',')
			dst = strconv.AppendInt(dst, int64(lines), 10)
		}
	}
	dst = append(dst, "@@"...)
	side(" -", h.OldStart, h.OldLines)
	side(" +", h.NewStart, h.NewLines)
	dst = append(dst, " @@\n"...)
	for _, l := range h.Lines {
		dst = append(append(dst, l.Op), l.Text...)
		if !bytes.HasSuffix(l.Text, []byte{'\n'}) {
			dst = append(dst, "\n"+noNewline+"\n"...)
		}
	}
	return dst
}

// noNewline stands behind a line that ends its file without a line feed.
const noNewline = `\ No newline at end of file`
