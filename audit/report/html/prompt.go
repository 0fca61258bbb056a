package html

import (
	"fmt"
	"strconv"

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
	left     int  // regions beyond MaxRegions
	unread   int  // parts of messages that are not text
	own      bool // rendered by this process: instructions are constants
	unkeyed  bool // the nonce is no secret: no hash is keyed with it
	forged   bool // has more nonces than can be masked
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
