package coreform

import "strings"

// class says what a byte can start. A byte of a multi-byte character belongs to
// a symbol, whatever the character: only four characters are white space.
type class uint8

const (
	classSymbol class = iota
	classDigit
	classSpace
	classComment
	classQuote
	classString
	classOpen
	classClose
)

// classes is the class of every byte; it is never written.
var classes = [256]class{
	' ': classSpace, '\t': classSpace, '\n': classSpace, '\r': classSpace,
	';': classComment, '\'': classQuote, '"': classString,
	'(': classOpen, '[': classOpen, '{': classOpen,
	')': classClose, ']': classClose, '}': classClose,
	'0': classDigit, '1': classDigit, '2': classDigit, '3': classDigit, '4': classDigit,
	'5': classDigit, '6': classDigit, '7': classDigit, '8': classDigit, '9': classDigit,
}

// space skips white space and comments, and reports whether anything is left.
func (p *parser) space() bool {
	src, i := p.src, p.pos
	for i < len(src) {
		switch classes[src[i]] {
		case classSpace:
			i++
		case classComment:
			end := strings.IndexByte(src[i:], '\n')
			if end < 0 {
				end = len(src) - i - 1
			}
			i += end + 1
		default:
			p.pos = i
			return true
		}
	}
	p.pos = i
	return false
}

// word returns the end of the run of symbol bytes and digits from i on.
func (p *parser) word(i int) int {
	src := p.src
	for i < len(src) && classes[src[i]] <= classDigit {
		i++
	}
	return i
}

// symbol reads a symbol, nil or a boolean.
func (p *parser) symbol() Term {
	start := p.pos
	p.pos = p.word(start)
	text := p.src[start:p.pos]
	switch text {
	case "nil":
		return Term{}
	case "true", "false":
		return Term{kind: KindBool, text: text}
	default:
		return Term{kind: KindSymbol, text: text}
	}
}

// integer reads an integer, whose sign or first digit is next. The text of the
// source is its canonical form, because no other form is accepted.
func (p *parser) integer() (Term, error) {
	start := p.pos
	p.pos = p.word(start)
	text := p.src[start:p.pos]
	first := len(text) - digits(text)
	for i := first; i < len(text); i++ {
		if classes[text[i]] != classDigit {
			return Term{}, failAt(CodeInteger, start)
		}
	}
	switch {
	case text[first] == '0' && len(text) > 1: // 007, -0
		return Term{}, failAt(CodeInteger, start)
	case len(text)-first > MaxDigits:
		return Term{}, failAt(CodeDigits, start)
	}
	return Term{kind: KindInt, text: text}, nil
}
