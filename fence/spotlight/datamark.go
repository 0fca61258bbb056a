package spotlight

import (
	"strings"
	"unicode/utf8"
)

// markers are the characters a datamark is made of: visible, rare in prose and
// in code, unchanged by every Unicode normalization, and the base of no
// composed character and of no emoji or variation sequence.
var markers = [...]string{"ˆ", "¦", "‡", "◊"}

const (
	// Markers is how many markers there are. They are numbered from 1.
	Markers = len(markers)
	// SharedMarker says that the text holds every marker. The first is used then,
	// and words are still marked, so nothing is lost but that a marker in the
	// text could be taken for a mark. A reader of the style sees the 0.
	SharedMarker = 0
	// MaxDatamark bounds the length of a marked text: this many times the text,
	// plus one marker.
	MaxDatamark = 3
)

// Marker returns marker k as text, and "" for a number that is none.
// [SharedMarker] is the first.
func Marker(k int) string {
	switch {
	case k == SharedMarker:
		return markers[0]
	case k > 0 && k <= Markers:
		return markers[k-1]
	}
	return ""
}

// ChooseMarker returns the number of the first marker that s does not hold, or
// [SharedMarker].
func ChooseMarker(s string) int {
	for i, m := range markers {
		if !strings.Contains(s, m) {
			return i + 1
		}
	}
	return SharedMarker
}

// AppendDatamark appends s to dst with a marker before every word, and returns
// the number of the marker. A word begins at the first character of s and after
// white space, which is what a fence writes raw: SP, TAB, LF, a CR before an
// LF and the space separators of Unicode; the white space stays as it is.
func AppendDatamark(dst []byte, s string) (out []byte, marker int) {
	marker = ChooseMarker(s)
	m := Marker(marker)
	for s != "" {
		n := spaces(s)
		dst = append(dst, s[:n]...)
		if s = s[n:]; s == "" {
			break
		}
		n = word(s)
		dst = append(append(dst, m...), s[:n]...)
		s = s[n:]
	}
	return dst, marker
}

// TrimDatamark is the inverse of [AppendDatamark]. ok is false when a word has
// no marker, or the marker is not the one that the text makes it choose.
func TrimDatamark(s string, marker int) (text string, ok bool) {
	m := Marker(marker)
	if m == "" {
		return "", false
	}
	var b strings.Builder
	b.Grow(len(s))
	for s != "" {
		n := spaces(s)
		b.WriteString(s[:n])
		if s = s[n:]; s == "" {
			break
		}
		rest, found := strings.CutPrefix(s, m)
		// A marker with nothing or white space after it marks no word.
		if n = word(rest); !found || n == 0 {
			return "", false
		}
		b.WriteString(rest[:n])
		s = rest[n:]
	}
	text = b.String()
	return text, ChooseMarker(text) == marker
}

// spaces returns the length of the white space that s begins with.
func spaces(s string) int {
	i := 0
	for i < len(s) {
		n := spaceAt(s, i)
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// word returns the length of what s begins with that is not white space.
func word(s string) int {
	i := 0
	for i < len(s) && spaceAt(s, i) == 0 {
		i++
	}
	return i
}

// spaceAt returns the length of the white space character at s[i], 0 when there
// is none. White space is what the fence writes raw: SP, TAB, LF, a CR before
// an LF, and the space separators (Zs) of Unicode. Other controls are escaped
// there, and as separators they would let a text grow beyond its bound.
func spaceAt(s string, i int) int {
	switch b := s[i]; {
	case b == ' ' || b == '\t' || b == '\n':
		return 1
	case b == '\r' && i+1 < len(s) && s[i+1] == '\n':
		return 1
	case b < 0xC2:
		return 0
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	switch {
	case r == 0xA0, r == 0x1680, r >= 0x2000 && r <= 0x200A, r == 0x202F, r == 0x205F, r == 0x3000:
		return n
	}
	return 0
}
