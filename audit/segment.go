package audit

import (
	"unicode/utf8"

	"github.com/ringfence/ringfence/fence"
)

// plainRune reports whether r, which is not ASCII, certainly is an ordinary
// visible character: a letter or punctuation of a common block. It decides
// nothing else: what it does not know is looked at. A test holds it against the
// tables.
func plainRune(r rune) bool {
	switch {
	case r < 0xA0:
		return false
	case r < 0x300:
		return r != 0xAD
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3,
		r >= 0x3A3 && r <= 0x482, r >= 0x391 && r <= 0x3A1, r >= 0x3AC && r <= 0x3CE, r >= 0x48A && r <= 0x52F,
		r >= 0x2010 && r <= 0x2027, r >= 0x2030 && r <= 0x205E,
		r >= 0x2190 && r <= 0x23FF, r >= 0x2500 && r <= 0x27BF,
		r >= 0x3000 && r <= 0x3029, r >= 0x3041 && r <= 0x3096, r >= 0x30A1 && r <= 0x30FF,
		r >= 0xFF01 && r <= 0xFF5E:
		return true
	}
	return false
}

// maxGap is how many ASCII characters may stand between two others that are
// judged together, maxSegment how long what is judged together gets, and
// maxBefore how much before it is looked at: neighbours matter, but only direct
// ones, and sequences of emoji have less than that.
const (
	maxGap     = 16
	maxSegment = 512
	maxBefore  = 64
)

// segment passes over characters that are plain. The first that is not is judged
// with its neighbours, once; the return is where to go on.
func (t *textScan) segment(i int) int {
	for i < len(t.s) {
		b := t.s[i]
		if b < utf8.RuneSelf {
			if classes[b] != classControl {
				return i
			}
			if j := t.controls(i); j > i {
				i = j
				continue
			}
			if i >= t.judged && (b != '\r' || t.at(i+1) != '\n') {
				t.judge(i)
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(t.s[i:])
		if i >= t.judged && !plainRune(r) {
			t.judge(i)
		}
		if tokenOpener(r) && i >= t.tokens.until && heads().maybe(t.s, i) {
			t.tokenZone(i)
		}
		if angleLike(r) {
			t.tag(i)
		}
		i += n
	}
	return i
}

// controls takes a row of control characters that begin nothing and mean one
// thing, without the table: files that are no text are full of them. It returns
// where the row ends, or i for none.
func (t *textScan) controls(i int) int {
	const least = 8
	j := i
	for j < len(t.s) && classes[t.s[j]] == classControl && t.s[j] != '\r' && t.s[j] != '\f' && t.s[j] != 0x1B {
		j++
	}
	if i < t.judged || j-i < least {
		return i
	}
	if t.next != i || t.cur.group != groupControl {
		t.flush()
		t.cur = run{group: groupControl, start: i, first: rune(t.s[i]), class: fence.Control}
	}
	t.cur.count += j - i
	t.next, t.judged = j, j
	return j
}

// angleLike are the characters that a reader takes for "<".
func angleLike(r rune) bool {
	switch r {
	case 0x226E, 0xFE64, 0xFF1C, 0x2039, 0x27E8, 0x2329, 0x3008, 0x2C2, 0x1438, 0x276C, 0x276E, 0x2770, 0x2991, 0x29FC:
		return true
	}
	return false
}

// judge looks at the segment around i: from shortly before it to the first
// stretch of plain ASCII behind. What the fence's table says of it is true of
// the whole text, since no character depends on more than its neighbours.
func (t *textScan) judge(i int) {
	lo := i
	for lo > 0 && t.s[lo-1] >= utf8.RuneSelf && i-lo < maxBefore {
		lo--
	}
	lo = max(lo-1, 0)
	for lo < i && !utf8.RuneStart(t.s[lo]) {
		lo++
	}
	hi, gap := i, 0
	for hi < len(t.s) && hi-i < maxSegment && gap < maxGap {
		if b := t.s[hi]; b >= utf8.RuneSelf || classes[b] == classControl {
			gap = 0
		} else {
			gap++
		}
		hi++
	}
	hi = runeStart(t.s, hi)
	// What the last characters are depends on those behind them.
	ahead := runeStart(t.s, min(hi+maxBefore, len(t.s)))
	t.chars(lo, i, hi, ahead)
	t.judged = hi
}
