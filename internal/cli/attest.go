package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
)

// Types of the statement. The first is that of in-toto, the second ours.
const (
	statementType = "https://in-toto.io/Statement/v1"
	predicateType = "https://github.com/ringfence/ringfence/attestation/check/v1"
)

// attestFlags are the flags of attest.
type attestFlags struct {
	subjects       *[]string
	failOn, output *string
	verify         *bool
	maxBytes       *int
}

func attestCommand() *subcommand {
	fs := newFlags("attest")
	f := attestFlags{
		subjects: fs.StringArray("subject", nil, "`PATH` that the run checked, a file or a folder; can be given again"),
		failOn:   fs.String("fail-on", "warning", "least `SEVERITY` that made the run fail: error, warning, note or never"),
		verify:   fs.Bool("verify", false, "hold a statement against the files that it names"),
	}
	f.output = outputFlag(fs)
	f.maxBytes = limitFlag(fs)
	return &subcommand{
		args: "REPORT.json...", flags: fs,
		about: `Writes an in-toto statement (Statement v1) about a run of check: the files that
were checked with their SHA-256, and as predicate what the reports say: the
version of the program, each rule with its severity in the run or that it was
off, what the run was told (kinds, fields, model, limits, and the configuration
and the baseline by their SHA-256), which parts of a run they are, the reports
with their SHA-256, how many files of folders were passed over because of their
names, how many findings there were, and how many the baseline knew. The reports
of one statement are of runs with the same settings. It holds no text of any file. The same input gives
the same bytes; sign it with a tool for in-toto statements.

REPORT.json is what check --format json wrote. A report names only files with
findings: name the others with --subject, as they were named to check; the
reports themselves are no files of a folder. The numbers have to agree. What the
run left out of folders with --exclude is left out here, too: the report has the
globs, and the statement has them and how many files that were.

  promptcheck check --format json -o report.json prompts
  promptcheck attest --subject prompts -o statement.json report.json
  promptcheck attest --verify statement.json

--verify reads the files and reports that a statement names, from where it is
run, and says what is not as stated. It cannot know whether a file changed
between the check and the statement: run both in one job.

Exit status: 0, with --verify 1 when something differs, 2 when something cannot
be read or the numbers do not agree.`,
		run: f.run,
	}
}

func (f attestFlags) run(inv *invocation, args []string) (int, error) {
	if err := oneOf("fail-on", *f.failOn, failNames); err != nil {
		return 0, err
	}
	if err := checkLimit(*f.maxBytes); err != nil {
		return 0, err
	}
	if *f.verify {
		file, err := oneFile("attest --verify", args)
		if err != nil {
			return 0, err
		}
		return f.check(inv, file)
	}
	if len(args) == 0 {
		return 0, usageError("attest needs a report", "make one with promptcheck check --format json -o REPORT.json")
	}
	s, err := f.statement(inv, args)
	if err != nil {
		return 0, err
	}
	return ExitClean, inv.emit(*f.output, s.json(), modeResult)
}

// digest is a file and its SHA-256 in hexadecimal.
type digest struct{ name, sum string }

// statement is what a run checked.
type statement struct {
	subjects  []digest // sorted by name
	version   string
	rules     []statedRule
	maxBytes  int
	failOn    string
	reports   []digest // in the order given
	checked   int
	passed    int      // files in folders that were not looked at
	unchecked []string // names, in the order of the reports
	exclude   []string // globs of files that were left out of folders, sorted
	excluded  int      // how many files they were
	counts    map[audit.Severity]int
	known     int              // findings that a baseline knows, not counted
	told      *report.Settings // what the run was told; nil where the reports do not say
	parts     []int            // which of ofParts the reports are
	ofParts   int              // 0 for a run that has none
	byRule    []ruleCount
	exit      int
}

// statedRule is a rule with what a breach of it means.
type statedRule struct{ id, effect string }

// ruleCount is how often a rule was broken.
type ruleCount struct {
	rule, severity string
	n              int
}

// statement reads the reports and hashes what they are about.
func (f attestFlags) statement(inv *invocation, names []string) (*statement, error) {
	s := &statement{
		version: ownVersion(), maxBytes: *f.maxBytes, failOn: *f.failOn, counts: map[audit.Severity]int{},
	}
	found := newRunReport()
	for _, name := range names {
		body, err := inv.read(name, *f.maxBytes)
		if err != nil {
			return nil, nameFile(name, err)
		}
		if err := found.add(body); err != nil {
			return nil, nameFile(name, err)
		}
		s.reports = append(s.reports, digest{name, sumOf(body)})
	}
	s.rules = found.run.rules()
	s.count(found)
	files, err := f.files(found, ownFiles(names, nil))
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		sum, err := inv.sumFile(name)
		if err != nil {
			return nil, nameFile(name, err)
		}
		s.subjects = append(s.subjects, digest{name, sum})
	}
	return s, nil
}

