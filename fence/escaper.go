package fence

import "unicode/utf8"

// escaper copies text with escapes. The work per byte is bounded: a match that
// begins at a trigger reads at most one literal or one shape of the fold, and
// characters that fold to nothing can lie only in the few matches that are
// possible across them.
type escaper struct {
	t     *Table
	crlf  bool
	hits  []int // where the nonce begins
	marks Marks
}

func (e *escaper) run(dst []byte, s string) []byte {
	stops := &e.t.stops
	if e.crlf {
		stops = &e.t.crlfStops
	}
	copied := 0 // s[:copied] is in dst
	raw := 0    // s[raw:i] stands raw
	for i := 0; ; {
		hit := len(s)
		if len(e.hits) > 0 {
			hit = e.hits[0]
		}
		if i = e.skip(stops, s, i, hit); i == len(s) {
			return append(dst, s[copied:]...)
		}
		var n, keep int
		if i == hit {
			e.hits = e.hits[1:]
			e.marks.Nonces++
			_, n = utf8.DecodeRuneInString(s[i:])
		} else {
			n, keep = e.visit(s, i, raw, stops[s[i]])
			keep = min(keep, hit-i)
		}
		switch {
		case keep > 0:
			i += keep
		case e.crlf && s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n':
			dst = append(dst, s[copied:i]...) // the LF alone is copied
			copied, raw = i+1, i+1
			i += 2
		default:
			dst = append(dst, s[copied:i]...)
			dst = e.escape(dst, s[i:i+n])
			i += n
			copied, raw = i, i
		}
	}
}

// skip returns the first place from i, and before hit, that needs a decision.
func (e *escaper) skip(stops *stopTable, s string, i, hit int) int {
	for i < hit {
		for i+4 <= hit && stops[s[i]]|stops[s[i+1]]|stops[s[i+2]]|stops[s[i+3]] == 0 {
			i += 4
		}
		for i < hit && stops[s[i]] == 0 {
			i++
		}
		if i == hit {
			break
		}
		switch stops[s[i]] {
		case stopTrigger:
			if e.t.heads.maybe(s, i) {
				return i
			}
			i++
		case stopTwo:
			if !continues(s, i+1, 1) {
				return i
			}
			i += 2
		case stopThree:
			if !continues(s, i+1, 2) {
				return i
			}
			i += 3
		default:
			return i
		}
	}
	return i
}

// visit judges the character at s[i]. It returns its length and how many bytes
// may stand raw; none means that it is escaped, or is a CR before an LF.
func (e *escaper) visit(s string, i, raw int, stop uint8) (n, keep int) {
	switch stop {
	case stopTrigger:
		if e.opens(s, i, 1) {
			return 1, 0
		}
		return 1, 1
	case stopLine:
		if s[i] == '\n' || i+1 == len(s) || s[i+1] != '\n' {
			e.marks.Characters++
		}
		return 1, 0
	case stopControl:
		e.marks.Characters++
		return 1, 0
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if e.t.wide == nil && kana(r) {
		return n, n // Japanese text is full of them
	}
	if e.t.trigger(r) && e.opens(s, i, n) {
		return n, 0
	}
	class, keep := wideClass(s, i, n, r, raw)
	if class == Plain && (keep > n || r == zwj || r == zwnj) {
		class, keep = e.company(s, i, n, keep)
	}
	if class != Plain {
		e.marks.Characters++
		return n, 0
	}
	return n, keep
}

// company looks at what a kept joiner or emoji sequence at s[i] keeps beside it:
// where a control token of the user begins there, that character is escaped, and
// what is escaped is no neighbour.
func (e *escaper) company(s string, i, n, keep int) (Class, int) {
	if e.t.wide == nil {
		return Plain, keep // no pattern of the default table begins in company
	}
	end, at := i+keep, i+n
	joiner := keep == n
	if joiner {
		_, size := utf8.DecodeRuneInString(s[at:])
		end = at + size
	}
	for at < end {
		r, size := utf8.DecodeRuneInString(s[at:])
		if e.t.trigger(r) {
			if tokenEnd, _ := e.t.token(s, at, size); tokenEnd > 0 {
				if joiner {
					return Invisible, 0
				}
				return Plain, n
			}
		}
		at += size
	}
	return Plain, keep
}

// opens reports whether a control token or fence-shaped text begins within the
// character of n bytes at s[i], and counts it.
func (e *escaper) opens(s string, i, n int) bool {
	if fenceShape(s, i) > 0 {
		e.marks.FenceShaped++
		return true
	}
	if end, _ := e.t.token(s, i, n); end > 0 {
		e.marks.ControlTokens++
		return true
	}
	return false
}

func (e *escaper) escape(dst []byte, char string) []byte {
	e.marks.Escapes++
	r, n := utf8.DecodeRuneInString(char)
	if r == utf8.RuneError && n == 1 {
		return appendByteEscape(dst, char[0])
	}
	return appendRuneEscape(dst, r)
}
