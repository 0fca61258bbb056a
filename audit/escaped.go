package audit

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/jsonline"
)

// entityCharacter returns the character of a name in HTML of the punctuation and white space of
// ASCII, of angles that look alike, and of what nobody sees: delimiters are made of
// the first two, and hidden by the last. It is 0 for another name.
func entityCharacter(entity string) rune {
	switch entity {
	case "lt", "LT":
		return '<'
	case "gt", "GT":
		return '>'
	case "amp", "AMP":
		return '&'
	case "quot", "QUOT":
		return '"'
	case "apos":
		return '\''
	case "sol":
		return '/'
	case "lsqb", "lbrack":
		return '['
	case "rsqb", "rbrack":
		return ']'
	case "vert", "verbar", "VerticalLine":
		return '|'
	case "lcub", "lbrace":
		return '{'
	case "rcub", "rbrace":
		return '}'
	case "lowbar", "UnderBar":
		return '_'
	case "num":
		return '#'
	case "colon":
		return ':'
	case "percnt":
		return '%'
	case "bsol":
		return '\\'
	case "dollar":
		return '$'
	case "equals":
		return '='
	case "excl":
		return '!'
	case "lpar":
		return '('
	case "rpar":
		return ')'
	case "ast", "midast":
		return '*'
	case "plus":
		return '+'
	case "comma":
		return ','
	case "period":
		return '.'
	case "semi":
		return ';'
	case "quest":
		return '?'
	case "commat":
		return '@'
	case "Hat":
		return '^'
	case "grave", "DiacriticalGrave":
		return '`'
	case "Tab":
		return '\t'
	case "NewLine":
		return '\n'
	case "lsaquo":
		return 0x2039
	case "rsaquo":
		return 0x203A
	case "lang":
		return 0x27E8
	case "rang":
		return 0x27E9
	case "nbsp", "NonBreakingSpace":
		return 0xA0
	case "shy":
		return 0xAD
	case "ZeroWidthSpace":
		return 0x200B
	case "zwnj":
		return 0x200C
	case "zwj":
		return 0x200D
	case "lrm":
		return 0x200E
	case "rlm":
		return 0x200F
	case "NoBreak":
		return 0x2060
	case "af", "ApplyFunction":
		return 0x2061
	case "it", "InvisibleTimes":
		return 0x2062
	case "ic", "InvisibleComma":
		return 0x2063
	}
	return 0
}

// escaped reads one escaped character at i. A byte comes as its negative.
func escaped(s string, i int) (r rune, n int, how string) {
	switch s[i] {
	case '%':
		if v, ok := jsonline.HexDigits(within(s, i+1, 2), 2); ok {
			return asByte(v), len("%41"), unitURL
		}
		if i+1 < len(s) && s[i+1]|0x20 == 'u' {
			if v, ok := jsonline.HexDigits(within(s, i+2, 4), 4); ok {
				return v, len("%u0041"), unitURL
			}
		}
		return 0, 0, ""
	case '&':
		r, n := entity(s, i+1)
		return r, n, unitEntity
	}
	r, n = backslash(s, i)
	if n == 0 {
		return 0, 0, ""
	}
	for i++; s[i] == '\\'; {
		i++
	}
	switch s[i] | 0x20 {
	case 'x':
		return r, n, unitEscape + " with x"
	case 'u':
		return r, n, unitEscape + " with u"
	}
	return r, n, unitEscape + " in octal"
}

// asByte returns a byte that is not ASCII as its negative.
func asByte(v rune) rune {
	if v >= utf8.RuneSelf {
		return -v
	}
	return v
}

// entity reads an HTML entity behind its ampersand. Browsers and models do not
// insist on the semicolon of a number and of the oldest names, nor mind zeros
// before a number.
func entity(s string, i int) (rune, int) {
	if i < len(s) && s[i] == '#' {
		return numbered(s, i+1)
	}
	k := i
	for k < len(s) && k-i < maxEntityName && isLetter(s[k]) {
		k++
	}
	if k < len(s) && s[k] == ';' {
		if r := entityCharacter(s[i:k]); r != 0 {
			return r, k + 2 - i
		}
	}
	for _, name := range [...]string{"lt", "gt", "amp", "quot", "LT", "GT", "AMP", "QUOT", "nbsp", "shy"} {
		if strings.HasPrefix(s[i:k], name) {
			return entityCharacter(name), 1 + len(name)
		}
	}
	return 0, 0
}

// maxEntityName is the length of the longest name of an entity, in bytes.
const maxEntityName = len("NonBreakingSpace")

// numbered reads the number of an entity behind "&#".
func numbered(s string, i int) (rune, int) {
	k, base := i, rune(10)
	if k < len(s) && s[k]|0x20 == 'x' {
		k, base = k+1, 16
	}
	first, v := k, rune(0)
	for ; k < len(s); k++ {
		d, ok := jsonline.HexDigits(s[k:k+1], 1)
		if !ok || d >= base {
			break
		}
		v = min(v*base+d, utf8.MaxRune+1)
	}
	if k == first || v == 0 || v > utf8.MaxRune {
		return 0, 0
	}
	if k < len(s) && s[k] == ';' {
		k++
	}
	return v, k - i + len("&#")
}

// maxBackslashes is how many stand before one escape: strings within strings
// double them.
const maxBackslashes = 8

// backslash reads \x41, \x{41}, \u0041, \u{41}, \U00000041 and octal \101.
func backslash(s string, i int) (rune, int) {
	k := i + 1
	for k < len(s) && s[k] == '\\' && k-i < maxBackslashes {
		k++
	}
	lead := k - i
	body := within(s, k, len("U00000041"))
	if len(body) < 2 {
		return 0, 0
	}
	switch body[0] {
	case 'x':
		if body[1] == '{' {
			return braced(s, k, lead)
		}
		if v, ok := jsonline.HexDigits(body[1:], 2); ok {
			return asByte(v), lead + len("x41")
		}
	case 'u':
		if body[1] == '{' {
			return braced(s, k, lead)
		}
		if v, ok := jsonline.HexDigits(body[1:], 4); ok {
			return v, lead + len("u0041")
		}
	case 'U':
		if v, ok := jsonline.HexDigits(body[1:], 8); ok && v >= 0 && v <= utf8.MaxRune {
			return v, lead + len("U00000041")
		}
	case '0', '1':
		return octal(body, lead)
	}
	return 0, 0
}

// maxBraced is how many digits stand in brackets at most: some languages allow
// zeros before a number.
const maxBraced = 16

// braced reads the digits of u{41} or x{41}, which stands at i behind so many
// backslashes.
func braced(s string, i, lead int) (rune, int) {
	body := within(s, i, len("u{}")+maxBraced)
	k := strings.IndexByte(body, '}')
	if k <= len("u{") {
		return 0, 0
	}
	v, err := strconv.ParseUint(body[len("u{"):k], 16, 21)
	if err != nil || v > utf8.MaxRune {
		return 0, 0
	}
	return rune(v), lead + k + 1
}

// octal reads three octal digits that write a visible ASCII character.
func octal(body string, lead int) (rune, int) {
	const digits = 3
	if len(body) < digits {
		return 0, 0
	}
	v := rune(0)
	for _, d := range []byte(body[:digits]) {
		if d < '0' || d > '7' {
			return 0, 0
		}
		v = v<<3 | rune(d-'0')
	}
	if v < ' ' || v >= 0x7F {
		return 0, 0
	}
	return v, lead + digits
}
