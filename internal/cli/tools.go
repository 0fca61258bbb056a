package cli

import (
	"errors"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/contract"
)

func toolsCommand() *subcommand {
	fs := newFlags("tools")
	output := outputFlag(fs)
	maxBytes := limitFlag(fs)
	return &subcommand{
		args: "pin FILE|-", flags: fs,
		about: `pin reads a list of tool definitions, as MCP's tools/list answers it or as the
interfaces of OpenAI, Anthropic, Gemini and Bedrock take it, and prints a pin
file: the name of each tool, and hashes of its description, its schema and
whatever else it says.
"promptcheck check --kind tools --pins PINS FILE" finds every later change.

The order of tools and of members and white space make no difference.
"promptcheck check --kind tools FILE" says what is wrong with the definitions
themselves: look at them before they are pinned.`,
		words: toolsActions,
		run: func(inv *invocation, args []string) (int, error) {
			if len(args) == 0 || args[0] != "pin" {
				return 0, noAction("tools", args, toolsActions())
			}
			file, err := oneFile("tools pin", args[1:])
			if err != nil {
				return 0, err
			}
			if err := checkLimit(*maxBytes); err != nil {
				return 0, err
			}
			body, err := inv.read(file, *maxBytes)
			if err != nil {
				return 0, nameFile(file, err)
			}
			pins, err := audit.Pin(body, contract.Limits{Bytes: *maxBytes})
			if err != nil {
				return 0, nameBody(file, body, noTools(err))
			}
			return ExitClean, inv.emit(*output, pins, modeResult)
		},
	}
}

func toolsActions() []string { return []string{"pin"} }

// noTools is an error about a file that holds no definitions. Hints of the
// reader are about prompts, which may be plain text.
func noTools(err error) error {
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Code != contract.CodeSyntax {
		return err
	}
	with := *e
	with.Hint = "pin takes JSON, such as MCP's answer to tools/list"
	return &with
}
