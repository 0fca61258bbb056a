package cli

import "github.com/spf13/pflag"

// subcommand is one command of promptcheck. run returns the exit status; with
// an error, which it reports, the status is ExitUnchecked.
type subcommand struct {
	name, title string // as in the list
	args        string // as in the usage line
	about       string // what help says, below the usage line
	flags       *pflag.FlagSet
	words       func() []string // what the first argument can be, for completion; nil if that is a file
	run         func(inv *invocation, args []string) (int, error)
}

// listed is a command in the list of all. Most runs look for a name in the list and
// need one command: the flags and the help of the others are not made.
type listed struct {
	name  string
	title string             // one line for the list of commands
	build func() *subcommand // all of it but name and title
}

// commands lists all commands in the order of help.
func commands() []listed {
	return []listed{
		{"check", "audit edit contexts, ask bodies and prompts", checkCommand},
		{"convert", "turn reports in json into another format, or several into one", convertCommand},
		{"render", "make a fenced, budgeted prompt of an edit context, ask body or other text", renderCommand},
		{"blocks", "read the data back out of a rendered prompt", blocksCommand},
		{"count", "count the tokens of a file", countCommand},
		{"diff", "say what changed among the windows between two turns", diffCommand},
		{"tools", "pin the definitions of tools", toolsCommand},
		{"policy", "check a policy, or ask it", policyCommand},
		{"replay", "verify a log of effects", replayCommand},
		{"log", "export a journal as a published log", logCommand},
		{"host", "carry out requests for effects, or answer them from a log", hostCommand},
		{"serve", "answer render, check and guardrail hooks over HTTP", serveCommand},
		{"attest", "state what a run of check checked, as an in-toto statement", attestCommand},
		{"rules", "list what check and policy lint look for", rulesCommand},
		{"explain", "say what a rule or an error code means", explainCommand},
		{"man", "print the manual page", manCommand},
		{"version", "print the version", versionCommand},
		{"help", "say how a command is used", helpCommand},
		{"completion", "print a completion script for a shell", completionCommand},
	}
}

// commandNames lists the names in the order of help.
func commandNames() []string {
	var out []string
	for _, l := range commands() {
		out = append(out, l.name)
	}
	return out
}

// command makes the command of a name, nil where there is none. Each call makes
// a fresh flag set, so that no run sees the flags of another.
func command(name string) *subcommand {
	for _, l := range commands() {
		if l.name == name {
			return l.command()
		}
	}
	return nil
}

// subcommands makes all commands, for what tells about each of them.
func subcommands() []*subcommand {
	var out []*subcommand
	for _, l := range commands() {
		out = append(out, l.command())
	}
	return out
}

func (l listed) command() *subcommand {
	s := l.build()
	s.name, s.title = l.name, l.title
	return s
}
