package cli

import (
	"path/filepath"
	"strings"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/audit/report/html"
)

// convertFlags are the flags of convert.
type convertFlags struct {
	to, failOn, output *string
	merge              *bool
}

func convertCommand() *subcommand {
	fs := newFlags("convert")
	f := convertFlags{
		to:     fs.String("to", "text", "`FORMAT` to write: "+strings.Join(reportFormats(), ", ")),
		merge:  fs.Bool("merge", false, "make one report of several, such as those of all shards"),
		failOn: fs.String("fail-on", "warning", "least `SEVERITY` of a failure: "+strings.Join(failNames, ", ")),
	}
	f.output = outputFlag(fs)
	return &subcommand{
		args: "REPORT|-...", flags: fs,
		about: `Reads reports that check wrote in json or jsonl and writes them as check would
have done in the other format. What is a failure in junit is no part of a report:
where check was given --fail-on, give it here too.

With --merge, several reports become one: those of all shards of a run give the
report of the whole run. Reports of other versions, of other rules, and parts
that are missing or there twice are refused.

Exit status: 0 done, 2 a report cannot be read or merged. With --merge the
status is that of the run, as check has it: 1 findings at or above --fail-on, 2
something could not be checked.`,
		run: f.run,
	}
}

func (f convertFlags) run(inv *invocation, args []string) (int, error) {
	h := newHeader()
	if err := oneOf("to", *f.to, reportFormats()); err != nil {
		return 0, err
	}
	if err := setFailOn(&h, *f.failOn); err != nil {
		return 0, err
	}
	switch {
	case len(args) == 0:
		return 0, usageError("there is no report to convert", "name one, or - for standard input")
	case len(args) > 1 && !*f.merge:
		return 0, usageError("convert takes one report", "say --merge to make one of several")
	}
	r, err := f.read(inv, args)
	if err != nil {
		return 0, err
	}
	own := r.Header()
	own.FailOn, own.Never, own.Root, own.Rules = h.FailOn, h.Never, workingFolder(), rulesOf(own.Settings)
	out := &reportOutput{header: own}
	defer out.abandon()
	sink, err := out.sinkTo(inv, *f.to, *f.output, outputName, html.Page{})
	if err != nil {
		return 0, err
	}
	if err := r.Replay(sink); err != nil {
		return 0, sinkError(err)
	}
	if err := out.commit(); err != nil {
		return 0, err
	}
	if *f.merge {
		return statusOf(r, own), nil
	}
	return ExitClean, nil
}

// rulesOf are the rules with the severities that a run was told.
func rulesOf(told *report.Settings) []audit.Rule {
	rules := audit.Rules()
	for i := range rules {
		if told == nil {
			break
		}
		if severity, ok := audit.ParseSeverity(told.Rules[rules[i].ID]); ok {
			rules[i].Severity = severity
		}
	}
	return rules
}

// read reads all reports, and merges them where that was asked for.
func (f convertFlags) read(inv *invocation, args []string) (*report.Report, error) {
	list := make([]*report.Report, len(args))
	for i, name := range args {
		var err error
		if list[i], err = readReport(inv, name); err != nil {
			return nil, err
		}
	}
	if !*f.merge {
		return list[0], nil
	}
	merged, err := report.Merge(list) // which knows parts of a run that are there twice
	if err == nil {
		err = eachOnce(args)
	}
	return merged, err
}

// eachOnce refuses a report that is named twice: all in it would be counted twice.
func eachOnce(names []string) error {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		clean := filepath.Clean(name)
		if seen[clean] {
			return usageError("the report "+quote(name)+" is named twice", "name each report once")
		}
		seen[clean] = true
	}
	return nil
}

// statusOf is the exit status of the run that a report tells of.
func statusOf(r *report.Report, h report.Header) int {
	if len(r.Unchecked) > 0 {
		return ExitUnchecked
	}
	for i := range r.Findings {
		if h.Fails(r.Findings[i].Severity) {
			return ExitFindings
		}
	}
	return ExitClean
}
