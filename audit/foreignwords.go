package audit

import (
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/fence"
)

// maxMarker is longer than any marker line, in bytes.
const maxMarker = 200

// parseMarker reads a line that is one marker:
//
//	<<UNTRUSTED:x>>   <<<END x>>>
//	[BEGIN DATA]      [END DATA]    ----- BEGIN USER INPUT -----
//
// Tags may stand anywhere in a line: foreignTag reads them.
func parseMarker(line string) (marker, bool) {
	if !mayMark(line) {
		return marker{}, false
	}
	line = strings.TrimSpace(line)
	if len(line) > maxMarker {
		return marker{}, false
	}
	seen := strings.TrimSpace(readable(line))
	if len(seen) < 3 {
		return marker{}, false
	}
	m, ok := readMarker(seen)
	if ok {
		for range fence.FenceShapes(line) {
			return marker{}, false // lines of this module are judged by its own grammar
		}
	}
	return m, ok
}

// mayMark turns most lines away by their first character that is no white space. One
// of ASCII is read as itself, but for NUL, which is passed over.
func mayMark(line string) bool {
	for i := range len(line) {
		switch b := line[i]; {
		case b == ' ' || '\t' <= b && b <= '\r':
		case b >= utf8.RuneSelf, b == 0:
			return true
		default:
			return b == '<' || markerHead(line[i:])
		}
	}
	return false
}

func readMarker(line string) (marker, bool) {
	switch line[0] {
	case '<':
		if strings.HasPrefix(line, "<<") && strings.HasSuffix(line, ">>") {
			return words(strings.Trim(line, "<>"), true)
		}
	case '[':
		if strings.HasSuffix(line, "]") {
			return words(strings.Trim(line, "[]"), false)
		}
	case '-', '=', '#', '*', '~':
		if line[1] != line[0] || line[2] != line[0] {
			break
		}
		if inner := strings.Trim(line, "-=#*~ "); inner != "" && !heading(line, inner) {
			return words(inner, false)
		}
	}
	return marker{}, false
}

// words reads the inside of a marker. Unless it is bare, it must begin with
// BEGIN, START or END, or with a slash. The key is what is left without those
// words, and for the form NAME:label the label.
func words(s string, bare bool) (marker, bool) {
	upper := strings.ToUpper(s)
	m := marker{}
	rest, opens := upper, false
	for _, w := range []string{"BEGIN", "START", "END", "/"} {
		after, ok := strings.CutPrefix(upper, w)
		if !ok || w != "/" && after != "" && strings.ContainsAny(after[:1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			continue
		}
		if strings.HasPrefix(after, "-") && !strings.HasPrefix(after, "-OF") && strings.Contains(s, " ") {
			continue // "end-user": a word of several
		}
		rest, opens = after, true
		m.end = w == "END" || w == "/"
		break
	}
	if !opens && !bare {
		return m, false
	}
	if _, label, ok := strings.Cut(rest, ":"); ok && bare {
		rest = label
	}
	m.key = strings.Trim(rest, " _-:")
	m.named = saysData(upper) || opens && saysContent(upper)
	return m, true
}

func saysData(upper string) bool {
	return strings.Contains(upper, "UNTRUSTED") || strings.Contains(upper, "USER_INPUT") ||
		strings.Contains(upper, "USER-INPUT") || strings.Contains(upper, "TOOL_RESULT") || strings.Contains(upper, "EXTERNAL")
}
