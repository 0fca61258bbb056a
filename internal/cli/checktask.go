package cli

import (
	"errors"
	"fmt"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
)

// task is a piece of work: a file, or a run of records of one.
type task struct {
	entry   entry
	kind    audit.Kind
	lines   bool
	records chunk
	fields  *promptdoc.Fields // nil: bodies are checked whole
	err     error             // of the file; for JSON Lines it comes after the records
	last    bool              // of its file
	done    chan taskResult
}

// taskResult is what came of a task, in the order of the body.
type taskResult struct {
	checked, records, known int
	items                   []item
}

// item is a finding, or something that could not be checked.
type item struct {
	finding   report.Finding
	known     bool // to the baseline
	unchecked *report.Unchecked
	placed    error // with file, line and column, for a person
}

// do does a task. It runs on several goroutines at once.
func (c *settings) do(inv *invocation, t *task) taskResult {
	var o taskResult
	if t.lines {
		for _, rec := range t.records.lines {
			c.record(t, rec, &o)
		}
		if t.err != nil {
			o.fail(t.entry.name, 0, nil, t.err)
		}
		return o
	}
	body, err := []byte(nil), t.err
	if err == nil {
		body, err = c.body(inv, t.entry.name)
	}
	if err == nil && t.kind == audit.Auto && isBinary(body) {
		err = binaryError()
	}
	if err == nil {
		err = c.check(t, withoutGzip(t.entry.name), body, report.Place{}, &o)
	}
	if err != nil {
		o.fail(t.entry.name, 0, body, inv.explainMissing(t.entry.name, err))
	}
	return o
}

// record checks one record.
func (c *settings) record(t *task, rec jsonLine, o *taskResult) {
	body, err := t.records.text[rec.start:rec.end], rec.err
	name := t.entry.name
	if t.kind == audit.Auto {
		name += ".json" // a line of JSON Lines is JSON, and nothing else by its shape
	}
	if err == nil {
		err = c.check(t, name, body, report.Place{Record: rec.number, Offset: rec.offset}, o)
	}
	if err != nil {
		if t.kind == audit.Auto {
			err = recordHint(err)
		}
		o.fail(t.entry.name, rec.number, body, err)
		return
	}
	o.records++
}

// recordHint adds what records mostly want to the error about one of no known
// shape: their text is in a member.
func recordHint(err error) error {
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Code != contract.CodeShape {
		return err
	}
	with := *e
	with.Hint += "; --field POINTER, such as --field /text, checks strings of each record"
	return &with
}

// check checks one body, or what fields select of it.
func (c *settings) check(t *task, name string, body []byte, at report.Place, o *taskResult) error {
	if t.fields != nil {
		return c.inFields(t, body, at, o)
	}
	found, err := c.checker.Check(t.kind, name, body)
	if err != nil {
		return err
	}
	o.checked++
	c.meet(t.kind, name, body)
	found = c.config.apply(found)
	for i := range found {
		found[i].File = t.entry.name
	}
	if len(found) > 0 {
		at.Name = c.relative(t.entry.name)
		at.Nonces = c.nonces(t.kind, body)
		at.Hidden = c.checker.Withheld(t.kind, name, body)
	}
	o.found(c, report.Of(body, found, at, c.show))
	return nil
}

// nonces are what a report of findings in a body must not show. Without snippets and
// outside of prompts, only what is given with --prompt can get into one.
func (c *settings) nonces(kind audit.Kind, body []byte) []fence.Nonce {
	if !c.show && kind != audit.Prompt {
		body = nil
	}
	return c.checker.Nonces(body)
}

// found notes findings, and which of them the baseline knows.
func (o *taskResult) found(c *settings, list []report.Finding) {
	for _, f := range list {
		_, known := c.known[f.Fingerprint]
		if known {
			o.known++
		}
		o.items = append(o.items, item{finding: f, known: known})
	}
}

// fail notes what could not be checked.
func (o *taskResult) fail(name string, record int, body []byte, err error) {
	message, hint := describe(err)
	if hint != "" {
		message += "; " + hint
	}
	placed := nameBody(name, body, err)
	if record > 0 {
		message = fmt.Sprintf("record %d: %s", record, message)
		placed = &inFile{name: name, line: record, column: columnOf(placed), err: err}
	}
	o.items = append(o.items, item{
		unchecked: &report.Unchecked{File: name, Error: message, Record: record}, placed: placed,
	})
}

// columnOf is the column that an error was found to have, 1 without one.
func columnOf(err error) int {
	if in, ok := err.(*inFile); ok && in.column > 0 { //nolint:errorlint // nameBody returns exactly this
		return in.column
	}
	return 1
}
