package cli

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/presets"
)

// policyFlags are the flags of all actions of the policy command.
type policyFlags struct {
	caps, op, payload, provenance *string
	format, failOn, root          *string
	set                           *pflag.FlagSet
}

// policyAction is one action: which flags it takes besides help, and what it
// does.
type policyAction struct {
	name  string
	flags []string
	run   func(inv *invocation, f policyFlags, args []string) (int, error)
}

func policyActions() []policyAction {
	return []policyAction{
		{"lint", []string{"fail-on", "root"}, lintPolicy},
		{"decide", []string{"caps", "op", "payload", "provenance", "format"}, decidePolicy},
		{"table", []string{"caps"}, tablePolicy},
		{"ops", []string{"format"}, listOps},
		{"preset", nil, printPreset},
	}
}

func policyCommand() *subcommand {
	fs := newFlags("policy")
	f := policyFlags{
		caps:       fs.String("caps", "", "decide, table: the policy `FILE`"),
		op:         fs.String("op", "", "decide: the `OP`, such as editor/task::spawn"),
		payload:    fs.String("payload", "{}", "decide: the payload as CoreForm `TEXT`, or - for standard input"),
		provenance: fs.String("provenance", "", "decide: `KINDS` of the blocks in the prompt, by commas; none for no block"),
		format:     fs.String("format", decideFormats[0], "decide, ops: `FORMAT` of the output: "+strings.Join(decideFormats, " or ")),
		failOn:     fs.String("fail-on", "warning", "lint: least `SEVERITY` of exit status 1: error, warning, note or never"),
		root:       fs.String("root", "/", "lint: `FOLDER` that stands for / when roots are looked at; empty for none"),
		set:        fs,
	}
	return &subcommand{
		args: "lint FILE… | decide | table | ops | preset NAME", flags: fs,
		about: `lint finds what in a policy does not do what it seems to: rules that never
match, ops that are allowed without what they need, wildcards, bridges without
a pin, roots and globs that lead nowhere.

decide answers one request and prints the whole explanation as CoreForm, with
":decision :allow" or ":decision :deny", or as JSON with --format json. Without
--provenance the origin of the prompt is unknown, which counts as tainted by
everything. A kind is that of a block: selection, screen, source, items, windows,
changes, request, derived, tool or note.

table prints what is allowed, to which prompts, and within which limits.
ops lists every op and task kind that there is, with its class (read, reversible,
irreversible or outward) and what its payload takes; text, or --format json.
preset prints the policy of a developer's session (dev) or of CI (ci).

Exit status: lint 0 or 1 by findings, decide 0 for allow and 1 for deny, and 2
when the policy cannot be read.`,
		words: func() (names []string) {
			for _, a := range policyActions() {
				names = append(names, a.name)
			}
			return names
		},
		run: func(inv *invocation, args []string) (int, error) {
			return inv.policy(f, args)
		},
	}
}

// policy runs one action and refuses flags that it would not look at: a flag
// without an effect reads like one that has it.
func (inv *invocation) policy(f policyFlags, args []string) (int, error) {
	var list []string
	for _, a := range policyActions() {
		list = append(list, a.name)
		if len(args) == 0 || a.name != args[0] {
			continue
		}
		if err := onlyFlags(f.set, a); err != nil {
			return 0, err
		}
		return a.run(inv, f, args[1:])
	}
	return 0, noAction("policy", args, list)
}

func onlyFlags(set *pflag.FlagSet, a policyAction) error {
	taken := map[string]bool{"help": true}
	for _, name := range a.flags {
		taken[name] = true
	}
	var err error
	set.Visit(func(flag *pflag.Flag) {
		if !taken[flag.Name] && err == nil {
			err = usageError("policy "+a.name+" does not take --"+flag.Name, "promptcheck help policy says which action takes which flag")
		}
	})
	return err
}

// loadPolicy reads the policy of a file under its absolute name, against which
// the policy's own paths resolve.
func (inv *invocation) loadPolicy(file string) (*policy.Policy, error) {
	body, err := inv.read(file, policy.MaxBytes)
	if err != nil {
		return nil, nameFile(file, err)
	}
	name, err := filepath.Abs(file)
	if err != nil {
		return nil, nameFile(file, fileError("", "has no absolute name", err))
	}
	p, err := policy.Parse(filepath.ToSlash(name), body)
	if err != nil {
		return nil, nameFile(file, nearKey(err))
	}
	return p, nil
}

func (inv *invocation) capsPolicy(f policyFlags, action string, args []string) (*policy.Policy, error) {
	switch {
	case len(args) > 0:
		return nil, usageError("policy "+action+" takes no arguments", "name the policy with --caps FILE")
	case *f.caps == "":
		return nil, usageError("policy "+action+" needs --caps", "name the policy file")
	case *f.caps == stdinName && *f.payload == stdinName:
		return nil, usageError("policy and payload cannot both be standard input", "name a file for one of them")
	}
	return inv.loadPolicy(*f.caps)
}

func printPreset(inv *invocation, _ policyFlags, args []string) (int, error) {
	if len(args) != 1 {
		return 0, usageError("policy preset takes one name", "dev or ci")
	}
	source, ok := presets.Get(args[0])
	if !ok {
		return 0, usageError("there is no preset "+quote(args[0]), "dev or ci")
	}
	return ExitClean, inv.emit("", source, modeResult)
}

// errSeverity is not shown: the caller says what was wrong.
var errSeverity = errors.New("no severity")

// leastSeverity reads --fail-on; never is true when nothing fails.
func leastSeverity(name string) (least policy.Severity, never bool, err error) {
	for _, s := range []policy.Severity{policy.Note, policy.Warning, policy.Error} {
		if s.String() == name {
			return s, false, nil
		}
	}
	if name == "never" {
		return policy.Error, true, nil
	}
	return policy.Error, false, errSeverity
}
