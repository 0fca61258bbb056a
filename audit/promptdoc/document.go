package promptdoc

import "github.com/ringfence/ringfence/contract"

// Form is how a prompt is written down.
type Form uint8

const (
	// Text is the prompt itself, as one message without a role.
	Text Form = iota
	// Rendered is the JSON object of "promptcheck render --format json", or any
	// object with a list of messages, such as the request of a chat interface
	// (OpenAI, Anthropic, Bedrock Converse); a request of OpenAI's Responses
	// ("input" beside "model" or "instructions") or of Gemini ("contents"); or the
	// result of a tool as MCP has it ("content" without a role, in a JSON-RPC
	// response or not), which is one message of a tool.
	Rendered
	// Chat is an array of objects with role and content.
	Chat
)

var formNames = [...]string{"text", "rendered", "chat"}

// String returns text, rendered or chat.
func (f Form) String() string {
	if int(f) < len(formNames) {
		return formNames[f]
	}
	return ""
}

// Document is a prompt that was read. It shares memory with the file's bytes.
type Document struct {
	Form     Form
	Messages []Message
	// Nonce is what a rendered prompt says its nonce is; empty when it does not.
	Nonce string
	// Listed reports whether a rendered prompt has a list of blocks, and Blocks
	// is that list, which may be empty.
	Listed bool
	Blocks []Block
	// Unread is content that is not text, such as an image or a tool call.
	Unread []Place
	// Extra reports that EachOther has more than the names of members and the roles
	// of messages, where those are words: that there is anything to look at.
	Extra bool

	read []int64 // where the strings begin that Messages are made of, in order
}

// EachOther calls f for every string of the file that is not the text of a
// message, names of members included: what a request says beside its messages, and
// what in a message is no text. body is what the document was read from. A
// document of plain text has none. The error is what f returned, or that of
// [EachString].
func (d *Document) EachOther(body []byte, limits contract.Limits, f func(*String) error) error {
	if d.Form == Text {
		return nil
	}
	read := d.read
	return EachString(body, limits, func(s *String) error {
		if len(read) > 0 && read[0] == s.Span.Start() {
			read = read[1:]
			return nil
		}
		return f(s)
	})
}

// Texts returns the texts of the messages.
func (d *Document) Texts() []string {
	out := make([]string, len(d.Messages))
	for i, m := range d.Messages {
		out[i] = m.Text
	}
	return out
}

// Place is where something stands in the file.
type Place struct {
	Pointer string // JSON pointer; empty in plain text
	Offset  int64  // byte offset
}

// Message is one text of a prompt. A message of several text parts makes
// several of them.
type Message struct {
	Role    string // as written: outside text, to be compared and never shown
	Text    string
	Pointer string // JSON pointer of the text; empty in plain text
	Span    Span
	// Tool reports that the text is what a tool returned: data, whoever sends it.
	Tool bool
}

// Trusted reports whether the role is one that carries instructions alone.
func (m Message) Trusted() bool { return m.Role == "system" || m.Role == "developer" }

// Block is a row of the list of blocks of a rendered prompt. Its strings are
// outside text.
type Block struct {
	N, Message, Start, End int
	Kind, Trust            string
	Place                  Place
}
