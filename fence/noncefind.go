package fence

import (
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/ucd"
)

// finder looks for a nonce in every folding of a text: in either case, in
// compatibility characters, and with marks or ignorable characters in between.
type finder struct {
	nonce string
	skip  [256]uint8         // how far a window may move, by its last byte
	fail  [maxNonceLen]uint8 // failure function of the nonce, for the folded search
}

// newFinder returns a value: one is made for every block, on the stack.
func newFinder(nonce string) finder {
	f := finder{nonce: nonce}
	m := len(nonce)
	for b := range f.skip {
		f.skip[b] = uint8(m) // at most maxNonceLen
	}
	for i := range m - 1 {
		b := nonce[i]
		f.skip[b] = uint8(m - 1 - i) // at most maxNonceLen
		if b >= 'a' {
			f.skip[b-'a'+'A'] = f.skip[b]
		}
	}
	for i, k := 1, 0; i < m; i++ {
		for k > 0 && nonce[i] != nonce[k] {
			k = int(f.fail[k-1])
		}
		if nonce[i] == nonce[k] {
			k++
		}
		f.fail[i] = uint8(k) // below maxNonceLen
	}
	return f
}

// find returns where the occurrences begin in s, in order. It takes time linear
// in s and allocates only when there are any.
func (f *finder) find(s string) []int {
	var hits []int
	for i := 0; ; {
		wide := nextWide(s, i)
		hits = f.ascii(s, i, wide, hits)
		if wide == len(s) {
			return hits
		}
		if end := passWide(s, wide); end > wide {
			i = end // no occurrence goes over what was passed
			continue
		}
		hits, i = f.folded(s, max(i, wide-len(f.nonce)+1), hits)
	}
}

// passWide returns the end of the characters from i that no occurrence can hold:
// their fold has no character of a nonce and is not empty. It stops at ASCII.
func passWide(s string, i int) int {
	for i < len(s) && s[i] >= utf8.RuneSelf {
		if b := s[i]; b >= 0xE4 && b <= 0xE9 || b == 0xEB || b == 0xEC || b == 0xD0 {
			// Ideographs, syllables and Cyrillic fold to their like.
			if n := plainLead(b); continues(s, i+1, n-1) {
				i += n
				continue
			}
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !kana(r) && nonceLike(r) {
			break
		}
		i += n
	}
	return i
}

// nonceLike reports whether the fold of r, which is not ASCII, has a character
// of a nonce or is empty.
func nonceLike(r rune) bool {
	folded, changed := ucd.Fold(r)
	if !changed {
		return false // and no such r is the other case of an ASCII letter
	}
	for i := range len(folded) {
		if isNonceByte(lowerASCII(folded[i])) {
			return true
		}
	}
	return folded == ""
}

// nextWide returns the index of the first byte from i that is not ASCII.
func nextWide(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		w := s[i : i+8]
		if (w[0]|w[1]|w[2]|w[3]|w[4]|w[5]|w[6]|w[7])&0x80 != 0 {
			break
		}
	}
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// ascii searches s[from:to], which is ASCII, by Horspool's algorithm. A text of
// one repeated letter could make it compare a whole nonce at each place, which
// is still bounded by the length of a nonce.
func (f *finder) ascii(s string, from, to int, hits []int) []int {
	m := len(f.nonce)
	for at := from; at+m <= to; {
		last := s[at+m-1]
		if lowerASCII(last) == f.nonce[m-1] {
			k := 0
			for k < m-1 && lowerASCII(s[at+k]) == f.nonce[k] {
				k++
			}
			if k == m-1 {
				hits = appendHit(hits, at)
			}
		}
		at += int(f.skip[last])
	}
	return hits
}

// folded searches the fold of s from i, where something that is not ASCII is
// near, until so much ASCII has gone by that no occurrence can reach back, or a
// character that none can hold. It returns where the plain search may go on.
func (f *finder) folded(s string, i int, hits []int) ([]int, int) {
	var starts [maxNonceLen]int // where the last folded characters began
	m, k, n, run := len(f.nonce), 0, 0, 0
	step := func(b byte, at int) {
		starts[n] = at
		if n++; n == m {
			n = 0
		}
		for k > 0 && b != f.nonce[k] {
			k = int(f.fail[k-1])
		}
		if b == f.nonce[k] {
			k++
		}
		if k == m {
			hits = appendHit(hits, starts[n])
			k = int(f.fail[k-1])
		}
	}
	wide := false
	for i < len(s) {
		if s[i] < utf8.RuneSelf {
			step(lowerASCII(s[i]), i)
			i++
			if run++; wide && run >= m-1 {
				return hits, i - (m - 1)
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !nonceLike(r) {
			return hits, i + size
		}
		run, wide = 0, true
		folded, _ := ucd.Fold(r)
		for j := range len(folded) {
			step(lowerASCII(folded[j]), i) // a byte beyond ASCII is in no nonce
		}
		i += size
	}
	return hits, len(s)
}

func lowerASCII(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

// appendHit keeps hits rising and without repeats: one rune can fold to several
// characters of which more than one begins an occurrence.
func appendHit(hits []int, at int) []int {
	if len(hits) > 0 && hits[len(hits)-1] >= at {
		return hits
	}
	return append(hits, at)
}

// Find returns the occurrences of n in s, in every folding and either case, in
// order; they may overlap. It is how a nonce is noticed that leaves the prompt,
// in an answer or in the arguments of a tool call. It takes time linear in s,
// times the length of a nonce where occurrences overlap.
func (n Nonce) Find(s string) []Match {
	if n.IsZero() {
		return nil
	}
	var out []Match
	f := newFinder(n.Reveal())
	for _, at := range f.find(s) {
		out = append(out, Match{Start: at, End: n.end(s, at)})
	}
	return out
}

// end returns the end of the occurrence of n that begins within the character at
// s[at]. The fold of that character can have more in front of it.
func (n Nonce) end(s string, at int) int {
	code := n.Reveal()
	f := folder{s: s, i: at}
	for {
		from := f
		k := 0
		for k < len(code) {
			r, ok := f.next()
			if !ok || lower(r) != rune(code[k]) {
				break
			}
			k++
		}
		if k == len(code) {
			return f.i
		}
		f = from
		f.next()
	}
}
