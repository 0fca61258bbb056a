package html

import (
	"fmt"
	"strconv"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// Prompt is a prompt that was taken apart for showing. It is immutable.
type Prompt struct {
	messages []message
	regions  []region
	nonces   []fence.Nonce // to mask, the conversation's first
	usage    usage
	left     int            // regions beyond MaxRegions
	unread   int            // parts of messages that are not text
	own      bool           // rendered by this process: instructions are constants
	unkeyed  bool           // the nonce is no secret: no hash is keyed with it
	forged   bool           // has more nonces than can be masked
	withheld map[int]ranges // by message: what no page may show
}

// message is one text of a prompt.
type message struct {
	role string // a word of ours, never the file's
	text string
	span promptdoc.Span
}

// String describes the prompt without its text.
func (p *Prompt) String() string {
	if p == nil {
		return "prompt(nil)"
	}
	return "prompt(" + strconv.Itoa(len(p.messages)) + " messages, " + strconv.Itoa(len(p.regions)) + " regions)"
}

// Format implements [fmt.Formatter]: every verb prints what String returns, for a
// prompt holds data and the nonce.
func (p *Prompt) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(p.String())) }

// FromRender takes a rendered prompt apart. Its instructions are constants of the
// program and are shown as they are. Findings are placed by their offset in
// [render.Prompt.Text], which is what a Checker was given.
func FromRender(p *render.Prompt) *Prompt {
	out := &Prompt{own: true}
	at := int64(0)
	for _, m := range p.Messages() {
		out.messages = append(out.messages, message{m.Role.String(), m.Text, promptdoc.PlainSpan(at)})
		at += int64(len(m.Text))
	}
	var rows []row
	for _, s := range p.Spans() {
		rows = append(rows, row{
			message: s.Message, start: s.Start, end: s.End, tokens: s.Tokens, counted: true, source: s.Source,
			kind: s.Kind, trust: s.Trust, open: !s.Contained,
		})
	}
	if n := p.Nonce(); !n.IsZero() {
		out.nonces = append(out.nonces, n)
	}
	out.split(rows, func(int) bool { return true })
	out.usage = reported(p.Report())
	out.weigh(nil)
	return out
}

// Unkeyed returns the prompt for pages without keyed hashes. It is for a prompt
// whose nonce is no secret, such as a fixed one: a hash that is keyed with what
// everybody knows would confirm a guess of the text that is hidden.
func (p *Prompt) Unkeyed() *Prompt {
	out := *p
	out.unkeyed = true
	return &out
}

// Without returns the prompt for pages that do not show these parts of the file, in
// order and apart, and have no hash of a region that holds one: what a payload
// withholds, see [audit.Checker.Withheld].
func (p *Prompt) Without(hidden []audit.Range) *Prompt {
	if len(hidden) == 0 {
		return p
	}
	out := *p
	out.withheld = make(map[int]ranges)
	for i, m := range p.messages {
		first, last := m.span.Start(), m.span.Offsets([]int{len(m.text)})[0]
		var starts, ends []int64
		for _, h := range hidden {
			if h.End > first && h.Start < last {
				starts, ends = append(starts, max(h.Start, first)), append(ends, min(h.End, last))
			}
		}
		from, to := textPlaces(m.span, len(m.text), starts), textPlaces(m.span, len(m.text), ends)
		for k := range from {
			out.withheld[i] = append(out.withheld[i], fence.Match{Start: from[k], End: to[k]})
		}
	}
	return &out
}

// masks are what is masked in a message: nonces, and what is withheld.
func (p *Prompt) masks(message int) ranges {
	all := p.secrets(p.messages[message].text)
	if more := p.withheld[message]; len(more) > 0 {
		all = append(all, more...).joined()
	}
	return all
}

// holds reports whether a region holds something that is withheld.
func (p *Prompt) holds(r *region) bool {
	return len(within(p.withheld[r.message], r.payloadStart, r.payloadEnd)) > 0
}

// Read takes a prompt apart that was written to a file, in the forms that
// promptdoc reads. c counts the tokens of a prompt that does not say its own; nil
// leaves it measured in bytes. Findings are placed by their offset in the file.
//
// The error is a *ringfence.Error of promptdoc, and then there is no prompt. What
// a file says of its budget is shown as what the file says.
func Read(body []byte, limits contract.Limits, c budget.Counter) (*Prompt, error) {
	doc, err := promptdoc.Read(body, limits)
	if err != nil {
		return nil, err
	}
	out := &Prompt{unread: len(doc.Unread)}
	for _, m := range doc.Messages {
		out.messages = append(out.messages, message{roleWord(m.Role), m.Text, m.Span})
	}
	if n, err := fence.ParseNonce(doc.Nonce); err == nil {
		out.nonces = append(out.nonces, n)
	}
	var rows []row
	if doc.Listed {
		rows, out.usage = claimed(body)
	}
	out.split(rows, func(i int) bool { return doc.Listed || doc.Messages[i].Trusted() })
	out.weigh(c)
	return out, nil
}

// roleWord returns a word of ours for a role, which is text of the file.
func roleWord(role string) string {
	switch role {
	case "system", "developer", "user", "assistant", "tool", "function":
		return role
	case "":
		return "no role"
	}
	return "another role"
}
