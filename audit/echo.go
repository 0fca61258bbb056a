package audit

import (
	"hash/maphash"
	"strings"
	"unicode/utf8"
)

// echoes is a set of short pieces of a text, by hash, so that pieces of it are
// found in another text in linear time.
type echoes struct {
	seed maphash.Seed
	set  map[uint64]struct{}
}

const (
	// echoWords is how many words in a row are no coincidence: two texts about
	// one thing seldom share eight.
	echoWords = 8
	// echoLetters is how many letters and digits in a row are none, in an
	// address: "lantern-2411" has eleven.
	echoLetters = 10
	// maxEchoes bounds the pieces kept of one prompt.
	maxEchoes = 1 << 20
)

func newEchoes() *echoes {
	return &echoes{seed: maphash.MakeSeed(), set: map[uint64]struct{}{}}
}

func (e *echoes) add(piece []byte) {
	if len(e.set) < maxEchoes {
		e.set[maphash.Bytes(e.seed, piece)] = struct{}{}
	}
}

func (e *echoes) has(piece []byte) bool {
	_, ok := e.set[maphash.Bytes(e.seed, piece)]
	return ok
}

// words adds every run of echoWords words of s.
func (e *echoes) words(s string) {
	eachWords(s, func(_, _ int, piece []byte) { e.add(piece) })
}

// findWords returns where the first run of words stands that was added, at its
// longest. All of them are seen.
func (e *echoes) findWords(s string, seen *evidence) (start, end int, ok bool) {
	if len(e.set) == 0 {
		return 0, 0, false
	}
	begin, last, in := 0, 0, false
	leave := func() {
		if in {
			seen.hit(begin, last)
		}
		if in && !ok {
			start, end, ok = begin, last, true
		}
		in = false
	}
	eachWords(s, func(from, to int, piece []byte) {
		if !e.has(piece) {
			leave()
			return
		}
		if !in {
			begin, in = from, true
		}
		last = to
	})
	leave()
	return start, end, ok
}

// eachWords calls f with each run of echoWords words, in lower case with single
// spaces.
func eachWords(s string, f func(start, end int, piece []byte)) {
	var starts [echoWords]int // places of the words in s
	var sizes [echoWords]int  // their lengths in buf
	var buf []byte
	n := 0
	for i := 0; i < len(s); {
		if !wordByte(s[i]) {
			i++
			continue
		}
		from := i
		for i < len(s) && wordByte(s[i]) {
			if b := s[i]; b >= 'A' && b <= 'Z' {
				buf = append(buf, b|0x20)
			} else {
				buf = append(buf, b)
			}
			i++
		}
		buf = append(buf, ' ')
		if n == echoWords {
			buf = buf[sizes[0]:]
			copy(starts[:], starts[1:])
			copy(sizes[:], sizes[1:])
			n--
		}
		starts[n], sizes[n] = from, i-from+1
		n++
		if n == echoWords {
			f(starts[0], i, buf)
		}
	}
}

func wordByte(b byte) bool {
	return letters[b] || '0' <= b && b <= '9' || b >= utf8.RuneSelf
}

// addLetters adds every run of echoLetters letters and digits of s, whatever stands
// between them.
func (e *echoes) addLetters(s string) {
	squeezed, _ := squeeze(s)
	for i := 0; i+echoLetters <= len(squeezed); i++ {
		e.add(squeezed[i : i+echoLetters])
	}
}

// in reports whether a piece of the data stands in s.
func (e *echoes) in(s string) bool {
	squeezed, _ := squeeze(s)
	for i := 0; i+echoLetters <= len(squeezed); i++ {
		if e.has(squeezed[i : i+echoLetters]) {
			return true
		}
	}
	return false
}

// findAll returns where the first piece of the data stands in s, and has all of
// them seen.
func (e *echoes) findAll(s string, seen *evidence) (start, end int, ok bool) {
	squeezed, from := squeeze(s)
	run := 0 // pieces in a row
	for i := 0; i+echoLetters <= len(squeezed); i++ {
		if !e.has(squeezed[i : i+echoLetters]) {
			run = 0
			continue
		}
		to := from[i+echoLetters-1] + 1
		if !ok {
			start, end, ok = from[i], to, true
		}
		if run%echoLetters == 0 {
			seen.hit(from[i], to)
		}
		run++
	}
	return start, end, ok
}

// squeeze is the letters and digits of s, in lower case, and their places.
func squeeze(s string) ([]byte, []int) {
	out, from := make([]byte, 0, len(s)), make([]int, 0, len(s))
	for i := range len(s) {
		if b := s[i]; wordByte(b) {
			if b >= 'A' && b <= 'Z' {
				b |= 0x20
			}
			out, from = append(out, b), append(from, i)
		}
	}
	return out, from
}

// inURL reports whether an address holds a piece of the data: as it is, URL-
// encoded, or as base64 or hex. In host and path, where ordinary words stand, a
// piece is twice as long. If nothing but the host holds one it returns the host,
// which is no news where it stands in the data.
func (e *echoes) inURL(url string) (sure bool, in string) {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return false, ""
	}
	host, path := rest, ""
	if k := strings.IndexAny(rest, "/?#"); k >= 0 {
		host, path = rest[:k], rest[k:]
	}
	query := ""
	if k := strings.IndexAny(path, "?#"); k >= 0 {
		path, query = path[:k], path[k:]
	}
	if e.in(unpercent(query)) || e.twice(unpercent(path)) {
		return true, ""
	}
	for _, part := range strings.FieldsFunc(path+query, func(r rune) bool { return r >= utf8.RuneSelf || r == '/' || !runBytes[r] }) {
		if len(part) < minRun {
			continue
		}
		out, ok := fromHex(part)
		if !ok {
			out, ok = fromBase64(part)
		}
		if ok && e.in(out) {
			return true, ""
		}
	}
	if e.twice(host) {
		return false, host
	}
	return false, ""
}

// twice reports whether s holds a piece of twice the length.
func (e *echoes) twice(s string) bool {
	squeezed, _ := squeeze(s)
	for i := 0; i+2*echoLetters <= len(squeezed); i++ {
		if e.has(squeezed[i:i+echoLetters]) && e.has(squeezed[i+echoLetters:i+2*echoLetters]) {
			return true
		}
	}
	return false
}

// unpercent decodes URL encoding; what is none stays.
func unpercent(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] == '%' {
			if r, n, _ := escaped(s, i); n > 0 {
				b = appendUnit(b, r)
				i += n
				continue
			}
		}
		b = append(b, s[i])
		i++
	}
	return string(b)
}
