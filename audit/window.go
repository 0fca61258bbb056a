package audit

import "unicode/utf8"

// Sizes in bytes of the pieces in which a long text is searched. Searches
// return a list, which for hostile text is many times the size of the text: a
// piece bounds it. A piece comes with some text before and after, so that what
// depends on its neighbours is judged as in the whole; only a match that is
// stretched over more than afterPiece by characters that fold to nothing could
// be missed at the end of one piece, and only in a text longer than that.
const (
	pieceSize   = 64 << 10
	beforePiece = 1 << 10
	afterPiece  = 16 << 10
)

// pieces calls f with parts of s: text from offset base, of which the matches
// that start in [from, to) of the part count.
func pieces(s string, f func(part string, base, from, to int)) {
	if len(s) <= pieceSize+afterPiece {
		f(s, 0, 0, len(s))
		return
	}
	for start := 0; start < len(s); {
		end := runeStart(s, min(start+pieceSize, len(s)))
		lo := runeStart(s, max(start-beforePiece, 0))
		hi := runeStart(s, min(end+afterPiece, len(s)))
		f(s[lo:hi], lo, start-lo, end-lo)
		start = end
	}
}

// runeStart moves i forward to where a character begins.
func runeStart(s string, i int) int {
	for n := 0; i < len(s) && n < utf8.UTFMax && !utf8.RuneStart(s[i]); n++ {
		i++
	}
	return i
}
