package audit

import (
	"strings"
)

// outside looks at text between blocks, which is instruction text, for what
// only data can have brought there.
func (p *promptCheck) outside(i, start int, text string) {
	put := func(at int, message string) { p.put(idDataOutside, i, start+at, message) }
	eachEscape(text, func(at int) { put(at, "an escape, which is only written in blocks, stands outside one") })
	charRuns(text, func(r run) {
		if r.group != groupUnusual {
			put(r.start, r.message()+" outside a block")
		}
	})
	controlTokens(text, func(at, count int, family string) {
		put(at, plural(count, "control token", "control tokens")+" outside a block, the first of "+familyName(family))
	})
	foreignFences(text, func(rule string, at int, message string) { p.put(rule, i, start+at, message) })
}

// eachEscape calls f with the places of canonical escapes.
func eachEscape(s string, f func(at int)) {
	for i := 0; ; {
		k := strings.Index(s[i:], escapeOpen)
		if k < 0 {
			return
		}
		i += k
		if isEscape(s[i+len(escapeOpen):]) {
			f(i)
		}
		i += len(escapeOpen)
	}
}

// isEscape reports whether what follows an opening bracket makes an escape.
func isEscape(s string) bool {
	end := strings.Index(s[:min(len(s), len("U+10FFFF⟧"))], "⟧")
	if end < 0 {
		return false
	}
	body := s[:end]
	hex, wide := strings.CutPrefix(body, "U+")
	if !wide {
		var byteForm bool
		if hex, byteForm = strings.CutPrefix(body, "0x"); !byteForm || len(hex) != 2 {
			return false
		}
	} else if len(hex) < 4 {
		return false
	}
	return strings.Trim(hex, "0123456789ABCDEF") == ""
}
