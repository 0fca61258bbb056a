package patch

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
)

// Parse reads a unified diff of one or more files. The error has CodeSyntax,
// CodeUnsupported, CodeSize or CodePath and the offset of the line; the files
// beside it are nil. The cost is linear in the source.
func Parse(src []byte) ([]File, error) {
	if len(src) > MaxPatch {
		return nil, fail(CodeSize, "the patch is longer than allowed", nil)
	}
	p := &parser{src: src}
	var out []File
	seen := map[string]bool{}
	for p.at < len(src) {
		if len(out) == MaxFiles {
			return nil, p.fail(CodeSize, "there are too many files")
		}
		start := p.at
		f, err := p.file()
		if err != nil {
			return nil, err
		}
		if seen[f.Path] {
			p.at = start
			return nil, p.fail(CodePath, "the file is named twice")
		}
		seen[f.Path] = true
		out = append(out, f)
	}
	if len(out) == 0 {
		return nil, p.fail(CodeSyntax, "the patch is empty")
	}
	return out, nil
}

type parser struct {
	src []byte
	at  int
}

func (p *parser) fail(code ringfence.Code, message string) error {
	return &ringfence.Error{Code: code, Message: message, Offset: int64(p.at)}
}

// peek returns the next line without its line feed, whether it has one, and where
// the line after it starts.
func (p *parser) peek() (line string, whole bool, next int) {
	rest := p.src[p.at:]
	end := bytes.IndexByte(rest, '\n')
	if end < 0 {
		return string(rest), false, len(p.src)
	}
	return string(rest[:end]), true, p.at + end + 1
}

// prefix reports whether the next line begins with a text, and returns the rest.
func (p *parser) prefix(text string) (rest string, ok bool) {
	if !bytes.HasPrefix(p.src[p.at:], []byte(text)) {
		return "", false
	}
	line, whole, _ := p.peek()
	return line[len(text):], whole
}

func (p *parser) next() { _, _, p.at = p.peek() }

// unsupported are the headers of what this package does not do.
var unsupported = []string{
	"old mode ", "new mode ", "similarity index ", "dissimilarity index ", "rename ", "copy ", "GIT binary patch", "Binary files ",
}

// header is what stands above the hunks of a file.
type header struct {
	git      string // what follows "diff --git "
	hasGit   bool
	op       Op
	exec     bool
	old, new string
	named    bool // there are lines with --- and +++
}

// file reads the headers and hunks of one file.
func (p *parser) file() (File, error) {
	start := p.at
	h := header{}
	if rest, ok := p.prefix("diff --git "); ok {
		h.git, h.hasGit = rest, true
		p.next()
		if err := p.extended(&h); err != nil {
			return File{}, err
		}
	}
	if err := p.names(&h); err != nil {
		return File{}, err
	}
	f := File{Op: h.op, Exec: h.exec}
	var ok bool
	if f.Path, ok = h.path(); !ok {
		p.at = start
		return File{}, p.fail(CodePath, "the names of the file are no path, or differ")
	}
	for {
		if _, ok := p.prefix("@@ "); !ok {
			break
		}
		hunk, err := p.hunk()
		if err != nil {
			return File{}, err
		}
		f.Hunks = append(f.Hunks, hunk)
	}
	if len(f.Hunks) == 0 && (h.named || f.Op == Modify) {
		return File{}, p.fail(CodeSyntax, "the file has no hunk")
	}
	return f, p.sides(&f)
}

// sides holds that a created file has no line before, and a deleted one none
// after.
func (p *parser) sides(f *File) error {
	for _, h := range f.Hunks {
		if f.Op == Create && h.OldLines > 0 || f.Op == Delete && h.NewLines > 0 {
			return p.fail(CodeSyntax, "a created file has no lines before, and a deleted one none after")
		}
	}
	return nil
}

// extended reads the headers between "diff --git" and the names.
func (p *parser) extended(h *header) error {
	modes := false
	for {
		for _, u := range unsupported {
			if bytes.HasPrefix(p.src[p.at:], []byte(u)) {
				return p.fail(CodeUnsupported, "renames, copies, modes and binary parts are not supported")
			}
		}
		if rest, ok := p.prefix("index "); ok {
			if !indexLine(rest) {
				return p.fail(CodeSyntax, "the index line is none")
			}
			p.next()
			continue
		}
		mode, created := p.prefix("new file mode ")
		deleted := false
		if !created {
			mode, deleted = p.prefix("deleted file mode ")
		}
		if !created && !deleted {
			return nil
		}
		if modes || mode != "100644" && mode != "100755" {
			return p.fail(CodeUnsupported, "only regular files can be created and deleted")
		}
		modes, h.exec, h.op = true, mode == "100755", Create
		if deleted {
			h.op = Delete
		}
		p.next()
	}
}

// indexLine reports whether a text is "HEX..HEX" with an optional mode.
func indexLine(s string) bool {
	hashes, mode, more := strings.Cut(s, " ")
	a, b, ok := strings.Cut(hashes, "..")
	for _, h := range []string{a, b} {
		if len(h) < 4 || len(h) > 64 || strings.Trim(h, "0123456789abcdef") != "" {
			return false
		}
	}
	return ok && (!more || mode == "100644" || mode == "100755")
}

