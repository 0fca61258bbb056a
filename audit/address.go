package audit

import (
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/jsonline"
)

// Addresses are judged as what shows a text reads them: character references and
// backslashes are decoded first, and browsers take a backslash for a slash.

// isLead reports whether b may stand before an address: white space and what
// browsers strip, brackets and quotation marks.
func isLead(b byte) bool { return b <= ' ' || b == '<' || b == '"' || b == '\'' }

// skipLead returns where the address behind i begins. No lead holds a bracket or
// an equals sign, so that none is looked at twice.
func skipLead(s string, i int) int {
	for i < len(s) {
		b, n := literal(s, i)
		escapedQuote := s[i] == '\\' && (b == '"' || b == '\'')
		if !isLead(b) || s[i] == '\\' && !escapedQuote {
			break
		}
		i += n
	}
	return i
}

// remote reports whether an address behind i leads to another host. markup is
// true in a tag, where a backslash stands for itself.
func remote(s string, i int, markup bool) bool {
	i = skipLead(s, i)
	if i >= len(s) {
		return false
	}
	next := func() byte {
		for i < len(s) {
			b, n := literal(s, i)
			if markup && s[i] == '\\' {
				b, n = '\\', 1
			}
			i += n
			if b != '\t' && b != '\n' && b != '\r' { // which browsers leave out
				return b
			}
			if n == 1 {
				return ' ' // of the text itself: it ends the address
			}
		}
		return ' '
	}
	b := next()
	if b == '/' || b == '\\' {
		b = next()
		return b == '/' || b == '\\'
	}
	for _, want := range []byte("http") {
		if b|0x20 != want {
			return false
		}
		b = next()
	}
	if b|0x20 == 's' {
		b = next()
	}
	return b == ':' && strings.IndexByte(" \"'<>)", next()) < 0
}

// literal reads the character at i of Markdown or HTML: a character reference, one
// behind a backslash, or the byte itself. What is not ASCII is its first byte.
func literal(s string, i int) (b byte, n int) {
	switch s[i] {
	case '\\':
		if i+1 < len(s) && isPunctuation(s[i+1]) {
			return s[i+1], 2
		}
	case '&':
		// Without its semicolon a name is read by none: "?a=1&lt=2" has a "lt".
		if r, n := entity(s, i+1); n > 0 && r < utf8.RuneSelf && (s[i+1] == '#' || s[i+n-1] == ';') {
			return byte(r), n
		}
	}
	return s[i], 1
}

func isPunctuation(b byte) bool {
	return b > ' ' && b < 0x7F && !letters[b] && (b < '0' || b > '9')
}

// address looks at the address behind i for places to fill in behind its "?".
func (t *textScan) address(i int) {
	if t.images.templated.count >= maxCounted {
		return // a text full of addresses costs no more
	}
	i = skipLead(t.s, i)
	if i >= t.images.runEnd {
		t.images.runEnd, t.images.fillIn = lastFillIn(t.s, i)
	}
	if i <= t.images.fillIn {
		t.images.templated.hit(i, min(t.images.runEnd, i+maxAddress))
	}
}

// lastFillIn goes over the text from i to white space or a bracket that ends any
// address, and returns where that is, and the last question mark that has a place
// to fill in behind it, or -1. For all addresses within, that is all there is to
// know.
func lastFillIn(s string, i int) (end, question int) {
	const (
		none   = iota
		value  // behind "=": a place may begin
		begun  // behind "?" or "&"
		dollar // behind "$" of those
	)
	state, last, question := none, -1, -1
	for i < len(s) && s[i] > ' ' {
		b, n := literal(s, i)
		quoted := false
		if s[i] == '%' && state != none {
			if v, ok := jsonline.HexDigits(within(s, i+1, 2), 2); ok && v < 0x80 {
				b, n, quoted = byte(v), 3, true
			}
		}
		open := b == '{' || state == value && (b == '<' || b == '[') || state == dollar && b == '('
		if open && state != none && last >= 0 {
			question = last
		}
		if s[i] == '<' || s[i] == '>' {
			break
		}
		switch {
		case b == '$' && (state == value || state == begun):
			state = dollar
		case quoted:
			state = none
		case b == '?':
			state, last = begun, i
		case b == '&':
			state = begun
		case b == '=':
			state = value
		default:
			state = none
		}
		i += n
	}
	return i, question
}
