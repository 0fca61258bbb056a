package audit

import (
	"bytes"
	"strings"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/outcome"
)

const sectionLog = "editor capability surface, effect log"

// logs are the rules for logs of effects. Their examples are journals of one
// request, which are made here, since each record holds the hash of the one
// before it.
func logs() []Rule {
	whole, open := exampleJournal()
	return []Rule{
		{
			ID: idLogFault, Title: "A log is not what was written", Severity: Error,
			Why: "A record does not follow the one before it, a hash does not fit, or a decision and its response exclude each other. The log was changed, or was never right.",
			Bad: strings.Replace(whole, "allow[0]", "allow[1]", 1), Good: whole, Kind: Log, Section: sectionLog,
		},
		{
			ID: idLogUnfinished, Title: "A log has no end, or holds what it should not", Severity: Warning,
			Why: "A run that was not closed may have ended in the middle of an effect: the last intent without an outcome says of which.",
			Bad: open, Good: whole, Kind: Log, Section: sectionLog,
		},
		{
			ID: idLogNote, Title: "A log proves less than it could", Severity: Note,
			Why: "Nothing chains the entries of a published log, and without its store the artifacts of a log cannot be checked. Keep the journal and its head hash.",
			Bad: exampleTerm("{:entries [] :program-hash b\""+strings.Repeat("p", 32)+"\" :toolchain \"example\" :version 3}").String() + "\n", Good: whole, Kind: Log, Section: sectionLog,
		},
	}
}

// exampleJournal returns the journal of a run of one request, closed and open.
func exampleJournal() (whole, open string) {
	var b bytes.Buffer
	j, err := effectlog.NewJournal(&b, effectlog.Options{Session: "example", Toolchain: "example"})
	if err != nil {
		return "", ""
	}
	i, err := j.Intent(effectlog.Entry{
		Op: "editor/clipboard::get", Payload: exampleTerm("{}"), Decision: effectlog.Allow,
		Cap: exampleTerm("{:op editor/clipboard::get}"), Rule: "allow[0] line 1",
	})
	if err != nil || j.Outcome(i, outcome.Data(exampleTerm("{:data \"text\" :mime \"text/plain\" :ok true}"))) != nil {
		return "", ""
	}
	open = b.String()
	if _, err := j.Close(); err != nil {
		return "", ""
	}
	return b.String(), open
}

// exampleTerm reads a term that is a constant of this file.
func exampleTerm(s string) coreform.Term {
	t, _ := coreform.Parse([]byte(s))
	return t
}
