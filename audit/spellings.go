package audit

import (
	"html"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/ucd"
)

// spelling is one way to read a text, and where each byte of it came from.
type spelling struct {
	text string
	from []int // with the end of the text behind the last; nil for the text as it stands
}

// place returns where the byte at i came from, or the end for the end.
func (s spelling) place(i int) int {
	if s.from == nil {
		return i
	}
	return s.from[i]
}

// spellings are the ways to read a text in which a string can have been written:
// as it stands, and with up to two levels of the escapes of JSON and of HTML taken
// off, in either order. Each is linear in the text.
func spellings(text string) []spelling {
	out := []spelling{{text: text}}
	for from, level := 0, 0; level < 2; level++ {
		to := len(out)
		for _, s := range out[from:to] {
			if strings.IndexByte(s.text, '\\') >= 0 {
				out = s.with(out, '\\', jsonEscape)
			}
			if strings.IndexByte(s.text, '&') >= 0 {
				out = s.with(out, '&', htmlEscape)
			}
		}
		from = to
	}
	return out
}

// with appends a spelling in which what read finds at a byte is replaced, if it
// finds anything: read returns what that stands for and how long it is, or 0.
func (s spelling) with(out []spelling, lead byte, read func(string) (string, int)) []spelling {
	found := false
	var b strings.Builder
	b.Grow(len(s.text))
	from := make([]int, 0, len(s.text)+1)
	for i := 0; i < len(s.text); {
		if s.text[i] == lead {
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
	if !found {
		return out
	}
	return append(out, spelling{b.String(), append(from, s.place(len(s.text)))})
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
		high, ok := hexUnit(s)
		if !ok {
			return "", 0
		}
		if low, ok := hexUnit(s[6:]); ok && utf16.IsSurrogate(high) {
			if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
				return string(r), 12
			}
		}
		return string(high), 6
	}
	return "", 0
}

// hexUnit reads \uXXXX.
func hexUnit(s string) (rune, bool) {
	digits, ok := strings.CutPrefix(s, `\u`)
	if !ok {
		return 0, false
	}
	return hexDigits(digits, 4)
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
