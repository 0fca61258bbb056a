package cli

import (
	"errors"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/audit/report"
)

// fieldsHelp is what the help of check says about --field.
const fieldsHelp = `With --field, each line of JSON Lines, or a file of any other name as a whole, is
a record, of which only the strings that the field selects are checked, each by
itself, as text unless --kind says otherwise. POINTER is a JSON Pointer (RFC
6901) in which a segment * stands for every member or element:

  promptcheck check --lines --field /text store.jsonl
  promptcheck check --lines --field '/messages/*/content' chats.jsonl

~0 is a tilde, ~1 a slash and ~2 an asterisk that is a name. Findings have the
pointer of the string, and the place of its bytes in the file.

A record is not checked, and counts as such, where it is no JSON, has a name
twice, or has something other than a string in a field. So it is where a field
leads to nothing or null: a record in which nothing was looked at, because of a
slip in the pointer perhaps, would seem clean. Each --field has to be in each
record, but for those of which one goes on from the other: they are forms of one
field, of which a record has some. This takes content that is text or a list of
parts:

  --field '/messages/*/content' --field '/messages/*/content/*/text'`

// parseFields parses what --field or a configuration says; nil for nothing. The
// error has the words and the hint for an error of either.
func parseFields(pointers []string) (*promptdoc.Fields, *ringfence.Error) {
	if len(pointers) == 0 {
		return nil, nil
	}
	for i := range pointers {
		_, err := promptdoc.ParseFields(pointers[i : i+1])
		if e := fieldError(err); e != nil {
			with := *e
			with.Message = quote(pointers[i]) + " is no JSON pointer: " + e.Message
			return nil, &with
		}
	}
	fields, err := promptdoc.ParseFields(pointers)
	return fields, fieldError(err)
}

// fieldError is the error of a parser that has no other.
func fieldError(err error) *ringfence.Error {
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return nil
	}
	return e
}

// fieldFlag takes the values of --field. Strings that were selected are text
// unless somebody said what they are.
func (c *settings) fieldFlag(pointers []string) error {
	fields, e := parseFields(pointers)
	if e != nil {
		return usageError("--field "+e.Message, e.Hint)
	}
	c.fields, c.pointers = fields, pointers
	if fields != nil && !c.fixed && c.config.Kind == "" {
		c.kind = audit.Text
	}
	return nil
}

// fieldsOf are the fields that are checked of a file; nil for the whole file.
func (c *settings) fieldsOf(name string) *promptdoc.Fields {
	if c.fields != nil {
		return c.fields
	}
	if k := c.config.entryOf(c.relative(name)); k != nil {
		return k.fields
	}
	return nil
}

// inFields checks the strings that fields select of a record. What could not be
// checked of it is one error, and what was found in the others is reported.
func (c *settings) inFields(t *task, record []byte, at report.Place, o *taskResult) error {
	var within *report.Within // only a record with findings needs one
	err := t.fields.Each(record, c.checker.Limits, func(s *promptdoc.Selected) error {
		text := []byte(s.Text)
		found, err := c.checker.Check(t.kind, "", text) // the name of the file says nothing about the text
		if err != nil {
			return err
		}
		c.meet(t.kind, "", text)
		found = c.config.apply(found)
		if len(found) == 0 {
			return nil
		}
		if within == nil {
			at.Name = c.relative(t.entry.name)
			within = report.NewWithin(record, at, c.show)
		}
		for i := range found {
			found[i].File = t.entry.name
		}
		within.Hide(c.nonces(t.kind, text))
		within.Withhold(c.checker.Withheld(t.kind, "", text))
		pointer := func() string { return c.checker.MaskPointer(s.Pointer()) }
		o.found(c, within.Of(pointer, text, s.Span, found))
		return nil
	})
	if within != nil {
		o.found(c, within.Rest())
	}
	if err == nil {
		o.checked++
	}
	return err
}
