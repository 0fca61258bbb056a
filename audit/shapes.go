package audit

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// namedKind is the kind of which files have a name of their own. It does not depend
// on what is in them: a policy with a misspelled key is a policy with a fault, and
// no text in which nothing was found.
func namedKind(file string) (Kind, bool) {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".toml":
		return Policy, true
	case ".gclog", ".journal", ".log":
		return Log, true
	}
	return Auto, false
}

// several reports whether a JSON file has members that tell of two kinds: whoever
// takes it for one of them does not look at what makes it the other. A list of
// messages with tools is one kind, the request of a chat interface.
func several(body []byte) bool {
	var context, ask, stored, messages, tools bool
	outerNames(body, func(name string, value jsontext.Kind) {
		switch name {
		case "editContextVersion", "selection", "screen", "untrusted":
			context = true
		case "ui", "contextItems":
			ask = true
		case "ringfenceStored":
			stored = true
		case "messages":
			messages = true
		case "tools":
			tools = tools || value == '['
		case "result":
			tools = tools || value == '{' && looksLikeTools(body)
		}
	})
	kinds := 0
	for _, is := range []bool{context, ask, stored, messages || tools} {
		if is {
			kinds++
		}
	}
	return kinds > 1 || kinds == 0 && messageTool(body)
}

// outerNames calls f with the members of the outer object, up to the first fault.
func outerNames(body []byte, f func(name string, value jsontext.Kind)) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(bytes.TrimPrefix(body, []byte(bom))),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return
	}
	for dec.PeekKind() == '"' {
		tok, err := dec.ReadToken()
		if err != nil {
			return
		}
		name := tok.String()
		f(name, dec.PeekKind())
		if dec.SkipValue() != nil {
			return
		}
	}
}

// messageTool reports a list whose first element is both a tool and a message.
func messageTool(body []byte) bool {
	found, _, err := findTools(body)
	if err != nil || !looksLikeTools(body) {
		return false
	}
	is, first := false, true
	eachElement(found.list, func(_ int, v jsontext.Value, _ int64) {
		if first {
			m := membersOf(v)
			is = named(m, "role") != nil || named(m, "content") != nil || named(m, "text") != nil
		}
		first = false
	})
	return is
}

// looksLikeTools reports whether a JSON file is a list of tools, or holds one,
// whose first element has a name and a schema as tools have.
func looksLikeTools(body []byte) bool {
	found, ok, err := findTools(body)
	if err != nil {
		return true // two lists of them
	}
	is, first := false, true
	eachElement(found.list, func(_ int, v jsontext.Value, _ int64) {
		if ok && first {
			t, err := readTool(v)
			is = err != nil || t.name != "" && (t.schema != "" || functionTool(v))
		}
		first = false
	})
	return is
}

// functionTool reports OpenAI's type "function", whose parameters may be absent.
func functionTool(v jsontext.Value) bool {
	t := named(membersOf(v), "type")
	return t != nil && string(t.value) == `"function"`
}
