package coreform

import (
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
)

// literal reads a string or bytes whose content starts at from. It returns the
// content and moves behind the closing quote. Content without escapes is a part
// of the source and is not copied.
func (p *parser) literal(kind Kind, from int) (string, error) {
	rest := p.src[from:]
	end := strings.IndexByte(rest, '"')
	plain := rest
	if end >= 0 {
		plain = rest[:end]
	}
	// The search for a backslash ends at the quote: over many short literals it
	// would otherwise read the source again for each.
	escape := strings.IndexByte(plain, '\\')
	switch {
	case escape >= 0:
		return p.escaped(kind, from, from+escape)
	case end < 0:
		return "", failAt(CodeUnterminated, p.pos)
	}
	p.pos = from + end + 1
	return plain, nil
}

// escaped reads the rest of a literal whose first escape is at i.
func (p *parser) escaped(kind Kind, from, i int) (string, error) {
	src := p.src
	buf := append(p.scratch[:0], src[from:i]...)
	for i < len(src) {
		c := src[i]
		if c == '"' {
			p.pos = i + 1
			p.scratch = buf
			return p.keep(buf), nil
		}
		if c != '\\' {
			buf = append(buf, c)
			i++
			continue
		}
		if i+1 == len(src) {
			return "", failAt(CodeEscape, i)
		}
		switch e := src[i+1]; e {
		case '\\', '"':
			buf = append(buf, e)
			i += 2
		case 'n':
			buf = append(buf, '\n')
			i += 2
		case 'r':
			buf = append(buf, '\r')
			i += 2
		case 't':
			buf = append(buf, '\t')
			i += 2
		case 'x':
			v, ok := hexRune(src[i+2:], 2)
			if !ok {
				return "", failAt(CodeEscape, i)
			}
			// An octet in bytes, a character in a string.
			if kind == KindBytes {
				buf = append(buf, byte(v))
			} else {
				buf = utf8.AppendRune(buf, v)
			}
			i += 4
		case 'u':
			v, ok := hexRune(src[i+2:], 4)
			if code := unicodeFault(v, ok); code != "" {
				return "", failAt(code, i)
			}
			buf = utf8.AppendRune(buf, v)
			i += 6
		default:
			return "", failAt(CodeEscape, i)
		}
	}
	return "", failAt(CodeUnterminated, p.pos)
}

// unicodeFault returns what is wrong with a \u escape, or "".
func unicodeFault(v rune, ok bool) ringfence.Code {
	switch {
	case !ok:
		return CodeEscape
	case 0xD800 <= v && v <= 0xDFFF:
		return CodeSurrogate
	default:
		return ""
	}
}

// hexValues is the value plus 1 of every hexadecimal digit, and 0 of every other
// byte; it is never written. The digits of a hash are random, so that a table
// costs a fraction of mispredicted comparisons.
var hexValues = [256]uint8{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'a': 11, 'b': 12, 'c': 13, 'd': 14, 'e': 15, 'f': 16,
	'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16,
}

// hexRune reads n hexadecimal digits of either case at the start of s.
func hexRune(s string, n int) (v rune, ok bool) {
	if len(s) < n {
		return 0, false
	}
	for i := range n {
		d := hexValues[s[i]]
		if d == 0 {
			return 0, false
		}
		v = v<<4 | rune(d-1)
	}
	return v, true
}

// textBlock is how much decoded text is allocated at a time, at most.
const textBlock = 16 << 10

// keep returns decoded text as a string. Short texts share blocks, which saves
// an allocation for each of the many hashes of a log.
func (p *parser) keep(text []byte) string {
	if p.block.Cap()-p.block.Len() < len(text) {
		// A new builder: strings given out stay in the old one's memory. All
		// text still to come is no longer than the rest of the source.
		size := min(textBlock, len(p.src)-p.pos)
		p.block = strings.Builder{}
		p.block.Grow(max(size, len(text)))
	}
	start := p.block.Len()
	p.block.Write(text)
	return p.block.String()[start:]
}
