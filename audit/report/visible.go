package report

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/ucd"
)

// Visible returns text from outside on one line that is safe on a terminal and
// in a log: what a fence would escape, line ends and tabs are shown as escapes,
// and so is the first of two "#", with which some CI systems begin a command
// anywhere in a line. Everything else is unchanged. It takes linear time.
func Visible(s string) string {
	marks := fence.FindCharacters(s)
	if len(marks) == 0 && !strings.ContainsAny(s, "\r\n\t") && !strings.Contains(s, "##") {
		return s
	}
	var b strings.Builder
	at := 0
	for _, m := range marks {
		if m.Class == fence.Bracket {
			continue // ordinary text outside a fence
		}
		plainRun(&b, s[at:m.Start])
		switch {
		case m.Rune == '\r' && m.Class == fence.Control:
			b.WriteString(`\r`)
		case m.Class == fence.NotUTF8 || m.Rune < 0x80:
			fmt.Fprintf(&b, `\x%02x`, m.Rune)
		default:
			fmt.Fprintf(&b, `\u{%X}`, m.Rune)
		}
		at = m.End
	}
	plainRun(&b, s[at:])
	return b.String()
}

// plainRun writes text that holds no other marks.
func plainRun(b *strings.Builder, s string) {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '#' && i+1 < len(s) && s[i+1] == '#':
			b.WriteString(`\x23`)
		default:
			b.WriteByte(c)
		}
	}
}

// VisibleName is [Visible] for the name of a file that may begin a line: a name
// that begins as a command of a CI system does is shown as a path.
func VisibleName(name string) string {
	v := Visible(name)
	if strings.HasPrefix(v, ":") || isGroup(v) || strings.TrimLeftFunc(v, ucd.IsWhiteSpace) != v {
		return "./" + v
	}
	return v
}

// isGroup reports whether a line begins a group of a log: three of one of these.
func isGroup(v string) bool {
	return len(v) >= 3 && strings.IndexByte("-+~^=*", v[0]) >= 0 && strings.HasPrefix(v, strings.Repeat(v[:1], 3))
}

// DataLines writes text from outside line by line, each behind "| ". Text that
// ends in a line feed shows an empty last line, so that it differs from text
// that does not.
func DataLines(b *strings.Builder, s string) {
	for line := range strings.SplitSeq(s, "\n") {
		b.WriteString("| ")
		b.WriteString(Visible(line))
		b.WriteByte('\n')
	}
}
