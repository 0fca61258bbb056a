package models

import "github.com/ringfence/ringfence/budget"

// Margins of estimates, as shares of the count with o200k_base. They are
// round numbers above what is commonly seen, not measurements of a maximum.
const (
	// marginFile: an open vocabulary of a like size, which could be loaded.
	marginFile = 0.25
	// marginClosed: a tokenizer that is not public. The newer ones of Anthropic
	// give about 30 % more tokens than the older ones, which already gave more
	// than o200k_base.
	marginClosed = 0.60
)

const (
	noteOpenAI    = "published with tiktoken (tiktoken/model.py)"
	noteEmbed     = "published with tiktoken (tiktoken/model.py); an embedding model"
	noteHarmony   = "published with tiktoken as o200k_harmony: o200k_base with further special tokens"
	noteAnthropic = "no public tokenizer; the provider counts through its API, and calls that an estimate"
	noteGemini    = "no published vocabulary of its own; the provider counts through its API"
	noteGemma     = "published as a SentencePiece model, which bpe cannot load"
	noteFile      = "published with its weights; load the rank file for an exact count"
	noteNFC       = "published with its weights; load the rank file for an exact count of text in NFC, to which the model normalises"
	noteSentence  = "published as a SentencePiece model, which bpe cannot load; the vocabulary is small, so counts are higher"
)

func exact(encoding, note string, prefixes ...string) []Info {
	return rows(Info{Vendor: "OpenAI", Encoding: encoding, Exactness: budget.Exact, Note: note}, prefixes)
}

func estimate(vendor string, margin float64, pattern, note string, prefixes ...string) []Info {
	return rows(Info{Vendor: vendor, Encoding: "o200k_base", Margin: margin, Pattern: pattern, Note: note}, prefixes)
}

func rows(info Info, prefixes []string) []Info {
	out := make([]Info, len(prefixes))
	for i, p := range prefixes {
		out[i] = info
		out[i].Prefix = p
	}
	return out
}

// table is built once and never changed. A name that is newer than the table is
// absent, also where its successor is likely to count alike.
var table = concat(
	exact("o200k_base", noteOpenAI, "gpt-5", "gpt-4.5", "gpt-4.1", "gpt-4o", "chatgpt-4o", "o1", "o3", "o4-mini"),
	exact("o200k_base", noteHarmony, "gpt-oss"),
	exact("cl100k_base", noteOpenAI, "gpt-4", "gpt-3.5-turbo", "gpt-3.5", "gpt-35-turbo", "davinci-002", "babbage-002"),
	exact("cl100k_base", noteEmbed, "text-embedding-ada-002", "text-embedding-3-small", "text-embedding-3-large"),
	exact("p50k_base", noteOpenAI, "text-davinci-003", "text-davinci-002", "code-davinci-002", "code-davinci-001",
		"code-cushman-002", "code-cushman-001", "davinci-codex", "cushman-codex"),
	exact("r50k_base", noteOpenAI, "text-davinci-001", "text-curie-001", "text-babbage-001", "text-ada-001",
		"davinci", "curie", "babbage", "ada", "gpt2"),
	estimate("Anthropic", marginClosed, "", noteAnthropic, "claude"),
	estimate("Google", marginFile, "", noteGemini, "gemini", "gemini-1.5", "gemini-2.0", "gemini-2.5"),
	estimate("Google", marginFile, "", noteGemma, "gemma", "gemma-2", "gemma-3"),
	estimate("Meta", marginFile, "llama3", noteFile, "llama-3", "llama-3.1", "llama-3.2", "llama-3.3", "llama3", "llama3.1", "llama3.2", "llama3.3",
		"meta-llama-3", "meta-llama-3.1"),
	estimate("Meta", marginClosed, "", noteSentence, "llama-2", "llama2"),
	estimate("Mistral", marginFile, "tekken", noteFile, "mistral-nemo", "mistral-small-3", "mistral-small-3.1", "mistral-small-3.2", "pixtral-12b", "ministral-8b"),
	estimate("Mistral", marginClosed, "", noteSentence, "mistral-7b", "mixtral-8x7b", "mixtral-8x22b"),
	estimate("Qwen", marginFile, "qwen2", noteNFC, "qwen2", "qwen2.5", "qwen3"),
	estimate("Qwen", marginFile, "qwen3.5", noteNFC, "qwen3.5"),
	estimate("DeepSeek", marginFile, "deepseek-v3", noteFile, "deepseek-v3", "deepseek-v3.1", "deepseek-r1", "deepseek-chat", "deepseek-reasoner"),
)

func concat(lists ...[]Info) []Info {
	var out []Info
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}
