package audit

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/internal/jsonline"
)

// pinVersion is the version of pin files. Those of version 1 do not hold what
// stands beside a list, nor numbers beyond what a double holds.
const pinVersion = "2"

// Pin makes a pin file of tool definitions: JSON that holds, in the order of
// names, each tool's name and the SHA-256 of its description, of its schema and
// of everything else it says, and one of the members beside the list, but for the
// version and the id of JSON-RPC. Places up to which a prompt is cached are no tools and
// are not held. Each is of the value in canonical form (RFC
// 8785, with numbers by their exact decimal value) and of its place. It holds no
// other text of them. Given as Checker.Pins, any later change is a finding.
//
// The error is a *[ringfence.Error] as of a check of kind [Tools]; two tools of
// one name are an error too, since a pin could be either.
func Pin(body []byte, limits contract.Limits) ([]byte, error) {
	list, beside, err := readTools(body, limits)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(x, y toolDef) int { return strings.Compare(x.name, y.name) })
	out := []byte(`{"promptcheckPins":` + pinVersion + `,"beside":"` + beside + `","tools":[`)
	for i, t := range list {
		if i > 0 {
			if list[i-1].name == t.name {
				return nil, errNoTools("two tools have one name", t.offset, t.pointer)
			}
			out = append(out, ',')
		}
		out = jsonline.AppendString(append(out, "\n{\"name\":"...), t.name)
		for _, m := range []struct{ name, hash string }{{"description", t.description}, {"schema", t.schema}, {"rest", t.rest}} {
			out = append(out, `,"`+m.name+`":"`+m.hash+`"`...)
		}
		out = append(out, '}')
	}
	return append(out, "\n]}\n"...), nil
}

// pinned is a pin file that was read.
type pinned struct {
	tools  map[string]toolDef
	names  []string
	beside string
}

// readPins reads a pin file. It is as strict as everything here: a file that is
// no pin file pins nothing, and that must not look like no change.
func readPins(body []byte, limits contract.Limits) (*pinned, error) {
	if err := promptdoc.EachString(body, limits, func(*promptdoc.String) error { return nil }); err != nil {
		return nil, err
	}
	p := &pinned{tools: map[string]toolDef{}}
	file := membersOf(jsontext.Value(strings.TrimSpace(strings.TrimPrefix(string(body), bom))))
	version, beside, tools := named(file, "promptcheckPins"), named(file, "beside"), named(file, "tools")
	if version != nil && string(version.value) != pinVersion {
		return nil, badPins("the pin file is of another version than " + pinVersion + ", and may not hold all that can change")
	}
	ok := version != nil && beside != nil && tools != nil && len(file) == 3 && tools.value.Kind() == '['
	if ok {
		p.beside, ok = hashOf(beside.value)
		for _, row := range elementsOf(tools.value) {
			ok = p.add(row.value) && ok
		}
	}
	if !ok {
		return nil, badPins("the file is no pin file")
	}
	return p, nil
}

// badPins is for pins that cannot be compared with.
func badPins(message string) error {
	return &ringfence.Error{
		Code: contract.CodeShape, Message: message, Offset: ringfence.NoOffset,
		Hint: "look at the definitions and pin them: promptcheck tools pin writes such a file",
	}
}

// hashOf reads a hash of a pin file, or the empty string for what is absent.
func hashOf(v jsontext.Value) (string, bool) {
	b, err := jsontext.AppendUnquote(nil, v)
	if err != nil {
		return "", false
	}
	return string(b), len(b) == 0 || len(b) == 2*sha256.Size && strings.Trim(string(b), "0123456789abcdef") == ""
}

// add reads one row; false when it is not one.
func (p *pinned) add(v jsontext.Value) bool {
	var t toolDef
	row, ok := membersOf(v), true
	for _, m := range row {
		good := false
		switch m.name {
		case "name":
			b, err := jsontext.AppendUnquote(nil, m.value)
			t.name, good = string(b), err == nil && len(b) > 0
		case "description":
			t.description, good = hashOf(m.value)
		case "schema":
			t.schema, good = hashOf(m.value)
		case "rest":
			t.rest, good = hashOf(m.value)
			good = good && t.rest != ""
		}
		ok = ok && good
	}
	if _, twice := p.tools[t.name]; twice || !ok || len(row) != 4 {
		return false
	}
	p.tools[t.name] = t
	p.names = append(p.names, t.name)
	return true
}

// compare calls f for every difference between the pins and a list. t is nil for
// a tool that is gone.
func (p *pinned) compare(list []toolDef, f func(rule string, t *toolDef, message string)) {
	here := map[string]bool{}
	for i := range list {
		t := &list[i]
		here[t.name] = true
		was, ok := p.tools[t.name]
		if !ok {
			f(idToolNew, t, "a tool that is not pinned: it is new, or has another name than it had")
			continue
		}
		var changed []string
		for _, m := range []struct{ what, was, is string }{
			{"description", was.description, t.description}, {"schema", was.schema, t.schema}, {"another member", was.rest, t.rest},
		} {
			if m.was != m.is {
				changed = append(changed, m.what)
			}
		}
		if len(changed) > 0 {
			f(idToolChanged, t, "not as it was pinned: "+strings.Join(changed, ", "))
		}
	}
	gone := 0
	for _, name := range p.names {
		if !here[name] {
			gone++
		}
	}
	if gone > 0 {
		f(idToolMissing, nil, plural(gone, "pinned tool is", "pinned tools are")+" not in the list")
	}
}
