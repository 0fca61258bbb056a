package audit

import (
	"html"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/jsonline"
	"github.com/ringfence/ringfence/internal/ucd"
)

// spelling is one way to read a text, and where each byte of it came from.
type spelling struct {
	text string
	from []int // with the end of the text behind the last; nil for the text as it stands
	to   []int // where what each byte came from ends; nil where that is where the next begins
}

// place returns where the byte at i came from, or the end for the end.
func (s spelling) place(i int) int {
	if s.from == nil {
		return i
	}
	return s.from[i]
}

// end returns where what came to lie before places[k] ends.
func (s spelling) end(places []int, k int) int {
	if s.to == nil {
		return s.place(places[k])
	}
	return s.to[places[k-1]]
}

// eachSpelling calls f with the ways to read a text in which a string can have
// been written: as it stands, with up to two levels of the escapes of JSON, of HTML
// and of URLs taken off, in any order, and with base64 decoded. Each is linear in the
// text, and at most three of them are in memory.
func eachSpelling(text string, f func(spelling)) {
	plain := spelling{text: text}
	f(plain)
	plain.eachRead(func(once spelling) {
		f(once)
		once.eachRead(f)
	})
	for skip := range 4 {
		if s, ok := inBase64(text, skip); ok {
			f(s)
		}
	}
}

// escapes are what is taken off, by the bytes that begin it. Of URLs, forms write a
// plus sign for a space, and the rest does not.
var escapes = [...]struct {
	lead string
	read func(string) (string, int)
}{{`\`, jsonEscape}, {"&", htmlEscape}, {"%", urlEscape}, {"+%", formEscape}}

// eachRead calls f with the spellings that are one escape away.
func (s spelling) eachRead(f func(spelling)) {
	for _, e := range escapes {
		if strings.IndexByte(s.text, e.lead[0]) < 0 {
			continue
		}
		if to, ok := s.with(e.lead, e.read); ok {
			f(to)
		}
	}
}

// with returns a spelling in which what read finds at one of two bytes is replaced, if it
// finds anything: read returns what that stands for and how long it is, or 0.
func (s spelling) with(lead string, read func(string) (string, int)) (spelling, bool) {
	found := false
	var b strings.Builder
	b.Grow(len(s.text))
	from := make([]int, 0, len(s.text)+1)
	for i := 0; i < len(s.text); {
		if s.text[i] == lead[0] || s.text[i] == lead[len(lead)-1] {
			if r, n := read(s.text[i:]); n > 0 {
				b.WriteString(r)
				for range len(r) {
					from = append(from, s.place(i))
				}
				i += n
				found = true
				continue
			}
		}
		b.WriteByte(s.text[i])
		from = append(from, s.place(i))
		i++
	}
	return spelling{text: b.String(), from: append(from, s.place(len(s.text)))}, found
}

// jsonEscape reads one escape of JSON, or two that make one character.
func jsonEscape(s string) (string, int) {
	if len(s) < 2 {
		return "", 0
	}
	switch s[1] {
	case '"', '\\', '/', '\'':
		return s[1:2], 2
	case 'n', 'r', 't', 'b', 'f':
		return " ", 2 // white space is all alike here, and none of the others is seen
	case 'u':
		high, ok := jsonline.HexUnit(s)
		if !ok {
			return "", 0
		}
		if low, ok := jsonline.HexUnit(s[6:]); ok && utf16.IsSurrogate(high) {
			if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
				return string(r), 12
			}
		}
		return string(high), 6
	}
	return "", 0
}

// maxNamed is longer than any name of a character in HTML.
const maxNamed = 40

// htmlEscape reads one character reference of HTML: any name, or what entity reads
// without a semicolon.
func htmlEscape(s string) (string, int) {
	n := 1
	for n < len(s) && n < maxNamed && (s[n] == '#' || '0' <= s[n] && s[n] <= '9' || 'a' <= s[n]|0x20 && s[n]|0x20 <= 'z') {
		n++
	}
	if n == len(s) || s[n] != ';' {
		if r, n := entity(s, 1); n > 0 {
			return string(r), n
		}
		return "", 0
	}
	if r := html.UnescapeString(s[:n+1]); r != s[:n+1] {
		return r, n + 1
	}
	return "", 0
}

// urlEscape reads one byte in percent-encoding (RFC 3986).
func urlEscape(s string) (string, int) {
	if len(s) < 3 || !hexByte(s[1]) || !hexByte(s[2]) {
		return "", 0
	}
	v, _ := jsonline.HexDigits(s[1:], 2) // they are
	return string([]byte{byte(v)}), 3
}

// formEscape reads that, or a space as forms write it.
func formEscape(s string) (string, int) {
	if s[0] == '+' {
		return " ", 1
	}
	return urlEscape(s)
}

// fold is s without marks, invisible characters and differences of case and
// width, with one space for white space of any kind and length, and the places of
// its bytes in s, with the end of s behind the last.
func fold(s string) (string, []int) {
	out, from := make([]byte, 0, len(s)), make([]int, 0, len(s)+1)
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
			folded, changed := ucd.Fold(r)
			if !changed {
				folded = string(r)
			}
			for _, f := range folded {
				out = appendFolded(out, f)
			}
		} else {
			out = appendFolded(out, r)
		}
		for len(from) < len(out) {
			from = append(from, i)
		}
		i += n
	}
	return string(out), append(from, len(s))
}

func appendFolded(out []byte, r rune) []byte {
	switch {
	case r < utf8.RuneSelf && r > ' ':
		if 'A' <= r && r <= 'Z' {
			r |= 0x20
		}
		return append(out, byte(r))
	case ucd.IsWhiteSpace(r):
		if len(out) > 0 && out[len(out)-1] == ' ' {
			return out
		}
		return append(out, ' ')
	}
	return utf8.AppendRune(out, ucd.FoldCase(r))
}
