package audit

import (
	"strings"
	"unicode/utf8"
)

// introduces reports whether a control character may begin a sequence of a terminal:
// ESC, and CSI and OSC in one character. None is hidden by others before it.
func introduces(r rune) bool { return r == 0x1B || r == 0x9B || r == 0x9D }

// terminal judges control characters that begin a sequence of a terminal.
func (t *textScan) terminal(r run) {
	rest := within(t.s, r.start, len("\x1b]8;"))
	id, what := idControl, "a control character that begins a terminal sequence"
	switch {
	case strings.HasPrefix(rest, "\x1b]8;"), strings.HasPrefix(rest, "\u009d8;"):
		id, what = idTerminalLink, "a terminal hyperlink: what is shown need not say where it leads"
	case strings.HasPrefix(rest, "\x1b]"), strings.HasPrefix(rest, "\u009d"):
		id, what = idTerminal, "an operating system command of a terminal, such as a title or a clipboard"
	case strings.HasPrefix(rest, "\x1b["), strings.HasPrefix(rest, "\u009b"):
		id, what = idTerminal, "a control sequence of a terminal, which can hide, move or overwrite text"
	}
	_, n := utf8.DecodeRuneInString(t.s[r.start:]) // of one byte, too, which is not UTF-8
	end := r.start + n
	if !t.put.full(id, r.start, end) {
		t.put.add(id, r.start, end, what)
	}
}
