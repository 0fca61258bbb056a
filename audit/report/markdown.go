package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/audit"
)

// Limits of a Markdown report. GitHub takes a job summary of at most 1 MiB, and
// nobody reads a longer table.
const (
	maxMarkdownRows  = 200
	maxMarkdownBytes = 900 << 10
)

// markdownSink gathers the first rows of two tables and counts the rest.
type markdownSink struct {
	w                   io.Writer
	header              Header
	findings, unchecked strings.Builder
	count               [audit.Error + 1]int
	found, failed       int
	left, leftUnchecked int
}

// NewMarkdown returns a sink that writes a summary for a page: a sentence, what
// could not be checked, and a table of findings, those over a limit counted.
func NewMarkdown(w io.Writer, h Header) Sink { return &markdownSink{w: w, header: h} }

// Finding implements [Sink].
func (s *markdownSink) Finding(f Finding) error {
	s.found++
	s.count[min(f.Severity, audit.Error)]++
	place := VisibleName(f.File)
	if f.Line > 0 {
		place += ":" + strconv.Itoa(f.Line) + ":" + strconv.Itoa(f.Column)
	}
	row := "| " + f.Severity.String() + " | " + code(place) + " | " + plain(Visible(f.Message))
	if f.Pointer != "" {
		row += " at " + code(f.Pointer)
	}
	if f.Snippet != nil {
		row += "<br>" + code(f.Snippet.Text)
	}
	row += " | " + code(f.Rule) + " |\n"
	if s.found-s.left > maxMarkdownRows || s.findings.Len()+s.unchecked.Len()+len(row) > maxMarkdownBytes {
		s.left++
		return nil
	}
	s.findings.WriteString(row)
	return nil
}

// Unchecked implements [Sink].
func (s *markdownSink) Unchecked(u Unchecked) error {
	s.failed++
	place := VisibleName(u.File)
	if u.Record > 0 {
		place += ":" + strconv.Itoa(u.Record)
	}
	row := "| " + code(place) + " | " + plain(Visible(u.Error)) + " |\n"
	if s.failed-s.leftUnchecked > maxMarkdownRows || s.findings.Len()+s.unchecked.Len()+len(row) > maxMarkdownBytes {
		s.leftUnchecked++
		return nil
	}
	s.unchecked.WriteString(row)
	return nil
}

// Close implements [Sink].
func (s *markdownSink) Close(sum Summary) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s.\n", plain(Visible(s.header.Tool)), plain(s.header.summaryLine(sum, s.failed, s.found, s.count)))
	if s.failed > 0 {
		b.WriteString("\n### Not checked\n\n| file | why |\n|---|---|\n" + s.unchecked.String())
		rest(&b, s.leftUnchecked)
	}
	if s.found > 0 {
		b.WriteString("\n### Findings\n\n| severity | place | what | rule |\n|---|---|---|---|\n" + s.findings.String())
		rest(&b, s.left)
	}
	_, err := io.WriteString(s.w, b.String())
	return err
}

func rest(b *strings.Builder, n int) {
	if n > 0 {
		fmt.Fprintf(b, "\nand %d more that this page has no room for.\n", n)
	}
}

// code shows text from outside in a fixed font. Code spans cannot hold every
// text inside a table, so it is an element, in which code hosts make no mentions
// and no links, around text without any Markdown.
func code(s string) string { return "<code>" + plain(Visible(s)) + "</code>" }

// plain writes every character that Markdown or HTML could give a meaning as a
// numeric reference, which never has one.
func plain(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r >= utf8.RuneSelf || r == ' ' || r == ',' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return b.String()
}
