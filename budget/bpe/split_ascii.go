package bpe

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
	// prefix gives, by the first byte, how many bits of the eight bytes need
	// not be letters: 0 or 8 for a word, and noWord for what begins none.
	prefix [256]uint8
	cased  bool // words end where a capital follows a small letter
	slash  bool // '/' goes on with the line ends behind punctuation
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
	f.setPrefixes()
	return f
}

// noWord marks a first byte with which no word begins: no word ends behind so
// many bits.
const noWord = 56

func (f *fastFamily) setPrefixes() {
	for b, start := range f.starters {
		switch start {
		case startLetter:
			f.prefix[b] = 0
		case startPrefix, startSpace, startPunct:
			f.prefix[b] = 8
		default:
			f.prefix[b] = noWord
		}
	}
}

func fastO200K() *fastFamily { return fastFor(true, true, false) }

func fastCL100K() *fastFamily { return fastFor(false, false, true) }

// mayGoOn reports whether a byte behind a word of ASCII may belong to it: a letter
// that is not ASCII, or the apostrophe of a contraction.
func mayGoOn(next byte) bool { return next >= 0x80 || next == '\'' }

// piece returns the length of the piece of plain ASCII at i, or 0 if there is
// none that is certain to end where it seems to. It is for pieces that scan
// leaves. Sixteen bytes of text are there.
func (f *fastFamily) piece(s string, i int) int {
	w := load64(s, i)
	prefix := uint(f.prefix[byte(w)])
	if prefix != noWord {
		word := letters(w)
		if f.cased {
			word = capitalsFirst(word, w, prefix)
		} else {
			word |= uint64(prefix) << 4
		}
		end := ^word & highs
		if end &= -end; end == 0 || end > 0x80<<prefix {
			return 0 // too long a word, or it may go on
		}
	}
	return f.other(s, i) - i
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
