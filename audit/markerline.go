package audit

import (
	"strings"
	"unicode/utf8"
)

// saysContent reports whether a word ends in one for what is put into a prompt.
// Words that only begin so are others: "database", "documentation".
func saysContent(upper string) bool {
	for w := range strings.FieldsFuncSeq(upper, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		if contentWord(w) {
			return true
		}
	}
	return false
}

func contentWord(w string) bool {
	w = strings.TrimSuffix(w, "S")
	for _, end := range []string{"DATA", "INPUT", "CONTENT", "DOCUMENT", "CONTEXT"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// heading reports whether a line is a heading of Markdown rather than a marker: it
// is not in capital letters, does not end as it begins, and has a word that says
// more than whose data begins or ends.
func heading(line, inner string) bool {
	upper := strings.ToUpper(inner)
	if line[0] != '#' || line[len(line)-1] == '#' || upper == inner || saysData(upper) {
		return false
	}
	for w := range strings.FieldsSeq(upper) {
		switch w {
		case "BEGIN", "START", "END", "OF", "THE", "USER", "WEB", "PAGE", "TOOL", "RETRIEVED":
		default:
			if !contentWord(w) {
				return true
			}
		}
	}
	return false
}

// readable is a line in the characters of ASCII that its others fold to or look
// like.
func readable(line string) string {
	if ascii(line) {
		return line
	}
	var b strings.Builder
	b.Grow(len(line))
	for _, r := range line {
		c, ok := byte(r), true
		if r >= utf8.RuneSelf {
			if c = markerByte(r); c == 0 {
				c, ok = foldedByte(r)
			}
		}
		switch {
		case c != 0:
			b.WriteByte(c)
		case !ok:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// markerByte returns the character of a marker that r, which is not ASCII, looks
// like, or 0.
func markerByte(r rune) byte {
	switch {
	case r >= 0x2010 && r <= 0x2015, r == 0x2212, r == 0x2500, r == 0x2501:
		return '-'
	case r == 0x2550:
		return '='
	case r == 0x3010, r == 0x3014:
		return '['
	case r == 0x3011, r == 0x3015:
		return ']'
	}
	return narrow(r)
}
