package audit

import (
	"errors"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
)

// tools checks tool definitions: what a server says of its tools goes into the
// prompt as it stands, so that each string of it is data.
func (c Checker) tools(col *collector, body []byte) error {
	list, beside, err := readTools(body, c.Limits)
	if err != nil {
		return noTools(err)
	}
	err = promptdoc.EachString(body, c.Limits, func(s *promptdoc.String) error {
		everything(s.Text, setting{}, newPlaced(col, s.Span, 0, s.Pointer, s.Text))
		return nil
	})
	if err != nil {
		return err
	}
	if err := c.definitions(col, list); err != nil || c.Pins == nil {
		return err
	}
	pins, err := c.pinned()
	if err == nil && pins.beside != beside {
		col.add(idToolBeside, promptdoc.PlainSpan(0), 0, at(""), "what stands beside the list of tools is not as it was pinned")
	}
	return err
}

// noTools is the error about a list that is none, with what a list of tools is: a
// prompt is something else.
func noTools(err error) error {
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Code != contract.CodeSyntax {
		return err
	}
	with := *e
	with.Hint = "a list of tools is JSON, as MCP, OpenAI, Anthropic, Gemini or Bedrock write it"
	return &with
}

// HasTools reports whether a prompt has a list of tools beside its messages, as
// the requests of chat interfaces do: then Checker.Pins are compared with them. It
// judges nothing.
func HasTools(body []byte) bool {
	found, ok, err := findTools(body)
	return err != nil || ok && found.pointer != ""
}

// requestTools checks the tools that a request has beside its messages. Their
// strings are looked at with the others of the file. What stands beside them is
// the request, which no pin holds.
func (c Checker) requestTools(col *collector, body []byte) error {
	found, ok, err := findTools(body)
	if err != nil || !ok || found.pointer == "" {
		return err // a list without a name of its own is that of the messages
	}
	list, err := found.read(c.Pins == nil)
	if err != nil {
		return err
	}
	return c.definitions(col, list)
}

// definitions checks the names of tools, and holds the tools against the pins.
func (c Checker) definitions(col *collector, list []toolDef) error {
	seen := map[string]bool{}
	for _, t := range list {
		place := promptdoc.PlainSpan(t.offset)
		if !validName(t.name) {
			col.add(idToolName, place, 0, at(t.pointer), "the name of a tool is not made of letters, digits and _ - . / : alone, or is longer than 128")
		}
		if seen[t.name] {
			col.add(idToolTwice, place, 0, at(t.pointer), "two tools have one name: which of them a call reaches is not certain")
		}
		seen[t.name] = true
	}
	if c.Pins == nil {
		return nil
	}
	pins, err := c.pinned()
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
		Hint: "known are MCP's tools/list result, and the tools of OpenAI's, Anthropic's, Gemini's and Bedrock's interfaces",
	}
}
