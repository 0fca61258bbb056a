package audit

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// toolList is where a file that is valid JSON has its tools.
type toolList struct {
	list    jsontext.Value
	pointer string
	base    int64  // offset of the list in the file
	beside  string // hash of what stands beside the list; "" for nothing
}

// toolHolders are the members that a list of tools can stand in: of requests of
// Bedrock's Converse, and of JSON-RPC.
var toolHolders = [...]string{"toolConfig", "result"}

// findTools finds the array of tools in a file that is valid JSON. Two of them
// are an error: readers disagree about which one counts.
func findTools(body []byte) (toolList, bool, error) {
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(body, []byte(bom)), " \t\r\n")
	base := int64(len(body) - len(trimmed))
	v := jsontext.Value(trimmed)
	if v.Kind() == '[' {
		return toolList{list: v, base: base}, true, nil
	}
	outer := membersOf(v)
	if named(outer, "promptcheckPins") != nil {
		return toolList{}, false, nil // a pin file has no definitions
	}
	var found []toolList
	var holder string
	var inner []member
	if list := toolArray(outer); list != nil {
		found, holder = append(found, toolList{list: list.value, pointer: "/tools", base: base + list.at}), "tools"
	}
	for _, name := range toolHolders {
		around := named(outer, name)
		if around == nil {
			continue
		}
		within := membersOf(around.value)
		if list := toolArray(within); list != nil {
			found = append(found, toolList{list: list.value, pointer: "/" + name + "/tools", base: base + around.at + list.at})
			holder, inner = name, without(within, isTools)
		}
	}
	switch len(found) {
	case 0:
		return toolList{}, false, nil
	case 1:
		l := found[0]
		l.beside = besideHash(without(outer, func(m member) bool { return m.name == holder || isEnvelope(m) }), holder, inner)
		return l, true, nil
	}
	return toolList{}, false, errTwice("the file holds two lists of tools", found[0].base, found[0].pointer)
}

// isTools reports a member by the name that all interfaces give their tools.
func isTools(m member) bool { return m.name == "tools" }

// toolArray returns the member that is a list of tools, or nil.
func toolArray(members []member) *member {
	if list := named(members, "tools"); list != nil && list.value.Kind() == '[' {
		return list
	}
	return nil
}

// isEnvelope reports what JSON-RPC puts around a result, which is another each
// time and which no model is shown: its version, and a plain id.
func isEnvelope(m member) bool {
	switch m.name {
	case "jsonrpc":
		return string(m.value) == `"2.0"`
	case "id":
		id, err := jsontext.AppendUnquote(nil, m.value)
		return m.value.Kind() == '0' || m.value.Kind() == 'n' || err == nil && validName(string(id))
	}
	return false
}

// besideHash is the hash of the members beside a list, by where they stand: in the
// file, and in the member that holds the list.
func besideHash(outer []member, holder string, inner []member) string {
	if len(outer)+len(inner) == 0 {
		return ""
	}
	if holder == "tools" {
		holder = "result" // of the first pin files, with nothing in it
	}
	return exactHash("beside", objectOf([]member{{name: "file", value: objectOf(outer)}, {name: holder, value: objectOf(inner)}}))
}

// isCachePoint reports an element of Bedrock's list that says up to where a prompt is
// cached. It is no tool and no model is shown it, so that it may hold plain names alone.
func isCachePoint(v jsontext.Value) bool {
	members := membersOf(v)
	if len(members) != 1 || members[0].name != "cachePoint" || members[0].value.Kind() != '{' {
		return false
	}
	for _, m := range membersOf(members[0].value) {
		b, err := jsontext.AppendUnquote(nil, m.value)
		if err != nil || !validName(m.name) || !validName(string(b)) {
			return false
		}
	}
	return true
}
