package corpus

import (
	"encoding/base64"
	enchex "encoding/hex"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf16"
)

// effect is what becomes of an attack in a disguise.
type effect uint8

const (
	encodes effect = iota // other characters: a token is one no more
	keeps                 // the same text, or one that folds to it
	alters                // letters are others: a shape is still one, a word is not
	hides                 // characters that may not stand raw come in
)

// A disguise is a way to write an attack.
type disguise struct {
	name   string
	write  func(string) string
	effect effect
}

var disguises = [...]disguise{
	{"raw", func(s string) string { return s }, keeps},
	{"base64", func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }, encodes},
	{"url", func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }, encodes},
	{"url-twice", func(s string) string { return url.QueryEscape(url.QueryEscape(s)) }, encodes},
	{"hex", func(s string) string { return enchex.EncodeToString([]byte(s)) }, encodes},
	{"hex-bytes", eachByte(`\x%02x`), encodes},
	{"entities", eachRune("&#%d;"), encodes},
	{"entities-hex", eachRune("&#x%X;"), encodes},
	{"json", jsonEscapes, encodes},
	{"fullwidth", fullwidth, keeps},
	{"zero-width", between("\u200b"), hides},
	{"soft-hyphen", between("\u00ad"), hides},
	{"variation", between("\ufe0f"), hides},
	{"tags", tagged, hides},
	{"homoglyph", homoglyphs.Replace, alters},
	{"rot13", strings.NewReplacer(rot13()...).Replace, alters},
}

func eachByte(format string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for i := range len(s) {
			fmt.Fprintf(&b, format, s[i])
		}
		return b.String()
	}
}

func eachRune(format string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for _, r := range s {
			fmt.Fprintf(&b, format, r)
		}
		return b.String()
	}
}

// jsonEscapes writes every UTF-16 unit as a JSON escape.
func jsonEscapes(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		b.WriteString(`\u`)
		b.WriteString(strconv.FormatUint(0x10000+uint64(u), 16)[1:])
	}
	return b.String()
}

// fullwidth writes ASCII in its fullwidth forms; line ends stay.
func fullwidth(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r > ' ' && r <= '~':
			return r - '!' + '\uff01'
		case r == ' ':
			return '\u3000'
		}
		return r
	}, s)
}

// between puts an invisible character after every character.
func between(invisible string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for _, r := range s {
			b.WriteRune(r)
			b.WriteString(invisible)
		}
		return b.String()
	}
}

// tagged writes ASCII as tag characters, which cannot be seen.
func tagged(s string) string {
	return "\U000E0001" + strings.Map(func(r rune) rune {
		if r >= ' ' && r <= '~' {
			return r + 0xE0000
		}
		return r
	}, s)
}

// homoglyphs are letters of other scripts that look like Latin ones.
var homoglyphs = strings.NewReplacer(
	"a", "\u0430", "c", "\u0441", "e", "\u0435", "o", "\u043e", "p", "\u0440", "x", "\u0445", "y", "\u0443",
	"A", "\u0391", "E", "\u0395", "I", "\u0406", "N", "\u039d", "S", "\u0405", "T", "\u03a4",
)

// rot13 is the list of pairs for a replacer.
func rot13() []string {
	var out []string
	for i := range 26 {
		for _, first := range "aA" {
			out = append(out, string(first+rune(i)), string(first+rune((i+13)%26)))
		}
	}
	return out
}
