package models

import "github.com/ringfence/ringfence/budget"

// framing is what is known of a chat template, and from where.
type framing struct {
	budget.Framing
	note string
}

// The templates, for messages of text. Where roles cost differently the dearest
// counts. What is not here is not published: Anthropic and Google count it
// into what their API returns, and OpenAI's reasoning models have hidden parts.
var (
	cookbook = framing{
		budget.Framing{PerMessage: 4, PerPrompt: 3},
		"OpenAI's cookbook, counting tokens for chat completions: three a message and its role, three to begin the answer; an estimate by its own word",
	}
	harmony = framing{
		budget.Framing{PerMessage: 4, PerPrompt: 2},
		"the harmony format: start, role, message and end of each message, start and role of the answer; its system message comes on top",
	}
	llama3 = framing{
		budget.Framing{PerMessage: 5, PerPrompt: 5},
		"Meta's prompt format: two marks, the role, an empty line and an end for each message, one at the beginning and four for the answer; templates from 3.1 on add a system message",
	}
	llama4 = framing{
		budget.Framing{PerMessage: 5, PerPrompt: 5},
		"Meta's prompt format, as that of Llama 3 with other marks",
	}
	chatML = framing{
		budget.Framing{PerMessage: 5, PerPrompt: 3},
		"the ChatML template: start, role, line end, end and line end of each message, three for the answer; templates of 2.5 add a system message where there is none",
	}
	mistral = framing{
		budget.Framing{PerMessage: 2, PerPrompt: 1},
		"mistral-common, instruct templates of Tekken models: two marks around a message, one at the beginning",
	}
	gemma = framing{
		budget.Framing{PerMessage: 5, PerPrompt: 4},
		"Gemma's prompt structure: start, role, line end, end and line end of each turn, one at the beginning and three for the answer",
	}
	deepseek = framing{
		budget.Framing{PerMessage: 2, PerPrompt: 2},
		"the chat template of the weights: a mark before a message, one after an answer, one at the beginning and one for the answer",
	}
)

// framed gives entries a framing.
func framed(f framing, list []Info) []Info {
	for i := range list {
		list[i].Framing, list[i].FramingNote = f.Framing, f.note
	}
	return list
}
