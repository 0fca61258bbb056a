package budget

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Seam reports whether two neighbouring segments meet at a seam: the first
// ends in a line feed, and the second starts with a character that is neither
// white space nor '/'. At such a point no token of o200k or cl100k crosses:
// their patterns let a line feed join only with white space beside it, or with
// slashes after it. Two texts of which one is empty meet at a seam: nothing is
// joined.
func Seam(before, after string) bool {
	return before == "" || after == "" || seam(edgesOf(before), edgesOf(after))
}

// edges is what of a text decides whether it meets another at a seam.
type edges uint8

const (
	opens  edges = 1 << iota // begins with neither white space nor '/'
	closes                   // ends in a line feed
)

func edgesOf(s string) (e edges) {
	if r, _ := utf8.DecodeRuneInString(s); r != '/' && !unicode.IsSpace(r) {
		e = opens
	}
	if strings.HasSuffix(s, "\n") {
		e |= closes
	}
	return e
}

func seam(before, after edges) bool { return before&closes != 0 && after&opens != 0 }
