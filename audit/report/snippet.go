package report

import (
	"unicode/utf8"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/fence"
)

// Lengths of a snippet, in bytes of the body: a line that fits most terminals
// once it is escaped.
const (
	maxSnippetBefore = 40
	maxSnippetFound  = 80
	maxSnippetAfter  = 60
)

// snippet shows the text around a finding; nil where there is none to show.
// Nonces in it are masked, and so is what is hidden.
func (a around) snippet(body []byte, nonces []fence.Nonce, hidden []audit.Range) *Snippet {
	if a.to == 0 {
		return nil
	}
	end := min(a.end, a.start+maxSnippetFound)
	lineFrom, lineTo := lineAround(body, a.start, end, maxSnippetAfter+1)
	lineFrom, lineTo = max(lineFrom, a.from), min(lineTo, a.to)
	from := backToRune(body, max(lineFrom, a.start-maxSnippetBefore), lineFrom)
	end = min(end, lineTo)
	to := max(backToRune(body, min(lineTo, end+maxSnippetAfter), end), end)
	m := masksNear(body, from, to, nonces, hidden)
	before := Visible(m.text(body, from, a.start))
	text := Visible(m.text(body, a.start, end))
	after := Visible(m.text(body, end, to))
	s := &Snippet{
		Text: before + text + after, Start: len(before), End: len(before) + len(text),
		Before: from > lineFrom || lineFrom > a.from && !lineBegins(body, lineFrom),
		After:  to < lineTo || lineTo < a.to && body[lineTo] != '\n',
	}
	// Two halves of a sequence can be harmless alone: what is printed is judged
	// whole, and loses its place rather than its escapes.
	if whole := Visible(s.Text); whole != s.Text {
		s.Text, s.Start, s.End = whole, 0, len(whole)
	}
	return s
}

func lineBegins(body []byte, at int) bool { return at == 0 || body[at-1] == '\n' }

// backToRune moves at back to the beginning of a character, not before least.
func backToRune(body []byte, at, least int) int {
	for i := 0; i < utf8.UTFMax && at > least && at < len(body) && !utf8.RuneStart(body[at]); i++ {
		at--
	}
	return at
}
