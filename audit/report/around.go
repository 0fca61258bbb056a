package report

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/fence"
)

// around is the text that a finding is in: [from, to) of the body lies in one
// line, and in one JSON string where the body is JSON. Without text of its own,
// or with text that no report may hold, it is empty.
type around struct{ from, start, end, to int }

// tokens looks places up in the strings of a JSON body. It reads on from place
// to place, so that all findings together take one pass.
type tokens struct {
	body     []byte
	json     bool
	from, to int // the string that was read last, without its quotation marks
}

// newTokens looks at a body. It is JSON if a finding has a pointer or if it is
// valid, so that a text that begins with a brace is still text.
func newTokens(body []byte, found []audit.Finding) *tokens {
	rest := bytes.TrimLeft(bytes.TrimPrefix(body, []byte("\ufeff")), " \t\r\n")
	t := &tokens{body: body}
	if len(rest) > 0 && (rest[0] == '{' || rest[0] == '[' || rest[0] == '"') {
		t.json = slices.ContainsFunc(found, func(f audit.Finding) bool { return f.Pointer != "" }) ||
			jsontext.Value(rest).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	}
	return t
}

// around returns the text around a finding.
//
// In JSON it is the string that the finding is in. Windows are left out, shown
// and withheld ones, and so are kind and id of items: nothing of a withheld
// window, and no kind or id, may be in a report, not even in a hash. So are the
// names of members, which can be ids.
func (t *tokens) around(f audit.Finding) around {
	if f.Offset == ringfence.NoOffset || f.Offset > int64(len(t.body)) {
		return around{}
	}
	start := int(f.Offset)
	end := start
	if f.End > f.Offset {
		end = int(min(f.End, int64(len(t.body))))
	}
	if f.Pointer == "" && !t.json {
		return around{start: start, end: end, to: len(t.body)}
	}
	if !t.json || f.Pointer == "" || isPrivate(f.Pointer) || !t.find(start) {
		return around{}
	}
	return around{from: t.from, start: max(start, t.from), end: max(min(end, t.to), start, t.from), to: t.to}
}

// isPrivate reports whether a pointer leads to what no report may show.
func isPrivate(pointer string) bool {
	if pointer == "/ui" || strings.HasPrefix(pointer, "/ui/") {
		return true
	}
	rest, ok := strings.CutPrefix(pointer, "/contextItems/")
	_, member, _ := strings.Cut(rest, "/")
	return ok && member != "label" && member != "excerpt"
}

// find moves to the string value that the byte at lies in.
func (t *tokens) find(at int) bool {
	if at < t.from-1 {
		t.from, t.to = 0, 0 // findings came out of order
	}
	for t.to <= len(t.body) {
		if t.to > 0 && at <= t.to {
			return at >= t.from-1 && t.to < len(t.body) && !t.isName()
		}
		open := bytes.IndexByte(t.body[min(t.next(), len(t.body)):], '"')
		if open < 0 {
			return false
		}
		t.from = t.next() + open + 1
		t.to = t.from
		for t.to < len(t.body) && t.body[t.to] != '"' {
			if t.body[t.to] == '\\' {
				t.to++
			}
			t.to++
		}
		t.to = min(t.to, len(t.body))
		if t.to == len(t.body) {
			return false // it breaks off
		}
	}
	return false
}

// next is where to look for the next string.
func (t *tokens) next() int {
	if t.to == 0 {
		return 0
	}
	return t.to + 1
}

// isName reports whether the string is the name of a member.
func (t *tokens) isName() bool {
	rest := bytes.TrimLeft(t.body[t.to+1:], " \t\r\n")
	return len(rest) > 0 && rest[0] == ':'
}

// window is the text that identifies the finding: all that was found, and a little
// on both sides of it within its line. What is hidden is not in it, only that
// something is: the window ends there on either side, so that it does not hang on the
// length of that, either.
func (a around) window(body []byte, hidden []audit.Range) []byte {
	if a.to == 0 {
		return nil
	}
	// Of what is found in something hidden, the whole of that is what is found.
	for i := firstHidden(hidden, a.start); i < len(hidden) && int(hidden[i].Start) < max(a.end, a.start+1); i++ {
		a.start, a.end = max(min(a.start, int(hidden[i].Start)), a.from), min(max(a.end, int(hidden[i].End)), a.to)
	}
	from, _ := lineAround(body, a.start, a.start, maxAroundHashed)
	_, to := lineAround(body, a.end, a.end, maxAroundHashed)
	from, to = max(from, a.from), min(to, a.to)
	before, after := "", ""
	var inside masks
	for i := firstHidden(hidden, from); i < len(hidden) && int(hidden[i].Start) < to; i++ {
		h := fence.Match{Start: int(hidden[i].Start), End: min(int(hidden[i].End), len(body))}
		switch {
		case h.End <= a.start:
			from, before = h.End, masked
		case h.Start >= a.end:
			to, after = h.Start, masked
		default:
			inside = append(inside, h)
		}
	}
	for from < a.start && isSpace(body[from]) {
		from++
	}
	for to > a.end && isSpace(body[to-1]) {
		to--
	}
	if len(inside) == 0 && before == "" && after == "" {
		return body[from:max(from, to)]
	}
	return []byte(before + inside.text(body, from, max(from, to)) + after)
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }
