package audit

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// unitZone is a stretch of text with escaped characters in it: %41, &#65;,
// \u0041 and their like, at most unitGap bytes apart.
type unitZone struct {
	how        string
	start, end int
	out        []byte // the zone, decoded
	needless   int    // letters and spaces that need no escape
	plain      []byte // those alone that were escaped
	count      int
}

const (
	// unitGap is how far apart escapes of one zone are.
	unitGap = 48
	// maxZone is how long a zone may grow.
	maxZone = 64 << 10
	// leastUnits is how many letters must be escaped to make a text of them.
	leastUnits = 8
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
	if z.count > 0 && (how != z.how || i-z.end > unitGap || i-z.start > maxZone) {
		z.close(t)
	}
	if z.count == 0 {
		z.how, z.start, z.end = how, i, i
	}
	if gap := t.s[z.end:i]; gap != "" {
		z.out = append(z.out, gap...)
	}
	z.out = appendUnit(z.out, r)
	if r < utf8.RuneSelf && isLetter(byte(r)) || r == ' ' && how != "URL encoding" {
		z.needless++
	}
	z.plain = appendUnit(z.plain, r)
	z.end = i + n
	z.count++
	return i + n
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
	if z.count > 0 {
		// A tag or token may end behind the last escape.
		tail := within(t.s, z.end, unitGap)
		if k := strings.IndexByte(tail, '\n'); k >= 0 {
			tail = tail[:k]
		}
		readable := z.needless >= leastUnits && z.needless*3 >= z.count*2 && textual(string(z.plain))
		t.decoded(z.how, z.start, z.end, string(append(z.out, tail...)), readable)
	}
	// The room stays: source text and web pages have a zone in every other line.
	*z = unitZone{out: z.out[:0], plain: z.plain[:0]}
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
		v, ok := hexDigits(within(s, i+1, 2), 2)
		if !ok {
			return 0, 0, ""
		}
		if v >= utf8.RuneSelf {
			v = -v
		}
		return v, len("%41"), "URL encoding"
	case '&':
		body := within(s, i+1, len("#x10FFFF;")+1)
		k := strings.IndexByte(body, ';')
		if k < 2 {
			return 0, 0, ""
		}
		return entity(body[:k], k+2)
	}
	return backslash(s, i)
}

func entity(name string, n int) (rune, int, string) {
	const how = "HTML entities"
	if number, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if hexa := strings.TrimLeft(number, "xX"); len(hexa) == len(number)-1 {
			base, number = 16, hexa
		}
		v, err := strconv.ParseUint(number, base, 21)
		if err != nil || v > utf8.MaxRune || v == 0 {
			return 0, 0, ""
		}
		return rune(v), n, how
	}
	r, ok := entities[name]
	if !ok {
		return 0, 0, ""
	}
	return r, n, how
}

func backslash(s string, i int) (rune, int, string) {
	body := within(s, i+1, len("u{10FFFF}"))
	if len(body) < 3 {
		return 0, 0, ""
	}
	switch body[0] {
	case 'x':
		if v, ok := hexDigits(body[1:], 2); ok {
			if v >= utf8.RuneSelf {
				v = -v
			}
			return v, len(`\x41`), "escapes"
		}
	case 'u':
		if body[1] == '{' {
			if k := strings.IndexByte(body, '}'); k > 2 {
				if v, err := strconv.ParseUint(body[2:k], 16, 21); err == nil && v <= utf8.MaxRune {
					return rune(v), k + 2, "escapes"
				}
			}
			return 0, 0, ""
		}
		if v, ok := hexDigits(body[1:], 4); ok {
			return v, len(`\u0041`), "escapes"
		}
	}
	return 0, 0, ""
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
