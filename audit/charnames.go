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
	return charNames[r]
}

var charNames = map[rune]string{
	0x00: "null", 0x07: "bell", 0x08: "backspace", 0x0B: "line tabulation", 0x0C: "form feed", 0x0D: "carriage return",
	0x1B: "escape", 0x7F: "delete", 0x85: "next line", 0x9B: "control sequence introducer", 0x9D: "operating system command",
	0xAD: "soft hyphen", 0x34F: "combining grapheme joiner", 0x61C: "arabic letter mark",
	0x115F: "hangul choseong filler", 0x1160: "hangul jungseong filler", 0x180E: "mongolian vowel separator",
	0x200B: "zero width space", 0x200C: "zero width non-joiner", 0x200D: "zero width joiner",
	0x200E: "left-to-right mark", 0x200F: "right-to-left mark", 0x2028: "line separator", 0x2029: "paragraph separator",
	0x202A: "left-to-right embedding", 0x202B: "right-to-left embedding", 0x202C: "pop directional formatting",
	0x202D: "left-to-right override", 0x202E: "right-to-left override", 0x2060: "word joiner",
	0x2061: "function application", 0x2062: "invisible times", 0x2063: "invisible separator", 0x2064: "invisible plus",
	0x2066: "left-to-right isolate", 0x2067: "right-to-left isolate", 0x2068: "first strong isolate", 0x2069: "pop directional isolate",
	0x2800: "braille pattern blank", 0x3164: "hangul filler", 0xFEFF: "zero width no-break space", 0xFFA0: "halfwidth hangul filler",
	0xFFF9: "interlinear annotation anchor", 0xFFFA: "interlinear annotation separator", 0xFFFB: "interlinear annotation terminator",
}
