package render

import (
	"io"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
)

// Role is the role of a message. The set is closed: a prompt has one system
// message at most and one user message at most, in this order.
type Role uint8

// The roles.
const (
	System Role = iota
	User
)

// String returns the name that chat interfaces use: system or user.
func (r Role) String() string {
	if r == System {
		return "system"
	}
	return "user"
}

// Message is one message of a prompt. Its text ends in a line feed.
type Message struct {
	Role Role
	Text string
}

// Span says where a block is and what it holds.
type Span struct {
	N     int // ordinal
	Kind  fence.Kind
	Trust ringfence.Trust
	// Source is the JSON pointer of the data in its input, or what the application
	// named it by; empty for data that it passed without a name.
	Source string
	// Message is the index of the message; Start and End are byte offsets of the
	// whole block in its text.
	Message, Start, End int
	Tokens              int // of the whole block
	Cut                 fence.Cut
	More, Dropped       int
	Style               fence.Style
	// Contained is false for text that stands in a prompt without a block.
	Contained bool

	payloadStart, payloadEnd int
}

// Run is a piece of a message's text that is either trusted, which means
// written by this program or its authors, or data. An engine that can tokenise
// piece by piece reads special tokens in trusted runs alone.
type Run struct {
	Message int
	Text    string
	Trusted bool
}

// Prompt is a rendered prompt. It is immutable. The methods that read a prompt
// take a nil one for a prompt with nothing in it.
type Prompt struct {
	content hidden[*content]
}

// content is what a prompt holds: texts and the nonce, which no verb prints.
type content struct {
	messages   []Message
	spans      []Span
	report     Report
	provenance ringfence.Provenance
	nonce      fence.Nonce
	next       int
}

// in returns the content, that of an empty prompt for nil.
func (p *Prompt) in() *content {
	if p == nil || p.content.value() == nil {
		return &content{}
	}
	return p.content.value()
}

// Text returns the texts of the messages, one after the other, without role
// labels. Its count is the one that the limit bounds.
func (p *Prompt) Text() string {
	var b strings.Builder
	for _, m := range p.in().messages {
		b.WriteString(m.Text)
	}
	return b.String()
}

// WriteTo writes what Text returns.
func (p *Prompt) WriteTo(w io.Writer) (int64, error) { return writeTexts(w, p.in().messages) }

func writeTexts(w io.Writer, messages []Message) (int64, error) {
	var total int64
	for _, m := range messages {
		n, err := io.WriteString(w, m.Text)
		total += int64(n)
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// Messages returns the messages, as a copy.
func (p *Prompt) Messages() []Message { return append([]Message(nil), p.in().messages...) }

// Spans returns where the blocks are, in order, as a copy.
func (p *Prompt) Spans() []Span { return append([]Span(nil), p.in().spans...) }

// Provenance says what the prompt was made of, for deciding what the model may
// do with it.
func (p *Prompt) Provenance() ringfence.Provenance { return p.in().provenance }

// Nonce is the conversation's nonce: keep it for the next turn.
func (p *Prompt) Nonce() fence.Nonce { return p.in().nonce }

// NextOrdinal is the first ordinal for the next turn of the conversation.
func (p *Prompt) NextOrdinal() int { return p.in().next }

// Parts returns the text as runs, in order: together they are the text.
func (p *Prompt) Parts() []Run {
	var out []Run
	c, next := p.in(), 0
	for i, m := range c.messages {
		at := 0
		add := func(end int, trusted bool) {
			if end > at {
				out = append(out, Run{Message: i, Text: m.Text[at:end], Trusted: trusted})
				at = end
			}
		}
		for ; next < len(c.spans) && c.spans[next].Message == i; next++ {
			add(c.spans[next].payloadStart, true)
			add(c.spans[next].payloadEnd, false)
		}
		add(len(m.Text), true)
	}
	return out
}

// assemble lays the chosen forms out as messages.
func assemble(segments []segment, plan budget.Plan, limit budget.Limit, nonce fence.Nonce, next int) *Prompt {
	p := &content{nonce: nonce, next: next, report: newReport(plan, limit)}
	var system, user strings.Builder
	var sources []ringfence.Source
	for i, s := range segments {
		c := plan.Choices[i]
		b := s.block
		if b == nil {
			if s.system {
				system.WriteString(c.Text)
			} else {
				user.WriteString(c.Text)
			}
			continue
		}
		v := b.chosen(c.Text)
		p.report.add(b, c, v)
		if c.Text == "" {
			continue
		}
		start := user.Len()
		user.WriteString(c.Text)
		p.spans = append(p.spans, spanOf(b, v, start, c.Tokens))
		sources = append(sources, b.provenance())
	}
	for _, m := range []Message{{System, system.String()}, {User, user.String()}} {
		if m.Text != "" {
			p.messages = append(p.messages, m)
		}
	}
	for i := range p.spans {
		p.spans[i].Message = len(p.messages) - 1 // blocks stand in the last message alone
	}
	p.provenance = ringfence.NewProvenance(sources...)
	return &Prompt{content: hide(p)}
}

func spanOf(b *block, v variant, start, tokens int) Span {
	open := strings.IndexByte(v.text, '\n') + 1
	closing := strings.LastIndexByte(v.text[:len(v.text)-1], '\n')
	return Span{
		N: b.n, Kind: b.kind, Trust: b.trust, Source: b.source,
		Start: start, End: start + len(v.text), Tokens: tokens,
		Cut: v.header.Cut, More: v.header.More, Dropped: v.header.Dropped,
		Style: v.header.Style, Contained: true,
		payloadStart: start + open, payloadEnd: start + closing,
	}
}
