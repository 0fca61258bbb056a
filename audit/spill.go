package audit

import (
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/jsonline"
)

// leastSpill is the shortest run of base64 or hex that has room for a nonce.
const leastSpill = 14

// maxSpill bounds the levels of escapes that are taken off in search of a nonce:
// JSON in a string of JSON, and once more.
const maxSpill = 2

// eachSpill calls f with the places in s at which a nonce stands: as it is, in any
// folding, spelled with what separates its letters, behind escapes, and in base64
// or hex. A place may come twice.
func eachSpill(s string, n fence.Nonce, f func(start, end int)) {
	code := n.Reveal()
	findCode(s, n, code, f)
	findSpelled(s, code, f)
	text, from := s, []int(nil)
	for range maxSpill {
		next, places := unescapeAll(text)
		if places == nil {
			break
		}
		for i := range places {
			if from != nil {
				places[i] = from[places[i]]
			}
		}
		text, from = next, places
		findCode(text, n, code, func(start, end int) { f(from[start], from[end]) })
	}
	for i := 0; i < len(s); {
		if !runBytes[s[i]] {
			i++
			continue
		}
		end := i + 1
		for end < len(s) && runBytes[s[end]] {
			end++
		}
		if end-i >= leastSpill && encodes(s[i:end], code) {
			f(i, end)
		}
		i = end
	}
}

// findCode calls f with the places of a nonce. ASCII has no foldings but case.
func findCode(s string, n fence.Nonce, code string, f func(start, end int)) {
	if !ascii(s) {
		for _, m := range n.Find(s) {
			f(m.Start, m.End)
		}
		return
	}
	lower := asciiLower(s)
	for at := 0; ; {
		k := strings.Index(lower[at:], code)
		if k < 0 {
			return
		}
		f(at+k, at+k+len(code))
		at += k + len(code)
	}
}

// findSpelled calls f with the places of a code between each two letters of which
// stands the same: a dash, a dot, a space, or a few such characters.
func findSpelled(s, code string, f func(start, end int)) {
	for i := 0; i < len(s); i++ {
		if lowerByte(s[i]) != code[0] {
			continue
		}
		gap := 0
		for gap < maxSpelled && i+1+gap < len(s) && separates(s[i+1+gap]) {
			gap++
		}
		step := gap + 1
		end := i + (len(code)-1)*step + 1
		if gap == 0 || end > len(s) {
			continue
		}
		k, between := 1, s[i+1:i+step]
		for k < len(code) && lowerByte(s[i+k*step]) == code[k] && s[i+(k-1)*step+1:i+k*step] == between {
			k++
		}
		if k == len(code) {
			f(i, end)
		}
	}
}

// maxSpelled is how many bytes stand between two letters that are spelled out.
const maxSpelled = 3

func separates(b byte) bool {
	return b < utf8.RuneSelf && !isLetter(b) && (b < '0' || b > '9')
}

func lowerByte(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		b |= 0x20
	}
	return b
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// unescapeAll decodes every escape in s, and returns where each byte of the result
// came from, and its end; nil where there is none.
func unescapeAll(s string) (string, []int) {
	if !strings.ContainsAny(s, `\%&`) {
		return s, nil
	}
	out, from, found := make([]byte, 0, len(s)), make([]int, 0, len(s)+1), false
	for i := 0; i < len(s); {
		before, n := len(out), 0
		if classes[s[i]] == classUnit {
			var r rune
			if r, n, _ = escaped(s, i); n > 0 {
				out, found = appendUnit(out, r), true
			}
		}
		if n == 0 {
			out, n = append(out, s[i]), 1
		}
		for range len(out) - before {
			from = append(from, i)
		}
		i += n
	}
	if !found {
		return s, nil
	}
	return string(out), append(from, len(s))
}

// encodes reports whether a run of letters has a code in it under base64 or hex.
// Letters before it that belong to a word shift it, so that each beginning of a
// group is tried.
func encodes(run, code string) bool {
	for shift := range 4 {
		if shift < len(run) && strings.Contains(asciiLower(string(decode64(nil, run[shift:]))), code) {
			return true
		}
	}
	for shift := range 2 {
		if strings.Contains(asciiLower(string(hexBytes(run[shift:]))), code) {
			return true
		}
	}
	return false
}

// hexBytes reads pairs of hexadecimal digits; what is none is a zero.
func hexBytes(s string) []byte {
	out := make([]byte, 0, len(s)/2)
	for i := 0; i+2 <= len(s); i += 2 {
		v, _ := jsonline.HexDigits(s[i:], 2)
		out = append(out, byte(v))
	}
	return out
}
