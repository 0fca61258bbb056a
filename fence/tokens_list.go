package fence

// families is the control-token table. Role markers made of ordinary words are not
// in it: they are a finding of the audit and are never altered. Tokens that are
// numbered are there with each first digit, which begins all of them.
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
	{"mistral tekken v7/v13", srcMistral, []string{
		"<unk>", "<pad>", "[IMG_BREAK]", "[IMG_END]", "[TOOL_CONTENT]", "[ARGS]", "[CALL_ID]",
	}},
	{"mistral tekken v14", srcMistral14, []string{
		"[MODEL_SETTINGS]", "[/MODEL_SETTINGS]",
	}},
	{"llama4", srcLlama4, []string{
		"<|eom|>", "<|step|>", "<|python_start|>", "<|python_end|>", "<|finetune_right_pad|>",
		"<|image_start|>", "<|image_end|>", "<|reasoning_thinking_start|>", "<|reasoning_thinking_end|>",
		"<|text_post_train_reserved_special_token_0|>",
	}},
	{"gemma-2/3", srcGemma, []string{
		"<end_of_image>", "<begin_of_tool_response>", "<end_of_tool_response>", "[multimodal]",
		"[@BOS@]", "<2mass>", "<unused0>", "<unused98>",
		"<unused0", "<unused1", "<unused2", "<unused3", "<unused4", "<unused5", "<unused6", "<unused7", "<unused8", "<unused9",
	}},
	{"functiongemma", srcParsers, []string{
		"<start_function_declaration>", "<end_function_declaration>", "<start_function_call>",
		"<end_function_call>", "<start_function_response>", "<end_function_response>", "<escape>",
	}},
	{"gemma-4", srcGemma, []string{
		"<|turn>", "<turn|>", "<|image>", "<image|>", "<|audio>", "<audio|>",
	}},
	{"gemma-4", srcParsers, []string{
		"<|tool>", "<tool|>", "<|tool_call>", "<tool_call|>", "<|tool_response>", "<tool_response|>",
		"<|channel>", "<channel|>", `<|"|>`,
	}},
	{"qwen3", srcConfigured, []string{
		"<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|audio_pad|>", "<|fim_pad|>",
		"<tts_text_bos>", "<tts_text_eod>",
	}},
	{"qwen3-coder/step/nemotron", srcParsers, []string{
		"<function=", "</function>", "<parameter=",
	}},
	{"deepseek v3.1/v4", srcParsers, []string{
		"<｜tool▁calls▁end｜>", "<｜tool▁call▁end｜>", "<｜DSML｜", "</｜DSML｜", "<｜｜DSML｜｜", "</｜｜DSML｜｜",
	}},
	{"step-3.5", srcConfigured, []string{
		"<｜▁pad▁｜>", "<｜place▁holder▁no▁14｜>",
	}},
	{"glm-4.5/5", srcConfigured, []string{
		"<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "<|reminder|>", "<eop>",
		"<|begin_of_box|>", "<|end_of_box|>",
	}},
	{"kimi-k2/k3", srcConfigured, []string{
		"[BOS]", "[EOS]", "[EOT]", "[UNK]", "[PAD]", "[start_header_id]", "[end_header_id]",
		"<|end_of_msg|>", "<|open|>", "<|close|>", "<|sep|>", "<osagent_mode>",
		"<|tool_calls_section_begin|>", "<|tool_call_argument_begin|>",
	}},
	{"kimi-vl/kimi-dev", srcParsers, []string{
		"◁think▷", "◁/think▷",
	}},
	{"minimax-m2", srcParsers, []string{
		"]~!b[", "]~b]", "[e~[", "<minimax:tool_call>", "</minimax:tool_call>",
	}},
	{"minimax-m3", srcConfigured, []string{
		"]<]minimax[>[", "]<]frame[>[", "]<]image[>[", "]!p~[", "<mm:think>", "</mm:think>",
	}},
	{"seed-oss", srcConfigured, []string{
		"<seed:bos>", "<seed:think>", "</seed:think>", "<seed:tool_call>", "</seed:tool_call>",
		"<seed:cot_budget_reflect>",
	}},
	{"command-a", srcParsers, []string{
		"<|START_THINKING|>", "<|END_THINKING|>", "<|START_ACTION|>", "<|END_ACTION|>",
		"<|START_RESPONSE|>", "<|END_RESPONSE|>", "<|START_TEXT|>", "<|START_TOOL_RESULT|>",
		"<|END_TOOL_RESULT|>",
	}},
	{"granite-4", srcConfigured, []string{
		"<|start_of_plugin|>", "<|end_of_plugin|>", "<think_on>", "<think_off>",
	}},
	{"phi-4-mini", srcParsers, []string{
		"<|tool|>", "<|/tool|>", "<|tool_calls|>", "<|/tool_calls|>",
	}},
	{"ernie-4.5", srcErnie, []string{
		"<cls>", "<sep>", "<mask:0>", "<mask:1>", "<mask:7>", "<|IMAGE_PLACEHOLDER|>", "<|LOC_0|>",
		"<mask:0", "<mask:1", "<mask:2", "<mask:3", "<mask:4", "<mask:5", "<mask:6", "<mask:7", "<mask:8", "<mask:9",
	}},
	{"nemotron nano v2", srcTemplates, []string{
		"<SPECIAL_10>", "<SPECIAL_11>", "<SPECIAL_12>", "<AVAILABLE_TOOLS>", "</AVAILABLE_TOOLS>",
		"<SPECIAL_0", "<SPECIAL_1", "<SPECIAL_2", "<SPECIAL_3", "<SPECIAL_4", "<SPECIAL_5", "<SPECIAL_6", "<SPECIAL_7", "<SPECIAL_8", "<SPECIAL_9",
		"<TOOLCALL>", "</TOOLCALL>", "<TOOL_RESPONSE>", "</TOOL_RESPONSE>",
	}},
	{"lfm2", srcTemplates, []string{
		"<|tool_list_start|>", "<|tool_list_end|>", "<|tool_call_start|>", "<|tool_response_start|>",
	}},
	{"apertus", srcParsers, []string{
		"<|system_start|>", "<|developer_start|>", "<|user_start|>", "<|assistant_start|>",
		"<|inner_prefix|>", "<|inner_suffix|>", "<|tools_prefix|>", "<|tools_suffix|>",
	}},
	{"longcat", srcConfigured, []string{
		"<longcat_think>", "</longcat_think>", "<longcat_tool_call>", "</longcat_tool_call>",
		"<longcat_arg_key>", "<longcat_observation>", "<longcat_files>",
	}},
	{"jamba/hunyuan", srcParsers, []string{
		"<tool_calls>", "</tool_calls>",
	}},
	{"mimo", srcConfigured, []string{
		"<|mimo_video_start|>", "<|mimo_audio_start|>", "<|mimo_audio_end|>",
	}},
	{"intern-s1", srcConfigured, []string{
		"<|interpreter|>", "<|plugin|>", "<SMILES>", "</SMILES>",
	}},
	{"claude legacy", srcReported, []string{
		"</invoke>",
	}},
}
