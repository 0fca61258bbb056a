package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/ringfence/ringfence/audit"
)

// textSink writes for people, a finding a line, as compilers do.
type textSink struct {
	w         io.Writer
	header    Header
	count     [audit.Error + 1]int
	findings  int
	unchecked int
}

// NewText returns a sink for people:
//
//	FILE:LINE:COLUMN: severity: message at POINTER [rule]
//	  | text around it
//	  |      ^^^^
//
// The last line counts. What could not be checked is counted only: whoever runs
// the audit says it on standard error.
func NewText(w io.Writer, h Header) Sink { return &textSink{w: w, header: h} }

// Clean implements [Cleaner].
func (s *textSink) Clean(file string) error {
	_, err := io.WriteString(s.w, VisibleName(file)+": nothing found\n")
	return err
}

// Finding implements [Sink].
func (s *textSink) Finding(f Finding) error {
	s.findings++
	s.count[min(f.Severity, audit.Error)]++
	var b strings.Builder
	b.WriteString(VisibleName(f.File))
	if f.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", f.Line, f.Column)
	}
	fmt.Fprintf(&b, ": %v: %s", f.Severity, Visible(f.Message))
	if f.Pointer != "" {
		b.WriteString(" at " + Visible(f.Pointer))
	}
	fmt.Fprintf(&b, " [%s]\n", Visible(f.Rule))
	if f.Snippet != nil {
		f.Snippet.lines(&b)
	}
	_, err := io.WriteString(s.w, b.String())
	return err
}

// lines shows a snippet with carets below what was found.
func (s *Snippet) lines(b *strings.Builder) {
	before, after := "", ""
	if s.Before {
		before = "..."
	}
	if s.After {
		after = "..."
	}
	b.WriteString("  | " + before + s.Text + after + "\n  | " + strings.Repeat(" ", len(before)+width(s.Text[:s.Start])))
	b.WriteString(strings.Repeat("^", max(1, width(s.Text[s.Start:s.End]))) + "\n")
}

// width is how many columns text takes on most terminals: two for the scripts
// of East Asia and for emoji, none for combining marks.
func width(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana),
			0x3000 <= r && r <= 0x303E, 0xFF01 <= r && r <= 0xFF60, 0x1F300 <= r && r <= 0x1FAFF:
			n += 2
		default:
			n++
		}
	}
	return n
}

// Unchecked implements [Sink].
func (s *textSink) Unchecked(Unchecked) error {
	s.unchecked++
	return nil
}

// Close implements [Sink].
func (s *textSink) Close(sum Summary) error {
	_, err := io.WriteString(s.w, s.header.summaryLine(sum, s.unchecked, s.findings, s.count)+"\n")
	return err
}

// Part says which part of a run a report is of; "" where it is of all.
func (h Header) Part() string {
	if h.Shards == 0 {
		return ""
	}
	return "part " + strconv.Itoa(h.Shard) + " of " + strconv.Itoa(h.Shards)
}

// summaryLine says in a sentence how a run went.
func (h Header) summaryLine(sum Summary, unchecked, findings int, count [audit.Error + 1]int) string {
	var b strings.Builder
	if part := h.Part(); part != "" {
		b.WriteString(part + ": ")
	}
	switch files := sum.Checked - sum.Records; {
	case sum.Records == 0:
		b.WriteString(plural(files, "file", "files"))
	case files == 0:
		b.WriteString(plural(sum.Records, "record", "records"))
	default:
		b.WriteString(plural(files, "file", "files") + " and " + plural(sum.Records, "record", "records"))
	}
	b.WriteString(" checked")
	if unchecked > 0 {
		fmt.Fprintf(&b, ", %d not checked", unchecked)
	}
	switch {
	case sum.Checked == 0 && findings == 0:
	case findings == 0 && sum.Known == 0:
		b.WriteString(": nothing found")
	case findings == 0:
		b.WriteString(": nothing new found")
	default:
		fmt.Fprintf(&b, ": %s, %s, %s", plural(count[audit.Error], "error", "errors"),
			plural(count[audit.Warning], "warning", "warnings"), plural(count[audit.Note], "note", "notes"))
	}
	if sum.Known > 0 {
		fmt.Fprintf(&b, "; %s left out that the baseline knows", plural(sum.Known, "finding", "findings"))
	}
	if sum.Excluded > 0 {
		b.WriteString("; " + plural(sum.Excluded, "file", "files") + " excluded")
	}
	if sum.Passed > 0 {
		fmt.Fprintf(&b, "; %s in folders passed over because of their names", plural(sum.Passed, "file", "files"))
	}
	return b.String()
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
