package fence

// Token is a control token of a model family: text that a chat template or a
// tokenizer may read as structure.
type Token struct {
	Literal string
	Family  string
	Source  string // where the literal is recorded
}

// Sources of the literals, by the key used in the table.
const (
	srcLlama    = "llama.cpp src/llama-chat.cpp"
	srcTiktoken = "openai/tiktoken openai_public.py"
	srcHarmony  = "openai/harmony docs/format.md"
	srcStruQ    = "StruQ configuration"
	srcGemma4   = "huggingface/transformers#47822"
	srcVigil    = "vigil-llm data/yara"
	srcReported = "widely reported"
)

type family struct {
	name, source string
	literals     []string
}

// Tokens returns the control-token table as a fresh slice, in a fixed order. A
// literal that several families share is listed for each.
func Tokens() []Token {
	var out []Token
	for _, f := range families {
		for _, lit := range f.literals {
			out = append(out, Token{Literal: lit, Family: f.name, Source: f.source})
		}
	}
	return out
}
