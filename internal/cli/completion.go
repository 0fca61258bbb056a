package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence/audit"
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
		words: func() []string { return shells },
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

// flagValues lists the values that a flag can have, which its help names behind a
// colon, as in "FORMAT of the list: text or json". So completion offers what help
// says. A flag with other values has none here; the kinds stand in the text above
// the flags.
func flagValues(f *pflag.Flag) []string {
	if f.Name == "kind" {
		return audit.Kinds()
	}
	_, list, ok := strings.Cut(f.Usage, ": ")
	if !ok {
		return nil
	}
	values := strings.Split(strings.ReplaceAll(list, " or ", ", "), ", ")
	for _, v := range values {
		if v == "" || strings.Trim(v, "abcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
			return nil
		}
	}
	if len(values) < 2 {
		return nil
	}
	return values
}

// firstWords lists what the first argument of a command can be, if that is no file.
func firstWords(s *subcommand) []string {
	if s.words == nil {
		return nil
	}
	return s.words()
}

// bashScript completes commands first, then flags, their values and files.
func bashScript() string {
	var names []string
	var cases, values strings.Builder
	for _, s := range subcommands() {
		names = append(names, s.name)
		fmt.Fprintf(&cases, "    %s) flags='%s' words='%s' ;;\n", s.name, strings.Join(flagNames(s), " "), strings.Join(firstWords(s), " "))
		s.flags.VisitAll(func(f *pflag.Flag) {
			if list := flagValues(f); list != nil {
				fmt.Fprintf(&values, "    %s:--%s) words='%s' only=1 ;;\n", s.name, f.Name, strings.Join(list, " "))
			}
		})
	}
	return `_promptcheck() {
  local word=${COMP_WORDS[COMP_CWORD]} flags='' words='' only=''
  case ${COMP_WORDS[1]} in
` + cases.String() + `  esac
  [ "$COMP_CWORD" = 2 ] || words=''
  case ${COMP_WORDS[1]}:${COMP_WORDS[COMP_CWORD-1]} in
` + values.String() + `  esac
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W '` + strings.Join(names, " ") + `' -f -- "$word"))
  elif [ "${word#-}" != "$word" ]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [ -n "$only" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  elif [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -f -- "$word"))
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
			of := ""
			if list := flagValues(f); list != nil {
				of = " -x -a '" + strings.Join(list, " ") + "'"
			}
			fmt.Fprintf(&b, "complete -c promptcheck -n '__fish_seen_subcommand_from %s' -l %s%s -d '%s'\n", s.name, f.Name, of, strings.ReplaceAll(usage, "'", `\'`))
		})
		if list := firstWords(s); list != nil {
			fmt.Fprintf(&b, "complete -c promptcheck -n '__fish_seen_subcommand_from %s' -a '%s'\n", s.name, strings.Join(list, " "))
		}
	}
	return b.String()
}
