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
	if before == "" || after == "" {
		return true
	}
	if !strings.HasSuffix(before, "\n") {
		return false
	}
	r, _ := utf8.DecodeRuneInString(after)
	return r != '/' && !unicode.IsSpace(r)
}
