package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
)

// statementDoc is a statement as it is read.
type statementDoc struct {
	Type          string `json:"_type"`
	Subject       []digestDoc
	PredicateType string
	Predicate     struct {
		Tool struct{ Name, Version string }
		// Rules are compared as a whole, with those of this program.
		Rules     []struct{ Rule, Severity string }
		Limits    struct{ Bytes, FindingsPerRule int }
		Reports   []digestDoc
		Checked   int
		Passed    int
		Unchecked []string
		Exclude   []string
		Excluded  int
		Known     int
		Settings  *report.Settings
		Parts     *struct {
			Of    int
			There []int
		}
		Findings map[string]int
		ByRule   []struct {
			Rule, Severity string
			Count          int
		}
		FailOn     string
		ExitStatus int
	}
}

type digestDoc struct {
	Name   string
	Digest map[string]string
}

// check holds a statement against the files that it names.
func (f attestFlags) check(inv *invocation, file string) (int, error) {
	body, err := inv.read(file, *f.maxBytes)
	if err != nil {
		return 0, nameFile(file, err)
	}
	doc, err := readStatement(body)
	if err != nil {
		return 0, nameFile(file, err)
	}
	stated := doc.statement()
	if !bytes.Equal(stated.json(), body) {
		return 0, nameFile(file, attestError(CodeReport, "the statement is not written as attest writes it", "make it again"))
	}
	var differ []string
	say := func(format string, args ...any) { differ = append(differ, fmt.Sprintf(format, args...)) }
	found := newRunReport()
	for _, r := range stated.reports {
		body, err := inv.read(r.name, *f.maxBytes)
		if err != nil {
			return 0, nameFile(r.name, err)
		}
		if sumOf(body) != r.sum {
			say("the report %s is another one", visibleName(r.name))
			continue
		}
		if err := found.add(body); err != nil {
			return 0, nameFile(r.name, err)
		}
	}
	for _, s := range stated.subjects {
		sum, err := inv.sumFile(s.name)
		if err != nil {
			return 0, nameFile(s.name, err)
		}
		if sum != s.sum {
			say("%s was changed since", visibleName(s.name))
		}
	}
	if len(differ) == 0 {
		stated.differences(found, say)
	}
	for _, d := range differ {
		inv.say(d)
	}
	if len(differ) > 0 {
		return ExitFindings, nil
	}
	text := fmt.Sprintf("%s as stated, %s\n", plural(len(stated.subjects), "file", "files"), plural(len(stated.reports), "report", "reports"))
	return ExitClean, inv.emit(*f.output, []byte(text), modeResult)
}

// differences compares what a statement says with what its reports say, and its
// rules with those of the version that it names, where that is this one.
func (s *statement) differences(found *runReport, say func(string, ...any)) {
	again := &statement{
		subjects: s.subjects, version: s.version, rules: s.rules, maxBytes: s.maxBytes,
		failOn: s.failOn, reports: s.reports, counts: map[audit.Severity]int{},
	}
	again.count(found)
	if !bytes.Equal(again.json(), s.json()) {
		say("the statement does not say what its reports say")
	}
	names := make(map[string]struct{}, len(s.subjects))
	for _, d := range s.subjects {
		names[d.name] = struct{}{}
	}
	if _, err := found.agree(names, nil); err != nil {
		message, _ := describe(err)
		say("%s", message)
	}
	for _, name := range slices.Sorted(maps.Keys(found.files)) {
		// One that was checked in part is no subject: it is among what was not.
		if _, ok := names[name]; !ok && !slices.Contains(found.unchecked, name) {
			say("the reports speak of %s, which the statement does not name", visibleName(name))
		}
	}
	if s.version == ownVersion() && !slices.Equal(s.rules, found.run.rules()) {
		say("the rules are not those of promptcheck %s as the reports have them", s.version)
	}
}

// readStatement reads a statement of ours.
func readStatement(body []byte) (*statementDoc, error) {
	doc := new(statementDoc)
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if d.Decode(doc) != nil || doc.Type != statementType || doc.PredicateType != predicateType {
		return nil, attestError(CodeReport, "this is no statement of promptcheck attest", "the file to verify is the one that attest wrote")
	}
	if len(doc.Predicate.Reports) == 0 {
		return nil, attestError(CodeReport, "the statement names no report", "make it again")
	}
	if oneOf("fail-on", doc.Predicate.FailOn, failNames) != nil || doc.Predicate.Limits.Bytes < 1 {
		return nil, attestError(CodeReport, "the statement has a threshold or a limit that there is not", "make it again")
	}
	return doc, nil
}

// statement returns what the document says, in the form in which it is written.
func (d *statementDoc) statement() *statement {
	p := &d.Predicate
	s := &statement{
		version: p.Tool.Version, maxBytes: p.Limits.Bytes, failOn: p.FailOn, checked: p.Checked, passed: p.Passed,
		unchecked: p.Unchecked, exclude: p.Exclude, excluded: p.Excluded, counts: map[audit.Severity]int{}, exit: p.ExitStatus,
		known: p.Known, told: p.Settings,
	}
	if p.Parts != nil {
		s.parts, s.ofParts = p.Parts.There, p.Parts.Of
	}
	list := func(docs []digestDoc) (out []digest) {
		for _, d := range docs {
			out = append(out, digest{d.Name, d.Digest["sha256"]})
		}
		return out
	}
	s.subjects, s.reports = list(d.Subject), list(p.Reports)
	for _, r := range p.Rules {
		s.rules = append(s.rules, statedRule{r.Rule, r.Severity})
	}
	for name, n := range p.Findings {
		severity, _ := audit.ParseSeverity(name)
		s.counts[severity] = n
	}
	for _, r := range p.ByRule {
		s.byRule = append(s.byRule, ruleCount{r.Rule, r.Severity, r.Count})
	}
	return s
}
