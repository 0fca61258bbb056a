package contract

import (
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/jsonline"
)

// replaced counts what reads as U+FFFD in a raw JSON string.
type replaced struct {
	bytes  int // bytes that are not UTF-8
	halves int // escapes of half a surrogate pair
}

func (r replaced) any() bool { return r.bytes+r.halves > 0 }

// replacedIn looks through the raw text of a valid JSON string. A surrogate
// that is encoded in three raw bytes counts as bytes that are not UTF-8.
func replacedIn(raw []byte) replaced {
	var out replaced
	for i := 0; i < len(raw); {
		switch c := raw[i]; {
		case c == '\\':
			n, _, half := jsonline.Escape(raw[i:])
			i += n
			if half {
				out.halves++
			}
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRune(raw[i:])
			if r == utf8.RuneError && n == 1 {
				out.bytes++
			}
			i += n
		}
	}
	return out
}
