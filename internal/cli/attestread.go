package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
)

// Codes of the errors of attest.
const (
	// CodeReport: a file is no JSON report of check, or no statement.
	CodeReport ringfence.Code = "attest-report"
	// CodeSubjects: the files and the reports do not agree.
	CodeSubjects ringfence.Code = "attest-subjects"
)

func attestError(code ringfence.Code, message, hint string) error {
	return &ringfence.Error{Code: code, Message: message, Hint: hint, Offset: ringfence.NoOffset}
}

// runReport is what several reports say together.
type runReport struct {
	checked   int
	records   int                 // how many of checked are records, and no files
	passed    int                 // files in folders that were not looked at
	unchecked []string            // names, in the order of the reports
	compared  []reportUnchecked   // what no part so far had anything to compare with
	findings  map[foundRule]int   // how often
	files     map[string]struct{} // with findings
	exclude   exclusion           // globs of files that were left out, and
	excluded  int                 // how many were
	known     int                 // findings that a baseline knows, and that are left out
	run       *runSettings        // of the first report; nil before it
	parts     []int               // which parts of a run they are, in the order of the reports
}

// runSettings is what all reports of a statement have in common.
type runSettings struct {
	version string           // of the program; "" where they do not say
	off     []string         // rules, sorted
	told    *report.Settings // nil where they do not say
	parts   int              // of the run; 0 for no parts
	ofRun   string           // the digest that parts have in common
}

// same reports whether two reports are of runs with the same settings.
func (s *runSettings) same(o *runSettings) bool {
	return s.version == o.version && slices.Equal(s.off, o.off) && s.told.Same(o.told) && s.parts == o.parts && s.ofRun == o.ofRun
}

// rules are the rules of this program with the severities of the run: those that
// were off are off, and where it is not known, that is what is said.
func (s *runSettings) rules() []statedRule {
	var out []statedRule
	for _, r := range audit.Rules() {
		word := effect(r)
		switch {
		case slices.Contains(s.off, r.ID):
			word = off
		case s.told != nil && s.told.Rules[r.ID] != "":
			word = s.told.Rules[r.ID]
		case s.told == nil || s.version != ownVersion():
			word = notStated
		}
		out = append(out, statedRule{r.ID, word})
	}
	return out
}

// notStated is the severity of a rule of which a report does not say it.
const notStated = "not stated"

type foundRule struct{ rule, severity string }

// reportName names a file in a report: its bytes where it is not UTF-8.
type reportName struct {
	File  *string
	Bytes []byte `json:"file_base64"`
}

func (n reportName) name() string {
	if len(n.Bytes) > 0 {
		return string(n.Bytes)
	}
	return *n.File
}

// reportUnchecked is what a report could not check.
type reportUnchecked struct {
	reportName
	Error string
}

func newRunReport() *runReport {
	return &runReport{findings: map[foundRule]int{}, files: map[string]struct{}{}}
}

// add reads one report. Members that it does not know are for others.
func (r *runReport) add(body []byte) error {
	var doc struct {
		Checked   *int
		Records   int
		Passed    int
		Unchecked *[]reportUnchecked
		Findings  *[]struct {
			reportName
			Rule, Severity *string
		}
		Uncompared []reportUnchecked
		Exclude    []string
		Excluded   int
		Known      int
		Version    string
		RulesOff   []string `json:"rules_off"`
		Settings   *report.Settings
		Shard      int
		Shards     int
		Run        string
	}
	bad := func(message string) error {
		return attestError(CodeReport, message, "make it with promptcheck check --format json")
	}
	switch err := json.Unmarshal(body, &doc); {
	case err != nil, doc.Checked == nil, doc.Unchecked == nil, doc.Findings == nil, *doc.Checked < 0, doc.Passed < 0,
		doc.Records < 0, doc.Records > *doc.Checked:
		return bad("this is no JSON report of check")
	}
	globs, e := newExclusion(slices.Concat(r.exclude, doc.Exclude))
	if e != nil || doc.Excluded < 0 || doc.Excluded > 0 && len(doc.Exclude) == 0 {
		return bad("it does not say what was excluded as check does")
	}
	own := &runSettings{version: doc.Version, off: doc.RulesOff, told: doc.Settings, parts: doc.Shards, ofRun: doc.Run}
	switch {
	case doc.Known < 0, doc.Settings != nil && !doc.Settings.Valid(), visible(doc.Version) != doc.Version, visible(doc.Run) != doc.Run,
		doc.Shards < 0, doc.Shard < 0, doc.Shard > doc.Shards, doc.Shards > 0 && doc.Shard == 0:
		return bad("it does not say how the run was set as check does")
	case r.run != nil && !r.run.same(own):
		return attestError(CodeReport, "it is of a run with other settings than the report before it", "make a statement for each run")
	case doc.Shards > 0 && slices.Contains(r.parts, doc.Shard):
		return attestError(CodeReport, "part "+strconv.Itoa(doc.Shard)+" is there twice", "name each report once")
	}
	first := r.run == nil
	r.run, r.known = own, r.known+doc.Known
	if doc.Shards > 0 {
		r.parts = append(r.parts, doc.Shard)
	}
	r.exclude, r.excluded = globs, r.excluded+doc.Excluded
	r.checked += *doc.Checked
	r.records += doc.Records
	r.passed += doc.Passed
	for _, u := range *doc.Unchecked {
		if u.File == nil {
			return bad("an entry of unchecked has no file")
		}
		r.unchecked = append(r.unchecked, u.name())
	}
	if slices.ContainsFunc(doc.Uncompared, func(u reportUnchecked) bool { return u.File == nil }) {
		return bad("an entry of uncompared has no file")
	}
	r.compare(doc.Uncompared, first)
	for _, f := range *doc.Findings {
		if f.Rule == nil || f.Severity == nil || f.File == nil {
			return bad("a finding has no rule, severity or file")
		}
		if _, ok := audit.ParseSeverity(*f.Severity); !ok || len(*f.Rule) > 100 || visible(*f.Rule) != *f.Rule {
			return bad("a finding has a rule or a severity that check does not write")
		}
		r.findings[foundRule{*f.Rule, *f.Severity}]++
		r.files[f.name()] = struct{}{}
	}
	return nil
}

