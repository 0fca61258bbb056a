package serve

import "slices"

// place is where a value stands: what the names above it say about it.
type place struct {
	role     string // whose its texts are, where that is known
	message  bool   // an object here is a message: its member "role" is a role
	words    bool   // text is expected, and a number would be a token
	mask     bool   // a string here may be masked
	fixed    bool   // a program reads what is here, at any depth
	declared bool   // tools are described here
}

// member is the place of a member of an object at p; top is true for an object
// that is the whole request or response.
func (p place) member(name string, top bool) place {
	next := place{role: p.role, fixed: p.fixed, declared: p.declared}
	if results[name] {
		next.role = "tool"
	}
	if top {
		switch name {
		case "system", "instructions", "systemInstruction", "system_instruction":
			next.role = "system"
		case "tools", "functions":
			next.role, next.declared = "tool", true
		case "prompt", "input":
			next.message, next.words, next.mask = true, true, true
			return next
		}
	}
	next.fixed = next.fixed || programs[name]
	if next.fixed {
		return next
	}
	next.message = messages[name]
	next.mask = maskable[name] || next.message
	next.words = name == "content" || name == "text"
	return next
}

// set makes a closed list.
func set(names ...string) map[string]bool {
	out := make(map[string]bool, len(names))
	for _, n := range names {
		out[n] = true
	}
	return out
}

// The closed lists of what names say, for the interfaces of OpenAI (chat,
// completions, responses), Anthropic and Google. A name that is in none of them is
// that of a text that is read and never masked.
var (
	// roles, in lower case.
	roles = set("system", "developer", "user", "assistant", "tool", "function", "model", "human", "ai", "chatbot")
	// messages hold messages.
	messages = set("messages", "contents", "content", "choices", "candidates", "output", "message", "delta", "systemInstruction", "system_instruction")
	// maskable are texts for a model or a reader, in which an escape does no harm.
	maskable = set(
		"text", "refusal", "system", "instructions", "description", "reasoning_content", "reasoning",
	)
	// programs read what is in these: an edit could break it.
	programs = set("arguments", "args", "input", "metadata")
	// unshown are members that no model is shown: what ends a generation, and the
	// pieces of a text that stands beside them.
	unshown = set("stop", "stop_sequences", "stopSequences", "logprobs", "logprobsResult", "top_logprobs", "usage", "usageMetadata")
	// echoed are members of a response that repeat its request.
	echoed = set("instructions", "tools")
	// opaque are names and keys of an interface. What is not a plain word in them is
	// read nevertheless.
	opaque = set(
		"model", "id", "object", "type", "finish_reason", "stop_reason", "finishReason", "native_finish_reason", "tool_call_id", "tool_use_id",
		"call_id", "item_id", "previous_response_id", "status", "service_tier", "system_fingerprint", "media_type", "mime_type", "mimeType",
		"format", "detail", "effort", "tool_choice", "user", "prompt_cache_key", "safety_identifier", "modelVersion", "responseId",
		"signature", "thoughtSignature", "thought_signature", "encrypted_content", "quality", "size", "voice", "file_id", "phase",
	)
	// media are names and types of parts that are no text.
	media = set(
		"image", "image_url", "input_image", "input_audio", "audio", "file", "input_file", "video", "video_url", "document",
		"inlineData", "inline_data", "fileData", "file_data",
	)
	// results are names and types of parts that hold what a tool returned.
	results = set("tool_result", "function_call_output", "functionResponse", "function_response", "mcp_tool_result", "custom_tool_call_output")
	// binaries may hold bytes.
	binaries = set("data", "url", "image_url", "file_data", "b64_json", "result", "image", "audio", "video_url", "partial_image_b64")
)

// longNames are names of the interfaces that are long enough for the code of a
// fence; others of that length are read.
var longNames = set(
	"parameters", "description", "properties", "definitions", "completions", "instructions", "annotations", "attributes", "candidates",
	"functionCall", "functionResponse", "functionDeclarations", "inputSchema", "outputSchema", "additionalProperties", "patternProperties",
	"systemInstruction", "generationConfig", "safetySettings", "maxOutputTokens", "modelVersion", "responseId", "finishReason", "stopSequences",
	"usageMetadata", "thoughtSignature", "temperature", "modalities", "prediction", "truncation", "background", "promptFeedback", "toolConfig",
	"maxProperties", "minProperties", "propertyNames", "contentMediaType", "citationMetadata", "safetyRatings", "probability",
	"transformed", "processing", "responseSchema", "responseMimeType", "responseFormat", "inlineData", "thinkingConfig", "includeThoughts",
)

// plainName reports whether the name of a member has nothing in it to check: short
// words of ASCII, in which no code of a fence has room.
func plainName(name string) bool {
	const code = 10 // the least length of a nonce
	run := 0
	for i := range len(name) {
		switch b := name[i]; {
		case b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '2' && b <= '7':
			run++
		case b >= '0' && b <= '9' || b == '_' || b == '.' || b == '-':
			run = 0
			continue
		default:
			return false
		}
		if run >= code {
			return longNames[name]
		}
	}
	return true
}

// plainWord reports whether a JSON string is a word of letters, digits and what
// joins them in keys, addresses of models and base64.
func plainWord(s []byte) bool {
	return !slices.ContainsFunc(s, func(b byte) bool {
		return (b|0x20 < 'a' || b|0x20 > 'z') && (b < '-' || b > ':') && b != '_' && b != '=' && b != '+' && b != '@'
	})
}
