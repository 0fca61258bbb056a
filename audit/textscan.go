package audit

import (
	"sync"
	"unicode/utf8"
)

// textScan goes once over a text, byte by byte through a table of classes, and
// leads whatever could begin something of interest to the part that judges it.
// Most bytes of prose and code are of no class. Each part looks at a bounded
// number of bytes for a place, or at a zone that is never looked at twice, so
// that the whole is linear.
type textScan struct {
	s      string
	in     setting
	put    sink
	line   int // where the line begins
	judged int // characters up to here are judged
	cur    run // of characters, which goes on up to next
	next   int

	struck, markedTo int // letters with marks at the end of the last segment

	tokens tokenTally
	tags   tagState
	fences fenceState
	breaks fenceBreaks
	images imageState
	units  unitZone
	rows   scattered
	pairs  *pairTable
	room   []byte    // for what runs are decoded to
	below  *textScan // scans what runs and escapes are decoded to, one after the other
}

// setting says what a text is. It never depends on the text itself: nothing in
// data chooses how strictly data is looked at.
type setting struct {
	code  bool // source text by its place or the name of its file
	depth int  // levels of encoding that were taken off
	// answer is true for what a model wrote, which is shown and not read.
	answer bool
	// outside is true for a prompt's own text between blocks, in which triple
	// quotation marks on lines of their own are a pair like code fences.
	outside bool
	// marks says which bytes of a decoded text were encoded; nil for all.
	marks *marks
}

// encoded reports whether any of the bytes start to end came out of an encoding,
// which is what a decoded text is looked at for: the others stand in the text
// around it and were judged there.
func (t *textScan) encoded(start, end int) bool {
	return t.in.marks == nil || t.in.marks.hidden(t.s, start, end)
}

// sink takes what was found in a text.
type sink interface {
	// add records a finding at bytes start to end of the text; end is start
	// where only the beginning is known.
	add(rule string, start, end int, message string)
	// full reports whether a rule has all the findings that are listed. It then
	// counts the one at start to end, so that no message has to be made for it.
	full(rule string, start, end int) bool
}

// class is what a byte can begin.
type class uint8

const (
	classNone    class = iota
	classLine          // line feed
	classAngle         // <
	classBracket       // [ ] {
	classTicks         // ` ~ "
	classUnit          // & % backslash
	classControl       // C0 but TAB, and DEL
	classWide          // the first byte of a character that is not ASCII
)

var classes = func() (t [256]class) {
	for b := range t {
		switch {
		case b == '\n':
			t[b] = classLine
		case b < ' ' && b != '\t', b == 0x7F:
			t[b] = classControl
		case b >= utf8.RuneSelf:
			t[b] = classWide
		}
	}
	for list, c := range map[string]class{
		"<": classAngle, "[]{": classBracket, "`~\"": classTicks, "&%\\": classUnit,
	} {
		for i := range len(list) {
			t[list[i]] = c
		}
	}
	return t
}()

// scans keeps the memory of scans that are over for those to come. A server would
// make garbage of several times the size of its bodies otherwise. No scan depends on
// what is in it. Like garbage it is not wiped, and goes with the next collections.
var scans sync.Pool // of *textScan

// maxRoom is how much room for decoded text one scan leaves to the next, in bytes: as
// much as for zones of escapes, whose length is bounded. A body of a hook has it.
const maxRoom = maxZone

// scanText looks at s for everything but wording, role markers and homoglyphs,
// which have searches of their own.
func scanText(s string, in setting, put sink) {
	t, ok := scans.Get().(*textScan)
	if !ok {
		t = new(textScan)
	}
	t.scan(s, in, put)
	t.forget()
	scans.Put(t) // not when the scan panicked: then nobody knows what it left
}

// forget leaves nothing of a scan but room, of which a large one is not kept.
func (t *textScan) forget() {
	*t = textScan{room: t.room[:0], units: t.units.room(), below: t.below}
	if cap(t.room) > maxRoom {
		t.room = nil
	}
	if t.below != nil {
		t.below.forget()
	}
}

// scan is scanText with the memory of the scan before.
func (t *textScan) scan(s string, in setting, put sink) {
	t.forget()
	t.s, t.in, t.put = s, in, put
	for _, n := range []*tokenCount{
		&t.tokens.strong, &t.tokens.weak, &t.tags.out, &t.tags.like,
		&t.images.remote, &t.images.refs, &t.images.templated, &t.breaks.tokenCount,
	} {
		n.seen.in(s)
	}
	t.run()
	t.flush()
	t.rows.report(t)
	t.tokens.end(t)
	t.tags.end(t)
	t.fences.end(t)
	t.images.end(t)
	t.units.close(t)
	t.runs()
	t.hexPairs()
	t.repeats()
	t.lines()
}

func (t *textScan) run() {
	s := t.s
	for i := 0; i < len(s); {
		c := classes[s[i]]
		if c == classNone {
			i++
			continue
		}
		switch c {
		case classLine:
			t.line = i + 1
			if len(t.images.open) > 0 || t.images.dead > 0 {
				t.paragraph(i + 1)
			}
			i++
		case classAngle:
			t.token(i)
			t.tag(i)
			i++
		case classBracket:
			t.token(i)
			switch s[i] {
			case '[':
				t.opens(i)
			case ']':
				t.cdata(i)
				t.closes(i)
			}
			i++
		case classNone: // passed over above
		case classTicks:
			i = t.ticks(i)
		case classUnit:
			i = t.unit(i)
		case classControl, classWide:
			i = t.segment(i)
		}
	}
}

// at returns the byte at i, or 0 behind the end.
func (t *textScan) at(i int) byte {
	if i < len(t.s) {
		return t.s[i]
	}
	return 0
}

// within returns s from i, at most n bytes of it.
func within(s string, i, n int) string { return s[i:min(i+n, len(s))] }
