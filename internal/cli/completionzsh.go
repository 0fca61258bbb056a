package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// zshScript completes for zsh in its own way: it describes flags to _arguments,
// which knows where their values stand, and leaves files to _files, which knows how
// names are quoted. As the file of a function in fpath it is run by its first use;
// sourced, it says what it completes.
func zshScript() string {
	var b strings.Builder
	b.WriteString(`#compdef promptcheck
_promptcheck_commands() {
  local -a list
  list=(
`)
	for _, s := range subcommands() {
		fmt.Fprintf(&b, "    '%s'\n", zshQuoted(s.name+":"+s.title))
	}
	b.WriteString(`  )
  _describe -t commands command list "$@"
}
_promptcheck() {
  local curcontext=$curcontext command=` + defaultCommand + `
  local -a version
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _alternative 'commands:command:_promptcheck_commands' 'files:file:_files'
    return
  fi
  case $words[2] in
  ` + strings.Join(commandNames(), "|") + `)
    command=$words[2]
    shift words
    (( CURRENT-- ))
    ;;
  *) (( CURRENT != 2 )) || version=('--version[print the version]') ;;
  esac
  curcontext="${curcontext%:*:*}:promptcheck-$command:"
  case $command:$words[2] in
`)
	for _, s := range subcommands() {
		zshCommand(&b, s)
	}
	b.WriteString(`  esac
}
if [[ $funcstack[1] = _promptcheck ]]; then
  _promptcheck "$@"
else
  compdef _promptcheck promptcheck
fi
`)
	return b.String()
}

// zshCommand writes the arms of a command: one for each action of it, one for what
// comes before that is known.
func zshCommand(b *strings.Builder, s *subcommand) {
	first, rest := "", "'*:file:_files'"
	switch list := firstWords(s); {
	case s.name == "help":
		first, rest = "'1:command:_promptcheck_commands'", ""
		for _, of := range subcommands() {
			if of.actions() != nil {
				zshArm(b, "help:"+of.name, s.flags, first, "'2:action:("+zshWords(firstWords(of))+")'")
			}
		}
	case list != nil:
		first = "'1:argument:(" + zshWords(list) + ")'"
	case s.args == "":
		rest = ""
	}
	for _, a := range s.actions() {
		behind := rest
		if a.words != nil {
			behind = "'2:argument:(" + zshWords(a.words) + ")'"
		}
		zshArm(b, s.name+":"+a.name, a.flags, first, behind)
	}
	if s.words != nil && s.actions() == nil {
		rest = "" // one word, and no file
	}
	zshArm(b, s.name+":*", s.flags, first, rest)
}

// zshArm writes one arm: the flags, and what stands between them.
func zshArm(b *strings.Builder, pattern string, flags *pflag.FlagSet, arguments ...string) {
	fmt.Fprintf(b, "  %s)\n    _arguments -S", pattern)
	if strings.HasPrefix(pattern, defaultCommand+":") {
		b.WriteString(" $version")
	}
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		fmt.Fprintf(b, " \\\n      %s", zshFlag("--"+f.Name, "=", f))
		if f.Shorthand != "" {
			fmt.Fprintf(b, " \\\n      %s", zshFlag("-"+f.Shorthand, "+", f))
		}
	})
	b.WriteString(" \\\n      '--help[say how the command is used]'")
	for _, a := range slices.DeleteFunc(arguments, func(a string) bool { return a == "" }) {
		b.WriteString(" \\\n      " + a)
	}
	b.WriteString("\n    ;;\n")
}

// zshFlag describes a flag. It may be given again: of some flags all values count,
// of the others the last one.
func zshFlag(flag, joined string, f *pflag.Flag) string {
	name, usage := pflag.UnquoteUsage(f)
	spec := "[" + zshEscaped(usage) + "]"
	if takesValue(f) {
		spec = joined + spec + ":" + zshEscaped(name) + ":"
		switch list := flagValues(f); {
		case f.Name == listFlag:
			spec += "_sequence compadd - " + zshWords(list)
		case list != nil:
			spec += "(" + zshWords(list) + ")"
		case takesFile(f):
			spec += "_files"
		default:
			spec += " " // nobody can list them
		}
	}
	return "'*" + zshQuoted(flag+spec) + "'"
}

// zshEscaped escapes what ends a part of a description.
func zshEscaped(s string) string {
	return strings.NewReplacer(`\`, `\\`, ":", `\:`, "[", `\[`, "]", `\]`).Replace(s)
}

func zshWords(list []string) string { return zshEscaped(join(list)) }

// zshQuoted is the inside of a word in single quotes.
func zshQuoted(s string) string { return strings.ReplaceAll(s, "'", `'\''`) }
