package cli

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
)

// checkFlags are the flags of check.
type checkFlags struct {
	set              *pflag.FlagSet
	format, failOn   *string
	kind             *string
	output           *string
	maxBytes         *int
	lines            *bool
	fields           *[]string
	config           *string
	baseline, record *string
	exclude          *[]string
	show, redact     *bool
	shard            *string
	rules            ruleFlags
}

func newCheckFlags(fs *pflag.FlagSet) *checkFlags {
	f := &checkFlags{
		set:      fs,
		format:   fs.String("format", "text", "`FORMAT` of the report: "+strings.Join(reportFormats(), ", ")),
		failOn:   fs.String("fail-on", "warning", "least `SEVERITY` for exit status 1: "+strings.Join(failNames, ", ")),
		kind:     fs.String("kind", "auto", "`KIND` of the files"),
		lines:    fs.Bool("lines", false, "take every file as JSON Lines: each line is checked by itself"),
		fields:   fs.StringArray("field", nil, "check only the strings that `POINTER` selects of each record; can be given again"),
		exclude:  fs.StringArray("exclude", nil, "leave out the files of folders that `GLOB` fits; can be given again"),
		config:   fs.String("config", "", "read severities, kinds, limits and globs from this TOML `FILE`"),
		baseline: fs.String("baseline", "", "leave out findings that the report in `FILE` knows"),
		record:   fs.String("write-baseline", "", "write a baseline with all findings to `FILE`"),
		show:     fs.Bool("show", false, "show the text around findings"),
		redact:   fs.Bool("redact", true, "show no text of what is checked"),
		shard:    fs.String("shard", "", "check part `I/N` of everything, from 1/N to N/N"),
	}
	f.output = outputFlag(fs)
	f.maxBytes = limitFlag(fs)
	f.rules = newRuleFlags(fs)
	return f
}

func checkCommand() *subcommand {
	fs := newFlags("check")
	f := newCheckFlags(fs)
	return &subcommand{
		args: "[FILE|DIR|GLOB|-]...", flags: fs,
		about: `Checks each file against the rules that "promptcheck rules" lists. This is what
promptcheck does without a command: "promptcheck FILE" checks FILE.

From a folder, the files in and below it are taken that end in .json, .jsonl,
.md, .ndjson, .prompt or .txt, or in one of these and .gz; how many there are
besides is counted in the report, and a glob takes them. Names that begin with
a dot are passed over. Symbolic links are not followed: one that leads to what
the folder holds anyway is passed over, as is one of whose name no file is taken;
any other cannot be checked. A word with *, ?, [ or { that names no file is a
glob, in which ** stands for any folders. "-" is standard input. The report is in
the order of names.

With --exclude, the files of folders and globs are left out that GLOB fits, or
that lie in a folder that it fits. It counts from the folder that is named:

  promptcheck check --exclude '**/package.json' --exclude node_modules .

How many that were is in every report. A file that is named itself is checked
whatever is excluded.

Files in gzip are read as what is in them. Files that end in .jsonl or .ndjson,
and all with --lines, are JSON Lines: each line is checked by itself, in any
number, and its number is the record and the line of what is found in it.

` + fieldsHelp + `

Kinds are ` + strings.Join(audit.Kinds(), ", ") + `.
With auto, they are told apart by shape, but for policies, logs and source code:
files that end in .toml are policies, and those in .log, .journal and .gclog are
logs, whatever is in them; those with the names of source code, such as .go, .py
and .ts, are text, in which control tokens are notes. What looks like JSON is
never checked as text; say --kind prompt for a text that begins with a brace. A
file with the members of two kinds is not checked until somebody says which one
it is, and nor is a conversation without a message. An empty file in .md, .txt or
.prompt is a prompt with nothing in it, and of another name unknown. Of a request to a chat
interface every string is looked at, and its tools. Binary files are not checked;
with --kind text any bytes are.

A baseline is any report in json or jsonl. What it knows is left out, counted,
and does not fail the run; a baseline that cannot be read ends it. Findings are
known again by what was found, not by where.

Exit status: 0 nothing found at or above --fail-on, 1 findings at or above
--fail-on, 2 something could not be checked (whatever else was found).`,
		run: f.run,
	}
}

func (f *checkFlags) run(inv *invocation, args []string) (int, error) {
	c, err := f.settings(inv)
	if err != nil {
		return 0, err
	}
	if len(args) == 0 {
		return 0, usageError("there is nothing to check", "name a file or a folder, or - for standard input; promptcheck help lists the commands")
	}
	entries := c.entries(inv, args)
	if c.shard.n > 0 {
		c.header.Run = c.digest(entries)
	}
	out, err := f.open(inv, c, entries)
	if err != nil {
		return 0, err
	}
	defer out.abandon()
	if err := c.checkAll(inv, entries, out); err != nil {
		return 0, err
	}
	c.tellPassed(inv)
	if err := out.close(inv); err != nil {
		return 0, err
	}
	return out.status(), nil
}

// failNames are the values of --fail-on.
var failNames = []string{"error", "warning", "note", "never"}

// explainMissing adds a hint for a word that is neither a file nor a command.
//
// The command can have been left out only where it was.
func (inv *invocation) explainMissing(name string, err error) error {
	var e *ringfence.Error
	if !errors.As(err, &e) || !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(name, "./\\") {
		return err
	}
	with := *e
	with.Hint = "there is no such file"
	if inv.implied {
		with.Hint += ", and no such command: promptcheck help lists the commands"
	}
	return &with
}

// oneOf refuses a flag value that is not in the list.
func oneOf(flag, value string, list []string) error {
	if slices.Contains(list, value) {
		return nil
	}
	return notOneOf(flag, value, list)
}

func notOneOf(flag, value string, list []string) error {
	hint := "there are " + strings.Join(list, ", ")
	if near := nearest(value, list); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	return usageError("--"+flag+" "+quote(value)+" is not known", hint)
}
