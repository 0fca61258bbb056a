package audit

import (
	"encoding/binary"
	"unicode/utf16"
)

// decodeUTF16 decodes UTF-16 without its byte order mark. Half a pair and a byte
// that is left over read as U+FFFD.
func decodeUTF16(b []byte, big bool) string {
	var order binary.ByteOrder = binary.LittleEndian
	if big {
		order = binary.BigEndian
	}
	units := make([]uint16, 0, len(b)/2+1)
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	if len(b) > 0 {
		units = append(units, 0xFFFD)
	}
	return string(utf16.Decode(units))
}
