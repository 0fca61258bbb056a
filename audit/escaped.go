package audit

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// entities are the names in HTML of the punctuation and white space of ASCII, of
// angles that look alike, and of what nobody sees: delimiters are made of the
// first two, and hidden by the last.
var entities = map[string]rune{
	"lt": '<', "gt": '>', "amp": '&', "quot": '"', "apos": '\'', "sol": '/', "lsqb": '[', "rsqb": ']', "lbrack": '[', "rbrack": ']',
	"vert": '|', "verbar": '|', "VerticalLine": '|', "lcub": '{', "rcub": '}', "lbrace": '{', "rbrace": '}', "lowbar": '_', "UnderBar": '_',
	"num": '#', "colon": ':', "LT": '<', "GT": '>', "AMP": '&', "QUOT": '"', "percnt": '%', "bsol": '\\', "dollar": '$', "equals": '=',
	"excl": '!', "lpar": '(', "rpar": ')', "ast": '*', "midast": '*', "plus": '+', "comma": ',', "period": '.', "semi": ';', "quest": '?',
	"commat": '@', "Hat": '^', "grave": '`', "DiacriticalGrave": '`', "Tab": '\t', "NewLine": '\n',
	"lsaquo": 0x2039, "rsaquo": 0x203A, "lang": 0x27E8, "rang": 0x27E9, "nbsp": 0xA0, "NonBreakingSpace": 0xA0,
	"shy": 0xAD, "ZeroWidthSpace": 0x200B, "zwnj": 0x200C, "zwj": 0x200D, "lrm": 0x200E, "rlm": 0x200F,
	"NoBreak": 0x2060, "af": 0x2061, "ApplyFunction": 0x2061, "it": 0x2062, "InvisibleTimes": 0x2062, "ic": 0x2063, "InvisibleComma": 0x2063,
}

// escaped reads one escaped character at i. A byte comes as its negative.
func escaped(s string, i int) (r rune, n int, how string) {
	switch s[i] {
	case '%':
		if v, ok := hexDigits(within(s, i+1, 2), 2); ok {
			return asByte(v), len("%41"), unitURL
		}
		if i+1 < len(s) && s[i+1]|0x20 == 'u' {
			if v, ok := hexDigits(within(s, i+2, 4), 4); ok {
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
		if r, ok := entities[s[i:k]]; ok {
			return r, k + 2 - i
		}
	}
	for _, name := range [...]string{"lt", "gt", "amp", "quot", "LT", "GT", "AMP", "QUOT", "nbsp", "shy"} {
		if strings.HasPrefix(s[i:k], name) {
			return entities[name], 1 + len(name)
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
		d, ok := hexDigits(s[k:k+1], 1)
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
		if v, ok := hexDigits(body[1:], 2); ok {
			return asByte(v), lead + len("x41")
		}
	case 'u':
		if body[1] == '{' {
			return braced(s, k, lead)
		}
		if v, ok := hexDigits(body[1:], 4); ok {
			return v, lead + len("u0041")
		}
	case 'U':
		if v, ok := hexDigits(body[1:], 8); ok && v >= 0 && v <= utf8.MaxRune {
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

func hexDigits(s string, n int) (rune, bool) {
	if len(s) < n {
		return 0, false
	}
	var v rune
	for i := range n {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			v = v<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			v = v<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return v, true
}
