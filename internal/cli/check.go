package cli

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/contract"
)

// checkFlags are the flags of check.
type checkFlags struct {
	format, failOn, kind *string
	output               *string
	maxBytes             *int
}

func checkCommand() *subcommand {
	fs := newFlags("check")
	f := checkFlags{
		format: fs.String("format", "text", "`FORMAT` of the report: text or json"),
		failOn: fs.String("fail-on", "warning", "least `SEVERITY` for exit status 1: error, warning, note or never"),
		kind:   fs.String("kind", "auto", "what the files are: "+strings.Join(audit.Kinds(), ", ")),
	}
	f.output = outputFlag(fs)
	f.maxBytes = limitFlag(fs)
	return &subcommand{
		name: "check", args: "[FILE|DIR|-]...", title: "audit edit contexts, ask bodies and prompts", flags: fs,
		about: `Checks each file against the rules that "promptcheck rules" lists. This is what
promptcheck does without a command: "promptcheck FILE" checks FILE.

From a folder, the files in and below it are taken that end in .json, .md,
.prompt or .txt, in the order of their names. Names that begin with a dot are
passed over, symbolic links are not followed. "-" is standard input.

With --kind auto, kinds are told apart by shape. What looks like JSON is never
checked as text; say --kind prompt for a text that begins with a brace.

Exit status: 0 nothing found at or above --fail-on, 1 findings at or above
--fail-on, 2 something could not be checked (whatever else was found).`,
		run: f.run,
	}
}

// result is what check found out.
type result struct {
	checked   int
	unchecked []unchecked
	findings  []audit.Finding
	clean     []string // files that were named and have no finding
}

// unchecked is a file that could not be checked, and why.
type unchecked struct {
	file   string
	err    error
	placed error // with file, line and column
}

func (f checkFlags) run(inv *invocation, args []string) (int, error) {
	kind, ok := audit.ParseKind(*f.kind)
	if !ok {
		return 0, notOneOf("kind", *f.kind, audit.Kinds())
	}
	formats := []string{"text", "json"}
	if err := oneOf("format", *f.format, formats); err != nil {
		return 0, err
	}
	if err := oneOf("fail-on", *f.failOn, []string{"error", "warning", "note", "never"}); err != nil {
		return 0, err
	}
	if err := checkLimit(*f.maxBytes); err != nil {
		return 0, err
	}
	if len(args) == 0 {
		return 0, usageError("there is nothing to check", "name a file or a folder, or - for standard input; promptcheck help lists the commands")
	}
	r := f.check(inv, kind, args)
	for _, u := range r.unchecked {
		inv.report(u.placed)
	}
	report := r.text()
	if *f.format == "json" {
		report = r.json()
	}
	if err := inv.emit(*f.output, report, modeResult); err != nil {
		return 0, err
	}
	return r.status(*f.failOn), nil
}

// check checks everything that the arguments name.
func (f checkFlags) check(inv *invocation, kind audit.Kind, args []string) *result {
	r := new(result)
	checker := audit.Checker{Limits: contract.Limits{Bytes: *f.maxBytes}}
	for _, e := range expand(args) {
		body, err := []byte(nil), e.err
		if err == nil {
			body, err = inv.read(e.name, *f.maxBytes)
		}
		var found []audit.Finding
		if err == nil {
			found, err = checker.Check(kind, e.name, body)
		}
		if err != nil {
			err = explainMissing(e.name, err)
			r.unchecked = append(r.unchecked, unchecked{e.name, err, nameBody(e.name, body, err)})
			continue
		}
		r.checked++
		r.findings = append(r.findings, found...)
		if len(found) == 0 && e.named {
			r.clean = append(r.clean, e.name)
		}
	}
	return r
}

// explainMissing adds a hint for a word that is neither a file nor a command.
func explainMissing(name string, err error) error {
	var e *ringfence.Error
	if !errors.As(err, &e) || !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(name, "./\\") {
		return err
	}
	with := *e
	with.Hint = "there is no such file, and no such command: promptcheck help lists the commands"
	return &with
}

// status is the exit status: unchecked beats findings.
func (r *result) status(failOn string) int {
	if len(r.unchecked) > 0 {
		return ExitUnchecked
	}
	least, ok := audit.ParseSeverity(failOn)
	for _, f := range r.findings {
		if ok && f.Severity >= least {
			return ExitFindings
		}
	}
	return ExitClean
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