// compare notes what a part had nothing to compare with. What another part had is
// not among it.
func (r *runReport) compare(part []reportUnchecked, first bool) {
	if first {
		r.compared = part
		return
	}
	r.compared = slices.DeleteFunc(r.compared, func(u reportUnchecked) bool {
		return !slices.ContainsFunc(part, func(o reportUnchecked) bool { return o.Error == u.Error })
	})
}

// notChecked are the names of what could not be checked: with what was compared with
// nothing, where all parts of the run are there.
func (r *runReport) notChecked() []string {
	out := slices.Clip(r.unchecked)
	if r.run.parts == len(r.parts) {
		for _, u := range r.compared {
			out = append(out, u.name())
		}
	}
	return out
}

// files returns the files that were checked, sorted: those that --subject names,
// or else those that the reports name.
//
// The files in own are no subjects where a folder or a glob and no argument names
// them.
func (f attestFlags) files(r *runReport, own []os.FileInfo) ([]string, error) {
	skip := make(map[string]struct{}, len(r.unchecked))
	for _, name := range r.unchecked {
		skip[name] = struct{}{}
	}
	if len(*f.subjects) == 0 {
		return r.agree(r.files, skip)
	}
	named := map[string]struct{}{}
	for _, e := range expand(*f.subjects, own, r.exclude).list {
		if _, ok := skip[e.name]; e.err != nil && !ok {
			return nil, nameFile(e.name, e.err)
		}
		named[e.name] = struct{}{}
	}
	for _, name := range slices.Concat(slices.Sorted(maps.Keys(r.files)), r.unchecked) {
		if _, ok := named[name]; !ok {
			return nil, attestError(CodeSubjects, "the reports speak of "+quote(name)+", which --subject does not name", "name the files as they were named to check")
		}
	}
	return r.agree(named, skip)
}

// agree returns the files that are not skipped, sorted, if there are as many as
// the reports say. Of files of JSON Lines the reports count the records: those are
// as many as they like, but one at least where none can have been skipped.
func (r *runReport) agree(files, skip map[string]struct{}) ([]string, error) {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if _, ok := skip[name]; !ok {
			list = append(list, name)
		}
	}
	for _, name := range list {
		switch {
		case name == stdinName:
			return nil, attestError(CodeSubjects, "standard input was checked, and cannot be read again", "check a file in its place")
		case !utf8.ValidString(name):
			return nil, attestError(CodeSubjects, quote(name)+" cannot be written in JSON", "rename the file")
		}
	}
	least, most := r.checked-r.records, r.checked
	if r.records > 0 && len(r.unchecked) == 0 {
		least++
	}
	said := plural(most, "file was", "files were") + " checked"
	if r.records > 0 {
		said = plural(r.checked-r.records, "file", "files") + " and " + plural(r.records, "record", "records") + " were checked"
	}
	switch {
	case len(list) < least:
		return nil, attestError(CodeSubjects,
			"the reports say that "+said+", and "+plural(len(list), "file is", "files are")+" named",
			"name those without findings with --subject PATH, as they were named to check")
	case len(list) > most:
		return nil, attestError(CodeSubjects,
			plural(len(list), "file is", "files are")+" named, and the reports say that "+said,
			"name what the run checked, and all of its reports")
	}
	return list, nil
}

func sumOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// sumFile hashes a file that check could have read: of JSON Lines it takes any
// length.
func (inv *invocation) sumFile(name string) (string, error) {
	inv.isInput(name)
	f, _, err := openRegular(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", readError(err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
