package report

import (
	"github.com/ringfence/ringfence/audit"
)

// Finding is a finding of an audit with what a report adds to it.
type Finding struct {
	// Finding has its place in the file: of a record of JSON Lines, Offset, End,
	// Line and Column count from the beginning of the file. Pointer has gone
	// through ringfence.PrintablePointer and leads into the record. Evidence has gone
	// into Fingerprint and is empty.
	audit.Finding
	// Record is the number of the line of a JSON Lines file, from 1; 0 for a
	// file that was checked as one body.
	Record int
	// Units is Column in UTF-16 code units, as editors and SARIF count; 0 without
	// a place.
	Units int
	// EndLine and EndUnits are the same of End: the line and the column in UTF-16
	// code units just behind what was found; 0 where the end is not known.
	EndLine, EndUnits int
	// Fingerprint is 32 hexadecimal digits that stay the same when what was found
	// moves within its file, see [Of].
	Fingerprint string
	// Snippet shows what was found; nil unless that was asked for.
	Snippet *Snippet
}

// Snippet is the surroundings of a finding on one line. Text is escaped, see
// [Visible]: it is safe on a terminal, though it is still text from outside.
type Snippet struct {
	Text       string
	Start, End int  // bytes of Text that were found; Start <= End
	Before     bool // there is more of the line before Text
	After      bool // there is more of the line behind Text
}

// Unchecked is something that could not be checked, and why.
type Unchecked struct {
	File  string
	Error string // one line, escaped, with the code and what to do about it
	// Record is the line of a JSON Lines file, from 1; 0 for the whole file.
	Record int
}

// Summary is what is known at the end of a run.
type Summary struct {
	Checked int // bodies: files, and records of JSON Lines
	Records int // how many of them are records
	Known   int // findings that the baseline knows and the report leaves out
	Passed  int // files in folders that were not looked at because of their names
	// Excluded counts the files in folders that would have been checked and fit
	// Header.Exclude.
	Excluded int
	// Uncompared is what this part of a run had nothing to compare with. Another
	// part may have had it: [Merge] makes it Unchecked where none had.
	Uncompared []Unchecked
}

// Header is what is known before a run.
type Header struct {
	Tool, Version string
	// Shard of Shards is the part that was checked, from 1; 0 of 0 for all.
	Shard, Shards int
	// Run is a digest of all that is checked, in every part, and of how: parts that
	// differ in it are not of one run. It is hexadecimal, and "" where Shards is 0.
	Run string
	// Fingerprints is the version of the fingerprints, [FingerprintVersion] of a
	// run; 0 of a report from before there were several.
	Fingerprints int
	// Rules are all rules with the severities of this run; nil for audit.Rules.
	Rules []audit.Rule
	// Off are the ids of rules that this run leaves out, sorted.
	Off []string
	// Exclude are the globs whose files in folders this run leaves out, sorted.
	Exclude []string
	// Settings are what the run was told; nil where that is not known.
	Settings *Settings
	// Root is the folder that relative names count from. SARIF shows names in it
	// relative; it is in no report.
	Root string
	// FailOn is the least severity that fails a run. With Never, none does.
	FailOn audit.Severity
	Never  bool
}

// Fails reports whether a finding of that severity fails the run.
func (h Header) Fails(s audit.Severity) bool { return !h.Never && s >= h.FailOn }

// rules are the rules of the run, never nil.
func (h Header) rules() []audit.Rule {
	if h.Rules != nil {
		return h.Rules
	}
	return audit.Rules()
}

// Report is a whole run in memory, for sinks that cannot stream. Its rules are
// those of audit.Rules.
type Report struct {
	Tool, Version string
	Shard, Shards int
	Run           string
	Passed        int
	Fingerprints  int
	Off           []string
	Exclude       []string
	Settings      *Settings // nil where the report does not say
	Checked       int
	Records       int
	Known         int
	Excluded      int
	Unchecked     []Unchecked
	Uncompared    []Unchecked // see Summary; in parts of a run alone
	Findings      []Finding
}

// Sink takes the stream of one run: findings and what could not be checked, in
// the order of the run, and then Close once. An error of a sink ends the run.
// A sink is not safe for concurrent use.
type Sink interface {
	Finding(Finding) error
	Unchecked(Unchecked) error
	Close(Summary) error
}

// Cleaner is a [Sink] that wants to know which files have no findings.
type Cleaner interface {
	Sink
	// Clean is called for each file that was named, was checked and has no
	// finding, in the order of the run.
	Clean(file string) error
}

// Header returns what a report says of its run. Severities of rules are not in
// it: findings have them.
func (r *Report) Header() Header {
	return Header{
		Tool: r.Tool, Version: r.Version, Shard: r.Shard, Shards: r.Shards, Run: r.Run, Fingerprints: r.Fingerprints,
		Off: r.Off, Exclude: r.Exclude, Settings: r.Settings,
	}
}

// Summary returns the counts of a report.
func (r *Report) Summary() Summary {
	return Summary{
		Checked: r.Checked, Records: r.Records, Known: r.Known, Excluded: r.Excluded, Passed: r.Passed, Uncompared: r.Uncompared,
	}
}

// Collector is a [Sink] that keeps a run in memory.
type Collector struct {
	// Report is complete after Close. Memory grows with the number of findings.
	Report Report
	closed func(*Report) error
}

// NewCollector returns a sink that keeps everything and gives it, when it is
// closed, to done; a nil done is fine.
func NewCollector(h Header, done func(*Report) error) *Collector {
	return &Collector{
		Report: Report{
			Tool: h.Tool, Version: h.Version, Shard: h.Shard, Shards: h.Shards, Run: h.Run, Fingerprints: h.Fingerprints,
			Off: h.Off, Exclude: h.Exclude, Settings: h.Settings,
		},
		closed: done,
	}
}

// Finding keeps a finding.
func (c *Collector) Finding(f Finding) error {
	c.Report.Findings = append(c.Report.Findings, f)
	return nil
}

// Unchecked keeps what could not be checked.
func (c *Collector) Unchecked(u Unchecked) error {
	c.Report.Unchecked = append(c.Report.Unchecked, u)
	return nil
}

// Close completes the report and hands it over.
func (c *Collector) Close(s Summary) error {
	c.Report.Checked, c.Report.Records, c.Report.Known = s.Checked, s.Records, s.Known
	c.Report.Excluded, c.Report.Passed, c.Report.Uncompared = s.Excluded, s.Passed, s.Uncompared
	if c.closed == nil {
		return nil
	}
	return c.closed(&c.Report)
}
