package audit

import (
	"strings"
	"unicode/utf8"
)

// lines looks at lines that are nothing but a marker: one that ends a section
// of data which this text did not open.
func (t *textScan) lines() {
	if t.in.code || t.in.answer {
		return
	}
	opened := map[string]bool{}
	for i := 0; i < len(t.s); {
		end := strings.IndexByte(t.s[i:], '\n')
		if end < 0 {
			end = len(t.s)
		} else {
			end += i
		}
		for i < end && (t.s[i] == ' ' || t.s[i] == '\t') {
			i++
		}
		if i < end && markerHead(t.s[i:end]) {
			t.marker(i, end, opened)
		}
		i = end + 1
	}
}

// markerHead reports whether a line can be a marker by its first character. Those
// that begin with an angle are looked at as tags.
func markerHead(line string) bool {
	c := line[0]
	if c >= utf8.RuneSelf {
		r, _ := utf8.DecodeRuneInString(line)
		c = markerByte(r)
	}
	return c == '[' || c == '-' || c == '=' || c == '#' || c == '*' || c == '~'
}

// maxOpened is how many names of sections are kept.
const maxOpened = 1000

func (t *textScan) marker(i, end int, opened map[string]bool) {
	m, ok := parseMarker(t.s[i:end])
	switch {
	case !ok || !m.named:
	case !m.end:
		if len(opened) < maxOpened {
			opened[m.key] = true
		}
	case !opened[m.key] && t.encoded(i, end) && !t.put.full(idBreakout, i, end):
		t.put.add(idBreakout, i, end, "a line that ends a section of data which the data did not open")
	}
}
