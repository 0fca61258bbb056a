package audit

import (
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/ucd"
)

// styled reports whether r, which is not ASCII, may be a letter of ASCII in another
// dress: with marks, fullwidth, or a mathematical, circled, raised or lowered letter.
// People and models read words of them as they read others. Letters of other scripts
// that only look so have a rule of their own.
func styled(r rune) bool {
	switch {
	case r >= 0xC0 && r <= 0x24F, r >= 0x1E00 && r <= 0x1EFF, // Latin
		r == 0xAA, r == 0xBA, r >= 0x2B0 && r <= 0x2B8, r >= 0x2E1 && r <= 0x2E3, // raised and lowered
		r >= 0x1D2C && r <= 0x1DBF, r >= 0x2071 && r <= 0x209C, r >= 0x2C7C && r <= 0x2C7D,
		r >= 0xA7F2 && r <= 0xA7F4, r == 0x107A5,
		r >= 0x2102 && r <= 0x217F, r >= 0x24B6 && r <= 0x24E9, r >= 0xFF21 && r <= 0xFF5A, // and the others
		r >= 0x1CCD6 && r <= 0x1CCEF, r >= 0x1D400 && r <= 0x1D6A5, r >= 0x1F12B && r <= 0x1F149:
		return true
	}
	return false
}

// eachStyledPhrase is eachPhrase for wordings in which a letter is styled. Only lines
// with such a letter are read, since no wording goes on over the end of a line.
func eachStyledPhrase(s string, f func(rule string, at, end int)) {
	var p plainLine
	for i := skipASCII(s, 0); i < len(s); i = skipASCII(s, i) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !styled(r) {
			i += n
			continue
		}
		start := strings.LastIndexByte(s[:i], '\n') + 1
		if k := strings.IndexByte(s[i:], '\n'); k >= 0 {
			i += k
		} else {
			i = len(s)
		}
		p.read(s[start:i])
		eachPhrase(string(p.text), func(rule string, at, end int) {
			if p.styled(at, end) {
				f(rule, start+p.from[at], start+p.from[end])
			}
		})
	}
}

// plainLine is a line with its styled letters as those of ASCII.
type plainLine struct {
	line string
	text []byte
	from []int // where each byte of the text stands in the line, and the end of that
}

func (p *plainLine) read(line string) {
	p.line, p.text, p.from = line, p.text[:0], p.from[:0]
	for i := 0; i < len(line); {
		r, n := rune(line[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(line[i:])
		}
		folded := ""
		if styled(r) {
			folded, _ = ucd.Fold(r)
		}
		if len(folded) == 1 {
			p.text, p.from = append(p.text, folded[0]), append(p.from, i)
		} else {
			p.text = append(p.text, line[i:i+n]...)
			for k := range n {
				p.from = append(p.from, i+k)
			}
		}
		i += n
	}
	p.from = append(p.from, len(line))
}

// styled reports whether one of the letters from at to end is.
func (p *plainLine) styled(at, end int) bool {
	for k := at; k < end; k++ {
		if letters[p.text[k]] && p.line[p.from[k]] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}
