package fence

import (
	"strconv"

	"github.com/ringfence/ringfence"
)

// Cut says that a payload holds only the first part of its data, in grapheme
// clusters. The zero value says that it is whole.
type Cut struct {
	Shown, Of int
}

// Header is what a fence line says. Everything in it is a number or a member of
// a closed set.
type Header struct {
	N       int             // ordinal, from 1, rising over a conversation
	Kind    Kind            // required by Seal
	Trust   ringfence.Trust // selects the word; zero is untrusted, of a Request too; Instruction cannot be sealed
	Lang    Lang            // none: left out
	Cut     Cut             // zero: left out
	More    int             // how many further records did not fit; 0: left out
	Dropped int             // how many records were not usable; 0: left out
	CRLF    bool            // line feeds of the payload stand for CR LF; set by Seal
	Style   Style           // block: left out
	Marker  uint8           // of the datamark style, see package spotlight; set by Seal
}

// maxNumber bounds every number in a fence line, so that a line has a bounded
// length and a number fits an int on 32-bit machines.
const maxNumber = 999_999_999

func (h Header) check() error {
	bad := func(msg string) error {
		return &ringfence.Error{Code: CodeHeader, Message: msg, Offset: ringfence.NoOffset}
	}
	_, sealable := wordOf(h.Trust)
	switch {
	case h.N < 1 || h.N > maxNumber:
		return bad("an ordinal is between 1 and 999999999")
	case h.Kind.String() == "":
		return bad("a block needs a kind")
	case !sealable:
		return bad("instructions are not data and cannot be sealed")
	case int(h.Lang) >= len(langNames):
		return bad("unknown language")
	case h.Style >= styleEnd:
		return bad("unknown style")
	case h.Cut != Cut{} && (h.Cut.Shown < 0 || h.Cut.Shown >= h.Cut.Of || h.Cut.Of > maxNumber):
		return bad("a cut shows fewer than there are")
	case h.More < 0 || h.Dropped < 0 || h.More > maxNumber || h.Dropped > maxNumber:
		return bad("a count is between 0 and 999999999")
	}
	return nil
}

// appendOpen appends the opening fence line with its line feed.
func (h Header) appendOpen(dst []byte, nonce string) []byte {
	dst = append(dst, '<')
	dst = h.appendName(dst, nonce)
	dst = append(append(dst, " kind="...), h.Kind.String()...)
	if h.Lang != 0 {
		dst = append(append(dst, " lang="...), h.Lang.String()...)
	}
	if h.Cut != (Cut{}) {
		dst = appendNumber(dst, " cut=", h.Cut.Shown)
		dst = appendNumber(dst, "/", h.Cut.Of)
	}
	if h.More > 0 {
		dst = appendNumber(dst, " more=", h.More)
	}
	if h.Dropped > 0 {
		dst = appendNumber(dst, " dropped=", h.Dropped)
	}
	if h.CRLF {
		dst = append(dst, " eol=crlf"...)
	}
	if h.Style != StyleBlock {
		dst = h.appendStyle(dst)
	}
	return append(dst, ">\n"...)
}

// appendClose appends the closing fence line with its line feed.
func (h Header) appendClose(dst []byte, nonce string) []byte {
	dst = append(dst, "</"...)
	dst = h.appendName(dst, nonce)
	return append(dst, ">\n"...)
}

func (h Header) appendName(dst []byte, nonce string) []byte {
	word, _ := wordOf(h.Trust)
	dst = append(append(dst, word...), '-')
	dst = append(append(dst, nonce...), '-')
	return strconv.AppendInt(dst, int64(h.N), 10)
}

func appendNumber(dst []byte, before string, n int) []byte {
	return strconv.AppendInt(append(dst, before...), int64(n), 10)
}
