package serve

// The closed lists of what names say, for the interfaces of OpenAI (chat,
// completions, responses), Anthropic and Google. A name that is in none of them is
// that of a text that is read and never masked.

// isRole reports whether a name in lower case is that of a role.
func isRole(name string) bool {
	switch name {
	case "system", "developer", "user", "assistant", "tool", "function", "model", "human", "ai", "chatbot":
		return true
	}
	return false
}

// holdsMessages reports whether a member holds messages.
func holdsMessages(name string) bool {
	switch name {
	case "messages", "contents", "content", "choices", "candidates", "output", "message", "delta", "systemInstruction",
		"system_instruction":
		return true
	}
	return false
}

// isMaskable reports whether a member is a text for a model or a reader, in which an
// escape does no harm.
func isMaskable(name string) bool {
	switch name {
	case "text", "refusal", "system", "instructions", "description", "reasoning_content", "reasoning":
		return true
	}
	return false
}

// isForProgram reports whether a program reads what is in a member: an edit could
// break it.
func isForProgram(name string) bool {
	switch name {
	case "arguments", "args", "input", "metadata":
		return true
	}
	return false
}

// isUnshown reports whether no model is shown a member: what ends a generation, and
// the pieces of a text that stands beside them.
func isUnshown(name string) bool {
	switch name {
	case "stop", "stop_sequences", "stopSequences", "logprobs", "logprobsResult", "top_logprobs", "usage",
		"usageMetadata":
		return true
	}
	return false
}

// isEchoed reports whether a member of a response repeats its request.
func isEchoed(name string) bool {
	switch name {
	case "instructions", "tools":
		return true
	}
	return false
}

// isOpaque reports whether a member holds names and keys of an interface. What is not
// a plain word in them is read nevertheless.
func isOpaque(name string) bool {
	switch name {
	case "model", "id", "object", "type", "finish_reason", "stop_reason", "finishReason", "native_finish_reason",
		"tool_call_id", "tool_use_id", "call_id", "item_id", "previous_response_id", "status", "service_tier",
		"system_fingerprint", "media_type", "mime_type", "mimeType", "format", "detail", "effort", "tool_choice", "user",
		"prompt_cache_key", "safety_identifier", "modelVersion", "responseId", "signature", "thoughtSignature",
		"thought_signature", "encrypted_content", "quality", "size", "voice", "file_id", "phase":
		return true
	}
	return false
}

// isMedium reports whether a name or a type is that of a part that is no text.
func isMedium(name string) bool {
	switch name {
	case "image", "image_url", "input_image", "input_audio", "audio", "file", "input_file", "video", "video_url",
		"document", "inlineData", "inline_data", "fileData", "file_data":
		return true
	}
	return false
}

// isResult reports whether a name or a type is that of a part that holds what a tool
// returned.
func isResult(name string) bool {
	switch name {
	case "tool_result", "function_call_output", "functionResponse", "function_response", "mcp_tool_result",
		"custom_tool_call_output":
		return true
	}
	return false
}

// mayBeBinary reports whether a member may hold bytes.
func mayBeBinary(name string) bool {
	switch name {
	case "data", "url", "image_url", "file_data", "b64_json", "result", "image", "audio", "video_url",
		"partial_image_b64":
		return true
	}
	return false
}

// isLongName reports whether a name of the interfaces is long enough for the code of a
// fence; others of that length are read.
func isLongName(name string) bool {
	switch name {
	case "parameters", "description", "properties", "definitions", "completions", "instructions", "annotations",
		"attributes", "candidates", "functionCall", "functionResponse", "functionDeclarations", "inputSchema",
		"outputSchema", "additionalProperties", "patternProperties", "systemInstruction", "generationConfig",
		"safetySettings", "maxOutputTokens", "modelVersion", "responseId", "finishReason", "stopSequences",
		"usageMetadata", "thoughtSignature", "temperature", "modalities", "prediction", "truncation", "background",
		"promptFeedback", "toolConfig", "maxProperties", "minProperties", "propertyNames", "contentMediaType",
		"citationMetadata", "safetyRatings", "probability", "transformed", "processing", "responseSchema",
		"responseMimeType", "responseFormat", "inlineData", "thinkingConfig", "includeThoughts":
		return true
	}
	return false
}
