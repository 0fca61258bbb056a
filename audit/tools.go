package audit

import (
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
)

// tools checks tool definitions: what a server says of its tools goes into the
// prompt as it stands, so that each string of it is data.
func (c Checker) tools(col *collector, body []byte) error {
	list, err := readTools(body, c.Limits)
	if err != nil {
		return err
	}
	err = promptdoc.EachString(body, c.Limits, func(s promptdoc.String) error {
		everything(s.Text, setting{}, placed{col, s.Span, 0, at(s.Pointer)})
		return nil
	})
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, t := range list {
		place := promptdoc.PlainSpan(t.offset)
		if !validName(t.name) {
			col.add(idToolName, place, 0, at(t.pointer), "the name of a tool is not made of letters, digits and _ - . / alone, or is too long")
		}
		if seen[t.name] {
			col.add(idToolTwice, place, 0, at(t.pointer), "two tools have one name: which of them a call reaches is not certain")
		}
		seen[t.name] = true
	}
	if c.Pins == nil {
		return nil
	}
	pins, err := readPins(c.Pins, c.Limits)
	if err != nil {
		return err
	}
	pins.compare(list, func(rule string, t *toolDef, message string) {
		span, pointer := promptdoc.PlainSpan(ringfence.NoOffset), at("")
		if t != nil {
			span, pointer = promptdoc.PlainSpan(t.offset), at(t.pointer)
		}
		col.add(rule, span, 0, pointer, message)
	})
	return nil
}

// maxToolName is the longest name that the interfaces of the field allow.
const maxToolName = 128

func validName(s string) bool {
	return s != "" && len(s) <= maxToolName && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:") == ""
}

// errNoTools is for a file that is not a list of tools.
func errNoTools(message string, offset int64, pointer string) error {
	return &ringfence.Error{
		Code: contract.CodeShape, Message: message, Offset: offset, Pointer: pointer,
		Hint: "known are MCP's tools/list result, and the tools of OpenAI's and Anthropic's interfaces",
	}
}
