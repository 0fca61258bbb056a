package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// shells are those that completion knows.
var shells = []string{"bash", "zsh", "fish"}

func completionCommand() *subcommand {
	return &subcommand{
		name: "completion", args: strings.Join(shells, "|"), title: "print a completion script for a shell", flags: newFlags("completion"),
		about: `For the shell that is running:

  bash  source <(promptcheck completion bash)
  zsh   source <(promptcheck completion zsh)
  fish  promptcheck completion fish | source`,
		run: func(inv *invocation, args []string) (int, error) {
			if len(args) != 1 {
				return 0, usageError("completion takes one shell", "there are "+strings.Join(shells, ", "))
			}
			var script string
			switch args[0] {
			case "bash":
				script = bashScript()
			case "zsh":
				script = "autoload -U +X bashcompinit && bashcompinit\n" + bashScript()
			case "fish":
				script = fishScript()
			default:
				return 0, usageError("there is no completion for "+quote(args[0]), "there are "+strings.Join(shells, ", "))
			}
			return ExitClean, inv.emit("", []byte(script), modeResult)
		},
	}
}

// flagNames lists the flags of a command with their dashes.
func flagNames(s *subcommand) []string {
	var out []string
	s.flags.VisitAll(func(f *pflag.Flag) { out = append(out, "--"+f.Name) })
	return append(out, "--help")
}

// bashScript completes commands first, then flags and files.
func bashScript() string {
	var names []string
	var cases strings.Builder
	for _, s := range subcommands() {
		names = append(names, s.name)
		fmt.Fprintf(&cases, "    %s) flags='%s' ;;\n", s.name, strings.Join(flagNames(s), " "))
	}
	return `_promptcheck() {
  local word=${COMP_WORDS[COMP_CWORD]} flags=''
  case ${COMP_WORDS[1]} in
` + cases.String() + `  esac
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W '` + strings.Join(names, " ") + `' -f -- "$word"))
  elif [ "${word#-}" != "$word" ]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _promptcheck promptcheck
`
}

// fishScript does the same for fish, with descriptions.
func fishScript() string {
	var b strings.Builder
	for _, s := range subcommands() {
		fmt.Fprintf(&b, "complete -c promptcheck -n __fish_use_subcommand -a %s -d '%s'\n", s.name, s.title)
		s.flags.VisitAll(func(f *pflag.Flag) {
			_, usage := pflag.UnquoteUsage(f)
			fmt.Fprintf(&b, "complete -c promptcheck -n '__fish_seen_subcommand_from %s' -l %s -d '%s'\n", s.name, f.Name, strings.ReplaceAll(usage, "'", `\'`))
		})
	}
	return b.String()
}
