package audit

// Kind is what a body is checked as.
type Kind uint8

const (
	// Auto tells bodies apart by shape, and policies, logs and source code by the
	// endings of their names. What looks like JSON is one of the JSON kinds or
	// cannot be checked; it is never taken for text, whatever its name.
	Auto Kind = iota
	// EditContext is an edit context of contract version 0.1 or 0.2.
	EditContext
	// Ask is an ask body: ui, contextItems or both.
	Ask
	// Prompt is a rendered prompt: text, the JSON of promptcheck render, a list of
	// objects with role and content, the request of a chat interface, or the result
	// of a tool as MCP has it: see [promptdoc.Rendered].
	Prompt
	// Log is a log of effects: a journal, or a published one (.gclog, version 3).
	Log
	// Policy is a policy file, such as caps.toml.
	Policy
	// Text is data that goes into a prompt. It takes any bytes, and no shape is
	// ever taken for it: somebody has to say so, or the file has the name of source
	// code, such as main.go.
	Text
	// Response is an answer of a model: text, or the JSON of a chat interface.
	// Nothing is ever taken for it by its shape.
	Response
	// Tools is a list of tool definitions, as MCP, OpenAI, Anthropic, Gemini or
	// Bedrock write it.
	Tools
)

var kindNames = [...]string{"auto", "edit-context", "ask", "prompt", "log", "policy", "text", "response", "tools"}

// String returns auto, edit-context, ask, prompt, log, policy, text, response or
// tools.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return ""
}

// ParseKind is the inverse of String.
func ParseKind(s string) (Kind, bool) {
	for i, name := range kindNames {
		if s == name {
			return Kind(i), true
		}
	}
	return Auto, false
}

// KindOf tells what a body is by its shape, as Check does with Auto. file is its
// name, of which the ending may tell. The error is a *[ringfence.Error], and then
// Check refuses the body too.
func KindOf(file string, body []byte) (Kind, error) { return shape(file, body) }

// Kinds returns the names of all kinds, in the order of their declaration.
func Kinds() []string { return append([]string(nil), kindNames[:]...) }
