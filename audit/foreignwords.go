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
	upper := strings.ToUpper(strings.TrimSpace(s))
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

// endsWithin takes the end markers of words that stand in a line with other text,
// of sections that are open and say that they hold data: a reader who looks for the
// marker finds it there, too. Elsewhere such a line speaks of markers. Each row of
// one character is looked at once, with a bounded number of bytes behind it.
func (x *foreignScan) endsWithin(line string, at int) {
	behind := 0
	for i := 0; i < len(line); {
		if strings.IndexByte("<[-=#*~", line[i]) < 0 {
			i++
			continue
		}
		n := i + 1
		for n < len(line) && line[n] == line[i] {
			n++
		}
		start := i
		i = n
		inner, bare, ok := wordsBehind(line, start, n)
		end := closedAt(line, n+len(inner))
		if !ok || mentioned(line, start, end) {
			continue
		}
		m, ok := words(readable(inner), bare)
		if s := x.sections[sectionKey{key: m.key}]; !ok || !m.end || s == nil || !s.named || len(s.open) == 0 {
			continue
		}
		m.fixed = !hasDigit(m.key)
		x.marker(m, at+start)
		i, behind = end, end
	}
	if behind > 0 {
		x.between(line[behind:], at+behind)
	}
}

// wordsBehind returns what stands between the row of one character at i, which ends
// at n, and what closes it, if both can be those of a marker.
func wordsBehind(line string, i, n int) (inner string, bare, ok bool) {
	rest := within(line, n, maxMarker)
	switch {
	case line[i] == '<' && n-i > 1:
		inner, _, ok = strings.Cut(rest, ">>")
		return inner, true, ok
	case line[i] == '[':
		inner, _, ok = strings.Cut(rest, "]")
	case line[i] != '<' && n-i > 2:
		inner, _, ok = strings.Cut(rest, line[i:i+1]+line[i:i+1]+line[i:i+1])
	}
	return inner, false, ok
}

// closedAt returns where the row of characters ends that closes a marker at i.
func closedAt(line string, i int) int {
	end := min(len(line), i+maxMarker)
	for i < end && strings.IndexByte(">]-=#*~", line[i]) >= 0 {
		i++
	}
	return i
}

func saysData(upper string) bool {
	return strings.Contains(upper, "UNTRUSTED") || strings.Contains(upper, "USER_INPUT") ||
		strings.Contains(upper, "USER-INPUT") || strings.Contains(upper, "TOOL_RESULT") || strings.Contains(upper, "EXTERNAL")
}
