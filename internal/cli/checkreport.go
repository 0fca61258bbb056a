package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/audit/report/html"
)

// maxRemarks is how many things that could not be checked are told on standard
// error. The report has all of them.
const maxRemarks = 25

// reportOutput is where a run goes: the report, and the baseline if one is
// written.
type reportOutput struct {
	sink     report.Sink
	baseline report.Sink // nil for none
	files    []*newFile
	summary  report.Summary
	header   report.Header
	failed   bool // a finding fails the run
	remarks  int  // things that could not be checked
	dirty    bool // the file at hand has something to say
	begun    unfinished
}

// open makes the sinks of a run. The files that they write are there when all of
// it is done.
func (f *checkFlags) open(inv *invocation, c *settings, list []entry) (*reportOutput, error) {
	out := &reportOutput{header: c.header, summary: report.Summary{Excluded: len(c.excluded), Passed: len(c.passed)}}
	var page html.Page
	if *f.format == formatHTML {
		page = c.page(inv, list)
	}
	sink, err := out.sinkTo(inv, *f.format, *f.output, outputName, page)
	if err == nil && *f.record != "" {
		out.sink = sink
		with := out.header
		out.header.Settings = nil // what is known does not hang on them
		out.baseline, err = out.sinkTo(inv, "json", *f.record, "write-baseline", html.Page{})
		out.header = with
	}
	if err != nil {
		out.abandon()
		return nil, err
	}
	out.sink = sink
	return out, nil
}

// sinkTo makes a sink over standard output or over a file.
func (o *reportOutput) sinkTo(inv *invocation, format, path, flag string, page html.Page) (report.Sink, error) {
	if path == "" || path == stdinName {
		return newSink(format, inv.out, o.header, page), nil
	}
	for _, other := range o.files {
		if sameName(other.path, path) {
			return nil, usageError("--output and --write-baseline name one file", "choose another name")
		}
	}
	if err := inv.mayWrite(flag, path); err != nil {
		return nil, err
	}
	file, err := o.makeFile(flag, path)
	if err != nil {
		return nil, err
	}
	if !file.direct {
		file.check = func() error { return inv.mayWrite(flag, path) }
	}
	o.files = append(o.files, file)
	return newSink(format, file, o.header, page), nil
}

// makeFile begins the file that a flag names. A pipe or a device, for which it may
// have to wait, is nothing to remove.
func (o *reportOutput) makeFile(flag, path string) (*newFile, error) {
	if info, err := os.Lstat(path); flag == outputName && err == nil && isDirect(path, info) {
		return openOutput(path, modeResult)
	}
	return o.begun.create(path, modeResult)
}

// take hands an outcome to the sinks.
func (o *reportOutput) take(inv *invocation, p *progress, t *task, got *taskResult) error {
	o.summary.Checked += got.checked
	o.summary.Records += got.records
	o.summary.Known += got.known
	o.dirty = o.dirty || len(got.items) > 0
	for i := range got.items {
		if err := o.item(inv, p, &got.items[i]); err != nil {
			return err
		}
	}
	if !t.last {
		return nil
	}
	clean := !o.dirty && t.entry.named
	o.dirty = false
	if s, ok := o.sink.(report.Cleaner); ok && clean {
		return s.Clean(t.entry.name)
	}
	return nil
}

// item hands on a finding, or what could not be checked.
func (o *reportOutput) item(inv *invocation, p *progress, it *item) error {
	if it.unchecked != nil {
		if o.remarks++; o.remarks <= maxRemarks {
			p.clear()
			inv.report(it.placed)
		}
		return o.sink.Unchecked(*it.unchecked)
	}
	if o.baseline != nil {
		if err := o.baseline.Finding(bare(it.finding)); err != nil {
			return err
		}
	}
	if it.known {
		return nil
	}
	o.failed = o.failed || o.header.Fails(it.finding.Severity)
	return o.sink.Finding(it.finding)
}

// close ends the sinks and commits the files.
func (o *reportOutput) close(inv *invocation) error {
	if left := o.remarks - maxRemarks; left > 0 {
		inv.say(fmt.Sprintf("and %d more that could not be checked; the report in json has all", left))
	}
	if err := o.sink.Close(o.summary); err != nil {
		return sinkError(err)
	}
	if o.baseline != nil {
		if err := o.baseline.Close(report.Summary{Checked: o.summary.Checked, Records: o.summary.Records, Excluded: o.summary.Excluded}); err != nil {
			return sinkError(err)
		}
	}
	return o.commit()
}

// commit puts the files where they belong.
func (o *reportOutput) commit() error {
	for _, f := range o.files {
		if err := f.commit(); err != nil {
			return err
		}
	}
	return nil
}

// abandon removes what was not put into place. It is called once.
func (o *reportOutput) abandon() {
	defer o.begun.finish()
	for _, f := range o.files {
		f.abandon()
	}
}

// status is the exit status: unchecked beats findings.
func (o *reportOutput) status() int {
	switch {
	case o.remarks > 0:
		return ExitUnchecked
	case o.failed:
		return ExitFindings
	}
	return ExitClean
}

// sinkError says that a report cannot be written, unless the error does: then it
// says where.
func sinkError(err error) error {
	var e *ringfence.Error
	if errors.As(err, &e) && e.Code == CodeFile {
		return err
	}
	return fileError("", "the report cannot be written", err)
}

// stdoutFile is the file that standard output was led to: a folder that it lies
// in is not an audit of the report that is being written.
func (inv *invocation) stdoutFile() []os.FileInfo {
	f, ok := inv.stdout.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return []os.FileInfo{info}
}
