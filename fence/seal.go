package fence

import (
	"strings"

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
// h.Style is how the payload is written; h.Marker is chosen here. Order: the
// caller cuts, then the style is applied, then what may not stand raw is escaped.
//
// Seal takes time linear in the length of d and appends at most [MaxExpansion]
// times that, four bytes for the first mark of a style, and the two lines. (With
// literals of a [Table] of the user, and with a nonce of one character repeated, a
// styled payload is bounded by MaxExpansion times the styled text: a literal could
// begin with a mark, and such a nonce at every character of base64.)
func Seal(dst []byte, nonce Nonce, h Header, d ringfence.Data) ([]byte, Marks, error) {
	return defaultTable().seal(dst, nonce, h, d)
}

func (t *Table) seal(dst []byte, nonce Nonce, h Header, d ringfence.Data) ([]byte, Marks, error) {
	if nonce.IsZero() {
		return dst, Marks{}, &ringfence.Error{
			Code: CodeNonce, Message: "a block needs a nonce", Offset: ringfence.NoOffset,
			Hint: "make one with NewNonce and keep it for the conversation",
		}
	}
	if err := h.check(); err != nil {
		return dst, Marks{}, err
	}
	s := h.style(d.Raw())
	h.CRLF = usesCRLF(s)
	code := nonce.Reveal()
	dst = h.appendOpen(dst, code)
	f := newFinder(code)
	e := escaper{t: t, crlf: h.CRLF, hits: f.find(s)}
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
