package audit

import (
	"encoding/hex"
	"strings"
)

const (
	// minRun is the shortest run of letters that is read as text: 12 bytes of it.
	minRun = 16
	// shortRun is the shortest run that is decoded at all, for a control token or
	// a tag of 6 bytes.
	shortRun = 8
	// shortHex is the same for hexadecimal digits, and longHex for text.
	shortHex = 12
	longHex  = 2 * sample
)

// runBytes are the alphabets of base64 and base64url, which hold that of hex.
var runBytes = func() (t [256]bool) {
	for _, b := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_") {
		t[b] = true
	}
	return t
}()

// maxEncoded is how much of a run is decoded at once, and overEncoded how much
// of the next part is decoded with it: what hides goes on over the end of a part.
const (
	maxEncoded  = 64 << 10
	overEncoded = 128
)

// runs looks for runs of letters that encode something. A run of shortRun bytes
// covers a multiple of shortRun, so most bytes are not looked at.
func (t *textScan) runs() {
	s := t.s
	if t.in.depth >= maxDepth {
		return
	}
	t.pairs = pairs()
	for i := shortRun - 1; i < len(s); {
		if !runBytes[s[i]] {
			i += shortRun
			continue
		}
		lo := i
		for lo > 0 && i-lo < shortRun && runBytes[s[lo-1]] {
			lo--
		}
		hi := i + 1
		for hi < len(s) && runBytes[s[hi]] {
			hi++
		}
		hi, last := t.wrapped(lo, hi)
		if hi-lo >= unbroken && t.in.depth == 0 && !t.put.full(idUnbroken, lo, hi) {
			t.put.add(idUnbroken, lo, hi, "a word of "+plural(hi-lo, "byte", "bytes")+" without a break")
		}
		if hi-lo >= shortRun && !t.decodeRun(lo, hi) && last < hi {
			t.decodeRun(lo, last) // a word that stands on the next line is no part of it
		}
		i = hi + shortRun
	}
}

// wrapLine is the shortest line that goes on in the next one, and longWrap the
// longest: MIME breaks lines of base64 after 76, PEM after 64 characters, and who
// does it by hand earlier.
const wrapLine, longWrap = 32, 76

// maxWrapSpace is how much white space stands on either side of a line break.
const maxWrapSpace = 64

// wrapped follows a run over line breaks that only wrap it, LF or CR LF, with white
// space on either side: what is in a list or a setting is indented. It returns
// where the run ends, and where without its last line if that is shorter.
func (t *textScan) wrapped(lo, hi int) (end, last int) {
	s, line := t.s, hi-lo
	if line < wrapLine || line > longWrap {
		return hi, hi
	}
	for hi < len(s) {
		k := hi
		for k < len(s) && k-hi < maxWrapSpace && (s[k] == ' ' || s[k] == '\t' || s[k] == '\r') {
			k++
		}
		if t.at(k) != '\n' {
			break
		}
		k++
		for from := k; k < len(s) && k-from < maxWrapSpace && (s[k] == ' ' || s[k] == '\t'); {
			k++
		}
		first := k
		for k < len(s) && runBytes[s[k]] {
			k++
		}
		switch n := k - first; {
		case n == 0 || n > line:
			return hi, hi
		case n < line:
			return k, hi
		}
		hi = k
	}
	return hi, hi
}

// unwrap takes the line breaks out of a run, and the white space beside them.
func unwrap(run string) string {
	return strings.Map(func(r rune) rune {
		if r == '\r' || r == '\n' || r == ' ' || r == '\t' {
			return -1
		}
		return r
	}, run)
}

// decodeRun decodes the rows of hexadecimal digits in a run, and the whole of it
// as base64, and looks at what comes out. It reports whether there was a finding.
func (t *textScan) decodeRun(lo, hi int) bool {
	run := t.s[lo:hi]
	if strings.IndexByte(run, '\n') >= 0 {
		run = unwrap(run)
	}
	if t.hexRows(lo, hi, run) {
		return true
	}
	if len(run) < minRun && !t.pairs.mayHide(run) {
		return false
	}
	const shifts = 4 // letters of something else may stand before it
	for at := 0; at < len(run); at += maxEncoded {
		part := run[at:min(len(run), at+maxEncoded+overEncoded)]
		for shift := range min(shifts, len(part)) {
			t.room = decode64(t.room[:0], part[shift:])
			if t.revealed("base64", lo, hi, t.room, at == 0 && len(run) >= minRun) {
				return true
			}
		}
	}
	return false
}

// hexRows decodes each row of hexadecimal digits in a run, from its first digit
// and from its second one on. It reports whether there was a finding.
func (t *textScan) hexRows(lo, hi int, run string) bool {
	for i := 0; i < len(run); i++ {
		start := i
		for i < len(run) && hexByte(run[i]) {
			i++
		}
		if i-start < shortHex {
			continue
		}
		for at := start; at < i; at += maxEncoded {
			part := run[at:min(i, at+maxEncoded+overEncoded)]
			for shift := range 2 {
				digits := part[shift:]
				b, _ := hex.AppendDecode(t.room[:0], []byte(digits[:len(digits)&^1]))
				t.room = b
				if t.revealed("hex", lo, hi, b, at == start && shift == 0 && i-start >= longHex) {
					return true
				}
			}
		}
	}
	return false
}

// revealed looks at the bytes that came out of a run: at all of them if they are
// text, at what of them is text otherwise. prose is true where the run is long
// enough to be one.
func (t *textScan) revealed(how string, lo, hi int, b []byte, prose bool) bool {
	text, whole := wideText(b)
	size := len(b)
	if !whole {
		for len(b) > 0 && b[0] < 0x10 && !isTextByte(b[0]) {
			b = b[1:]
		}
	}
	if !whole && legible(b[:min(len(b), sample*3/4)]) && (legible(b) || len(b) > sample && legible(b[:len(b)-3])) {
		text, whole = string(b), true
	}
	if !whole {
		text = pieces(b)
	}
	if text == "" {
		return false
	}
	readable := prose && textual(text) && (whole || len(text) >= longPiece && len(text)*8 >= size*7)
	return t.decoded(how, lo, hi, text, nil, readable)
}
