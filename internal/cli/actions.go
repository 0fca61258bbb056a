package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// actionExamples has a line for each action of the commands that have actions.
var actionExamples = map[string]string{
	"policy lint":   "promptcheck policy lint --fail-on error caps.toml",
	"policy decide": "promptcheck policy decide --caps caps.toml --op editor/clipboard::get --payload '{}'",
	"policy table":  "promptcheck policy table --caps caps.toml",
	"policy ops":    "promptcheck policy ops --format json",
	"policy preset": "promptcheck policy preset dev > caps.toml",
	"tools pin":     "promptcheck tools pin -o pins.json tools.json",
	"log export":    "promptcheck log export -o run.gclog run.log",
}

// presetNames are the presets that policy preset prints.
var presetNames = []string{"dev", "ci"}

// action is what help and completion know about one action of a command. It is
// taken from what the command says of itself, so that there is one text.
type action struct {
	name, args string // args begin with the name
	about      string
	example    string
	flags      *pflag.FlagSet // those that it takes, without the names of actions before their usage
	words      []string       // what its argument can be, if that is no file
}

// actions returns the actions of a command; none for most.
func (s *subcommand) actions() []action {
	if s.words == nil {
		return nil
	}
	var out []action
	names := s.words()
	for _, name := range names {
		example, ok := actionExamples[s.name+" "+name]
		if !ok {
			return nil // a word that is no action
		}
		a := action{name: name, args: name, about: s.about, example: example, flags: s.flags}
		for words := range strings.SplitSeq(s.args, " | ") {
			if first, _, _ := strings.Cut(words, " "); first == name {
				a.args = words
			}
		}
		if len(names) > 1 {
			a.about = aboutAction(s.about, name, names)
		}
		if s.name == "policy" {
			a.flags = policyActionFlags(s.flags, name, names)
		}
		if s.name == "policy" && name == "preset" {
			a.words = presetNames
		}
		out = append(out, a)
	}
	return out
}

// aboutAction returns the lines of a help text that are about an action: those from
// the line that begins with its name to a blank one, or to the next action.
func aboutAction(about, name string, names []string) string {
	var out []string
	inside := false
	for line := range strings.SplitSeq(about, "\n") {
		first, _, _ := strings.Cut(line, " ")
		switch {
		case first == name || strings.HasPrefix(line, "Exit status: "):
			if len(out) > 0 && first != name {
				out = append(out, "")
			}
			inside = true
		case line == "" || slices.Contains(names, first):
			inside = false
		}
		if inside {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// policyActionFlags are the flags that an action of policy takes.
func policyActionFlags(all *pflag.FlagSet, name string, names []string) *pflag.FlagSet {
	fs := newFlags(name)
	for _, a := range policyActions() {
		if a.name != name {
			continue
		}
		for _, flag := range a.flags {
			f := *all.Lookup(flag)
			if of, usage, ok := strings.Cut(f.Usage, ": "); ok && allIn(strings.Split(of, ", "), names) {
				f.Usage = usage
			}
			fs.AddFlag(&f)
		}
	}
	return fs
}

func allIn(words, list []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(list, w) })
}

// helpText is what help says about a command, or about one action of it.
func (s *subcommand) helpText(name string) (string, error) {
	if name == "" {
		return helpOf(s.name, s.args, s.about, s.flags), nil
	}
	list := s.actions()
	if list == nil {
		return "", usageError("help takes one command: "+s.name+" has no actions", "promptcheck help "+s.name+" says how it is used")
	}
	var names []string
	for _, a := range list {
		if a.name == name {
			return helpOf(s.name+" "+name, strings.TrimSpace(strings.TrimPrefix(a.args, name)), a.about+"\n\nExample:\n  "+a.example, a.flags), nil
		}
		names = append(names, a.name)
	}
	hint := "there are " + strings.Join(names, ", ")
	if near := nearest(name, names); near != "" {
		hint = "did you mean promptcheck help " + s.name + " " + near + "?"
	}
	return "", usageError(s.name+" has no action "+quote(name), hint)
}

// noAction is the error for arguments that begin with none of the actions of a
// command.
func noAction(command string, args, list []string) error {
	hint := "there are " + strings.Join(list, ", ")
	if len(list) == 1 {
		hint = list[0] + " is the only one: promptcheck help " + command + " " + list[0]
	}
	if len(args) == 0 {
		return usageError(command+" needs an action", hint)
	}
	if near := nearest(args[0], list); near != "" {
		hint = "did you mean promptcheck " + command + " " + near + "?"
	}
	return usageError(command+" has no action "+quote(args[0]), hint)
}

// helpOf writes the help of a command.
func helpOf(name, args, about string, flags *pflag.FlagSet) string {
	text := strings.TrimRight("Usage: promptcheck "+name+" "+flagsWord(flags)+args, " ") + "\n\n" + about + "\n"
	if flags.HasAvailableFlags() {
		text += "\nFlags:\n" + flags.FlagUsages()
	}
	return text
}

func flagsWord(flags *pflag.FlagSet) string {
	if flags.HasAvailableFlags() {
		return "[FLAGS] "
	}
	return ""
}

// actionIn returns the action that arguments begin with; "" for none.
func (s *subcommand) actionIn(args []string) string {
	for _, a := range s.actions() {
		if len(args) > 0 && args[0] == a.name {
			return a.name
		}
	}
	return ""
}
