package task

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"strconv"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

const (
	// maxTerms bounds the memory of a module: a term takes more than its shortest
	// source.
	maxTerms = 1 << 18
	// maxPrint is the longest print of a module, in bytes: nesting indents, so
	// that a print can be longer than its source by a factor.
	maxPrint = 8 << 20
	// memoryPath stands for the path of a module that was given as text.
	memoryPath = "<memory>"
)

// module is a module that was read.
type module struct {
	path   string
	source []byte // nil where forms were given as data
	forms  []coreform.Term
	lines  []int // offsets at which lines start

	// The place that was asked for last: places in rising order take one pass.
	seen, column int
}

// load reads the module that an input names. ok is false when out says why not;
// an out that is no outcome means that the work was stopped.
func load(w *Work, c Contract, input coreform.Term, ws Workspace) (m *module, out outcome.Outcome, ok bool) {
	m = &module{path: memoryPath}
	if forms, has := input.Lookup(":input"); has {
		for _, f := range forms.Items() {
			m.forms = append(m.forms, f)
		}
		return m, out, true
	}
	if src, has := input.Lookup(":source"); has {
		s, _ := src.Text()
		m.source = []byte(s)
	} else {
		m.path = text(input, ":path")
		b, err := ws.ReadFile(m.path, MaxSource)
		if err != nil {
			return nil, unreadable(c, m.path, err), false
		}
		m.source = b
	}
	if err := w.Step(int64(len(m.source)/64) + 1); err != nil {
		return nil, out, false
	}
	m.lines = lineStarts(m.source)
	forms, err := coreform.Limits{Bytes: MaxSource, Terms: maxTerms}.ParseModule(m.source)
	if err != nil {
		var e *ringfence.Error
		if !errors.As(err, &e) {
			e = fault(CodeInput, "", "the module cannot be read")
		}
		return nil, c.failed("editor/task/parse-error", m.at(e.Offset), e.Message), false
	}
	m.forms = forms
	return m, out, true
}

// unreadable says why a file was not read: what may not be read is an ERROR, what
// is not there is data.
func unreadable(c Contract, path string, err error) outcome.Outcome {
	var e *ringfence.Error
	if errors.As(err, &e) {
		return Sealed(spawnOp, e)
	}
	msg := "the file cannot be read"
	if errors.Is(err, fs.ErrNotExist) {
		msg = "there is no such file"
	}
	return c.failed("editor/task/module-read-error", path, msg)
}

// Refused is what comes of a task whose path cannot be used, with an error of
// [Workspace]: an ERROR where it may not be named, else data.
func (c Contract) Refused(path string, err error) outcome.Outcome { return unreadable(c, path, err) }

// lineStarts returns the offsets at which lines start.
func lineStarts(src []byte) []int {
	starts := []int{0}
	for i, b := range src {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// at returns the path with line and column of an offset, both from 1; a column
// counts characters. The path alone stands for no offset.
func (m *module) at(offset int64) string {
	if m.source == nil || offset < 0 || offset > int64(len(m.source)) {
		return m.path
	}
	lo, hi := 0, len(m.lines)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; int64(m.lines[mid]) <= offset {
			lo = mid
		} else {
			hi = mid
		}
	}
	if start := m.lines[lo]; m.seen < start || int64(m.seen) > offset || m.column == 0 {
		m.seen, m.column = start, 1
	}
	m.column += utf8.RuneCount(m.source[m.seen:offset])
	m.seen = int(offset)
	return m.path + ":" + strconv.Itoa(lo+1) + ":" + strconv.Itoa(m.column)
}

// hash returns the published hash of a module, in hexadecimal.
func hash(forms []coreform.Term) coreform.Term {
	h := coreform.HashModule(forms)
	return coreform.Str(hex.EncodeToString(h[:]))
}

func parseModule(w *Work, c Contract, input coreform.Term, ws Workspace) outcome.Outcome {
	m, out, ok := load(w, c, input, ws)
	if !ok {
		return out
	}
	return c.Result(nil,
		coreform.Sym(":path"), coreform.Str(m.path),
		coreform.Sym(":module-h"), hash(m.forms),
		coreform.Sym(":form-count"), coreform.Int(int64(len(m.forms))),
	)
}

func fmtCoreform(w *Work, c Contract, input coreform.Term, ws Workspace) outcome.Outcome {
	m, out, ok := load(w, c, input, ws)
	if !ok {
		return out
	}
	printed, err := printModule(w, m.forms)
	if err != nil {
		return stopped(w, err)
	}
	var diagnostics []Diagnostic
	if at := comment(m.source); at >= 0 {
		diagnostics = append(diagnostics, Diagnostic{
			Warn, "editor/task/comments-dropped", m.at(at),
			"the canonical print has no comments, and the source has",
		})
	}
	return c.Result(diagnostics,
		coreform.Sym(":path"), coreform.Str(m.path),
		coreform.Sym(":formatted"), coreform.Str(printed),
		coreform.Sym(":formatted-h"), hash(m.forms),
	)
}

// printModule returns the canonical print of a module, at most maxPrint bytes.
func printModule(w *Work, forms []coreform.Term) (string, error) {
	var out []byte
	for i, f := range forms {
		if err := w.Step(1); err != nil {
			return "", err
		}
		if i > 0 {
			out = append(out, '\n', '\n')
		}
		var err error
		if out, err = f.AppendMax(out, max(maxPrint-len(out), 0)); err != nil {
			return "", fault(CodeLimit, "", "the print of the module is too long")
		}
	}
	return string(append(out, '\n')), nil
}

// stopped is the outcome of work that was stopped by an error: the pool knows why
// where its own limits or the context did it.
func stopped(w *Work, err error) outcome.Outcome {
	var e *ringfence.Error
	if w.err == nil && errors.As(err, &e) {
		return Sealed(spawnOp, e)
	}
	return outcome.Outcome{}
}

// comment returns the offset of the first comment of a source that parses, or -1.
func comment(src []byte) int64 {
	quoted := false
	for i := 0; i < len(src); i++ {
		switch b := src[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case b == ';' && !quoted:
			return int64(i)
		}
	}
	return -1
}
