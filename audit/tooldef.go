package audit

import (
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
// with a member tools, a JSON-RPC response with that as its result, or one with that
// as its toolConfig, as Bedrock takes it. beside is a hash of the members that stand
// beside the list, "" for none.
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
		case isCachePoint(m.value):
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

// The names that a schema goes by: of MCP and Bedrock, of Anthropic, and of OpenAI and
// Gemini.
func isSchema(name string) bool {
	return name == "inputSchema" || name == "input_schema" || name == "parameters"
}

// isSaid reports the members that a definition has hashes of their own for.
func isSaid(m member) bool { return m.name == "name" || m.name == "description" || isSchema(m.name) }

// twiceError says what a definition says in two places.
type twiceError string

func (e twiceError) Error() string { return string(e) }

// wrapper returns the member of an element that holds the definition, as OpenAI
// (function) and Bedrock (toolSpec, and systemTool for a tool that it brings) put it;
// nil for none. The error is a twiceError.
func wrapper(members []member) (*member, error) {
	var found *member
	for i := range members {
		switch m := &members[i]; m.name {
		case "function", "toolSpec", "systemTool":
			if m.value.Kind() != '{' {
				continue
			}
			if found != nil {
				return nil, twiceError("an element of the list holds two definitions, " + found.name + " and " + m.name)
			}
			found = m
		}
	}
	return found, nil
}

// readTool reads one definition; one without a name is no tool. Around a definition
// that stands in a member of its own, nothing of the kind may stand. The error is a
// twiceError.
func readTool(v jsontext.Value) (toolDef, error) {
	var t toolDef
	outer, place := membersOf(v), ""
	said := outer
	within, err := wrapper(outer)
	if err != nil {
		return t, err
	}
	if within != nil {
		if len(without(outer, isSaid)) != len(outer) {
			return t, twiceError("a definition has a name, a description or a schema in a member " + within.name + " and beside it")
		}
		said, place = membersOf(within.value), "/"+within.name
		within.value = objectOf(without(said, isSaid))
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
