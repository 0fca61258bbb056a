package audit

import "strings"

// fenceState is the Markdown fences of a text. Data that is put between fences
// gets out by a fence of its own: one that stands behind words instead of on a
// line of its own, or that does not pair with the others.
type fenceState struct {
	char     byte // of the fence that is open, 0 for none
	length   int
	start    int // where its line begins
	info     bool
	literal  bool // a literal in triple quotation marks is open
	body     int  // where its content begins
	mismatch int  // place of a bare fence that did not close the open one, plus 1
	spanLine int  // the line, plus 1, with a span of code that is open
	spanChar byte // what opened the span
	span     int  // how long its marks are
}

// fenceBreaks are the places where data gets out of fences. They make one finding:
// all say the same.
type fenceBreaks struct {
	tokenCount
	message string // of the first
}

// ticks judges a run of backticks, tildes or quotation marks at i.
func (t *textScan) ticks(i int) int {
	c := t.s[i]
	n := i + 1
	for n < len(t.s) && t.s[n] == c {
		n++
	}
	if n-i >= 3 && !t.in.code && !t.in.answer && t.in.depth == 0 {
		t.fence(c, i, n)
	}
	return n
}

// maxIndent is how far into its line a fence may stand behind nothing but
// marks of lists and quotations.
const maxIndent = 64

func (t *textScan) fence(c byte, i, end int) {
	f := &t.fences
	if f.spanLine == t.line+1 {
		if c == f.spanChar && end-i == f.span {
			f.spanLine = 0
		}
		return // within a span of code, or the end of one
	}
	own := i-t.line <= maxIndent && strings.Trim(t.s[t.line:i], " \t>*-+0123456789.)|#/") == ""
	bare := t.bareRest(end)
	switch {
	case !own && !bare, c == '`' && !bare && t.sameLine(end, c):
		f.spanLine, f.spanChar, f.span = t.line+1, c, end-i // a span of code within a line
	case c == '"' && (f.literal && f.char == '"' || !(t.in.outside && own && bare && (f.char == 0 || f.char == '"'))):
		t.quote(i, end, own, bare)
	case !own:
		if f.char == 0 && t.prose(i) {
			t.breakout(i, end, "a code fence behind words: it closes a fence around the data rather than opening one")
		}
	case f.char == 0:
		if c == '~' && t.underlines(i, end) {
			return
		}
		*f = fenceState{char: c, length: end - i, start: i, info: !bare, body: end}
	case c == f.char && end-i >= f.length && bare:
		switch {
		case c == '"' && f.mismatch > 0:
			t.breakout(f.mismatch-1, f.mismatch+2, "a triple quotation mark behind words, which ends a quoted section before its own end")
		case !f.info && i-f.body <= maxQuoted && worded(t.s[f.body:i]):
			t.breakout(f.start, f.body, "a code fence around what is worded like an instruction: a quotation is no place for one")
		}
		*f = fenceState{}
	case c == f.char && bare && f.mismatch == 0:
		f.mismatch = i + 1
	}
}

// quote judges a run of quotation marks. One behind an equals sign or a bracket
// opens a literal of some language, which the next one closes.
func (t *textScan) quote(i, end int, own, bare bool) {
	f := &t.fences
	switch {
	case f.literal:
		f.literal = false
	case f.char == '"' && own && !bare:
		f.literal = true // of a program that is quoted
	case f.char == '"' && !own && bare && end-i == 3 && f.mismatch == 0 && (isLetter(t.s[i-1]) || strings.IndexByte(".!?", t.s[i-1]) >= 0):
		f.mismatch = i + 1 // counts if the section does end on a line of its own
	case !own && !t.prose(i):
		f.literal = true
	case f.char == 0 && end-i == 3 && bare && (!own || t.column(i) < 4):
		t.breakout(i, end, "a triple quotation mark that pairs with none here: it ends a quoted section around the data")
	}
}

// maxQuoted is the most text between two fences that is looked at for wording.
const maxQuoted = 4 << 10

func worded(s string) bool {
	found := false
	phrases(s, func(string, int) { found = true })
	return found
}

func (t *textScan) breakout(start, end int, message string) {
	b := &t.breaks
	if b.count == 0 {
		b.start, b.end, b.message = start, end, message
	}
	b.count++
	b.seen.hit(start, end)
}

// bareRest reports whether nothing but white space follows on the line.
func (t *textScan) bareRest(i int) bool {
	for i < len(t.s) && (t.s[i] == ' ' || t.s[i] == '\t' || t.s[i] == '\r') {
		i++
	}
	return t.at(i) == '\n' || i >= len(t.s)
}

// sameLine reports whether c comes again on the line: no fence has backticks
// behind it.
func (t *textScan) sameLine(i int, c byte) bool {
	rest := t.s[i:]
	if k := strings.IndexByte(rest, '\n'); k >= 0 {
		rest = rest[:k]
	}
	return strings.IndexByte(rest, c) >= 0
}

// column is how far i is indented.
func (t *textScan) column(i int) int {
	n := 0
	for k := t.line; k < i; k++ {
		if t.s[k] == '\t' {
			n += 3
		}
		n++
	}
	return n
}

// prose reports whether a sentence or a word with a space stands before i.
func (t *textScan) prose(i int) bool {
	if i-t.line < 2 || t.s[i-1] != ' ' {
		return false
	}
	k := i - 1
	for k > t.line && t.s[k] == ' ' {
		k--
	}
	return strings.IndexByte(".!?:;,", t.s[k]) >= 0 || t.s[i] != '"' && isLetter(t.s[k])
}

// underlines reports whether a run is the underline of a heading: as long as
// the line before it.
func (t *textScan) underlines(i, end int) bool {
	if t.line < 2 {
		return false
	}
	prev := t.s[max(0, t.line-maxMarker) : t.line-1]
	if k := strings.LastIndexByte(prev, '\n'); k >= 0 {
		prev = prev[k+1:]
	}
	n := len(strings.TrimSpace(prev))
	return n > 0 && n >= end-i-4 && n <= end-i+2
}

func (f *fenceState) end(t *textScan) {
	switch {
	case f.char == 0:
	case f.mismatch > 0:
		t.breakout(f.mismatch-1, f.mismatch+2, "a code fence that pairs with none here: it closes one around the data")
	case !f.info:
		t.breakout(f.start, f.body, "a code fence without a partner here: it closes one around the data")
	}
	if b := &t.breaks; b.count > 0 {
		addAll(t.put, &b.seen, idCodeFence, b.start, b.end, b.message)
	}
}
