package audit

import "strings"

// minRun is the shortest run of letters that is decoded: 12 bytes of text.
const minRun = 16

// runBytes are the alphabets of base64 and base64url, which hold that of hex.
var runBytes = func() (t [256]bool) {
	for _, b := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_") {
		t[b] = true
	}
	return t
}()

// maxEncoded is how much of one run is decoded. Text is found at its beginning.
const maxEncoded = 64 << 10

// runs looks for runs of letters that encode something. A run of minRun bytes
// covers a multiple of minRun, so most bytes are not looked at.
func (t *textScan) runs() {
	s := t.s
	for i := minRun - 1; i < len(s); {
		if !runBytes[s[i]] {
			i += minRun
			continue
		}
		lo := i
		for lo > 0 && i-lo < minRun && runBytes[s[lo-1]] {
			lo--
		}
		hi := i + 1
		for hi < len(s) && runBytes[s[hi]] {
			hi++
		}
		hi = t.wrapped(lo, hi)
		if hi-lo >= unbroken && t.in.depth == 0 && !t.put.full(idUnbroken) {
			t.put.add(idUnbroken, lo, hi, "a word of "+plural(hi-lo, "byte", "bytes")+" without a break")
		}
		if hi-lo >= minRun && t.in.depth < maxDepth {
			t.decodeRun(lo, min(hi, lo+maxEncoded))
		}
		i = hi + minRun
	}
}

// wrapLine is the shortest line that goes on in the next one: MIME breaks
// lines of base64 after 76, PEM after 64 characters.
const wrapLine = 60

// wrapped follows a run over line breaks that only wrap it.
func (t *textScan) wrapped(lo, hi int) int {
	s, line := t.s, hi-lo
	if line < wrapLine || line > 76 {
		return hi
	}
	for hi < len(s) && s[hi] == '\n' {
		k := hi + 1
		for k < len(s) && runBytes[s[k]] {
			k++
		}
		if n := k - hi - 1; n == 0 || n > line {
			break
		} else if hi = k; n < line {
			break
		}
	}
	return hi
}

// decodeRun decodes a run as hex, or else as base64, and looks at what comes out
// if it is text.
func (t *textScan) decodeRun(lo, hi int) {
	run := t.s[lo:hi]
	if strings.IndexByte(run, '\n') >= 0 {
		run = strings.ReplaceAll(run, "\n", "")
	}
	if out, ok := fromHex(run); ok {
		t.decoded("hex", lo, hi, out, textual(out))
		return
	}
	if out, ok := fromBase64(run); ok {
		t.decoded("base64", lo, hi, out, textual(out))
	}
}