// names reads the lines with --- and +++, which a file without hunks need not
// have.
func (p *parser) names(h *header) error {
	old, ok := p.prefix("--- ")
	if !ok {
		if h.hasGit && h.op != Modify {
			return nil
		}
		return p.fail(CodeSyntax, `a file begins with "diff --git" or "---"`)
	}
	p.next()
	next, ok := p.prefix("+++ ")
	if !ok {
		return p.fail(CodeSyntax, `"+++" follows "---"`)
	}
	h.old, h.new, h.named = headerName(old), headerName(next), true
	op := Modify
	switch {
	case h.old == null && h.new != null:
		op = Create
	case h.new == null && h.old != null:
		op = Delete
	}
	if h.hasGit && op != h.op {
		return p.fail(CodeSyntax, "the headers do not agree about what is created or deleted")
	}
	h.op = op
	p.next()
	return nil
}

// null is the name of a file that is not there. No name with a prefix is it.
const null = "/dev/null"

// headerName returns the name of a header line, "" for none. What follows a tab
// is a time that some writers add.
func headerName(s string) string {
	if name, rest, ok := unquoteName(s); ok {
		if rest != "" && rest[0] != '\t' {
			return ""
		}
		return name
	}
	if strings.HasPrefix(s, `"`) {
		return ""
	}
	name, _, _ := strings.Cut(s, "\t")
	return name
}

// path returns the path that the headers agree on.
func (h *header) path() (string, bool) {
	var path string
	switch {
	case h.named && h.op == Create:
		path = strings.TrimPrefix(h.new, "b/")
	case h.named:
		path = strings.TrimPrefix(h.old, "a/")
	default:
		if path, _, _ = unquoteName(h.git); path != "" {
			path = strings.TrimPrefix(path, "a/")
		} else if n := (len(h.git) - len("a/ b/")) / 2; n > 0 {
			path = h.git[2 : 2+n]
		}
	}
	ok := validPath(path) &&
		(!h.named || h.op == Create || h.old == "a/"+path) &&
		(!h.named || h.op == Delete || h.new == "b/"+path)
	if ok && h.hasGit {
		ok = h.git == "a/"+path+" b/"+path || h.git == quoteName("a/"+path)+" "+quoteName("b/"+path)
	}
	return path, ok
}

// hunk reads one hunk.
func (p *parser) hunk() (Hunk, error) {
	line, _, next := p.peek()
	h, ok := hunkHeader(line)
	if !ok {
		return Hunk{}, p.fail(CodeSyntax, "the line with @@ is none")
	}
	p.at = next
	old, after := h.OldLines, h.NewLines
	for old > 0 || after > 0 {
		line, whole, next := p.peek()
		if !whole {
			return Hunk{}, p.fail(CodeSyntax, "the hunk ends before its counts")
		}
		if line == "" || line[0] != ' ' && line[0] != '-' && line[0] != '+' {
			return Hunk{}, p.fail(CodeSyntax, "a line of a hunk begins with a space, - or +")
		}
		l := Line{Op: line[0], Text: p.src[p.at+1 : next : next]}
		if l.Op != '+' {
			old--
		}
		if l.Op != '-' {
			after--
		}
		if old < 0 || after < 0 {
			return Hunk{}, p.fail(CodeSyntax, "the hunk has more lines than it counts")
		}
		p.at = next
		if p.noNewline() {
			l.Text = l.Text[:len(l.Text)-1]
			if len(l.Text) == 0 || l.Op != '+' && old > 0 || l.Op != '-' && after > 0 {
				p.at = next
				return Hunk{}, p.fail(CodeSyntax, "only a last line, which is not empty, ends without a line feed")
			}
		}
		h.Lines = append(h.Lines, l)
	}
	return h, nil
}

// noNewline takes the line that says that the one before has no line feed.
func (p *parser) noNewline() bool {
	line, _, next := p.peek()
	if line != noNewline {
		return false
	}
	p.at = next
	return true
}

// hunkHeader reads "@@ -a,b +c,d @@", with whatever follows it.
func hunkHeader(s string) (h Hunk, ok bool) {
	rest := strings.TrimPrefix(s, "@@ -")
	old, rest, ok1 := strings.Cut(rest, " +")
	after, _, ok2 := strings.Cut(rest, " @@")
	if !ok1 || !ok2 || !strings.HasPrefix(s, "@@ -") {
		return h, false
	}
	var ok3, ok4 bool
	h.OldStart, h.OldLines, ok3 = hunkRange(old)
	h.NewStart, h.NewLines, ok4 = hunkRange(after)
	return h, ok3 && ok4 && h.OldLines+h.NewLines > 0
}

func hunkRange(s string) (start, lines int, ok bool) {
	first, count, more := strings.Cut(s, ",")
	if !more {
		count = "1"
	}
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 || n > MaxPatch || strconv.Itoa(n) != s {
			return -1
		}
		return n
	}
	start, lines = number(first), number(count)
	return start, lines, start >= 0 && lines >= 0 && (start > 0 || lines == 0)
}
