package audit

import "github.com/ringfence/ringfence/internal/jsonline"

const (
	// leastPairs is how many pairs of hexadecimal digits in a row are decoded: most
	// control tokens and tags have that many bytes.
	leastPairs = 6
	// pairWindow is how many bytes in a row tell whether there may be one, and
	// pairStep how far apart a text is looked at: the least of them, "3c 7c 69 6d 5f
	// 3e", has a window at any such step.
	pairWindow = 6
	pairStep   = 3*leastPairs - 1 - (pairWindow - 1)
)

// pairByte are the bytes that rows of pairs are made of: digits, "0x" and "\x", and
// what separates pairs, in dumps, lists of strings, and mail ("=3C=7C").
var pairByte = func() (t [256]byte) {
	for _, b := range []byte("0123456789abcdefABCDEFxX \t\r\n,;:-\\._|/+='\"") {
		t[b] = 1
	}
	return t
}()

// pairsIn reports whether the window of s at i can be one of a row: two digits of one
// pair, and what separates it, or what separates it alone and a pair behind that. It
// has one branch for nearly all windows.
func pairsIn(s string, i int) bool {
	w := s[i : i+pairWindow]
	if pairByte[w[0]]&pairByte[w[1]]&pairByte[w[2]]&pairByte[w[3]]&pairByte[w[4]]&pairByte[w[5]] == 0 {
		return false
	}
	digits := 0
	for k := range len(w) {
		if hexByte(w[k]) {
			digits++
		}
	}
	return digits < len(w) && (digits > 1 || pairBehind(s, i))
}

// pairBehind reports whether a pair begins in the window of s at i or in the gap that
// it is a part of. Without it a row whose gaps are as long as the step between
// windows would have a window on none of its pairs.
func pairBehind(s string, i int) bool {
	for end := min(len(s), i+pairWindow+maxPairGap); i < end && pairByte[s[i]] != 0; i++ {
		from := i
		for i < len(s) && i-from < 3 && hexByte(s[i]) {
			i++
		}
		if i-from == 2 {
			return true
		}
	}
	return false
}

// hexPairs looks for pairs of hexadecimal digits with something between them, as
// "3c 7c" and "0x3c, 0x7c". Of ordinary text hardly more than every twelfth byte
// is looked at, and no row twice.
func (t *textScan) hexPairs() {
	s := t.s
	if t.in.depth >= maxDepth {
		return
	}
	for i, done := pairStep-1, 0; i < len(s); i += pairStep {
		if !pairsIn(s, i-pairWindow+1) {
			continue
		}
		lo, hi := i-pairWindow+1, i+1
		for lo > done && pairByte[s[lo-1]] != 0 {
			lo--
		}
		for hi < len(s) && pairByte[s[hi]] != 0 {
			hi++
		}
		t.pairRow(lo, hi)
		i, done = max(i, hi-1), hi
	}
}

// pairRow decodes the pairs in s[lo:hi], which may be several rows.
func (t *textScan) pairRow(lo, hi int) {
	start, end, last := 0, 0, -1
	out := t.room[:0]
	flush := func() {
		if len(out) >= leastPairs {
			t.revealed("hex", start, end, out, false)
		}
		out, t.room = out[:0], out[:0]
	}
	for i := lo; i < hi; {
		from := i
		if t.s[i] == '\\' || t.s[i] == '0' && i+1 < hi && t.s[i+1]|0x20 == 'x' {
			i++
		}
		if i < hi && t.s[i]|0x20 == 'x' {
			i++
		}
		digits := i
		for i < hi && hexByte(t.s[i]) {
			i++
		}
		switch {
		case i-digits == 2:
			if len(out) > 0 && (from == last || from-last > maxPairGap) {
				flush()
			}
			if len(out) == 0 {
				start = from
			}
			if v, ok := jsonline.HexDigits(t.s[digits:i], 2); ok {
				out = append(out, byte(v))
			}
			if end, last = i, i; len(out) == maxEncoded { // what goes on over the end is found in the next part
				t.room = out[:0]
				t.revealed("hex", start, end, out, false)
				out = append(out[:0], out[maxEncoded-overEncoded:]...)
				t.room = out[:0]
			}
		case i > digits:
			flush() // a number
		case i == from:
			i++ // a separator
		}
	}
	flush()
}

// maxPairGap is how many bytes stand between two pairs of a row: a comma and a line
// break with an indent.
const maxPairGap = 16
