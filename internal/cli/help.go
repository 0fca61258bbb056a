package cli

import (
	"fmt"
	"strings"
)

func helpCommand() *subcommand {
	return &subcommand{
		name: "help", args: "[COMMAND]", title: "say how a command is used", flags: newFlags("help"),
		about: `Without a command, lists all commands.`,
		run: func(inv *invocation, args []string) (int, error) {
			if len(args) > 1 {
				return 0, usageError("help takes one command", "promptcheck help lists the commands")
			}
			return inv.help(strings.Join(args, ""))
		},
	}
}

// help prints the help of a command, or the list of commands.
func (inv *invocation) help(name string) (int, error) {
	all := subcommands()
	if name == "" {
		var b strings.Builder
		b.WriteString("promptcheck renders and audits prompts in which everything from outside is fenced data.\n\n" +
			"Usage: promptcheck COMMAND [FLAGS] [ARGUMENTS]\n       promptcheck FILE           the same as promptcheck check FILE\n\nCommands:\n")
		for _, s := range all {
			fmt.Fprintf(&b, "  %-12s%s\n", s.name, s.title)
		}
		b.WriteString("\npromptcheck help COMMAND says more about one.\n" +
			"Exit status: 0 clean, 1 findings at or above --fail-on, 2 something could not be checked or done.\n")
		return ExitClean, inv.emit("", []byte(b.String()), modeResult)
	}
	s := find(all, name)
	if s == nil {
		hint := "promptcheck help lists the commands"
		if near := mistyped(name); near != "" {
			hint = "did you mean " + near + "?"
		}
		return 0, usageError("there is no command "+quote(name), hint)
	}
	text := strings.TrimRight("Usage: promptcheck "+s.name+" "+flagsWord(s)+s.args, " ") + "\n\n" + s.about + "\n"
	if s.flags.HasAvailableFlags() {
		text += "\nFlags:\n" + s.flags.FlagUsages()
	}
	return ExitClean, inv.emit("", []byte(text), modeResult)
}

func flagsWord(s *subcommand) string {
	if s.flags.HasAvailableFlags() {
		return "[FLAGS] "
	}
	return ""
}
