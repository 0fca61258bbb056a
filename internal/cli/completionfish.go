package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// fishScript completes for fish. Its conditions look at the words that the command
// line begins with, since a file may be called like a command: __promptcheck_at
// holds in all that follows these words, __promptcheck_next in the word behind them,
// __promptcheck_before in all that follows a command without one of these actions.
// Without a command the words are those of the command that then runs.
func fishScript() string {
	var b strings.Builder
	b.WriteString(`function __promptcheck_words
    set -l words (commandline -poc)
    set -e words[1]
    if not contains -- "$words[1]" ` + join(commandNames()) + `
        set -p words ` + defaultCommand + `
    end
    printf '%s\n' $words
end
function __promptcheck_at
    set -l words (__promptcheck_words)
    set words $words[1..(count $argv)]
    test "$words" = "$argv"
end
function __promptcheck_before
    set -l words (__promptcheck_words)
    test "$words[1]" = $argv[1]; and not contains -- "$words[2]" $argv
end
function __promptcheck_next
    set -l words (__promptcheck_words)
    test "$words" = "$argv"
end
function __promptcheck_first
    test (count (commandline -poc)) -eq 1
end
`)
	line := func(when, format string, args ...any) {
		fmt.Fprintf(&b, "complete -c promptcheck -n '%s' "+format+"\n", append([]any{when}, args...)...)
	}
	line("__promptcheck_first", "-l version -d '%s'", "print the version")
	for _, s := range subcommands() {
		line("__promptcheck_first", "-a %s -d '%s'", s.name, fishQuoted(s.title))
	}
	for _, s := range subcommands() {
		at := "__promptcheck_at " + s.name
		if s.actions() == nil {
			fishFlags(&b, at, s.flags)
			if list := firstWords(s); list != nil {
				line("__promptcheck_next "+s.name, "-f -a '%s'", join(list))
			}
			continue
		}
		var names []string
		for _, a := range s.actions() {
			names = append(names, a.name)
			fishFlags(&b, at+" "+a.name, a.flags)
			if a.words != nil {
				line("__promptcheck_next "+s.name+" "+a.name, "-f -a '%s'", join(a.words))
			}
		}
		fishFlags(&b, "__promptcheck_before "+s.name+" "+join(names), s.flags)
		line("__promptcheck_next "+s.name, "-f -a '%s'", join(names))
		line("__promptcheck_next help "+s.name, "-f -a '%s'", join(names))
	}
	return b.String()
}

// fishFlags describes the flags of a command, or of an action.
func fishFlags(b *strings.Builder, when string, flags *pflag.FlagSet) {
	fmt.Fprintf(b, "complete -c promptcheck -n '%s' -s h -l help -d 'say how the command is used'\n", when)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		_, usage := pflag.UnquoteUsage(f)
		value := ""
		switch list := flagValues(f); {
		case !takesValue(f):
		case f.Name == listFlag:
			value = " -x -a '(__fish_append , " + join(list) + ")'"
		case list != nil:
			value = " -x -a '" + join(list) + "'"
		case takesFile(f):
			value = " -r -F"
		default:
			value = " -x"
		}
		short := ""
		if f.Shorthand != "" {
			short = " -s " + f.Shorthand
		}
		fmt.Fprintf(b, "complete -c promptcheck -n '%s'%s -l %s%s -d '%s'\n", when, short, f.Name, value, fishQuoted(usage))
	})
}

// fishQuoted is the inside of a word in single quotes.
func fishQuoted(s string) string { return strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) }
