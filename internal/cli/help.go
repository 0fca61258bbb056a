package cli

import (
	"fmt"
	"strings"
)

func helpCommand() *subcommand {
	return &subcommand{
		args: "[COMMAND [ACTION]]", flags: newFlags("help"),
		about: `Without a command, lists all commands. policy, tools and log have actions, of
which each has a help of its own: promptcheck help policy lint.`,
		words: commandNames,
		run: func(inv *invocation, args []string) (int, error) {
			if len(args) > 2 {
				return 0, usageError("help takes one command, and an action of it", "promptcheck help lists the commands")
			}
			args = append(args, "", "")
			return inv.help(args[0], args[1])
		},
	}
}

// help prints the help of a command or of an action of it, or the list of commands.
func (inv *invocation) help(name, act string) (int, error) {
	if name == "" {
		var b strings.Builder
		b.WriteString("promptcheck renders and audits prompts in which everything from outside is fenced data.\n\n" +
			"Usage: promptcheck COMMAND [FLAGS] [ARGUMENTS]\n       promptcheck FILE           the same as promptcheck check FILE\n\nCommands:\n")
		for _, l := range commands() {
			fmt.Fprintf(&b, "  %-12s%s\n", l.name, l.title)
		}
		b.WriteString("\npromptcheck help COMMAND says more about one.\n" +
			"Exit status: 0 clean, 1 findings at or above --fail-on, 2 something could not be checked or done.\n")
		return ExitClean, inv.emit("", []byte(b.String()), modeResult)
	}
	s := command(name)
	if s == nil {
		hint := "promptcheck help lists the commands"
		if near := mistyped(name); near != "" {
			hint = "did you mean " + near + "?"
		}
		return 0, usageError("there is no command "+quote(name), hint)
	}
	text, err := s.helpText(act)
	if err != nil {
		return 0, err
	}
	return ExitClean, inv.emit("", []byte(text), modeResult)
}
