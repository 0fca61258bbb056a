package render

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ringfence/ringfence/fence"
)

// CheckOutgoing returns where the nonce stands in something that leaves the
// conversation, such as the arguments of a tool call: in any folding, and in
// strings of JSON also behind one level of its escapes, when the place is that
// of the whole string, from its first quotation mark to behind its last. The
// places are in order and do not overlap, and all are there: what is left when
// they are blanked does not hold the nonce, read as text or as JSON (a string's
// quotation marks have to stay for that). Text that is not JSON, or broken, is
// searched between its quotation marks.
//
// Anything found means that whoever receives it could write fence lines that
// look like this conversation's. They would still be escaped; it is a finding
// all the same. It takes time linear in args.
func (s *Session) CheckOutgoing(args string) []fence.Match {
	plain := s.r.Nonce.Find(args)
	if strings.IndexByte(args, '\\') < 0 {
		return united(plain)
	}
	return united(append(escapedNonces(s.r.Nonce, args, plain), plain...))
}

// escapedNonces returns the strings of JSON that hold the nonce behind escapes.
// Each quotation mark may begin a string: what stands between two strings of
// JSON has no backslash, and in a text that is broken the strings are seen
// whichever mark is missing.
func escapedNonces(n fence.Nonce, args string, plain []fence.Match) (out []fence.Match) {
	start := strings.IndexByte(args, '"')
	for start >= 0 && start < len(args) {
		end, escaped := stringEnd(args, start+1)
		for len(plain) > 0 && plain[0].End <= start {
			plain = plain[1:]
		}
		if escaped && behindEscapes(n, args[start+1:end], start+1, plain) {
			out = append(out, fence.Match{Start: start, End: min(end+1, len(args))})
		}
		start = end
	}
	return out
}

// stringEnd returns where the string of JSON that begins at i ends: at its
// quotation mark, or with s.
func stringEnd(s string, i int) (end int, escaped bool) {
	for ; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' {
			escaped = true
			i++
		}
	}
	return min(i, len(s)), escaped
}

// behindEscapes reports whether a string, which begins at the place at, holds
// more of the nonce than the plain occurrences in it.
func behindEscapes(n fence.Nonce, text string, at int, plain []fence.Match) bool {
	if n.Find(unescaped(text)) == nil {
		return false
	}
	if len(plain) == 0 || plain[0].Start >= at+len(text) {
		return true
	}
	b := []byte(text)
	for _, m := range plain {
		if m.Start >= at+len(text) {
			break
		}
		for i := max(m.Start-at, 0); i < min(m.End-at, len(b)); i++ {
			b[i] = '*'
		}
	}
	return n.Find(unescaped(string(b))) != nil
}

// unescaped returns what a string of JSON stands for. What is no escape stays.
func unescaped(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i:]
		if r, ok := unit(s); ok {
			s = s[unitLen:]
			if low, ok := unit(s); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
				r, s = utf16.DecodeRune(r, low), s[unitLen:]
			}
			b.WriteRune(r) // half a pair becomes U+FFFD, as decoders have it
			continue
		}
		if k := strings.IndexByte(`"\/bfnrt`, s[1]); k >= 0 {
			b.WriteByte("\"\\/\b\f\n\r\t"[k])
		} else {
			b.WriteString(s[:2])
		}
		s = s[2:]
	}
}

// unitLen is the length of an escape with four hexadecimal digits.
const unitLen = len(`\u0000`)

// unit returns the UTF-16 unit that the escape at the start of s writes.
func unit(s string) (rune, bool) {
	if len(s) < unitLen || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:unitLen], 16, 16)
	return rune(n), err == nil
}

// united sorts places and joins those that overlap.
func united(in []fence.Match) (out []fence.Match) {
	slices.SortStableFunc(in, func(a, b fence.Match) int { return a.Start - b.Start })
	for _, m := range in {
		if n := len(out); n > 0 && m.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, m.End)
			continue
		}
		out = append(out, m)
	}
	return out
}
