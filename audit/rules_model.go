package audit

import (
	"strings"

	"github.com/ringfence/ringfence/contract"
)

const (
	sectionWithhold = "ask body, withheld; SPEC.md, guarantee 6"
	sectionAnswer   = "OWASP AISVS 7.3"
	sectionTools    = "OWASP AISVS 10.4"
	sectionBudget   = "SPEC.md, guarantee 5"
)

// Parts of the examples of answers and tools.
const (
	answerPrompt = "Summarise the order for the customer and keep to the facts that are listed in it.\n" +
		"<untrusted-data-k3f4q2m7xa-1 kind=screen>\nCard ending in 4417, Northwind\n</untrusted-data-k3f4q2m7xa-1>\n"
	withPayload = `{"ui":{"openWindows":[{"id":"bill-77","title":"Northwind invoice","withheld":true}]},"contextItems":[{"kind":"customer-file","id":"c-4417","label":"Mug"}]}`
	oneTool     = `{"tools":[{"name":"add","description":"Adds two numbers.","inputSchema":{"type":"object"}}]}`
)

// pinsOf is a pin file of tools that are a constant of this package.
func pinsOf(tools string) string {
	b, err := Pin([]byte(tools), contract.Limits{})
	if err != nil {
		return ""
	}
	return string(b)
}

