package fence

import (
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/ucd"
)

// Class says why a character may not stand raw in a payload.
type Class uint8

// The classes of escaped characters. SPEC.md has the table.
const (
	Plain        Class = iota // may stand raw
	Bracket                   // ⟦, which opens an escape
	Control                   // C0 but LF and TAB, DEL, C1, a CR that is not part of CR LF
	Separator                 // U+2028 and U+2029
	Bidi                      // bidirectional controls
	Tag                       // tag characters U+E0000 to U+E007F
	Invisible                 // zero-width, filler, blank and other format characters
	Variation                 // a variation selector outside a listed sequence
	Noncharacter              // U+FFFE, U+FDD0 and their like
	PrivateUse                // private use
	Unassigned                // not assigned in the pinned Unicode version
	OpeningMark               // a combining mark that opens a line
	NotUTF8                   // a byte that is not UTF-8
	classEnd
)

var classNames = [classEnd]string{
	"plain", "escape-bracket", "control", "separator", "bidi", "tag",
	"invisible", "variation", "noncharacter", "private-use", "unassigned",
	"opening-mark", "not-utf8",
}

// String returns the name used in reports.
func (c Class) String() string {
	if c < classEnd {
		return classNames[c]
	}
	return ""
}

const (
	zwnj   = '\u200C'
	zwj    = '\u200D'
	brlBlk = '\u2800'     // BRAILLE PATTERN BLANK: a symbol without ink
	nullNt = '\U0001D159' // MUSICAL SYMBOL NULL NOTEHEAD: likewise
)

// asciiClass is the class of an ASCII character, line ends apart.
func asciiClass(b byte) Class {
	if b < ' ' && b != '\t' && b != '\n' || b == 0x7F {
		return Control
	}
	return Plain
}

// wideClass returns the class of the non-ASCII rune r of n bytes at s[i]. For a
// plain one, keep is how many bytes from i may stand raw: more than n when r
// begins a listed emoji sequence. raw is the start of the text before i that
// stands raw without a break: what is escaped does not count as neighbour.
func wideClass(s string, i, n int, r rune, raw int) (c Class, keep int) {
	if r == utf8.RuneError && n == 1 {
		return NotUTF8, 0
	}
	cat := ucd.CategoryOf(r)
	switch cat {
	case ucd.Lo, ucd.Ll, ucd.Lu, ucd.Lt, ucd.Lm, ucd.Nd, ucd.Nl, ucd.No, ucd.Zs,
		ucd.Pc, ucd.Pd, ucd.Ps, ucd.Pe, ucd.Pi, ucd.Pf, ucd.Po, ucd.Sc, ucd.Sk, ucd.Sm, ucd.So:
		switch {
		case r == '⟦':
			return Bracket, 0
		case ucd.Ignorable(r), r == brlBlk, r == nullNt:
			return Invisible, 0
		case ucd.Emoji(r):
			return Plain, max(n, ucd.EmojiSequence(s[i:]))
		}
		return Plain, n
	case ucd.Mn, ucd.Mc, ucd.Me:
		return markClass(s, i, n, r, raw)
	case ucd.Cf:
		return formatClass(s, i, n, r, raw)
	case ucd.Zl, ucd.Zp:
		return Separator, 0
	case ucd.Cc:
		return Control, 0
	case ucd.Co:
		return PrivateUse, 0
	}
	if ucd.Noncharacter(r) {
		return Noncharacter, 0
	}
	return Unassigned, 0
}

func markClass(s string, i, n int, r rune, raw int) (Class, int) {
	if isVariationSelector(r) {
		if base, ok := rawBefore(s, i, raw); ok && ucd.VariationSequence(base, r) {
			return Plain, n
		}
		return Variation, 0
	}
	if ucd.Ignorable(r) {
		return Invisible, 0
	}
	if i == 0 || s[i-1] == '\n' {
		return OpeningMark, 0
	}
	return Plain, n
}

func formatClass(s string, i, n int, r rune, raw int) (Class, int) {
	switch {
	case r == zwnj || r == zwj:
		before, ok := rawBefore(s, i, raw)
		after, _ := utf8.DecodeRuneInString(s[i+n:])
		if ok && joins(before) && joins(after) {
			return Plain, n
		}
		return Invisible, 0
	case r >= 0xE0000 && r <= 0xE007F:
		return Tag, 0
	case ucd.Bidi(r):
		return Bidi, 0
	case prepended(r):
		return Plain, n
	}
	return Invisible, 0
}

// joins reports whether r can stand beside a kept ZWNJ or ZWJ. The invisible
// marks of such scripts cannot: some are escaped themselves, which would leave
// the joiner without its neighbour, and the others are a second invisible.
func joins(r rune) bool { return ucd.JoinControlScript(r) && !ucd.Ignorable(r) }

// rawBefore returns the rune before s[i] when it stands raw.
func rawBefore(s string, i, raw int) (rune, bool) {
	if i <= raw {
		return 0, false
	}
	r, _ := utf8.DecodeLastRuneInString(s[raw:i])
	return r, true
}

func isVariationSelector(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF ||
		r >= 0x180B && r <= 0x180D || r == 0x180F
}

// prepended reports the format characters with ink of their own
// (Prepended_Concatenation_Mark): signs that span the digits after them.
func prepended(r rune) bool {
	switch r {
	case 0x0600, 0x0601, 0x0602, 0x0603, 0x0604, 0x0605, 0x06DD, 0x070F,
		0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD:
		return true
	}
	return false
}
