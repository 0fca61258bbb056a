package fence

import (
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/ucd"
)

// shape is a form that control tokens have in model families that no list
// knows yet: an opener, 1 to maxShape characters of a name, a closer.
type shape struct {
	open, close string
}

// The fullwidth bars of <｜…｜> fold to ASCII, so two shapes cover three in the
// fold; in the text as it stands they are three.
var (
	shapes    = [...]shape{{"<|", "|>"}, {"[|", "|]"}}
	rawShapes = [...]shape{{"<|", "|>"}, {"[|", "|]"}, {"<｜", "｜>"}}
)

// maxShape is the longest name in a shape, in characters of the text or of its
// fold, where a Hangul syllable is one: the longest control token on record has
// 30.
const maxShape = 64

// shapeRune reports whether a rune, folded or as it stands, can be in the name of
// a shape.
func shapeRune(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9',
		r == '_', r == '-', r == '.', r == '▁':
		return true
	case r < 128:
		return false
	}
	c := ucd.CategoryOf(r)
	return c.IsLetter() || c == ucd.Nd
}

// token returns the end of the longest control token, literal or shape, that
// begins within the character of n bytes at s[i], and its index in the table, or
// -1 for a shape. An end of 0 means that there is none. A character can fold to
// several, and each of them can be the first.
func (t *Table) token(s string, i, n int) (end, index int) {
	f := folder{s: s, i: i}
	if n == 1 {
		return t.tokenFrom(f) // ASCII is its own fold
	}
	for {
		from := f
		r, ok := f.next()
		if !ok || from.pend == "" && from.i >= i+n {
			return end, index
		}
		if _, first := t.first[r]; first {
			if e, x := t.tokenFrom(from); e > end {
				end, index = e, x
			}
		}
	}
}

func (t *Table) tokenFrom(from folder) (end, index int) {
	f, at := from, int32(0)
	for {
		r, ok := f.next()
		last := !ok
		if last {
			r = '\n' // the payload is followed by the line feed of the fence
		}
		if at, ok = t.lits.step(at, r); !ok {
			break
		}
		if e := t.lits.nodes[at].end; e > 0 {
			end, index = f.i, e-1
		}
		if last {
			break
		}
	}
	if e := anyShape(from); e > end {
		end, index = e, -1
	}
	return end, index
}

// anyShape returns the end of the longest shape at f, in the fold or in the text
// as it stands.
func anyShape(f folder) (end int) {
	if f.pend == "" {
		if e, known := asciiShape(f.s, f.i); known {
			return e
		}
		end = rawShape(f.s, f.i)
	}
	for _, sh := range shapes {
		end = max(end, sh.match(f))
	}
	return end
}

// asciiShape returns the end of the shape at s[i], where that is known from ASCII
// alone: ASCII is its own fold, so all shapes are one there.
func asciiShape(s string, i int) (end int, known bool) {
	var closer byte
	switch s[i] {
	case '<':
		closer = '>'
	case '[':
		closer = ']'
	default:
		return 0, s[i] < utf8.RuneSelf
	}
	at := func(k int) byte { // the line feed of the fence follows the payload
		if k < len(s) {
			return s[k]
		}
		return '\n'
	}
	if c := at(i + 1); c != '|' {
		return 0, c < utf8.RuneSelf
	}
	name := i + 2
	k := name
	for k <= name+maxShape && at(k) < utf8.RuneSelf && shapeRune(rune(at(k))) {
		k++
	}
	bar, last := at(k), at(k+1)
	switch {
	case k > name+maxShape:
		return 0, true
	case bar != '|' || k == name:
		return 0, bar < utf8.RuneSelf
	case last != closer:
		return 0, last < utf8.RuneSelf
	}
	return k + 2, true
}

func (sh shape) match(f folder) (end int) {
	for k := range len(sh.open) {
		if r, ok := f.next(); !ok || r != rune(sh.open[k]) {
			return 0
		}
	}
	var prev rune
	for n := 0; ; {
		r, ok := f.next()
		switch {
		case !ok:
			return 0
		case r == rune(sh.close[0]) && n > 0:
			if r, ok = f.next(); ok && r == rune(sh.close[1]) {
				return f.i
			}
			return 0
		case !shapeRune(r):
			return 0
		}
		var joined bool
		if prev, joined = compose(prev, r); !joined {
			n++
		}
		if n > maxShape {
			return 0
		}
	}
}

// rawShape returns the end of the shape at s[i] as it stands, without folding: a
// letter can fold to a mark, a space or many letters, and then the fold has no
// shape where a consumer that does not fold sees one.
func rawShape(s string, i int) (end int) {
	for _, sh := range rawShapes {
		if !strings.HasPrefix(s[i:], sh.open) {
			continue
		}
		at := i + len(sh.open)
		for n := 0; n <= maxShape; n++ {
			if n > 0 && strings.HasPrefix(s[at:], sh.close) {
				return at + len(sh.close)
			}
			r, size := utf8.DecodeRuneInString(s[at:])
			if !shapeRune(r) {
				break // also at the end, and at a byte that is not UTF-8
			}
			at += size
		}
	}
	return 0
}

// compose returns what prev and r are together, and whether that is one letter, as
// NFKC has it: a syllable of Hangul of a lead, a vowel and a trail, and a vowel of
// Kirat Rai of two or three. No other letters are made of letters. Where r begins
// a letter, it is returned.
func compose(prev, r rune) (rune, bool) {
	switch {
	case r >= 0x1161 && r <= 0x1175 && prev >= 0x1100 && prev <= 0x1112,
		r >= 0x11A8 && r <= 0x11C2 && prev >= 0x1161 && prev <= 0x1175:
		return r, true
	case r == kiratAI:
		switch prev {
		case kiratE:
			return kiratO, true
		case kiratAI:
			return kiratAII, true
		case kiratO:
			return kiratAU, true
		}
	}
	return r, false
}

// Vowel signs of Kirat Rai and what is composed of them, since Unicode 16.
const (
	kiratE   = 0x16D63
	kiratAI  = 0x16D67
	kiratAII = 0x16D68 // of two AI
	kiratO   = 0x16D69 // of E and AI
	kiratAU  = 0x16D6A // of O and AI
)

// fenceShape returns the end of the fence-shaped text whose first character is
// at s[i]: anything that folds to "<", an optional "/" and a fence word. 0
// means that there is none.
func fenceShape(s string, i int) (end int) {
	f := folder{s: s, i: i}
	r, ok := f.next()
	if !ok || lower(r) != '<' {
		return 0
	}
	if r, ok = f.next(); ok && lower(r) == '/' {
		r, ok = f.next()
	}
	if !ok {
		return 0
	}
	word := wordFrom(lower(r))
	for k := 1; k < len(word); k++ {
		if r, ok = f.next(); !ok || lower(r) != rune(word[k]) {
			return 0
		}
	}
	if word == "" {
		return 0
	}
	return f.i
}

// wordFrom returns the fence word that begins with a letter; empty for none. No two
// begin alike.
func wordFrom(first rune) string {
	for _, w := range words {
		if rune(w[0]) == first {
			return w
		}
	}
	return ""
}
