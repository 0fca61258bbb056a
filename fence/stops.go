package fence

import "unicode/utf8"

// What a byte asks of the escaper. Bytes of zero are copied in runs.
const (
	stopTrigger = 1 + iota // a pattern can begin here
	stopControl
	stopLine  // only where line feeds stand for CR LF
	stopWide  // begins a character beyond ASCII
	stopTwo   // begins a letter of two bytes that always stands raw
	stopThree // begins an ideograph or syllable of three bytes that always does
)

type stopTable [256]uint8

// makeStops fills the stop tables.
func (t *Table) makeStops() {
	for i := range t.stops {
		b := byte(i)
		t.stops[i] = t.stopOf(b)
		t.crlfStops[i] = t.stops[i]
		if b == '\r' || b == '\n' {
			t.crlfStops[i] = stopLine
		}
	}
}

func (t *Table) stopOf(b byte) uint8 {
	if b >= utf8.RuneSelf {
		if n := plainLead(b); n > 0 && t.leadIsFree(b, n) {
			return stopTwo + uint8(n) - 2 // n is 2 or 3
		}
		return stopWide
	}
	if asciiClass(b) != Plain {
		return stopControl // escaped, whatever begins there
	}
	if _, ok := t.first[rune(b)]; ok {
		return stopTrigger
	}
	return 0
}

// plainLead returns the length of the characters that b begins when all of them
// are plain letters, syllables or ideographs that begin no emoji and are never
// part of a longer decision; 0 otherwise. A test compares it with the classes of
// all characters.
func plainLead(b byte) int {
	switch {
	case b >= 0xC3 && b <= 0xCA, // U+00C0 to U+02BF
		b == 0xD0 || b == 0xD1: // U+0400 to U+047F
		return 2
	case b >= 0xE4 && b <= 0xE9, // U+4000 to U+9FFF
		b == 0xEB || b == 0xEC: // U+B000 to U+CFFF
		return 3
	}
	return 0
}

// leadIsFree reports whether no pattern begins within the fold of a character
// that b begins.
func (t *Table) leadIsFree(b byte, n int) bool {
	low, size := rune(b&0x1F)<<6, rune(1)<<6
	if n == 3 {
		low, size = rune(b&0x0F)<<12, 1<<12
	}
	for r := low; r < low+size; r++ {
		if t.trigger(r) {
			return false
		}
	}
	return true
}

// kana reports letters of the two Japanese syllabaries that are never part of a
// longer decision; they share their lead byte with marks and signs.
func kana(r rune) bool { return r >= 0x3041 && r <= 0x30FF && (r <= 0x3096 || r >= 0x309B) }

// continues reports whether s[i:i+n] are n bytes that continue a character.
func continues(s string, i, n int) bool {
	if i+n > len(s) {
		return false
	}
	for k := range n {
		if s[i+k]&0xC0 != 0x80 {
			return false
		}
	}
	return true
}
