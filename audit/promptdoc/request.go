package promptdoc

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// request is which interface an object is of.
type request uint8

const (
	noRequest       request = iota
	listed                  // has a list of messages
	inputRequest            // of OpenAI's Responses: "input", a string or a list of items
	contentsRequest         // of Gemini: "contents"
	toolResult              // of MCP's tools/call: "content"
	wrappedResult           // the same in a response of JSON-RPC
)

// requestOf tells what an object is by the names of its members and by how their
// values begin. Where it breaks off, what came before counts.
func requestOf(body []byte) request { return readRequest(body, true) }

// readRequest is requestOf for an object in which others may be wrapped, or not: to
// look into each of many that are nested would take time with the square.
func readRequest(body []byte, wraps bool) request {
	dec := jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return noRequest
	}
	var input, model, contents, content, wrapped, other bool
	for dec.PeekKind() == '"' {
		tok, err := dec.ReadToken()
		if err != nil {
			break
		}
		name, k := tok.String(), dec.PeekKind()
		value := body[tokenStart(body, dec.InputOffset()):]
		switch name {
		case "messages":
			return listed
		case "input":
			input = k == '"' || k == '['
		case "model", "instructions":
			model = model || k == '"'
		case "contents":
			contents = k == '"' || hasMember(value, "parts", "role")
		case "content":
			content = k == '[' && hasMember(value, "type")
		case "result":
			wrapped = wraps && k == '{' && readRequest(value, false) == toolResult
		case "role", "choices", "candidates", "output", "stop_reason":
			other = true // a message, or an answer
		}
		if dec.SkipValue() != nil {
			break
		}
	}
	switch {
	case other:
		return noRequest
	case contents:
		return contentsRequest
	case input && model:
		return inputRequest
	case content && !model:
		return toolResult
	case wrapped:
		return wrappedResult
	}
	return noRequest
}

// hasMember reports whether an object, or the first element of a list, has a member
// of one of the names.
func hasMember(v []byte, names ...string) bool {
	dec := jsontext.NewDecoder(bytes.NewBuffer(v), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	tok, err := dec.ReadToken()
	if err == nil && tok.Kind() == '[' {
		tok, err = dec.ReadToken()
	}
	if err != nil || tok.Kind() != '{' {
		return false
	}
	for dec.PeekKind() == '"' {
		tok, err := dec.ReadToken()
		if err != nil {
			return false
		}
		for _, n := range names {
			if tok.String() == n {
				return true
			}
		}
		if dec.SkipValue() != nil {
			return false
		}
	}
	return false
}

// turns reads the input of a request that is not called messages: a string, one
// object, or a list of them.
func (r *reader) turns(name string) error {
	from := len(r.doc.Messages)
	switch r.dec.PeekKind() {
	case '"':
		err := r.content("/" + name)
		r.setRole(from, "user")
		return err
	case '{':
		return r.turn("/" + name)
	}
	return r.array(func(i int) error {
		here, from := "/"+name+"/"+strconv.Itoa(i), len(r.doc.Messages)
		if r.dec.PeekKind() != '"' {
			return r.turn(here)
		}
		err := r.content(here)
		r.setRole(from, "user")
		return err
	})
}

// isItem reports the types of items of a conversation that are no messages, such
// as calls of tools, reasoning and references.
func (r *reader) isItem(kind string) bool {
	if r.request == inputRequest {
		return kind != "" && kind != "message"
	}
	return strings.HasSuffix(kind, "_call") || strings.HasSuffix(kind, "_output")
}

// ToolRole reports the roles of messages that hold what a tool returned, as interfaces
// and chat templates name them, and their types where messages have no roles.
func ToolRole(role string) bool {
	switch strings.ToLower(role) {
	case "tool", "function", "tool_response", "ipython", "observation", "environment":
		return true
	}
	return false
}

// isToolPart reports the types of parts that hold what a tool returned: "tool_result"
// and the names that providers have for results of tools of their own, such as
// "mcp_tool_result" and "search_result".
func isToolPart(kind string) bool {
	kind = strings.ReplaceAll(kind, "-", "_")
	return strings.HasSuffix(kind, "_result") || strings.HasSuffix(kind, "_output")
}

// isToolMember reports whether a member of a part holds what a tool returned, where
// the type does not say so: of Gemini and of Bedrock.
func isToolMember(name string) bool {
	switch name {
	case "functionResponse", "function_response", "toolResult":
		return true
	}
	return false
}

// returned reads a member of the result of a tool.
func (r *reader) returned(pointer, name string) error {
	r.doc.Extra = true
	if name != "content" && name != "structuredContent" {
		return r.skip()
	}
	return r.returnedValue(pointer + "/" + name)
}

// returnedValue reads what a tool returned: each string of it is a message of the
// tool, but for the names of members and for parts that are no text. pointer is
// that of the whole: those of single strings could be long each.
func (r *reader) returnedValue(pointer string) error {
	from := len(r.doc.Messages)
	var err error
	if k := r.dec.PeekKind(); k == '"' || k == 'n' || k == '[' && r.partsNext() {
		err = r.content(pointer)
	} else {
		err = r.strings(pointer)
	}
	r.setRole(from, "tool")
	r.fromTool(from)
	return err
}

// partsNext reports whether the list that comes next is one of parts with a type
// or a text, or of none.
func (r *reader) partsNext() bool {
	rest := r.body[r.offset()-r.base:]
	inner, _ := trim(rest[1:])
	return len(inner) > 0 && inner[0] == ']' || hasMember(rest, "type", "text")
}

// strings reads every string value of the value that comes next as a message.
func (r *reader) strings(pointer string) error {
	depth := r.dec.StackDepth()
	for {
		if r.dec.PeekKind() == '"' {
			kind, n := r.dec.StackIndex(r.dec.StackDepth())
			if kind == '{' && n%2 == 0 { // a name
				if err := r.skipToken(); err != nil {
					return err
				}
				continue
			}
			if err := r.content(pointer); err != nil {
				return err
			}
		} else if err := r.skipToken(); err != nil {
			return err
		}
		if r.dec.StackDepth() == depth {
			return nil
		}
	}
}

// skipToken passes over one token.
func (r *reader) skipToken() error {
	if _, err := r.dec.ReadToken(); err != nil {
		return syntaxError(r.body, r.base, err) // the syntax was checked: not reached
	}
	return nil
}
