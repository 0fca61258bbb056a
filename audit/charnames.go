package audit

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence/fence"
)

// codePoint says which character a run begins with, "" where there is nothing to
// say: for bytes that are none, and for tags, each of which is a letter of what is
// hidden. A code point of a character that nobody sees is not text of a body.
func (r run) codePoint() string {
	if r.class == fence.NotUTF8 || r.group == groupTag {
		return ""
	}
	s := strings.TrimSpace(fmt.Sprintf("U+%04X %s", r.first, charName(r.first)))
	if r.count == 1 {
		return " (" + s + ")"
	}
	if !r.mixed {
		return " (each " + s + ")"
	}
	return " (the first " + s + ")"
}

// charName is the Unicode name in small letters of a character that is there to
// deceive, or "".
func charName(r rune) string {
	switch {
	case r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0100 && r <= 0xE01EF:
		return "variation selector"
	case r >= 0xE000 && r <= 0xF8FF, r >= 0xF0000:
		return "" // the message says private use
	}
	return nameOf(r)
}

// nameOf is charName for characters by themselves.
func nameOf(r rune) string {
	switch r {
	case 0x00:
		return "null"
	case 0x07:
		return "bell"
	case 0x08:
		return "backspace"
	case 0x0B:
		return "line tabulation"
	case 0x0C:
		return "form feed"
	case 0x0D:
		return "carriage return"
	case 0x1B:
		return "escape"
	case 0x7F:
		return "delete"
	case 0x85:
		return "next line"
	case 0x9B:
		return "control sequence introducer"
	case 0x9D:
		return "operating system command"
	case 0xAD:
		return "soft hyphen"
	case 0x34F:
		return "combining grapheme joiner"
	case 0x61C:
		return "arabic letter mark"
	case 0x115F:
		return "hangul choseong filler"
	case 0x1160:
		return "hangul jungseong filler"
	case 0x180E:
		return "mongolian vowel separator"
	case 0x200B:
		return "zero width space"
	case 0x200C:
		return "zero width non-joiner"
	case 0x200D:
		return "zero width joiner"
	case 0x200E:
		return "left-to-right mark"
	case 0x200F:
		return "right-to-left mark"
	case 0x2028:
		return "line separator"
	case 0x2029:
		return "paragraph separator"
	case 0x202A:
		return "left-to-right embedding"
	case 0x202B:
		return "right-to-left embedding"
	case 0x202C:
		return "pop directional formatting"
	case 0x202D:
		return "left-to-right override"
	case 0x202E:
		return "right-to-left override"
	case 0x2060:
		return "word joiner"
	case 0x2061:
		return "function application"
	case 0x2062:
		return "invisible times"
	case 0x2063:
		return "invisible separator"
	case 0x2064:
		return "invisible plus"
	case 0x2066:
		return "left-to-right isolate"
	case 0x2067:
		return "right-to-left isolate"
	case 0x2068:
		return "first strong isolate"
	case 0x2069:
		return "pop directional isolate"
	case 0x2800:
		return "braille pattern blank"
	case 0x3164:
		return "hangul filler"
	case 0xFEFF:
		return "zero width no-break space"
	case 0xFFA0:
		return "halfwidth hangul filler"
	case 0xFFF9:
		return "interlinear annotation anchor"
	case 0xFFFA:
		return "interlinear annotation separator"
	case 0xFFFB:
		return "interlinear annotation terminator"
	}
	return ""
}
