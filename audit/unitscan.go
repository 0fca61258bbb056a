package audit

import (
	"unicode/utf16"
	"unicode/utf8"
)

// unitZone is a stretch of text with escaped characters in it: %41, &#65;,
// \u0041 and their like, not far apart: see unitGap. One zone takes all of them: who
// mixes them writes one text.
type unitZone struct {
	how        string // of the first escape
	mixed      bool   // others are of another kind
	from       int    // where the raw text before the first escape begins
	start, end int
	out        []byte           // the zone, decoded
	marks      marks            // the bytes of out that were encoded
	kinds      [unitKinds]plain // of each kind by itself, so that none dilutes another
	count      int
	live       bool // an escape of it can be part of something, see lone
	high       rune // the first half of a pair, which ends at z.end
	bare       bool // an entity ends at z.end whose semicolon may be an escape
}

// plain is what was escaped of one kind.
type plain struct {
	needless, count int    // letters and spaces that need no escape, and all
	text            []byte // without what stands between
}

const (
	// unitGap is how many bytes that are no white space stand between escapes of one
	// zone at most, and how many of the line before the first and of what is behind
	// the last belong to it.
	unitGap = 48
	// maxZone is how long a zone may grow.
	maxZone = 64 << 10
	// leastUnits is how many letters must be escaped to make a text of them.
	leastUnits = 8
)

// The kinds of escapes, as findings call them.
const (
	unitURL    = "URL encoding"
	unitEntity = "HTML entities"
	unitEscape = "escapes"
	unitMixed  = "mixed escapes"
	unitKinds  = 3
)

// unit looks at "&", "%" or a backslash, and returns where to go on.
func (t *textScan) unit(i int) int {
	if t.in.depth >= maxDepth {
		return i + 1
	}
	r, n, how := escaped(t.s, i)
	if n == 0 {
		return i + 1
	}
	z := &t.units
	switch {
	case z.count > 0 && t.apart(z.end, i):
		z.close(t)
	case z.count > 0 && i-z.start > maxZone:
		// What goes on over the end of a zone begins in the last bytes of it.
		last := string(z.out[runeStart(string(z.out[max(0, len(z.out)-unitGap):]), 0)+max(0, len(z.out)-unitGap):])
		from := z.end
		z.close(t)
		z.open(i, from, how, last)
	}
	if z.count == 0 && z.how == "" {
		z.open(i, t.before(i), how, "")
	}
	z.out = append(z.out, t.s[z.end:i]...)
	if z.end < i {
		z.high, z.bare = 0, false
	}
	z.mixed = z.mixed || how != z.how
	z.live = z.live || !lone(r, t.at(i+n))
	if !z.bare || r != ';' {
		z.put(r, kindOf(how), t.s[i+n-1])
	}
	z.bare = how == unitEntity && t.s[i+n-1] != ';'
	z.end = i + n
	z.count++
	return i + n
}

// lone reports whether an escaped character r before the byte next is an ampersand
// that begins no entity. Nothing that is looked for in what escapes are read to
// has one in it, and links and web pages are full of them.
func lone(r rune, next byte) bool { return r == '&' && !isLetter(next) && next != '#' }

// open begins a zone at i, with the raw text behind the place from, and with what came
// out of the zone before.
func (z *unitZone) open(i, from int, how, last string) {
	z.how, z.from, z.start, z.end = how, from, i, from
	z.out = append(z.out, last...)
}

// put appends a character. One half of a pair and the other make one.
func (z *unitZone) put(r rune, kind int, last byte) {
	k := &z.kinds[kind]
	z.marks.add(len(z.out), runBytes[last])
	if whole := utf16.DecodeRune(z.high, r); whole != utf8.RuneError {
		const half = len("\uFFFD")
		z.out, k.text, r = z.out[:len(z.out)-half], k.text[:max(0, len(k.text)-half)], whole
	}
	z.high = 0
	if utf16.IsSurrogate(r) {
		z.high = r
	}
	z.out, k.text = appendUnit(z.out, r), appendUnit(k.text, r)
	if r >= 0 && r < utf8.RuneSelf && isLetter(byte(r)) || r == ' ' && kind != 0 {
		k.needless++
	}
	k.count++
}

func kindOf(how string) int {
	switch how {
	case unitURL:
		return 0
	case unitEntity:
		return 1
	}
	return unitKinds - 1
}

// appendUnit appends a byte of a URL or \x escape as itself, so that UTF-8 of
// several escapes joins.
func appendUnit(dst []byte, r rune) []byte {
	if r < 0 {
		return append(dst, byte(-r))
	}
	return utf8.AppendRune(dst, r)
}

// before returns where the raw text begins that may belong to a zone which begins
// at i.
func (t *textScan) before(i int) int {
	lo := max(t.line, t.units.end)
	k := i
	for left := unitGap; k > lo && left > 0; k-- {
		if !isBlank(t.s[k-1]) {
			left--
		}
	}
	return runeStart(t.s, k)
}

// apart reports whether two escapes are in different zones: one that ends at from
// and one at i.
func (t *textScan) apart(from, i int) bool {
	if i-from <= unitGap {
		return false
	}
	left := unitGap
	for ; from < i && left >= 0; from++ {
		if !isBlank(t.s[from]) {
			left--
		}
	}
	return left < 0
}

// tail appends what may belong to a zone that ends at i, and returns where that
// ends: a tag or token may end behind the last escape, on another line too. White
// space in a row is as one, and ends the line if any of it does.
func (t *textScan) tail(dst []byte, i int) ([]byte, int) {
	from := len(dst)
	for left := unitGap; i < len(t.s) && left > 0; i++ {
		b, n := t.s[i], len(dst)
		switch {
		case !isBlank(b):
			left--
			dst = append(dst, b)
		case n == from || !isBlank(dst[n-1]):
			dst = append(dst, b)
		case b == '\n':
			dst[n-1] = b
		}
	}
	return dst, i
}

// close looks at the zone that ends here, and forgets it but for its room.
func (z *unitZone) close(t *textScan) {
	if z.live {
		readable := false
		for _, k := range z.kinds {
			readable = readable || k.needless >= leastUnits && k.needless*3 >= k.count*2 && textual(string(k.text))
		}
		how := z.how
		if z.mixed {
			how = unitMixed
		}
		var end int
		z.out, end = t.tail(z.out, z.end)
		z.marks.raw = t.s[z.from:end]
		t.decoded(how, z.start, z.end, string(z.out), &z.marks, readable)
	}
	// The room stays: source text and web pages have a zone in every other line.
	end := z.end
	*z = z.room()
	z.end = end
}

// room is a zone that has nothing but the memory of z.
func (z *unitZone) room() unitZone {
	room := unitZone{out: z.out[:0], marks: marks{at: z.marks.at[:0]}}
	for k := range z.kinds {
		room.kinds[k].text = z.kinds[k].text[:0]
	}
	return room
}