// count fills in what the reports say.
func (s *statement) count(found *runReport) {
	s.checked, s.passed = found.checked, found.passed
	s.unchecked = found.notChecked()
	s.exclude, s.excluded = found.exclude, found.excluded
	s.known, s.told, s.parts, s.ofParts = found.known, found.run.told, found.parts, found.run.parts
	if found.run.version != "" {
		s.version = found.run.version
	}
	if s.told != nil {
		s.maxBytes = s.told.Bytes
	}
	s.byRule = nil
	clear(s.counts)
	for f, n := range found.findings {
		severity, _ := audit.ParseSeverity(f.severity) // the reader knows them all
		s.counts[severity] += n
		s.byRule = append(s.byRule, ruleCount{f.rule, f.severity, n})
	}
	slices.SortFunc(s.byRule, func(x, y ruleCount) int {
		return cmp.Or(strings.Compare(x.rule, y.rule), strings.Compare(x.severity, y.severity))
	})
	least, fails := audit.ParseSeverity(s.failOn)
	s.exit = ExitClean
	for severity, n := range s.counts {
		if fails && n > 0 && severity >= least {
			s.exit = ExitFindings
		}
	}
	if len(s.unchecked) > 0 {
		s.exit = ExitUnchecked
	}
}

// json writes the statement. Names are the only text from outside in it.
func (s *statement) json() []byte {
	b := appendJSON([]byte(`{"_type":`), statementType)
	b = appendDigests(append(b, `,"subject":[`...), s.subjects)
	b = appendJSON(append(b, `],"predicateType":`...), predicateType)
	b = appendJSON(append(b, `,"predicate":{"tool":{"name":"promptcheck","version":`...), s.version)
	b = append(b, `},"rules":[`...)
	for i, r := range s.rules {
		b = appendJSON(append(separate(b, i), `{"rule":`...), r.id)
		b = append(appendJSON(append(b, `,"severity":`...), r.effect), '}')
	}
	b = appendInt(append(b, `],"limits":{"bytes":`...), int64(s.maxBytes))
	b = appendInt(append(b, `,"findingsPerRule":`...), audit.MaxPerRule)
	b = report.AppendSettings(append(b, `},"settings":`...), s.told)
	for i, part := range s.parts {
		if i == 0 {
			b = append(appendInt(append(b, `,"parts":{"of":`...), int64(s.ofParts)), `,"there":[`...)
		} else {
			b = append(b, ',')
		}
		b = appendInt(b, int64(part))
	}
	if len(s.parts) > 0 {
		b = append(b, "]}"...)
	}
	b = appendDigests(append(b, `,"reports":[`...), s.reports)
	b = appendInt(append(b, `],"checked":`...), int64(s.checked))
	if s.passed > 0 {
		b = appendInt(append(b, `,"passed":`...), int64(s.passed))
	}
	b = append(b, `,"unchecked":[`...)
	for i, name := range s.unchecked {
		b = appendName(separate(b, i), name)
	}
	b = append(b, ']')
	if len(s.exclude) > 0 {
		b = append(b, `,"exclude":[`...)
		for i, glob := range s.exclude {
			b = appendJSON(separate(b, i), glob)
		}
		b = appendInt(append(b, `],"excluded":`...), int64(s.excluded))
	}
	if s.known > 0 {
		b = appendInt(append(b, `,"known":`...), int64(s.known))
	}
	b = append(b, `,"findings":{`...)
	for i, severity := range []audit.Severity{audit.Error, audit.Warning, audit.Note} {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendInt(append(appendJSON(b, severity.String()), ':'), int64(s.counts[severity]))
	}
	b = append(b, `},"byRule":[`...)
	for i, r := range s.byRule {
		b = appendJSON(append(separate(b, i), `{"rule":`...), r.rule)
		b = appendJSON(append(b, `,"severity":`...), r.severity)
		b = append(appendInt(append(b, `,"count":`...), int64(r.n)), '}')
	}
	b = appendJSON(append(b, `],"failOn":`...), s.failOn)
	b = appendInt(append(b, `,"exitStatus":`...), int64(s.exit))
	return append(b, "}}\n"...)
}

func appendDigests(b []byte, list []digest) []byte {
	for i, d := range list {
		b = appendName(append(separate(b, i), `{"name":`...), d.name)
		b = append(appendJSON(append(b, `,"digest":{"sha256":`...), d.sum), "}}"...)
	}
	return b
}
