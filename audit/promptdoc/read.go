package promptdoc

import (
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// Read reads a prompt in the form that [FormOf] finds. Bytes and Depth of the
// limits apply. The error is a *[ringfence.Error] with a code of package
// contract, and then there is no document.
func Read(body []byte, limits contract.Limits) (*Document, error) {
	if limits.Bytes == 0 {
		limits.Bytes = contract.DefaultBytes
	}
	if limits.Depth == 0 {
		limits.Depth = contract.DefaultDepth
	}
	if len(body) > limits.Bytes {
		return nil, &ringfence.Error{
			Code: contract.CodeSize, Message: "the file is longer than the limit", Offset: int64(limits.Bytes),
			Hint: "raise the limit if prompts of this size are expected",
		}
	}
	if IsUTF16(body) {
		return nil, &ringfence.Error{
			Code: contract.CodeSyntax, Message: "the file is not UTF-8", Hint: "it begins as UTF-16 does; convert it to UTF-8",
		}
	}
	form := FormOf(body)
	if form == Text {
		return readText(body), nil
	}
	rest, base := trim(body)
	if err := checkSyntax(rest, base, limits.Depth); err != nil {
		return nil, err
	}
	r := &reader{dec: newDecoder(rest), body: rest, base: base, doc: &Document{Form: form}}
	var err error
	if form == Chat {
		err = r.messages("")
	} else {
		r.request = requestOf(rest)
		err = r.object(r.member)
	}
	if err != nil {
		return nil, err
	}
	return r.doc, nil
}

// readText makes a document of plain text, without a byte order mark.
func readText(body []byte) *Document {
	start := 0
	if len(body) >= len(bom) && string(body[:len(bom)]) == bom {
		start = len(bom)
	}
	return &Document{Messages: []Message{{Text: string(body[start:]), Span: PlainSpan(int64(start))}}}
}

// member reads one member of a rendered prompt or of a request. Members that this
// package does not know belong to whoever wrote them: EachOther has their strings.
func (r *reader) member(name string) error {
	if name == "messages" {
		return r.messages("/messages")
	}
	r.doc.Extra = true
	switch name {
	case "system", "instructions", "systemInstruction", "system_instruction":
		return r.system(name)
	case "input", "contents":
		if r.request == inputRequest && name == "input" || r.request == contentsRequest && name == "contents" {
			return r.turns(name)
		}
	case "content", "structuredContent", "result":
		switch {
		case r.request == wrappedResult && name == "result":
			return r.object(func(name string) error { return r.returned("/result", name) })
		case r.request == toolResult:
			return r.returned("", name)
		}
	case "blocks":
		r.doc.Listed = true
		return r.array(func(i int) error { return r.block(i) })
	case "nonce":
		s, _, err := r.str()
		r.doc.Nonce = s
		return err
	}
	return r.skip()
}

// system reads the instructions that some interfaces take beside the messages: a
// string, a list of parts, or an object with such a list.
func (r *reader) system(name string) error {
	from := len(r.doc.Messages)
	var err error
	switch r.dec.PeekKind() {
	case '"', '[':
		err = r.content("/" + name)
	case '{':
		err = r.object(func(member string) error {
			if member == "parts" && r.dec.PeekKind() == '[' {
				return r.content("/" + name + "/parts")
			}
			return r.skip()
		})
	default:
		return r.skip()
	}
	r.setRole(from, "system")
	return err
}

// setRole gives the messages that were read since there were from of them a role.
func (r *reader) setRole(from int, role string) {
	for k := range r.doc.Messages[from:] {
		r.doc.Messages[from+k].Role = role
	}
}

// messages reads a list of messages that stands at pointer.
func (r *reader) messages(pointer string) error {
	return r.array(func(i int) error { return r.turn(pointer + "/" + strconv.Itoa(i)) })
}

// turn reads one message.
func (r *reader) turn(here string) error {
	at := r.offset()
	from, role, kind, has, calls, forCall := len(r.doc.Messages), "", "", false, false, false
	err := r.object(func(name string) (err error) {
		switch name {
		case "role":
			role, _, err = r.str()
			r.doc.Extra = r.doc.Extra || !isWord(role)
		case "text", "content", "parts":
			if has {
				return r.fail(contract.CodeConflict, "a message has both text and content")
			}
			if name == "parts" && r.request != contentsRequest {
				r.doc.Extra = true
				return r.skip()
			}
			has = true
			return r.content(here + "/" + name)
		case "output":
			r.doc.Extra, has = true, true
			return r.returnedValue(here + "/output")
		case "type":
			r.doc.Extra = true
			if r.dec.PeekKind() == '"' {
				kind, _, err = r.str()
				return err
			}
			return r.skip()
		case "tool_calls", "function_call":
			r.doc.Extra = true
			calls = r.unread(here+"/"+name) || calls
			return r.skip()
		case "tool_call_id":
			r.doc.Extra, forCall = true, forCall || r.dec.PeekKind() == '"'
			return r.skip()
		default:
			r.doc.Extra = true
			return r.skip()
		}
		return err
	})
	if err == nil && !has && !calls { // a message that is a call may leave its text out
		if !r.isItem(kind) {
			return &ringfence.Error{
				Code: contract.CodeMissing, Message: "a message has neither text nor content",
				Offset: at, Pointer: here, Hint: "a prompt is a list of objects with role and content",
			}
		}
		r.doc.Unread = append(r.doc.Unread, Place{here, at})
	}
	if role != "" {
		r.setRole(from, role)
	}
	if ToolRole(role) || ToolRole(kind) || forCall {
		r.fromTool(from)
	}
	return err
}

// fromTool marks the messages that were read since there were from of them.
func (r *reader) fromTool(from int) {
	for k := range r.doc.Messages[from:] {
		r.doc.Messages[from+k].Tool = true
	}
}

// maxRole is longer than any role that interfaces have, in bytes.
const maxRole = 16

// isWord reports whether a role is a short word of small letters, in which nothing
// can be hidden.
func isWord(role string) bool {
	return len(role) <= maxRole && strings.Trim(role, "abcdefghijklmnopqrstuvwxyz") == ""
}

// content reads the text of a message: a string, null, a list of parts, or one part,
// as MCP has it in prompts.
func (r *reader) content(pointer string) error {
	switch r.dec.PeekKind() {
	case '"':
		s, span, err := r.str()
		r.doc.Messages = append(r.doc.Messages, Message{Text: s, Pointer: pointer, Span: span})
		r.doc.read = append(r.doc.read, span.Start())
		return err
	case '[':
		return r.array(func(i int) error { return r.part(pointer + "/" + strconv.Itoa(i)) })
	case '{':
		if hasMember(r.body[r.offset()-r.base:], "type", "text") {
			return r.part(pointer)
		}
	case 'n':
		return r.skip()
	}
	return r.fail(contract.CodeType, "a message's text is a string, null, a part or a list of parts")
}

// part reads one part of a message, which is text if it has a member "text", or
// has parts of its own in a member "content", as the result of a tool has.
func (r *reader) part(pointer string) error {
	if r.dec.PeekKind() == '"' {
		return r.content(pointer)
	}
	r.doc.Extra = true
	at, has, tool, from := r.offset(), false, false, len(r.doc.Messages)
	err := r.object(func(name string) error {
		k := r.dec.PeekKind()
		if isToolMember(name) && k == '{' {
			has = true
			return r.object(func(inner string) error {
				if inner != "response" && inner != "content" {
					return r.skip()
				}
				return r.returnedValue(pointer + "/" + name + "/" + inner)
			})
		}
		if name == "type" && k == '"' {
			kind, _, err := r.str()
			tool = isToolPart(kind)
			return err
		}
		if k != '"' && (name != "content" || k != '[') || name != "text" && name != "content" {
			return r.skip()
		}
		has = true
		return r.content(pointer + "/" + name)
	})
	if err == nil && !has {
		r.doc.Unread = append(r.doc.Unread, Place{pointer, at})
	}
	if tool {
		r.fromTool(from)
	}
	return err
}

// block reads one row of the list of blocks.
func (r *reader) block(i int) error {
	b := Block{Place: Place{"/blocks/" + strconv.Itoa(i), r.offset()}}
	err := r.object(func(name string) (err error) {
		switch name {
		case "n":
			b.N, err = r.number()
		case "message":
			b.Message, err = r.number()
		case "start":
			b.Start, err = r.number()
		case "end":
			b.End, err = r.number()
		case "kind":
			b.Kind, _, err = r.str()
		case "trust":
			b.Trust, _, err = r.str()
		default:
			return r.skip()
		}
		return err
	})
	r.doc.Blocks = append(r.doc.Blocks, b)
	return err
}
