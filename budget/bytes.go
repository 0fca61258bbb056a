package budget

import (
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/grapheme"
)

// Bytes is a [Counter] that takes every byte as a token. For a byte-level
// byte-pair encoding, where each token stands for one byte or more, this is an
// upper bound that needs no vocabulary. An invalid byte counts three, the
// length of the U+FFFD that it has become before a model sees it.
type Bytes struct{}

var (
	_ Counter  = Bytes{}
	_ Additive = Bytes{}
	_ Prefixer = Bytes{}
)

// replacementLen is the length in bytes of U+FFFD.
const replacementLen = len(string(utf8.RuneError))

// Count returns the length of s in bytes once every invalid byte is U+FFFD.
func (Bytes) Count(s string) int {
	if utf8.ValidString(s) {
		return len(s)
	}
	n := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			n += replacementLen
		} else {
			n += size
		}
		i += size
	}
	return n
}

// Exactness is [Upper].
func (Bytes) Exactness() Exactness { return Upper }

// SeamAdditive is true: bytes add wherever no character is divided, and none
// spans a line feed.
func (Bytes) SeamAdditive() bool { return true }

// Prefix returns the length in bytes of the longest prefix of s that ends at a grapheme boundary and
// has at most limit bytes, invalid ones counted as in Count. It looks at no
// more of s than that.
func (b Bytes) Prefix(s string, limit int) int {
	at, left := 0, limit
	for end := range grapheme.Boundaries(s) {
		left -= b.Count(s[at:end])
		if left < 0 {
			break
		}
		at = end
	}
	return at
}
