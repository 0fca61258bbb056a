package contract

import (
	"strings"

	"github.com/ringfence/ringfence/internal/ucd"
)

// Longest values, in UTF-16 units, that a producer sends: it cuts at 500, 200
// and 100 units (edit context §1, 0.2) and then appends an ellipsis.
const (
	MaxText      = 501
	MaxAttribute = 201
	MaxName      = 101
)

// longerThan reports whether s has more than limit UTF-16 units.
func longerThan(s string, limit int) bool {
	if len(s) <= limit { // no rune has more units than bytes
		return false
	}
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
		if n > limit {
			return true
		}
	}
	return false
}

// blank reports whether s shows nothing: only white space and characters that
// are invisible by default.
func blank(s string) bool {
	for _, r := range s {
		if !ucd.IsWhiteSpace(r) && !ucd.Ignorable(r) {
			return false
		}
	}
	return true
}

// maxRole is longer than any ARIA role, in bytes.
const maxRole = 40

// roleToken reports whether s looks like one ARIA role: letters and hyphens.
func roleToken(s string) bool {
	if s == "" || len(s) > maxRole {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c != '-' || i == 0) {
			return false
		}
	}
	return true
}

// tagName reports whether s could be the name of an element: not empty, no
// white space, no control or markup characters.
func tagName(s string) bool {
	if s == "" {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool {
		return r < ' ' || r == 0x7F || ucd.IsWhiteSpace(r) || strings.ContainsRune(`<>/="'`, r)
	}) < 0
}

// lowerTag reports whether a tag is lower case (edit context §3.3).
func lowerTag(s string) bool {
	return strings.ToLower(s) == s
}
