package audit

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
)

// toolDef is one tool, with hashes of what its definition says, each of a value
// and its place. Together they hold every member of the definition.
type toolDef struct {
	name                string
	description, schema string // "" when absent
	rest                string // of the definition without name, description and schema
	pointer             string
	offset              int64
}

// readTools reads a list of tools in any of the shapes: an array, an object
// with a member tools, or a JSON-RPC response with that as its result. beside is
// a hash of the members that stand beside the list, "" for none.
func readTools(body []byte, limits contract.Limits) (list []toolDef, beside string, err error) {
	if err := promptdoc.EachString(body, limits, func(*promptdoc.String) error { return nil }); err != nil {
		return nil, "", err
	}
	found, ok, err := findTools(body)
	if err != nil {
		return nil, "", err
	}
	if !ok {
		return nil, "", errNoTools("the file holds no list of tools", ringfence.NoOffset, "")
	}
	list, err = found.read(false)
	return list, found.beside, err
}

// toolList is where a file that is valid JSON has its tools.
type toolList struct {
	list    jsontext.Value
	pointer string
	base    int64  // offset of the list in the file
	beside  string // hash of what stands beside the list; "" for nothing
}

// read reads the definitions. With some it passes over elements without a name,
// as those for tools that a provider brings itself; otherwise they are an error.
func (l toolList) read(some bool) ([]toolDef, error) {
	var out []toolDef
	for _, m := range declared(l) {
		t, err := readTool(m.value)
		t.pointer, t.offset = m.name, m.at
		switch {
		case err != nil:
			return nil, errTwice(err.Error(), t.offset, t.pointer)
		case t.name != "":
			out = append(out, t)
		case !some:
			return nil, errNoTools("an element of the list is no tool: it has no name", t.offset, t.pointer)
		}
	}
	return out, nil
}

// declared lists the elements of a list of tools with their pointers as names and
// their offsets in the file. Gemini puts the tools of an element into a list of its
// own; what else the element holds is then a tool that the provider brings.
func declared(l toolList) (out []member) {
	for i, m := range elementsOf(l.list) {
		m.name, m.at = l.pointer+"/"+strconv.Itoa(i), l.base+m.at
		list, rest := declarations(m.value)
		if list == nil {
			out = append(out, m)
			continue
		}
		for k, d := range elementsOf(list.value) {
			d.name, d.at = m.name+"/"+list.name+"/"+strconv.Itoa(k), m.at+list.at+d.at
			out = append(out, d)
		}
		if len(rest) > 0 {
			out = append(out, member{name: m.name, value: objectOf(rest), at: m.at})
		}
	}
	return out
}

// declarations returns the list of tools within an element, nil for none, and the
// members beside it.
func declarations(v jsontext.Value) (*member, []member) {
	members := membersOf(v)
	for _, name := range []string{"functionDeclarations", "function_declarations"} {
		if list := named(members, name); list != nil && list.value.Kind() == '[' {
			return list, without(members, func(m member) bool { return m.name == name })
		}
	}
	return nil, nil
}

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
	list, result := named(outer, "tools"), named(outer, "result")
	var inner []member
	if result != nil {
		inner = membersOf(result.value)
	}
	within := named(inner, "tools")
	has := func(m *member) bool { return m != nil && m.value.Kind() == '[' }
	switch {
	case has(list) && has(within):
		return toolList{}, false, errTwice("the file holds two lists of tools", base+list.at, "/tools")
	case has(list):
		rest := without(outer, func(m member) bool { return m.name == "tools" || isEnvelope(m) })
		return toolList{list.value, "/tools", base + list.at, besideHash(rest, nil)}, true, nil
	case has(within):
		rest := without(outer, func(m member) bool { return m.name == "result" || isEnvelope(m) })
		return toolList{
			within.value, "/result/tools", base + result.at + within.at,
			besideHash(rest, without(inner, func(m member) bool { return m.name == "tools" })),
		}, true, nil
	}
	return toolList{}, false, nil
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

// besideHash is the hash of the members beside a list, by where they stand.
func besideHash(outer, inner []member) string {
	if len(outer)+len(inner) == 0 {
		return ""
	}
	return exactHash("beside", objectOf([]member{{name: "file", value: objectOf(outer)}, {name: "result", value: objectOf(inner)}}))
}

// The names that a schema goes by: of MCP, of Anthropic and of OpenAI.
func isSchema(name string) bool {
	return name == "inputSchema" || name == "input_schema" || name == "parameters"
}

// isSaid reports the members that a definition has hashes of their own for.
func isSaid(m member) bool { return m.name == "name" || m.name == "description" || isSchema(m.name) }

// twiceError says what a definition says in two places.
type twiceError string

func (e twiceError) Error() string { return string(e) }

// readTool reads one definition; one without a name is no tool. OpenAI puts it
// in a member "function": then nothing of the kind may stand around that. The
// error is a twiceError.
func readTool(v jsontext.Value) (toolDef, error) {
	var t toolDef
	outer, place := membersOf(v), ""
	said := outer
	function := named(outer, "function")
	if function != nil && function.value.Kind() == '{' {
		if len(without(outer, isSaid)) != len(outer) {
			return t, twiceError("a definition has a name, a description or a schema in a member function and beside it")
		}
		said, place = membersOf(function.value), "/function"
		function.value = objectOf(without(said, isSaid))
	}
	for _, m := range said {
		switch {
		case m.name == "name" && m.value.Kind() == '"':
			if b, err := jsontext.AppendUnquote(nil, m.value); err == nil {
				t.name = string(b)
			}
		case m.name == "description":
			t.description = exactHash(place+"/description", m.value)
		case isSchema(m.name) && t.schema != "":
			return t, twiceError("a definition has two schemas under different names")
		case isSchema(m.name):
			t.schema = exactHash(place+"/"+m.name, m.value)
		}
	}
	t.rest = exactHash("rest", objectOf(without(outer, isSaid)))
	return t, nil
}

// errTwice is for what is said in two places, of which readers use either.
func errTwice(message string, offset int64, pointer string) error {
	return &ringfence.Error{
		Code: contract.CodeConflict, Message: message, Offset: offset, Pointer: pointer,
		Hint: "readers disagree about which of the two counts: leave one",
	}
}
