package audit

import (
	"bytes"
	"sync"
	"unicode/utf8"
)

// sextets are the values of the letters of both alphabets of base64: who decodes
// one of them often takes the other, too.
var sextets = func() (t [256]byte) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for v := range len(letters) {
		t[letters[v]] = byte(v)
	}
	t['-'], t['_'] = 62, 63
	return t
}()

// decode64 appends what run decodes to; every byte of it is of runBytes. A
// letter that is left over belongs to something else.
func decode64(dst []byte, run string) []byte {
	for ; len(run) >= 4; run = run[4:] {
		v := uint32(sextets[run[0]])<<18 | uint32(sextets[run[1]])<<12 | uint32(sextets[run[2]])<<6 | uint32(sextets[run[3]])
		dst = append(dst, byte(v>>16), byte(v>>8), byte(v))
	}
	if len(run) >= 2 {
		dst = append(dst, sextets[run[0]]<<2|sextets[run[1]]>>4)
	}
	if len(run) == 3 {
		dst = append(dst, sextets[run[1]]<<4|sextets[run[2]]>>2)
	}
	return dst
}

// What a pair of letters of base64 can be a part of, wherever in its group it
// stands.
const (
	pairOpens  = 1 << iota // < or [
	pairCloses             // > or ]
)

// pairTable says of two letters, by their values, what they can be a part of.
type pairTable [64][64]byte

// pairs is the table of all, made for the first text with a run.
var pairs = sync.OnceValue(func() *pairTable {
	t := new(pairTable)
	for a := range byte(64) {
		for b := range byte(64) {
			for _, c := range [...]byte{a<<2 | b>>4, a<<4 | b>>2, a<<6 | b} {
				switch c {
				case '<', '[':
					t[a][b] |= pairOpens
				case '>', ']':
					t[a][b] |= pairCloses
				}
			}
		}
	}
	return t
})

// mayHide reports whether a run can have a bracket that opens and, behind it, one
// that closes under base64. Few words and names can.
func (t *pairTable) mayHide(run string) bool {
	const apart = 4 // letters between the two, at least
	open := -1
	for i := 0; i+1 < len(run); i++ {
		switch p := t[sextets[run[i]]][sextets[run[i+1]]]; {
		case p&pairCloses != 0 && open >= 0 && i-open >= apart:
			return true
		case p&pairOpens != 0 && open < 0:
			open = i
		}
	}
	return false
}

const (
	// leastPiece is the shortest piece of text within other data that is looked at
	// if it has a bracket, in bytes, and longPiece if it has none.
	leastPiece = 5
	longPiece  = 24
)

// isTextByte reports whether b is one of ASCII text.
func isTextByte(b byte) bool {
	return b >= ' ' && b < 0x7F || b == '\n' || b == '\r' || b == '\t'
}

// pieces returns what of b is text, a line for each piece of it. Most bytes of
// other data are not looked at.
func pieces(b []byte) string {
	var out []byte
	for i := leastPiece - 1; i < len(b); {
		from := i
		for k := 1; k < utf8.UTFMax && from > 0 && !utf8.RuneStart(b[from]); k++ {
			from--
		}
		n := textAt(b[from:])
		if from+n <= i {
			i += leastPiece
			continue
		}
		start, end := from, from+n
		for start > 0 && from-start < leastPiece {
			r, n := utf8.DecodeLastRune(b[:start])
			if n == 0 || textAt(b[start-n:start]) == 0 || r == utf8.RuneError {
				break
			}
			start -= n
		}
		for n > 0 {
			for end < len(b) && isTextByte(b[end]) {
				end++
			}
			n = textAt(b[end:])
			end += n
		}
		piece := b[start:end]
		if len(piece) >= longPiece || len(piece) >= leastPiece && bytes.ContainsAny(piece, "<[{") {
			out = append(append(out, piece...), '\n')
		}
		i = end + leastPiece
	}
	return string(out)
}

// textAt returns the length of the character that b begins with, or 0 for what is
// none of a text.
func textAt(b []byte) int {
	switch {
	case len(b) == 0:
		return 0
	case b[0] >= utf8.RuneSelf:
		if b[0] < 0xC2 || len(b) == 1 || utf8.RuneStart(b[1]) {
			return 0 // no character begins so, which is most of what is no text
		}
		if r, n := utf8.DecodeRune(b); r >= 0xA0 && r != utf8.RuneError {
			return n
		}
	case isTextByte(b[0]):
		return 1
	}
	return 0
}

// wideText decodes UTF-16 of mostly ASCII characters: every other byte is zero.
func wideText(b []byte) (string, bool) {
	var zero [2]int
	if len(b) < sample || b[0] != 0 && b[1] != 0 && b[2] != 0 && b[3] != 0 {
		return "", false
	}
	for i, c := range b {
		if c == 0 {
			zero[i&1]++
		}
	}
	for side, n := range zero {
		if n*8 >= len(b)*3 && zero[1-side]*16 <= len(b) {
			return decodeUTF16(b, side == 0), true
		}
	}
	return "", false
}
