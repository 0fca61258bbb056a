package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
)

// toolDef is one tool, with hashes of what its definition says.
type toolDef struct {
	name                      string
	description, schema, rest string // SHA-256 in hex of the canonical JSON; "" when absent
	pointer                   string
	offset                    int64
}

// readTools reads a list of tools in any of the shapes: an array, an object
// with a member tools, or a JSON-RPC response with that as its result.
func readTools(body []byte, limits contract.Limits) ([]toolDef, error) {
	if err := promptdoc.EachString(body, limits, func(promptdoc.String) error { return nil }); err != nil {
		return nil, err
	}
	list, pointer, base, ok := toolList(body)
	if !ok {
		return nil, errNoTools("the file holds no list of tools", ringfence.NoOffset, "")
	}
	var out []toolDef
	var bad error
	eachElement(list, func(i int, v jsontext.Value, off int64) {
		t, ok := readTool(v)
		t.pointer, t.offset = pointer+"/"+strconv.Itoa(i), base+off
		if !ok && bad == nil {
			bad = errNoTools("an element of the list is no tool: it has no name", t.offset, t.pointer)
		}
		out = append(out, t)
	})
	return out, bad
}

// toolList finds the array of tools in a file that is valid JSON.
func toolList(body []byte) (list jsontext.Value, pointer string, base int64, ok bool) {
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(body, []byte(bom)), " \t\r\n")
	base = int64(len(body) - len(trimmed))
	v := jsontext.Value(trimmed)
	for range 3 {
		if v.Kind() == '[' {
			return v, pointer, base, true
		}
		inner, name, off, pins := jsontext.Value(nil), "", int64(0), false
		eachMember(v, func(n string, m jsontext.Value, o int64) {
			pins = pins || n == "promptcheckPins" // a pin file has no definitions
			if n == "tools" && m.Kind() == '[' || n == "result" && m.Kind() == '{' && inner == nil {
				inner, name, off = m, n, o
			}
		})
		if inner == nil || pins {
			return nil, "", 0, false
		}
		v, pointer, base = inner, pointer+"/"+name, base+off
	}
	return nil, "", 0, false
}

// readTool reads one definition. OpenAI puts it in a member "function".
func readTool(v jsontext.Value) (toolDef, bool) {
	var t toolDef
	rest := map[string]jsontext.Value{}
	var order []string
	take := func(name string, m jsontext.Value, _ int64) {
		switch name {
		case "name":
			if m.Kind() == '"' {
				if b, err := jsontext.AppendUnquote(nil, m); err == nil {
					t.name = string(b)
				}
			}
		case "description":
			t.description = canonicalHash(m)
		case "inputSchema", "input_schema", "parameters":
			t.schema = canonicalHash(m)
		default:
			if rest[name] == nil {
				order = append(order, name)
			}
			rest[name] = m
		}
	}
	eachMember(v, func(name string, m jsontext.Value, off int64) {
		if name == "function" && m.Kind() == '{' {
			eachMember(m, take)
			return
		}
		take(name, m, off)
	})
	t.rest = hashOfRest(order, rest)
	return t, t.name != ""
}

// hashOfRest is the hash of all other members, in the order of their names.
func hashOfRest(order []string, rest map[string]jsontext.Value) string {
	if len(order) == 0 {
		return ""
	}
	b := []byte{'{'}
	for i, name := range order {
		if i > 0 {
			b = append(b, ',')
		}
		quoted, err := jsontext.AppendQuote(b, name)
		if err != nil {
			return "invalid"
		}
		b = append(append(quoted, ':'), rest[name]...)
	}
	return canonicalHash(append(b, '}'))
}

// canonicalHash is the hash of a value in canonical form (RFC 8785), in which
// the order of members and white space make no difference.
func canonicalHash(v jsontext.Value) string {
	c := bytes.Clone(v)
	if (*jsontext.Value)(&c).Canonicalize() != nil {
		return "invalid"
	}
	sum := sha256.Sum256(c)
	return hex.EncodeToString(sum[:])
}

// eachMember calls f for the members of an object with their offsets in v. v was
// read before and is valid.
func eachMember(v jsontext.Value, f func(name string, m jsontext.Value, off int64)) {
	if v.Kind() != '{' {
		return
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(v))
	if _, err := dec.ReadToken(); err != nil {
		return
	}
	for dec.PeekKind() == '"' {
		tok, err := dec.ReadToken()
		if err != nil {
			return
		}
		name := tok.String()
		m, err := dec.ReadValue()
		if err != nil {
			return
		}
		f(name, bytes.Clone(m), dec.InputOffset()-int64(len(m)))
	}
}

// eachElement does the same for an array.
func eachElement(v jsontext.Value, f func(i int, m jsontext.Value, off int64)) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(v))
	if _, err := dec.ReadToken(); err != nil {
		return
	}
	for i := 0; dec.PeekKind() != ']'; i++ {
		m, err := dec.ReadValue()
		if err != nil {
			return
		}
		f(i, bytes.Clone(m), dec.InputOffset()-int64(len(m)))
	}
}
