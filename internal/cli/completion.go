package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/policy"
)

// shells are those that completion knows.
var shells = []string{"bash", "zsh", "fish"}

func completionCommand() *subcommand {
	return &subcommand{
		args: strings.Join(shells, "|"), flags: newFlags("completion"),
		about: `For the shell that is running:

  bash  source <(promptcheck completion bash)
  zsh   source <(promptcheck completion zsh)
  fish  promptcheck completion fish | source

In zsh behind compinit; or as the file _promptcheck of a folder in fpath.`,
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
				script = zshScript()
			case "fish":
				script = fishScript()
			default:
				return 0, usageError("there is no completion for "+quote(args[0]), "there are "+strings.Join(shells, ", "))
			}
			return ExitClean, inv.emit("", []byte(script), modeResult)
		},
	}
}

// flagNames lists flags with their dashes.
func flagNames(flags *pflag.FlagSet) []string {
	var out []string
	flags.VisitAll(func(f *pflag.Flag) { out = append(out, "--"+f.Name) })
	return append(out, "--help")
}

// flagValues lists the values that a flag can have, which its help names behind a
// colon, as in "FORMAT of the list: text or json". So completion offers what help
// says. A flag with other values has none here. The kinds stand in the text above
// the flags, the models and ops in tables, and of sizes there are some to choose from.
func flagValues(f *pflag.Flag) []string {
	switch {
	case f.Name == "kind":
		return audit.Kinds()
	case f.Name == "model":
		return modelNames()
	case f.Name == "op":
		return policy.Ops()
	case f.Name == listFlag:
		return append(blockKinds(), "none")
	case f.Value.Type() == sizeType:
		return sizeExamples
	}
	at := strings.LastIndex(f.Usage, ": ") // an action may stand before, as in "lint: least SEVERITY: error or note"
	if at < 0 {
		return nil
	}
	list := f.Usage[at+len(": "):]
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

// takesValue reports whether a flag has a value of its own, which may stand in the
// next word.
func takesValue(f *pflag.Flag) bool { return f.NoOptDefVal == "" }

// fileValues are the names that help has for values that name files or folders.
var fileValues = []string{"FILE", "ID=FILE", "FOLDER", "PATH", "PAYLOAD", "LOG", "GLOB"}

// takesFile reports whether the value of a flag names files.
func takesFile(f *pflag.Flag) bool {
	name, _ := pflag.UnquoteUsage(f)
	return slices.Contains(fileValues, name)
}

// listFlag is the flag whose value is a list by commas.
const listFlag = "provenance"

// firstWords lists what the first argument of a command can be, if that is no file.
func firstWords(s *subcommand) []string {
	if s.words == nil {
		return nil
	}
	return s.words()
}

// blockKinds lists the kinds of blocks that --provenance takes.
func blockKinds() []string {
	var out []string
	for k := fence.NoKind + 1; ; k++ {
		if known, ok := fence.ParseKind(k.String()); !ok || known != k {
			return out
		}
		out = append(out, k.String())
	}
}
