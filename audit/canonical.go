package audit

import (
	"bytes"
	"strings"

	"github.com/ringfence/ringfence/fence"
)

// canonical seals the data of a block again: the payload must come out byte for
// byte. If it does not, something stands raw that sealing would have escaped,
// or is escaped without need, and the block was not written by this module.
func (p *promptCheck) canonical(i int, text string, b *fence.Block) {
	h := b.Header
	if h.Kind == fence.NoKind {
		h.Kind = fence.Note // only the payload is compared
	}
	sealed, _, err := fence.Seal(nil, b.Nonce, h, b.Data)
	if err != nil {
		p.put(idNotCanonical, i, b.Start, "the opening line says what sealing never writes")
		return
	}
	open := bytes.IndexByte(sealed, '\n') + 1
	if bytes.Contains(sealed[:open], []byte(" eol=crlf")) != b.CRLF {
		p.put(idNotCanonical, i, b.Start, "the line ends of the payload are not written as its opening line says")
		return
	}
	end := bytes.LastIndexByte(sealed[:len(sealed)-1], '\n')
	want, got := sealed[open:end], text[b.PayloadStart:b.PayloadEnd]
	if string(want) == got {
		return
	}
	same := 0
	for same < len(want) && same < len(got) && want[same] == got[same] {
		same++
	}
	// The first byte that differs can be in the middle of a character.
	for same > 0 && same < len(got) && got[same]&0xC0 == 0x80 {
		same--
	}
	msg := "an escape stands for a character that needs none"
	if strings.HasPrefix(string(want[same:]), escapeOpen) {
		msg = "a character or control token that is always escaped stands raw in a block"
	}
	p.put(idNotCanonical, i, b.PayloadStart+same, msg)
}

// escapeOpen is the bracket that opens an escape.
const escapeOpen = "⟦"
