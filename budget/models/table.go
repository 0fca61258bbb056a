package models

import (
	"sync"

	"github.com/ringfence/ringfence/budget"
)

// Margins of estimates, as shares of the count with o200k_base. They are
// round numbers above what is commonly seen, not measurements of a maximum.
const (
	// marginFile: an open vocabulary of a like size, which could be loaded.
	marginFile = 0.25
	// marginClosed: a tokenizer that is not public, or a small vocabulary. The
	// newer ones of Anthropic give up to 35 % more tokens than the older ones,
	// which already gave more than o200k_base.
	marginClosed = 0.60
)

const (
	noteOpenAI = "tiktoken/model.py, as of October 2026"
	noteShort  = "tiktoken/model.py, as of October 2026, which takes every name that begins with gpt-5"
	noteEmbed  = "tiktoken/model.py, as of October 2026; an embedding model"
	// Harmony differs in special tokens alone, and those are never counted.
	noteHarmony = "tiktoken/model.py, as of October 2026: o200k_harmony, which is o200k_base with further special tokens"

	noteAnthropic = "no public tokenizer; the provider counts through its API, and calls that an estimate; from Opus 4.7 on a newer one, with up to 35 % more tokens by its announcement"
	noteGemini    = "no vocabulary published as that of this model; the provider counts through its API"
	noteGemma     = "published as a SentencePiece model, which bpe cannot load"
	noteFile      = "published with its weights; load the rank file for an exact count"
	noteLlama4    = "published with its weights, under the pattern of o200k_base (tokenizer.py of llama-models); load the rank file for an exact count"
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

// table is built once, when it is first asked for, and never changed. A name that is newer than the table is
// absent, also where its successor is likely to count alike; the vendors whose
// every model is an estimate have one entry for all.
var table = sync.OnceValue(func() []Info {
	return concat(
		framed(cookbook, exact("o200k_base", noteOpenAI, "gpt-4o", "chatgpt-4o", "gpt-4.1", "gpt-4.5")),
		exact("o200k_base", noteOpenAI, "o1", "o3", "o4-mini"),
		exact("o200k_base", noteShort, "gpt-5", "gpt-5."),
		framed(harmony, exact("o200k_base", noteHarmony, "gpt-oss")),
		framed(cookbook, exact("cl100k_base", noteOpenAI, "gpt-4", "gpt-3.5-turbo", "gpt-3.5", "gpt-35-turbo")),
		exact("cl100k_base", noteOpenAI, "davinci-002", "babbage-002"),
		exact("cl100k_base", noteEmbed, "text-embedding-ada-002", "text-embedding-3-small", "text-embedding-3-large"),
		exact("p50k_base", noteOpenAI, "text-davinci-003", "text-davinci-002", "code-davinci-002", "code-davinci-001",
			"code-cushman-002", "code-cushman-001", "davinci-codex", "cushman-codex"),
		exact("r50k_base", noteOpenAI, "text-davinci-001", "text-curie-001", "text-babbage-001", "text-ada-001",
			"davinci", "curie", "babbage", "ada", "gpt2"),
		estimate("Anthropic", marginClosed, "", noteAnthropic, "claude"),
		estimate("Google", marginFile, "", noteGemini, "gemini", "gemini-1.5", "gemini-2.0", "gemini-2.5"),
		framed(gemma, estimate("Google", marginFile, "", noteGemma, "gemma", "gemma-2", "gemma-3")),
		framed(llama3, estimate("Meta", marginFile, "llama3", noteFile, "llama-3", "llama-3.1", "llama-3.2", "llama-3.3",
			"llama3", "llama3.1", "llama3.2", "llama3.3", "meta-llama-3", "meta-llama-3.1")),
		framed(llama4, estimate("Meta", marginFile, "o200k", noteLlama4, "llama-4", "llama4")),
		estimate("Meta", marginClosed, "", noteSentence, "llama-2", "llama2"),
		framed(mistral, estimate("Mistral", marginFile, "tekken", noteFile, "mistral-nemo", "mistral-small-3", "mistral-small-3.1",
			"mistral-small-3.2", "pixtral-12b", "ministral-8b")),
		estimate("Mistral", marginClosed, "", noteSentence, "mistral-7b", "mixtral-8x7b", "mixtral-8x22b"),
		framed(chatML, estimate("Qwen", marginFile, "qwen2", noteNFC, "qwen2", "qwen2.5", "qwen3")),
		framed(chatML, estimate("Qwen", marginFile, "qwen3.5", noteNFC, "qwen3.5")),
		framed(deepseek, estimate("DeepSeek", marginFile, "deepseek-v3", noteFile, "deepseek-v3", "deepseek-v3.1", "deepseek-r1")),
		// Names of the service, under which the model is exchanged.
		framed(deepseek, estimate("DeepSeek", marginFile, "", "a name of the service, not of a model; the provider's API returns the count", "deepseek-chat", "deepseek-reasoner")),
	)
})

func concat(lists ...[]Info) []Info {
	var out []Info
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}
