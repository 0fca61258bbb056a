package audit

import (
	"unicode/utf8"

	"github.com/ringfence/ringfence/fence"
)

// chars judges the characters of s[i:hi]: runs of one group, one right after the
// other, make one finding. lo and ahead are how far neighbours are looked at.
func (t *textScan) chars(lo, i, hi, ahead int) {
	for m := range fence.Characters(t.s[lo:ahead]) {
		at, end := lo+m.Start, lo+m.End
		g := groupOf(m.Class)
		if at < i || at >= hi || g == groupNone {
			continue
		}
		if at != t.next || g != t.cur.group || introduces(m.Rune) {
			t.flush()
			t.cur = run{group: g, start: at, first: m.Rune, class: m.Class}
		}
		t.cur.add(m)
		t.next = end
	}
	t.marked(i, hi)
}

// flush reports the run that ends.
func (t *textScan) flush() {
	r, end := t.cur, t.next
	t.cur = run{}
	if r.count == 0 {
		return
	}
	switch {
	case r.group == groupInvisible && r.count < hiddenRun:
		t.hidden(r, end)
		return
	case introduces(r.first):
		t.terminal(r)
		return
	case r.group == groupControl && r.first == '\f' && r.count == 1:
		r.group = groupUnusual // a page break, as in listings and licences
	case r.group == groupUnusual && r.foreign != fence.Plain:
		t.report(idSeparator, r, end)
		return
	case r.group == groupUnusual && r.class == fence.OpeningMark:
		t.report(idMarked, r, end)
		return
	}
	if id := ruleOfRun(r); id != "" {
		t.rows.long = t.rows.long || id == idInvisibleRun
		t.report(id, r, end)
	}
}

func (t *textScan) report(id string, r run, end int) {
	if !t.put.full(id, r.start, end) {
		t.put.add(id, r.start, end, r.message())
	}
}

// hidden judges a few invisible characters in a row by where they stand. One of
// them may be left over from a web page. One that splits an English word, or
// that no writing system has, is not.
func (t *textScan) hidden(r run, end int) {
	t.scatter(r, end)
	before := r.start > 0 && isLetter(t.s[r.start-1])
	after := isLetter(t.at(end))
	switch {
	case r.first == 0xFEFF && r.count == 1 && (r.start == 0 || t.s[r.start-1] == '\n'):
		// The byte order mark of a file, or of one that was appended to another.
	case r.first == 0xAD && !r.mixed:
		// Soft hyphens say where a word may break: two or three of them, and
		// never behind every letter.
		if before && after && r.start >= 3 && t.s[r.start-3:r.start-1] == "\u00AD" {
			t.split(r, end)
			return
		}
	case before && after, before && r.odd, after && r.odd:
		t.split(r, end)
		return
	}
	t.report(idInvisible, r, end)
}

// split reports invisible characters in a word.
func (t *textScan) split(r run, end int) {
	if !t.put.full(idSplit, r.start, end) {
		t.put.add(idSplit, r.start, end, r.message()+" beside Latin letters: a filter does not find the word, and who reads it sees nothing")
	}
}

// scattered are invisible characters in short rows, each too short by itself.
type scattered struct {
	count, start, end int
	seen              evidence
	long              bool // a row that is long enough was found: that says it
}

const (
	// shortRow is the shortest row that counts, and mixedRow where not all of it
	// is one character: nobody types either.
	shortRow, mixedRow = 4, 2
	// hiddenRows is how many characters in such rows make hidden text: one letter
	// can be a slip.
	hiddenRows = 3 * hiddenRun
)

func (t *textScan) scatter(r run, end int) {
	if r.count < shortRow && (r.count < mixedRow || !r.mixed) {
		return
	}
	c := &t.rows
	if c.count == 0 {
		c.start, c.end, c.seen.text = r.start, end, t.s
	}
	c.count += r.count
	c.seen.hit(r.start, end)
}

// report reports rows that make a text together.
func (c *scattered) report(t *textScan) {
	if c.count >= hiddenRows && !c.long {
		addAll(t.put, &c.seen, idInvisibleRun, c.start, c.end, plural(c.count, "invisible character", "invisible characters")+" in short rows: together they are long enough for hidden text")
	}
}

// oddInvisible are invisible characters that nobody types: fillers, deprecated
// format characters, and joiners that belong to other scripts.
func oddInvisible(r rune) bool {
	switch {
	case r == 0x34F, r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0, r == 0x2800, r >= 0x2061 && r <= 0x2065,
		r >= 0x206A && r <= 0x206F, r >= 0x180B && r <= 0x180F, r >= 0xFFF9 && r <= 0xFFFB, r == 0x17B4, r == 0x17B5,
		r >= 0x1BCA0 && r <= 0x1BCA3, r >= 0x1D173 && r <= 0x1D17A, r == 0xFEFF, r >= 0xFE00 && r <= 0xFE0E, r >= 0xE0100:
		return true
	}
	return false
}

// struckRun is how many Latin letters in a row have each a mark of their own:
// no orthography goes so far, it is text that is struck through or piled over.
const struckRun = 4

// pile is how many marks in a row stand on one letter in no orthography.
const pile = 8

// marked looks for letters that are written over with combining marks.
func (t *textScan) marked(lo, hi int) {
	if lo >= t.markedTo {
		t.struck = 0
	}
	struck, marks, start := t.struck, 0, lo
	lastLetter := false
	if lo > 0 && isLetter(t.s[lo-1]) {
		lastLetter, start = true, lo-1
	}
	for i := lo; i < hi; {
		b := t.s[i]
		if b < utf8.RuneSelf {
			if marks == 0 || !isLetter(b) && b != ' ' {
				struck, start = 0, i
			}
			lastLetter, marks = isLetter(b), 0
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(t.s[i:hi])
		i += n
		if !combining(r) {
			struck, marks, start, lastLetter = 0, 0, i, false
			continue
		}
		if marks == 0 && lastLetter {
			struck++
		}
		marks++
		if struck == struckRun || marks == pile && struck < struckRun {
			if !t.put.full(idMarked, start, i) {
				t.put.add(idMarked, start, i, "letters that are written over with combining marks")
			}
			struck = struckRun + 1 // said once for a row
		}
	}
	t.struck, t.markedTo = struck, hi+1
}

func combining(r rune) bool {
	return r >= 0x300 && r <= 0x36F || r >= 0x1AB0 && r <= 0x1AFF || r >= 0x1DC0 && r <= 0x1DFF || r >= 0x20D0 && r <= 0x20F0
}
