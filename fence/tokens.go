package fence

// Token is a control token of a model family: text that a chat template or a
// tokenizer may read as structure.
type Token struct {
	Literal string
	Family  string
	Source  string // where the literal is recorded
	// Forced lets [NewTable] take a literal of ordinary words, such as a role
	// name with a colon: text that holds it is then altered.
	Forced bool
}

// Sources of the literals, by the key used in the table. Those that name a
// repository are files of it that were read; a configuration is the file
// tokenizer_config.json of the model.
const (
	srcLlama      = "llama.cpp src/llama-chat.cpp"
	srcTemplates  = "llama.cpp models/templates"
	srcTiktoken   = "openai/tiktoken openai_public.py"
	srcHarmony    = "openai/harmony docs/format.md"
	srcStruQ      = "StruQ configuration"
	srcGemma      = "google-deepmind/gemma gm/text/_tokenizer.py"
	srcGemma4     = "huggingface/transformers#47822"
	srcMistral    = "mistralai/mistral-common tokens/tokenizers/base.py"
	srcMistral14  = "mistralai/mistral-common tests, version 14"
	srcLlama4     = "meta-llama/llama-models models/llama4/tokenizer.py"
	srcErnie      = "PaddlePaddle/ERNIE ernie/tokenizer.py"
	srcConfigured = "tokenizer_config.json of the model, as collected by third parties"
	srcParsers    = "tool-call parsers of inference servers"
	srcVigil      = "vigil-llm data/yara"
	srcReported   = "widely reported"
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
