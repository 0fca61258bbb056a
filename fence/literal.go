package fence

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/internal/ucd"
)

const (
	// minLiteral and maxLiteral bound a literal, in bytes. One character could
	// not be told from text; the longest control token on record has 60.
	minLiteral, maxLiteral = 2, 128
)

// folded returns what is looked for: the fold of the literal without the white
// space it begins with. White space is never escaped, so a match begins after
// it, and text without it is escaped too.
func (tok Token) folded() string {
	return strings.TrimLeftFunc(foldString(tok.Literal), ucd.IsWhiteSpace)
}

// check says what keeps the literal out of a table; "" is nothing.
func (tok Token) check() string {
	folded := tok.folded()
	switch {
	case len(tok.Literal) < minLiteral || len(tok.Literal) > maxLiteral:
		return "a literal has 2 to 128 bytes"
	case !utf8.ValidString(tok.Literal):
		return "a literal is valid UTF-8"
	case utf8.RuneCountInString(folded) < minLiteral:
		return "a literal has two characters that are no marks and not white space in front"
	case strings.ContainsAny(folded, escOpen+escClose):
		return "a literal with an escape bracket would be in every payload"
	case strings.Trim(folded, "U+x"+hexUpper) == "":
		return "a literal made of the characters of escapes could be in one"
	case overFenceLine(foldString(tok.Literal)): // white space in front may be the payload's
		return "a literal over the line feed of a fence line would be made of the line and the data beside it"
	case !tok.Forced && ordinary(folded):
		return "a literal of ordinary words would alter text: force it if that is meant"
	}
	return ""
}

// overFenceLine reports whether a literal, folded, can lie over the line feed
// between a fence line and the payload and hold something of both: escaping looks
// at the payload and at nothing beside it but its line feeds.
func overFenceLine(folded string) bool {
	for k := range len(folded) {
		if folded[k] != '\n' {
			continue
		}
		before, after := folded[:k], folded[k+1:]
		if after != "" && endsOpen(before) || before != "" && beginsClose(after) {
			return true
		}
	}
	return false
}

// endsOpen reports whether an opening line can end with s, or be the end of s. A
// "<" in it is the first character of the line, whatever nonce comes after.
func endsOpen(s string) bool {
	if !strings.HasSuffix(s, ">") {
		return false
	}
	i := strings.LastIndexByte(s, '<')
	return i < 0 || slices.ContainsFunc(words[:], func(w string) bool { return strings.HasPrefix(s[i:], "<"+w+"-") })
}

// beginsClose reports whether a closing line can begin with s, or be the beginning
// of s, whatever its nonce.
func beginsClose(s string) bool {
	return s != "" && slices.ContainsFunc(words[:], func(w string) bool {
		line := "</" + w + "-"
		return strings.HasPrefix(line, s) || strings.HasPrefix(s, line)
	})
}

// ordinary reports whether text that is no control token may well hold s: it has
// nothing but letters, digits, spaces and the punctuation of prose.
func ordinary(s string) bool {
	for _, r := range s {
		c := ucd.CategoryOf(r)
		if !c.IsLetter() && !c.IsNumber() && !ucd.IsWhiteSpace(r) && !strings.ContainsRune("_-.,:;!?#*'\"()", r) {
			return false
		}
	}
	return true
}

func tokenError(index int, msg, hint string) error {
	return &ringfence.Error{
		Code: CodeToken, Message: msg, Hint: hint, Offset: ringfence.NoOffset,
		Pointer: "/" + strconv.Itoa(index),
	}
}
