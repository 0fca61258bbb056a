// Package langchain hands prompts to langchaingo.
//
// It imports that module's package llms and nothing else of it: the package
// prompts runs template engines on text, and data must never be a template.
//
// # Guarantees
//
//   - Each message becomes one message with one text part, byte for byte; no
//     template is run and nothing is trimmed or joined.
//   - A system message stays apart from the blocks: it becomes a message of its
//     own, of type system. A provider path that joins the messages into one
//     string, such as [Value.String], loses the roles and nothing else.
//
// Everything in this package is safe for concurrent use.
package langchain

import (
	"github.com/tmc/langchaingo/llms"

	"github.com/ringfence/ringfence/render"
)

// Messages returns the messages of a prompt in the form that
// llms.Model.GenerateContent takes: system for the instructions, human for the
// rest, one text part each. A nil prompt has none. It takes time linear in the
// number of messages; the texts are shared.
func Messages(p *render.Prompt) []llms.MessageContent {
	if p == nil {
		return nil
	}
	var out []llms.MessageContent
	for _, m := range p.Messages() {
		out = append(out, llms.MessageContent{
			Role:  typeOf(m.Role),
			Parts: []llms.ContentPart{llms.TextContent{Text: m.Text}},
		})
	}
	return out
}

// typeOf never makes a system message of a role that it does not know.
func typeOf(r render.Role) llms.ChatMessageType {
	if r == render.System {
		return llms.ChatMessageTypeSystem
	}
	return llms.ChatMessageTypeHuman
}

// Value is a prompt where langchaingo takes a prompt value. The zero Value is
// an empty prompt.
type Value struct {
	Prompt *render.Prompt
}

var _ llms.PromptValue = Value{}

// String returns the texts of the messages, one after the other, without role
// labels: [render.Prompt.Text]. It is the whole prompt, nonce included, and not
// meant for a log.
func (v Value) String() string {
	if v.Prompt == nil {
		return ""
	}
	return v.Prompt.Text()
}

// Messages returns the messages as langchaingo's chat messages.
func (v Value) Messages() []llms.ChatMessage {
	if v.Prompt == nil {
		return nil
	}
	var out []llms.ChatMessage
	for _, m := range v.Prompt.Messages() {
		if typeOf(m.Role) == llms.ChatMessageTypeSystem {
			out = append(out, llms.SystemChatMessage{Content: m.Text})
		} else {
			out = append(out, llms.HumanChatMessage{Content: m.Text})
		}
	}
	return out
}
