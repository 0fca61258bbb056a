package fence

import (
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/ucd"
)

// folder reads the fold of a text rune by rune: compatibility decomposition
// without marks and without ignorable characters. A match in the NFKC form or
// in the NFKD form without marks is a match in this stream too, and the raw
// text is its own fold where it is ASCII, so one stream serves all three. A CR
// before an LF is left out.
type folder struct {
	s    string
	i    int    // next byte of s to read
	pend string // rest of the fold of a rune that folds to several
}

// breaker is what a byte that is not UTF-8 folds to: a rune that is in no
// pattern, since no pattern holds a noncharacter.
const breaker rune = 0xFFFF

// next returns the next rune of the fold, and false at the end of the text.
func (f *folder) next() (rune, bool) {
	if f.pend != "" {
		r, n := utf8.DecodeRuneInString(f.pend)
		f.pend = f.pend[n:]
		return r, true
	}
	for f.i < len(f.s) {
		b := f.s[f.i]
		if b < utf8.RuneSelf {
			f.i++
			if b == '\r' && f.i < len(f.s) && f.s[f.i] == '\n' {
				continue // a payload may write CR LF as LF
			}
			return rune(b), true
		}
		r, n := utf8.DecodeRuneInString(f.s[f.i:])
		f.i += n
		if r == utf8.RuneError && n == 1 {
			return breaker, true
		}
		folded, changed := ucd.Fold(r)
		if !changed {
			return r, true
		}
		if folded == "" {
			continue // dropped
		}
		r, n = utf8.DecodeRuneInString(folded)
		f.pend = folded[n:]
		return r, true
	}
	return 0, false
}

// foldString returns the whole fold of s.
func foldString(s string) string {
	f := folder{s: s}
	out := make([]byte, 0, len(s))
	for r, ok := f.next(); ok; r, ok = f.next() {
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

// lower is the fence-word and nonce fold of an already folded rune: words and
// nonces are looked for without regard to case, control tokens are not, since
// no tokenizer reads them so. Words and nonces are ASCII, and so are all capitals
// of their letters once they are folded.
func lower(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}
