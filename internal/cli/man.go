package cli

import (
	"strings"

	"github.com/spf13/pflag"
)

// The manual page is made by the command itself, from what help prints.
//go:generate go run ../../cmd/promptcheck man -o ../../docs/man/promptcheck.1

func manCommand() *subcommand {
	fs := newFlags("man")
	output := outputFlag(fs)
	return &subcommand{
		args: "", flags: fs,
		about: `Prints the manual page promptcheck(1) in the man format, made of what help says
about each command:

  promptcheck man | man -l -`,
		run: func(inv *invocation, args []string) (int, error) {
			if len(args) > 0 {
				return 0, usageError("man takes no arguments", "promptcheck man | man -l -")
			}
			return ExitClean, inv.emit(*output, []byte(manPage()), modeResult)
		},
	}
}

// manPage writes the page. It has no date: the same program prints the same
// bytes.
func manPage() string {
	var b strings.Builder
	b.WriteString(`.TH PROMPTCHECK 1 "" "promptcheck" "User Commands"
.SH NAME
promptcheck \- render and audit prompts in which everything from outside is fenced data
.SH SYNOPSIS
.B promptcheck
.I COMMAND
[\fIFLAGS\fR] [\fIARGUMENTS\fR]
.br
.B promptcheck
.I FILE
.SH DESCRIPTION
promptcheck renders edit contexts and ask bodies as prompts in which data stands
in blocks that it cannot close, and audits payloads, prompts, policies and logs.
Without a command it checks the files that it is given.
.SH COMMANDS
`)
	for _, s := range subcommands() {
		b.WriteString(".SS \"" + roff("promptcheck "+strings.TrimRight(s.name+" "+flagsWord(s.flags)+s.args, " ")) + "\"\n")
		b.WriteString(roff(upperFirst(s.title)) + ".\n")
		verbatim(&b, s.about)
		s.flags.VisitAll(func(f *pflag.Flag) { manFlag(&b, f) })
	}
	b.WriteString(`.SH EXIT STATUS
.TP
.B 0
Done; check found nothing at or above \-\-fail\-on.
.TP
.B 1
There are findings at or above \-\-fail\-on.
.TP
.B 2
Something could not be checked or done, or the usage is wrong. This beats 1.
.SH FILES
None but those that the command line names: no configuration is read otherwise, and no environment variable but
TMPDIR, for the temporary file of a report with many findings, and by host, for the desktop and for what a policy gives
to bridges and tasks.
`)
	return b.String()
}

// verbatim writes text as it is, line by line.
func verbatim(b *strings.Builder, text string) {
	b.WriteString(".PP\n.nf\n")
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString(roff(line) + "\n")
	}
	b.WriteString(".fi\n")
}

// manFlag writes one flag.
func manFlag(b *strings.Builder, f *pflag.Flag) {
	name, usage := pflag.UnquoteUsage(f)
	b.WriteString(".TP\n.B ")
	if f.Shorthand != "" {
		b.WriteString(roff("-"+f.Shorthand) + ", ")
	}
	b.WriteString(roff("--" + f.Name))
	if name != "" {
		b.WriteString(" \\fI" + roff(name) + "\\fR")
	}
	b.WriteString("\n" + roff(upperFirst(usage)))
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" && f.DefValue != "0" {
		b.WriteString(" (" + roff(f.DefValue) + " unless set)")
	}
	b.WriteString(".\n")
}

// roff escapes text for the man format: a backslash, a hyphen that is one, and a
// full stop or an apostrophe that would begin a request.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`).Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

func upperFirst(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
