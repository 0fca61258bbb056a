package bpe

import (
	"strings"
	"unicode/utf8"
)

// An Appender counts a text that arrives in parts. Its count is always that of
// the whole text so far, although only the end of it is looked at again: what
// is appended can change the last two pieces, no others.
//
// The zero value is not usable; see [Encoding.NewAppender]. An Appender is not
// safe for concurrent use. Time is linear in the text appended plus, for each
// call of Count, the length of the last two pieces; a piece that grows beyond
// 256 bytes is not counted anew but continued, except in FamilyDeepSeekV3.
type Appender struct {
	encoding *Encoding
	settled  int              // tokens of the pieces that stay
	text     *strings.Builder // what is not settled, repaired, and some settled text before it
	from     int              // where the part that is not settled begins
	pieces   []piece          // the last pieces when they were last counted, before is not used
	counted  int              // how much of text has been counted
	count    int              // tokens of the whole text up to counted
	run      *longRun         // the last piece, if it is long
	runCount int              // tokens of the text before run
	part     string           // the beginning of a code point whose end has not come
}

// NewAppender returns an appender for an empty text.
func (e *Encoding) NewAppender() *Appender { return &Appender{encoding: e, text: new(strings.Builder)} }

// Append adds s to the text. A code point may be divided between two calls.
func (a *Appender) Append(s string) {
	if a.part != "" {
		s = a.part + s
	}
	cut := completeLen(s)
	a.part = strings.Clone(s[cut:])
	a.text.WriteString(repair(s[:cut]))
}

// Count returns the number of tokens of the text so far, without the bytes at
// its end that may be the beginning of a code point.
func (a *Appender) Count() int {
	text := a.text.String()
	if len(text) == a.counted {
		return a.count
	}
	if !a.goOn(text) {
		a.recount(text)
	}
	a.counted = a.text.Len()
	return a.count
}

// Finish declares the text complete and returns its count. Bytes that were the
// beginning of a code point count as U+FFFD each.
func (a *Appender) Finish() int {
	a.text.WriteString(repair(a.part))
	a.part = ""
	return a.Count()
}

// completeLen returns the length of s without an unfinished code point at its
// end.
func completeLen(s string) int {
	for n := 1; n < utf8.UTFMax && n <= len(s); n++ {
		if last := s[len(s)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRuneInString(last) {
				return len(s) - n
			}
			break
		}
	}
	return len(s)
}

// goOn counts by continuing the last piece, if it is long and all that was
// appended belongs to it.
func (a *Appender) goOn(text string) bool {
	r := a.run
	if r == nil {
		return false
	}
	r.text = text
	for r.end < len(text) {
		if !r.goesOn() {
			a.run = nil
			return false
		}
		_, width := classAt(text, r.end)
		r.follow(r.end + width)
	}
	a.count = a.runCount + r.count()
	return true
}

// recount splits and counts all that is not settled.
func (a *Appender) recount(text string) {
	e := a.encoding
	w := e.getWork()
	defer e.putWork(w)
	known := a.pieces
	pieces := make([]piece, 0, 4)
	n := a.settled
	for i := a.from; i < len(text); {
		p := piece{start: i, end: e.next(text, i)}
		for len(known) > 0 && known[0].start < i {
			known = known[1:]
		}
		if len(known) > 0 && known[0].start == i && known[0].end == p.end {
			p.count = known[0].count
		} else {
			p.count = e.countPiece(w, text, i, p.end)
		}
		n += p.count
		i = p.end
		pieces = append(pieces, p)
		if len(pieces) > 2 {
			a.settled += pieces[0].count
			a.from = pieces[0].end
			pieces = append(pieces[:0], pieces[1:]...)
		}
	}
	a.pieces, a.count = pieces, n
	a.compact()
	a.startRun()
}

// compact drops settled text when it is more than what is not settled.
func (a *Appender) compact() {
	text := a.text.String()
	if a.from <= len(text)/2 || a.from < longPiece {
		return
	}
	rest := new(strings.Builder)
	rest.WriteString(text[a.from:])
	for i := range a.pieces {
		a.pieces[i].start -= a.from
		a.pieces[i].end -= a.from
	}
	a.text, a.from = rest, 0
}

// startRun begins to follow the last piece if it is long.
func (a *Appender) startRun() {
	e := a.encoding
	if len(a.pieces) == 0 || e.family == FamilyDeepSeekV3 {
		return
	}
	last := a.pieces[len(a.pieces)-1]
	if last.end-last.start <= max(longPiece, e.vocab.longest) {
		return
	}
	a.run = new(longRun)
	a.run.begin(e, a.text.String(), last.start)
	// What the piece is made of decides how it goes on.
	for a.run.end < last.end {
		if a.run.end > last.start && !a.run.goesOn() {
			a.run = nil // a contraction ends it
			return
		}
		_, width := classAt(a.run.text, a.run.end)
		a.run.follow(a.run.end + width)
	}
	a.runCount = a.count - last.count
}
