package fence

import (
	"slices"

	"github.com/ringfence/ringfence"
)

// Block is one block of a prompt, as found by scanning.
type Block struct {
	Header
	Nonce Nonce
	// Data is what was sealed, or the part of it that the cut left.
	Data ringfence.Data
	// Byte offsets into the scanned text: the opening line, the first byte of
	// the payload, the line feed after it, and the end of the closing line.
	Start, PayloadStart, PayloadEnd, End int

	payload ringfence.Data // the payload as it stands, for Unescape; Data so that it never prints
}

// Fault is one thing that is wrong with the blocks of a text.
type Fault struct {
	Code       ringfence.Code
	Message    string // written here; never holds text of the input
	Start, End int    // byte range of the offending text
}

func (f Fault) err() error {
	return &ringfence.Error{Code: f.Code, Message: f.Message, Offset: int64(f.Start)}
}

// Inspect returns every block of text and everything that is wrong, in order of
// place, for an audit that should not stop at the first fault. A block with a
// fault inside it is still returned if it closes; one whose payload cannot be
// decoded is not. It takes time linear in text.
func Inspect(text string) ([]Block, []Fault) {
	var in inspector
	in.message(text)
	return in.blocks, in.faults
}

// inspector walks the fence-shaped places of one or more messages. Since every
// such place in a payload is escaped, each is a fence line or an attack.
type inspector struct {
	nonce  Nonce  // of the conversation; zero until the first block
	last   int    // ordinal of the last block
	closed Header // the last block that closed; N is 0 before the first
	open   *Block // the block that is open
	blocks []Block
	faults []Fault
}

func (in *inspector) fault(code ringfence.Code, start, end int, msg string) {
	if len(in.faults) == cap(in.faults) { // a hostile text may be nothing but faults: copy each once
		in.faults = slices.Grow(in.faults, len(in.faults)+1)
	}
	in.faults = append(in.faults, Fault{Code: code, Message: msg, Start: start, End: end})
}

// message inspects one message. Blocks do not go on over the end of one.
func (in *inspector) message(text string) {
	p := newPlaces(text)
	for {
		start, end := p.next()
		if start < 0 {
			break
		}
		p.resume(in.place(text, start, end))
	}
	if in.open != nil {
		in.fault(CodeUnterminated, in.open.Start, len(text), "a block does not close before its message ends")
		in.open = nil
	}
}

// place judges the fence-shaped text[start:end] and returns where to go on.
func (in *inspector) place(text string, start, end int) int {
	if start > 0 && text[start-1] != '\n' {
		in.fault(CodeForged, start, end, "fence-shaped text inside a line")
		return end
	}
	if h, nonce, n, ok := parseOpen(text[start:]); ok {
		in.opening(h, nonce, start, start+n)
		return start + n
	}
	if h, nonce, n, ok := parseClose(text[start:]); ok {
		in.closing(text, h, nonce, start, start+n)
		return start + n
	}
	in.fault(CodeHeader, start, end, "a line begins as a fence line and does not go on as one")
	return end
}

func (in *inspector) opening(h Header, nonce string, start, end int) {
	if in.open != nil {
		in.fault(CodeNested, start, end, "a block opens inside another")
		return
	}
	if !in.known(nonce, start, end) {
		return
	}
	if h.N <= in.last {
		in.fault(CodeOrdinal, start, end, "the ordinal does not rise")
	}
	in.last = max(in.last, h.N)
	in.open = &Block{Header: h, Nonce: makeNonce(nonce), Start: start, PayloadStart: end}
}

func (in *inspector) closing(text string, h Header, nonce string, start, end int) {
	b := in.open
	switch {
	case b == nil && h.N == in.closed.N && nonce == in.nonce.Reveal() && h.Trust == in.closed.Trust:
		in.fault(CodeDuplicate, start, end, "a block closes again")
		return
	case b == nil:
		if in.known(nonce, start, end) {
			in.fault(CodeForged, start, end, "a closing line without an open block")
		}
		return
	case nonce != b.Nonce.Reveal():
		in.fault(CodeForeign, start, end, "a closing line with another nonce")
		return
	case h.N != b.N || h.Trust != b.Trust || start == b.PayloadStart:
		in.fault(CodeForged, start, end, "a closing line of no open block")
		return
	}
	in.open, in.closed = nil, b.Header
	b.PayloadEnd, b.End = start-1, end
	payload := text[b.PayloadStart:b.PayloadEnd]
	data, bad := decode(payload, b.CRLF)
	if bad >= 0 {
		at := b.PayloadStart + bad
		in.fault(CodeEscape, at, at+len(escOpen), "an escape bracket starts no canonical escape")
		return
	}
	data, ok := b.unstyle(data)
	if !ok {
		in.fault(CodeStyle, b.PayloadStart, b.PayloadEnd+1, "a payload is not in the style of its fence line")
		return
	}
	b.Data, b.payload = ringfence.NewData(data), ringfence.NewData(payload)
	in.blocks = append(in.blocks, *b)
}

// known reports whether nonce is the conversation's, which the first block sets.
func (in *inspector) known(nonce string, start, end int) bool {
	if in.nonce.IsZero() {
		in.nonce = makeNonce(nonce)
	}
	if nonce != in.nonce.Reveal() {
		in.fault(CodeForeign, start, end, "a fence line with another nonce")
		return false
	}
	return true
}
