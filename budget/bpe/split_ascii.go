package bpe

import "math/bits"

// Eight bytes of text are looked at together in one word: lows has 0x01 in
// every byte and highs 0x80.
const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

// load64 reads eight bytes at i, the first in the lowest bits. The caller
// makes sure that they are there. The compiler makes one load of it.
func load64(s string, i int) uint64 {
	t := s[i : i+8]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

// letters has the high bit set in each byte of w that is an ASCII letter.
func letters(w uint64) uint64 {
	// Bit 5 makes capitals small. The high bit is taken away before the
	// sums, so that no byte carries into the next one.
	low := (w | 0x20*lows) &^ highs
	fromA := low + (0x80-'a')*lows
	pastZ := low + (0x80-'z'-1)*lows
	return fromA &^ pastZ &^ w & highs
}

// A starter says how a piece that begins with a given byte may go on.
type starter uint8

const (
	startSlow   starter = iota // left to the full scanner
	startLetter                // a word
	startPrefix                // a word may follow this one character
	startSpace                 // like startPrefix, and also before punctuation
	startPunct                 // like startPrefix, and also a run of punctuation
	startDigit
	startBreak // CR or LF
)

// fastFamily is what the look at eight bytes needs to know of a pattern.
type fastFamily struct {
	starters [256]starter
	cased    bool // words end where a capital follows a small letter
	slash    bool // '/' goes on with the line ends behind punctuation
}

// fastFor describes a family of the shape of o200k_base and cl100k_base, for
// numbers of up to three digits.
func fastFor(cased, slash, contractions bool) *fastFamily {
	f := &fastFamily{cased: cased, slash: slash}
	for b := range byte(0x80) {
		switch c := classOf(rune(b)); {
		case c&classLetter != 0:
			f.starters[b] = startLetter
		case c&classNumber != 0:
			f.starters[b] = startDigit
		case c&classNewline != 0:
			f.starters[b] = startBreak
		case b == ' ':
			f.starters[b] = startSpace
		case c&classSpace != 0:
			f.starters[b] = startPrefix
		case b != '\'' || !contractions:
			f.starters[b] = startPunct
		}
	}
	return f
}

var (
	fastO200K  = fastFor(true, true, false)
	fastCL100K = fastFor(false, false, true)
)

// piece returns the length of the piece of plain ASCII at i, or 0 if there is
// none that is certain to end where it seems to. Sixteen bytes of text are
// there.
func (f *fastFamily) piece(s string, i int) int {
	w := load64(s, i)
	start := f.starters[byte(w)]
	if start == startSlow {
		return 0
	}
	prefix := uint(1) // characters that need not be letters
	if start == startLetter {
		prefix = 0
	}
	word := letters(w)
	if f.cased {
		// Capitals first: take away what is below the first byte that is
		// none. What is left of the word is small letters.
		small := word & (w << 2)
		noCapital := (^word | small) & (highs << (8 * prefix))
		word = small | (noCapital-1)&^noCapital&highs
	} else {
		word |= uint64(prefix) << 7
	}
	n := uint(bits.TrailingZeros64(^word&highs)) >> 3
	switch {
	case n <= prefix || start >= startDigit:
		return f.other(s, i) - i
	case n == 8:
		return f.longWord(s, i)
	}
	// A letter that is not ASCII may go on with the word; an apostrophe may
	// begin a contraction that belongs to it.
	if next := byte(w >> (8 * n)); next >= 0x80 || next == '\'' {
		return 0
	}
	return int(n)
}

// longWord returns the length of the word of ASCII at i whose first eight bytes
// belong to it, or 0 if the word does not end within the
// eight behind them. Sixteen bytes of text are there.
func (f *fastFamily) longWord(s string, i int) int {
	w := load64(s, i+8)
	word := letters(w)
	if f.cased {
		small := word & (w << 2)
		below := uint64(0)
		if s[i+7]&0x20 == 0 {
			// Nothing but capitals so far: more may follow.
			noCapital := (^word | small) & highs
			below = (noCapital - 1) &^ noCapital
		}
		word = small | below&highs
	}
	n := bits.TrailingZeros64(^word&highs) >> 3
	if n == 8 {
		return 0
	}
	if next := byte(w >> (8 * uint(n))); next >= 0x80 || next == '\'' {
		return 0
	}
	return 8 + n
}

// other matches at i what does not begin with a letter and is no word, as far
// as it is ASCII. It returns i where that is not certain.
func (f *fastFamily) other(s string, i int) int {
	switch kind := f.starters[s[i]]; kind {
	case startDigit:
		end := i + 1
		for ; end < len(s) && end < i+3; end++ {
			if s[end] >= 0x80 {
				return i
			}
			if f.starters[s[end]] != startDigit {
				break
			}
		}
		return end
	case startPunct, startSpace:
		end := i + 1
		for end < len(s) && f.starters[s[end]] == startPunct {
			end++
		}
		switch {
		case end == len(s) || s[end] >= 0x80 || s[end] == '\'':
			return i
		case end == i+1 && f.starters[s[end]] == startLetter:
			return i
		case end == i+1 && kind == startSpace:
			return f.blank(s, i)
		}
		return newlines(s, end, f.slash)
	case startPrefix, startBreak:
		return f.blank(s, i)
	default:
		return i
	}
}

// blank matches the white space at i as far as it is ASCII. It returns i where
// that is not certain.
func (f *fastFamily) blank(s string, i int) int {
	end, newline := i, i
	for ; end < len(s); end++ {
		switch f.starters[s[end]] {
		case startBreak:
			newline = end + 1
			continue
		case startSpace, startPrefix:
			continue
		default:
		}
		break
	}
	switch {
	case end == len(s) || s[end] >= 0x80:
		return i
	case newline > i:
		return newline
	case end > i+1:
		return end - 1
	case f.starters[s[end]] == startLetter:
		return i
	}
	return end
}