// outward are the rules about what comes back from a model, what goes to it, and
// which tools it is told of.
func outward() []Rule {
	answer := func(id string, sev Severity, title, why, bad, good string) Rule {
		return Rule{ID: id, Title: title, Severity: sev, Why: why, Bad: bad, Good: good, Kind: Response, Section: sectionAnswer, prompt: answerPrompt}
	}
	tool := func(id string, sev Severity, title, why, bad, pins string) Rule {
		r := Rule{ID: id, Title: title, Severity: sev, Why: why, Bad: bad, Good: oneTool, Kind: Tools, Section: sectionTools}
		if pins != "" {
			r.pins = pinsOf(pins)
		}
		return r
	}
	made := func(rule Rule, with string) Rule {
		rule.Kind, rule.Section, rule.with = Prompt, sectionWithhold, with
		return rule
	}
	fits := func(rule Rule, model string, window int) Rule {
		rule.Kind, rule.Section, rule.model, rule.window = Text, sectionBudget, model, window
		return rule
	}
	return []Rule{
		made(Rule{
			ID: idLeaked, Title: "What a payload withholds reached a prompt", Severity: Error,
			Why: "The title or id of a withheld window, or the kind or id of an item, stands in the prompt that was made of the payload (--with), as it is, with escapes of JSON, HTML or URLs, in base64, in another case or width, or with other white space. It is looked for in every string of a request. The finding names the place in the payload, the first that holds the string, and prints nothing of it.",
			Bad: promptPayload("Northwind invoice"), Good: goodPrompt,
		}, withPayload),
		made(Rule{
			ID: idPossible, Title: "What a payload withholds may have reached a prompt", Severity: Note,
			Why: "A string that is withheld stands in the prompt, and something that may be shown, or an instruction, has the same: it proves nothing.",
			Bad: "Describe the product.\n", Good: "Describe it.\n",
		}, `{"contextItems":[{"kind":"product","id":"c-4417","label":"Mug"}]}`),
		made(Rule{
			ID: idTooShort, Title: "Short strings that a payload withholds stand in a prompt", Severity: Note,
			Why: "A string of one or two characters, such as a number, turns up by chance: that it stands there as a word of its own proves nothing, and no more is looked for. Longer ids make a leak plain.",
			Bad: promptPayload("window 42"), Good: promptPayload("window 421"),
		}, `{"ui":{"openWindows":[{"id":"42","withheld":true}]}}`),
		fits(Rule{
			ID: idBudget, Title: "A prompt is longer than the model's context window", Severity: Error,
			Why: "The texts of its messages are counted exactly for the model that --model names, without room for an answer, for tools or for what the provider adds. The provider cuts it or refuses it.",
			Bad: "one two three four five six seven eight nine ten\n", Good: "one two\n",
		}, "gpt-4o", 8),
		fits(Rule{
			ID: idEstimate, Title: "A prompt is probably longer than the model's context window", Severity: Warning,
			Why: "The vocabulary of the model is not public or not built in, so this is an estimate with a margin.",
			Bad: "one two three four five six seven eight nine ten\n", Good: "one two\n",
		}, "claude-sonnet-4", 12),
		answer(
			idDisclosed, Warning, "An answer repeats the instructions",
			"Eight words in a row stand in the instruction text of the prompt, which is all that is not in a block, from a tool or from the model itself. Somebody asked for the prompt, or the model wanders.",
			"My orders: summarise the order for the customer and keep to the facts.\n", "The order has one mug.\n",
		),
		answer(
			idDataInURL, Warning, "An answer holds an address with sealed data in it",
			"Whoever follows or loads the address sends the data to its host. What tools returned counts as data, in a block or not. URL encoding, base64 and hex are looked through.",
			"See https://collect.example/?d=4417%20northwind for more.\n", "See https://collect.example/ for more.\n",
		),
		answer(
			idDataInArgs, Note, "An argument of a tool holds sealed data",
			"Editing what was quoted needs that; sending it elsewhere does too. Decide by policy, with the provenance of the prompt.",
			`{"tool_calls":[{"function":{"name":"find","arguments":"{\"q\":\"ending in 4417\"}"}}]}`, `{"tool_calls":[{"function":{"name":"find","arguments":"{}"}}]}`,
		),
		answer(
			idAnswerNonce, Error, "An answer holds the code of the prompt's fences",
			"The nonce is a secret of the conversation: whoever reads the answer can write fence lines. Other letters that fold to it, escapes, names of members, base64 and hex are looked through. Start another conversation, or render with another nonce.",
			"It said k3f4q2m7xa at the top.\n", "It said so at the top.\n",
		),
		answer(
			idAnswerImage, Warning, "An answer holds a remote image",
			"Showing the answer sends a request, with whatever is in the address, to another host, and nobody has to click. Frames, videos, style sheets and the like are found, too. Show them as text.",
			"![chart](https://collect.example/a.png)\n", "![chart](a.png)\n",
		),
		tool(
			idToolName, Warning, "The name of a tool is not a plain name",
			"Names stand in prompts and in calls as they are. Letters, digits and _ - . / : are enough.",
			strings.Replace(oneTool, `"add"`, `"add two"`, 1), "",
		),
		tool(
			idToolTwice, Warning, "Two tools have one name",
			"Which of them a call reaches depends on who looks first: one tool can stand in for another.",
			strings.Replace(oneTool, `]`, `,{"name":"add","inputSchema":{}}]`, 1), "",
		),
		tool(
			idToolChanged, Error, "A tool is not as it was pinned",
			"Its description, its schema or any other member changed since somebody looked at it, in its value, its name or its place; numbers count by their exact value. Look at it again and write new pins. Tools of a request, beside its messages, are compared too.",
			strings.Replace(oneTool, "two", "three", 1), oneTool,
		),
		tool(
			idToolNew, Error, "A tool is not pinned",
			"It is new, or one that was pinned has another name now. Nobody has looked at it.",
			strings.Replace(oneTool, `]`, `,{"name":"sub","inputSchema":{}}]`, 1), oneTool,
		),
		tool(
			idToolBeside, Error, "What stands beside the tools is not as it was pinned",
			"Members beside the list, such as instructions of the server, can reach a model too. Those that JSON-RPC needs, its version and the id of the request, do not count.",
			strings.Replace(oneTool, `{"tools"`, `{"instructions":"Add first.","tools"`, 1), oneTool,
		),
		tool(
			idToolMissing, Warning, "A pinned tool is gone",
			"A server that drops a tool may offer it under another name.",
			`{"tools":[]}`, oneTool,
		),
	}
}
