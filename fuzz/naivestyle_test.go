package fuzz_test

import (
	"encoding/base64"
	"strings"

	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/fence/spotlight"
)

// naiveStyles are the values of the field style.
var naiveStyles = map[string]struct {
	style  fence.Style
	marker uint8
}{
	"prefix": {fence.StylePrefix, 0}, "base64": {fence.StyleBase64, 0},
	"datamark.0": {fence.StyleDatamark, 0}, "datamark.1": {fence.StyleDatamark, 1}, "datamark.2": {fence.StyleDatamark, 2},
	"datamark.3": {fence.StyleDatamark, 3}, "datamark.4": {fence.StyleDatamark, 4},
}

func naiveStyle(value string) (fence.Style, uint8, bool) {
	s, ok := naiveStyles[value]
	return s.style, s.marker, ok
}

// naiveUnstyle undoes a style, word by word and line by line, and returns false
// when the text is not what the style writes.
func naiveUnstyle(s string, h fence.Header) (string, bool) {
	switch h.Style {
	case fence.StylePrefix:
		lines := strings.Split(s, "\n")
		for i, line := range lines {
			text, ok := strings.CutPrefix(line, "| ")
			if !ok {
				return "", false
			}
			lines[i] = text
		}
		return strings.Join(lines, "\n"), true
	case fence.StyleBase64:
		b, err := base64.StdEncoding.DecodeString(s)
		return string(b), err == nil && base64.StdEncoding.EncodeToString(b) == s
	case fence.StyleDatamark:
		return naiveUnmark(s, int(h.Marker))
	}
	return s, true
}

// naiveUnmark takes the marker from the front of every word.
func naiveUnmark(s string, number int) (string, bool) {
	marker := []rune(spotlight.Marker(number))[0]
	var out strings.Builder
	inWord, wantsMore := false, false
	for i, r := range s {
		size := len(string(r))
		if r == '\uFFFD' && !strings.HasPrefix(s[i:], "\uFFFD") {
			size = 1 // a byte that is not UTF-8
		}
		space := strings.ContainsRune(" \t\n\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", r) ||
			r == '\r' && strings.HasPrefix(s[i:], "\r\n")
		switch {
		case space && wantsMore:
			return "", false // a mark of nothing
		case space:
			inWord = false
		case !inWord && r != marker:
			return "", false
		case !inWord:
			inWord, wantsMore = true, true
			continue
		default:
			wantsMore = false
		}
		out.WriteString(s[i : i+size])
	}
	text := out.String()
	chosen := 0
	for k := 1; k <= spotlight.Markers && chosen == 0; k++ {
		if !strings.Contains(text, spotlight.Marker(k)) {
			chosen = k
		}
	}
	return text, !wantsMore && chosen == number
}
