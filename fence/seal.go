package fence

import (
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
)

// Marks counts what sealing had to escape, by reason. Anything but Characters
// in text from a stranger is worth a look: somebody may be trying.
type Marks struct {
	Escapes       int // escapes written in all
	FenceShaped   int // text shaped like a fence line
	Nonces        int // occurrences of this conversation's nonce: it is known outside
	ControlTokens int // control tokens of model families
	Characters    int // characters and bytes that may not stand raw
}

// Seal appends one block that holds d to dst: the opening line, the escaped
// payload, a line feed and the closing line. h.CRLF is decided here and not
// read. The error is a *[ringfence.Error] with code [CodeHeader] or [CodeNonce]
// for a header or nonce that cannot be written; it never depends on d.
//
// Seal takes time linear in the length of d and appends at most [MaxExpansion]
// times that, plus the two lines.
func Seal(dst []byte, nonce Nonce, h Header, d ringfence.Data) ([]byte, Marks, error) {
	if nonce.IsZero() {
		return dst, Marks{}, &ringfence.Error{
			Code: CodeNonce, Message: "a block needs a nonce", Offset: ringfence.NoOffset,
			Hint: "make one with NewNonce and keep it for the conversation",
		}
	}
	if err := h.check(); err != nil {
		return dst, Marks{}, err
	}
	s := d.Raw()
	h.CRLF = usesCRLF(s)
	code := nonce.Reveal()
	dst = h.appendOpen(dst, code)
	e := escaper{t: defaultTable(), crlf: h.CRLF, hits: newFinder(code).find(s)}
	dst = e.run(dst, s)
	dst = append(dst, '\n')
	return h.appendClose(dst, code), e.marks, nil
}

// usesCRLF reports whether more than half of the line feeds follow a CR.
func usesCRLF(s string) bool {
	if strings.IndexByte(s, '\r') < 0 {
		return false
	}
	return 2*strings.Count(s, "\r\n") > strings.Count(s, "\n")
}

// What a byte asks of the escaper. Bytes of zero are copied in runs.
const (
	stopTrigger = 1 + iota
	stopControl
	stopLine // only where line feeds stand for CR LF
	stopWide
)

type stopTable [256]uint8

var plainStops, crlfStops = newStops(false), newStops(true)

func newStops(crlf bool) *stopTable {
	var t stopTable
	for i := range t {
		b := byte(i)
		switch {
		case b >= utf8.RuneSelf:
			t[i] = stopWide
		case trigger(rune(b)) != 0:
			t[i] = stopTrigger
		case crlf && (b == '\r' || b == '\n'):
			t[i] = stopLine
		case asciiClass(b) != Plain:
			t[i] = stopControl
		}
	}
	return &t
}

// escaper copies text with escapes. The work per byte is bounded: a match that
// begins at a trigger reads at most one literal or one shape of the fold, and
// characters that fold to nothing can lie only in the few matches that are
// possible across them.
type escaper struct {
	t     *table
	crlf  bool
	hits  []int // where the nonce begins
	marks Marks
}

func (e *escaper) run(dst []byte, s string) []byte {
	stops := plainStops
	if e.crlf {
		stops = crlfStops
	}
	copied := 0 // s[:copied] is in dst
	raw := 0    // s[raw:i] stands raw
	for i := 0; ; {
		hit := len(s)
		if len(e.hits) > 0 {
			hit = e.hits[0]
		}
		for i < hit && stops[s[i]] == 0 {
			i++
		}
		if i == len(s) {
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

// visit judges the character at s[i]. It returns its length and how many bytes
// may stand raw; none means that it is escaped, or is a CR before an LF.
func (e *escaper) visit(s string, i, raw int, stop uint8) (n, keep int) {
	switch stop {
	case stopTrigger:
		if e.opens(s, i, 1, s[i]) {
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
	if trig := trigger(r); trig != 0 {
		if e.opens(s, i, n, trig) {
			return n, 0
		}
		return n, n
	}
	class, keep := wideClass(s, i, n, r, raw)
	if class != Plain {
		e.marks.Characters++
		return n, 0
	}
	return n, keep
}

// opens reports whether the trigger of n bytes at s[i] begins a control token
// or fence-shaped text, and counts it.
func (e *escaper) opens(s string, i, n int, trig byte) bool {
	if !e.t.possible(trig, s, i+n) {
		return false
	}
	if trig == '<' && e.t.fenceShape(s, i) > 0 {
		e.marks.FenceShaped++
		return true
	}
	if end, _ := e.t.token(s, i); end > 0 {
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
