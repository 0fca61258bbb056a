package audit

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unitZone is a stretch of text with escaped characters in it: %41, &#65;,
// \u0041 and their like, at most unitGap bytes apart. One zone takes all of them:
// who mixes them writes one text.
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
	// unitGap is how far apart escapes of one zone are, and how much of the line
	// before the first and behind the last belongs to it.
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
	case z.count > 0 && i-z.end > unitGap:
		z.close(t)
	case z.count > 0 && i-z.start > maxZone:
		// What goes on over the end of a zone begins in the last bytes of it.
		last := string(z.out[runeStart(string(z.out[max(0, len(z.out)-unitGap):]), 0)+max(0, len(z.out)-unitGap):])
		from := z.end
		z.close(t)
		z.open(i, from, how, last)
	}
	if z.count == 0 && z.how == "" {
		z.open(i, runeStart(t.s, max(t.line, z.end, i-unitGap)), how, "")
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

// close looks at the zone that ends here, and forgets it but for its room.
func (z *unitZone) close(t *textScan) {
	if z.live {
		// A tag or token may end behind the last escape.
		tail := within(t.s, z.end, unitGap)
		if k := strings.IndexByte(tail, '\n'); k >= 0 {
			tail = tail[:k]
		}
		readable := false
		for _, k := range z.kinds {
			readable = readable || k.needless >= leastUnits && k.needless*3 >= k.count*2 && textual(string(k.text))
		}
		how := z.how
		if z.mixed {
			how = unitMixed
		}
		z.marks.raw = within(t.s, z.from, z.end+len(tail)-z.from)
		t.decoded(how, z.start, z.end, string(append(z.out, tail...)), &z.marks, readable)
	}
	// The room stays: source text and web pages have a zone in every other line.
	room := unitZone{out: z.out[:0], end: z.end, marks: marks{at: z.marks.at[:0]}}
	for k := range z.kinds {
		room.kinds[k].text = z.kinds[k].text[:0]
	}
	*z = room
}

// entities are the names of characters that delimiters are made of.
var entities = map[string]rune{
	"lt": '<', "gt": '>', "amp": '&', "quot": '"', "apos": '\'', "sol": '/', "lsqb": '[', "rsqb": ']', "lbrack": '[', "rbrack": ']',
	"vert": '|', "verbar": '|', "lcub": '{', "rcub": '}', "lbrace": '{', "rbrace": '}', "lowbar": '_', "num": '#', "NewLine": '\n', "colon": ':',
	"Lt": '<', "LT": '<', "GT": '>',
}

// escaped reads one escaped character at i. A byte comes as its negative.
func escaped(s string, i int) (r rune, n int, how string) {
	switch s[i] {
	case '%':
		if v, ok := hexDigits(within(s, i+1, 2), 2); ok {
			return asByte(v), len("%41"), unitURL
		}
		if i+1 < len(s) && s[i+1]|0x20 == 'u' {
			if v, ok := hexDigits(within(s, i+2, 4), 4); ok {
				return v, len("%u0041"), unitURL
			}
		}
		return 0, 0, ""
	case '&':
		r, n := entity(s, i+1)
		return r, n, unitEntity
	}
	r, n = backslash(s, i)
	return r, n, unitEscape
}

// asByte returns a byte that is not ASCII as its negative.
func asByte(v rune) rune {
	if v >= utf8.RuneSelf {
		return -v
	}
	return v
}

// entity reads an HTML entity behind its ampersand. Browsers and models do not
// insist on the semicolon of a number and of the oldest names, nor mind zeros
// before a number.
func entity(s string, i int) (rune, int) {
	if i < len(s) && s[i] == '#' {
		return numbered(s, i+1)
	}
	k := i
	for k < len(s) && k-i < maxEntityName && isLetter(s[k]) {
		k++
	}
	if k < len(s) && s[k] == ';' {
		if r, ok := entities[s[i:k]]; ok {
			return r, k + 2 - i
		}
	}
	for _, name := range [...]string{"lt", "gt", "amp", "quot", "LT", "GT", "AMP", "QUOT"} {
		if strings.HasPrefix(s[i:k], name) {
			return entities[strings.ToLower(name)], 1 + len(name)
		}
	}
	return 0, 0
}

// maxEntityName is longer than the names of entities, in bytes.
const maxEntityName = 16

// numbered reads the number of an entity behind "&#".
func numbered(s string, i int) (rune, int) {
	k, base := i, rune(10)
	if k < len(s) && s[k]|0x20 == 'x' {
		k, base = k+1, 16
	}
	first, v := k, rune(0)
	for ; k < len(s); k++ {
		d, ok := hexDigits(s[k:k+1], 1)
		if !ok || d >= base {
			break
		}
		v = min(v*base+d, utf8.MaxRune+1)
	}
	if k == first || v == 0 || v > utf8.MaxRune {
		return 0, 0
	}
	if k < len(s) && s[k] == ';' {
		k++
	}
	return v, k - i + len("&#")
}

// maxBackslashes is how many stand before one escape: strings within strings
// double them.
const maxBackslashes = 8

// backslash reads \x41, \u0041, \u{41}, \U00000041 and octal \101.
func backslash(s string, i int) (rune, int) {
	k := i + 1
	for k < len(s) && s[k] == '\\' && k-i < maxBackslashes {
		k++
	}
	lead := k - i
	body := within(s, k, len("u{10FFFF}"))
	if len(body) < 2 {
		return 0, 0
	}
	switch body[0] {
	case 'x':
		if v, ok := hexDigits(body[1:], 2); ok {
			return asByte(v), lead + len("x41")
		}
	case 'u':
		if body[1] == '{' {
			if k := strings.IndexByte(body, '}'); k > 2 {
				if v, err := strconv.ParseUint(body[2:k], 16, 21); err == nil && v <= utf8.MaxRune {
					return rune(v), lead + k + 1
				}
			}
			return 0, 0
		}
		if v, ok := hexDigits(body[1:], 4); ok {
			return v, lead + len("u0041")
		}
	case 'U':
		if v, ok := hexDigits(body[1:], 8); ok && v >= 0 && v <= utf8.MaxRune {
			return v, lead + len("U00000041")
		}
	case '0', '1':
		return octal(body, lead)
	}
	return 0, 0
}

// octal reads three octal digits that write a visible ASCII character.
func octal(body string, lead int) (rune, int) {
	const digits = 3
	if len(body) < digits {
		return 0, 0
	}
	v := rune(0)
	for _, d := range []byte(body[:digits]) {
		if d < '0' || d > '7' {
			return 0, 0
		}
		v = v<<3 | rune(d-'0')
	}
	if v < ' ' || v >= 0x7F {
		return 0, 0
	}
	return v, lead + digits
}

func hexDigits(s string, n int) (rune, bool) {
	if len(s) < n {
		return 0, false
	}
	var v rune
	for i := range n {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			v = v<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			v = v<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return v, true
}
