package fence

// families is the control-token table. Role markers made of ordinary words are not
// in it: they are a finding of the audit and are never altered.
var families = [...]family{
	{"chatml/qwen/yi", srcLlama, []string{
		"<|im_start|>", "<|im_end|>",
	}},
	{"phi-4", srcLlama, []string{
		"<|im_start|>", "<|im_sep|>", "<|im_end|>",
	}},
	{"phi-3", srcLlama, []string{
		"<|system|>", "<|user|>", "<|assistant|>", "<|end|>",
	}},
	{"zephyr", srcLlama, []string{
		"<|system|>", "<|user|>", "<|assistant|>", "<|endoftext|>",
	}},
	{"falcon3/glmedge", srcLlama, []string{
		"<|system|>", "<|user|>", "<|assistant|>",
	}},
	{"llama2", srcLlama, []string{
		"<s>", "</s>", "[INST]", "[/INST]", "<<SYS>>", "<</SYS>>",
	}},
	{"llama3", srcLlama, []string{
		"<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>",
	}},
	{"llama3", srcReported, []string{
		"<|eom_id|>", "<|python_tag|>", "<|end_of_text|>", "<|finetune_right_pad_id|>",
		"<|reserved_special_token_0|>",
	}},
	{"llama4", srcLlama, []string{
		"<|header_start|>", "<|header_end|>", "<|eot|>",
	}},
	{"mistral v1/v3/v7", srcLlama, []string{
		"[INST]", "[/INST]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[AVAILABLE_TOOLS]", "</s>",
	}},
	{"mistral v1/v3/v7", srcReported, []string{
		"[/AVAILABLE_TOOLS]", "[TOOL_CALLS]", "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[IMG]",
		"[THINK]", "[/THINK]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]",
	}},
	{"gemma", srcLlama, []string{
		"<start_of_turn>", "<end_of_turn>",
	}},
	{"gemma", srcReported, []string{
		"<bos>", "<eos>", "<start_of_image>",
	}},
	{"gemma-4 style", srcGemma4, []string{
		"<|turn>", "<turn|>",
	}},
	{"openai tiktoken", srcTiktoken, []string{
		"<|endoftext|>", "<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|endofprompt|>",
	}},
	{"gpt-oss harmony", srcHarmony, []string{
		"<|startoftext|>", "<|endoftext|>", "<|start|>", "<|end|>", "<|message|>", "<|channel|>",
		"<|constrain|>", "<|return|>", "<|call|>", "<|reserved_200000|>",
	}},
	{"deepseek v3/r1", srcLlama, []string{
		"<｜User｜>", "<｜Assistant｜>", "<｜end▁of▁sentence｜>",
	}},
	{"deepseek v3/r1", srcReported, []string{
		"<｜begin▁of▁sentence｜>", "<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>",
		"<｜fim▁begin｜>",
	}},
	{"hunyuan-dense", srcLlama, []string{
		"<｜hy_begin▁of▁sentence｜>", "<｜hy_User｜>", "<｜hy_Assistant｜>", "<｜hy_place▁holder▁no▁2｜>",
		"<｜hy_place▁holder▁no▁3｜>",
	}},
	{"hunyuan-moe", srcLlama, []string{
		"<|startoftext|>", "<|extra_0|>", "<|extra_4|>", "<|eos|>",
	}},
	{"cohere command-r", srcLlama, []string{
		"<|START_OF_TURN_TOKEN|>", "<|END_OF_TURN_TOKEN|>", "<|SYSTEM_TOKEN|>", "<|USER_TOKEN|>",
		"<|CHATBOT_TOKEN|>",
	}},
	{"granite", srcLlama, []string{
		"<|start_of_role|>", "<|end_of_role|>", "<|end_of_text|>", "<|tool_call|>",
	}},
	{"kimi-k2", srcLlama, []string{
		"<|im_system|>", "<|im_user|>", "<|im_assistant|>", "<|im_middle|>", "<|im_end|>",
	}},
	{"chatglm3/4", srcLlama, []string{
		"[gMASK]", "<sop>", "<|system|>", "<|user|>", "<|assistant|>",
	}},
	{"chatglm3/4", srcReported, []string{
		"<|observation|>",
	}},
	{"exaone", srcLlama, []string{
		"[|system|]", "[|user|]", "[|assistant|]", "[|tool|]", "[|endofturn|]",
	}},
	{"gigachat", srcLlama, []string{
		"<|message_sep|>", "<|role_sep|>",
	}},
	{"megrez", srcLlama, []string{
		"<|role_start|>", "<|role_end|>", "<|turn_end|>",
	}},
	{"dots1", srcLlama, []string{
		"<|endofsystem|>", "<|userprompt|>", "<|endofuserprompt|>", "<|response|>",
		"<|endofresponse|>",
	}},
	{"openchat", srcLlama, []string{
		"<|end_of_turn|>",
	}},
	{"minicpm", srcLlama, []string{
		"<用户>", "<AI>",
	}},
	{"bailing/ling", srcLlama, []string{
		"<role>HUMAN</role>", "<role>ASSISTANT</role>", "<role>SYSTEM</role>",
	}},
	{"yandex", srcLlama, []string{
		"[SEP]",
	}},
	{"smolvlm", srcLlama, []string{
		"<|im_start|>", "<end_of_utterance>",
	}},
	{"deepseek-coder/alpaca", srcLlama, []string{
		"<|EOT|>",
	}},
	{"vicuna", srcLlama, []string{
		"</s>",
	}},
	{"claude legacy", srcReported, []string{
		"<function_calls>", "</function_calls>", "<function_results>", `<invoke name="`,
		`<parameter name="`,
	}},
	{"tool/think tags", srcReported, []string{
		"<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>",
		"<|tool_call_begin|>",
	}},
	{"prompt-template languages", srcVigil, []string{
		"{{#system~}}", "{{/system~}}", "{{#user~}}", "{{/user~}}", "{{#assistant~}}",
		"{{/assistant~}}", "[system](#assistant)", "[system](#context)",
	}},
	{"StruQ reserved", srcStruQ, []string{
		"[INST]", "[INPT]", "[RESP]", "[MARK]", "[COLN]",
	}},
}
