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
	var context, ask, stored, messages, tools, result bool
	for _, m := range outerMembers(body) {
		switch m.name {
		case "editContextVersion", "selection", "screen", "untrusted":
			context = true
		case "ui", "contextItems":
			ask = true
		case "ringfenceStored":
			stored = true
		case "messages":
			messages = true
		case "tools":
			tools = tools || m.value.Kind() == '['
		case "toolConfig":
			tools = tools || toolArray(membersOf(m.value)) != nil
		case "result":
			result = result || m.value.Kind() == '{'
		}
	}
	tools = tools || result && looksLikeTools(body) // once: a hostile file has many results
	kinds := 0
	for _, is := range []bool{context, ask, stored, messages || tools} {
		if is {
			kinds++
		}
	}
	return kinds > 1 || kinds == 0 && messageTool(body)
}

// outerMembers lists the members of the outer object of a file.
func outerMembers(body []byte) []member { return membersOf(bytes.TrimPrefix(body, []byte(bom))) }

// messageTool reports a list whose first element is both a tool and a message.
func messageTool(body []byte) bool {
	found, ok, err := findTools(body)
	if err != nil || !ok || !looksLikeTools(body) {
		return false
	}
	m := membersOf(elementsOf(found.list)[0].value) // a list of tools has one
	return named(m, "role") != nil || named(m, "content") != nil || named(m, "text") != nil
}

// looksLikeTools reports whether a JSON file is a list of tools, or holds one,
// whose first element has a name and a schema as tools have.
func looksLikeTools(body []byte) bool {
	found, ok, err := findTools(body)
	if err != nil {
		return true // two lists of them
	}
	list := elementsOf(found.list)
	if !ok || len(list) == 0 {
		return false
	}
	first := list[0].value
	if within, _ := declarations(first); within != nil { // of Gemini: a schema may be absent
		return len(elementsOf(within.value)) > 0
	}
	t, err := readTool(first)
	return err != nil || t.name != "" && (t.schema != "" || isFunction(first))
}

// isFunction reports what is a tool without a schema, too: OpenAI's type "function",
// whose parameters may be absent, and one that Bedrock brings.
func isFunction(v jsontext.Value) bool {
	members := membersOf(v)
	t := named(members, "type")
	return t != nil && string(t.value) == `"function"` || named(members, "systemTool") != nil
}
