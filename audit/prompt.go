package audit

import (
	"bytes"
	"sort"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
)

// prompt checks a rendered prompt.
func (c Checker) prompt(col *collector, body []byte) error {
	doc, err := readPrompt(body, c.Limits)
	if err != nil {
		return err
	}
	c.messages(col, doc)
	if doc.Form == promptdoc.Text && escapedJSON(body) {
		col.add(idUnread, promptdoc.PlainSpan(0), 0, at(""), "the text is JSON of no shape that is known: it was checked as it stands, and the escapes in it were not decoded")
	}
	if err := c.others(col, doc, body); err != nil {
		return err
	}
	if err := c.overBudget(col, doc.Texts()); err != nil {
		return err
	}
	return c.withheld(col, doc, body)
}

// messages checks the messages of a prompt.
func (c Checker) messages(col *collector, doc *promptdoc.Document) {
	col.doc = doc
	p := promptCheck{col: col, doc: doc}
	p.run()
}

// escapedJSON reports an object or a list of JSON that has escapes in it. A prompt
// may well be one: then its strings say something else than its text.
func escapedJSON(body []byte) bool {
	rest := bytes.TrimSpace(bytes.TrimPrefix(body, []byte(bom)))
	return len(rest) > 0 && (rest[0] == '{' || rest[0] == '[') && bytes.IndexByte(rest, '\\') >= 0 &&
		jsontext.Value(rest).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// readPrompt reads a prompt. One without a message has nothing in it to check,
// and that must not look like one in which nothing was found.
func readPrompt(body []byte, limits contract.Limits) (*promptdoc.Document, error) {
	doc, err := promptdoc.Read(body, limits)
	if err == nil {
		err = hasText(doc)
	}
	if err != nil {
		return nil, err
	}
	return doc, nil
}

// hasText is an error for a prompt without a message.
func hasText(doc *promptdoc.Document) error {
	if len(doc.Messages)+len(doc.Unread) > 0 {
		return nil
	}
	return &ringfence.Error{
		Code: contract.CodeMissing, Message: "the conversation has no message with text", Offset: 0,
		Hint: "check the request as it is sent; say --kind text for data, or --kind tools for tools alone",
	}
}

// promptCheck goes through the messages of one conversation.
type promptCheck struct {
	col   *collector
	doc   *promptdoc.Document
	nonce fence.Nonce // of the first block, or as declared
	last  int         // ordinal of the last block
	found []located
}

// located is a block and the message that it stands in.
type located struct {
	message int
	block   fence.Block
}

func (p *promptCheck) run() {
	if n, err := fence.ParseNonce(p.doc.Nonce); err == nil {
		p.nonce = n
	}
	for i := range p.doc.Messages {
		p.message(i)
	}
	p.list()
	for _, u := range p.doc.Unread {
		p.col.add(idUnread, promptdoc.PlainSpan(u.Offset), 0, at(u.Pointer), "a part of a message is not text: its strings were checked as data, and what they stand for was not")
	}
}

// put records a finding in message i.
func (p *promptCheck) put(rule string, i, place int, message string) {
	p.in(i, 0, p.doc.Messages[i].Text).add(rule, place, place, message)
}

// in is a sink for a text of message i that begins at start.
func (p *promptCheck) in(i, start int, text string) placed {
	m := p.doc.Messages[i]
	return newPlaced(p.col, m.Span, start, at(m.Pointer), text)
}

func (p *promptCheck) message(i int) {
	m := p.doc.Messages[i]
	blocks, faults := fence.Inspect(m.Text)
	put := p.in(i, 0, m.Text)
	for _, f := range faults {
		id := idForged // for a fault that has no rule of its own: never lost
		if r, ok := RuleByCode(f.Code); ok {
			id = r.ID
		}
		if !put.full(id, f.Start, f.Start) {
			put.add(id, f.Start, f.Start, f.Message)
		}
	}
	for k := range blocks {
		b := &blocks[k]
		if m.Trusted() {
			p.put(idBlockInSystem, i, b.Start, "a block of data stands in a message that carries instructions")
		}
		p.follows(i, b, k == 0)
		if !faulty(faults, b) {
			p.canonical(i, m.Text, b)
		}
		p.payload(i, m.Text, b)
		p.found = append(p.found, located{i, *b})
	}
	eachOutside(m.Text, blocks, func(start, end int) {
		p.outside(i, start, m.Text[start:end])
	})
}

// payload looks at what sealing leaves as it is and a reader may want to know.
// It looks at the payload as it stands, as a model reads it, so that places are
// exact; what was escaped is harmless already.
func (p *promptCheck) payload(i int, text string, b *fence.Block) {
	if b.Style == fence.StyleBase64 {
		return // nothing in it reads as words
	}
	payload := text[b.PayloadStart:b.PayloadEnd]
	put := p.in(i, b.PayloadStart, payload)
	reportHomoglyphs(put, payload)
	if b.Trust == ringfence.Request {
		return // a user may well write "User:", and is meant to be followed
	}
	reportRoles(put, payload, b.Kind == fence.Source)
}

// faulty reports whether a fault lies in b: then it is known already that the
// block is not as it was sealed. faults and blocks are in order of place.
func faulty(faults []fence.Fault, b *fence.Block) bool {
	i := sort.Search(len(faults), func(i int) bool { return faults[i].Start >= b.Start })
	return i < len(faults) && faults[i].Start < b.End
}

// follows checks what one message cannot show: that nonce and ordinals go on
// from the message before. first is true for the first block of a message;
// those after it were held against it already.
func (p *promptCheck) follows(i int, b *fence.Block, first bool) {
	switch {
	case p.nonce.IsZero():
		p.nonce = b.Nonce
	case first && b.Nonce != p.nonce:
		p.put(idForeignNonce, i, b.Start, "a block with another nonce than the conversation's")
	case first && b.N <= p.last:
		p.put(idOrdinal, i, b.Start, "the ordinal does not rise from the message before")
	}
	p.last = max(p.last, b.N)
}

// inspectBlocks returns the blocks of a text, whatever else is wrong with it.
func inspectBlocks(text string) []fence.Block {
	blocks, _ := fence.Inspect(text)
	return blocks
}

// eachOutside calls f with the pieces of text between the blocks.
func eachOutside(text string, blocks []fence.Block, f func(start, end int)) {
	from := 0
	for _, b := range blocks {
		if b.Start > from {
			f(from, b.Start)
		}
		from = b.End
	}
	if from < len(text) {
		f(from, len(text))
	}
}

// list holds the list of blocks of a rendered prompt against what is there.
func (p *promptCheck) list() {
	if !p.doc.Listed {
		return
	}
	for i, d := range p.doc.Blocks {
		if i >= len(p.found) || !same(d, p.found[i]) {
			p.col.add(idMismatch, promptdoc.PlainSpan(d.Place.Offset), 0, at(d.Place.Pointer),
				"the list of blocks and the blocks in the messages differ from here on")
			return
		}
	}
	if len(p.found) > len(p.doc.Blocks) {
		f := p.found[len(p.doc.Blocks)]
		p.put(idMismatch, f.message, f.block.Start, "a block that is not in the list of blocks")
	}
}

func same(d promptdoc.Block, f located) bool {
	return d.N == f.block.N && d.Message == f.message && d.Start == f.block.Start && d.End == f.block.End &&
		d.Kind == f.block.Kind.String() && d.Trust == f.block.Trust.String()
}
