package audit

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/internal/jsonline"
)

// pinVersion is the version of pin files.
const pinVersion = "1"

// Pin makes a pin file of tool definitions: JSON that holds, in the order of
// names, each tool's name and the SHA-256 of its description, of its schema and
// of everything else it says, in canonical form (RFC 8785). It holds no other
// text of them. Given as Checker.Pins, any later change is a finding.
//
// The error is a *[ringfence.Error] as of a check of kind [Tools]; two tools of
// one name are an error too, since a pin could be either.
func Pin(body []byte, limits contract.Limits) ([]byte, error) {
	list, err := readTools(body, limits)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(x, y toolDef) int { return strings.Compare(x.name, y.name) })
	out := []byte(`{"promptcheckPins":` + pinVersion + `,"tools":[`)
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
	tools map[string]toolDef
	names []string
}

// readPins reads a pin file. It is as strict as everything here: a file that is
// no pin file pins nothing, and that must not look like no change.
func readPins(body []byte, limits contract.Limits) (*pinned, error) {
	if err := promptdoc.EachString(body, limits, func(promptdoc.String) error { return nil }); err != nil {
		return nil, err
	}
	bad := &ringfence.Error{Code: contract.CodeShape, Message: "the file is no pin file", Hint: "promptcheck tools pin writes one", Offset: ringfence.NoOffset}
	p := &pinned{tools: map[string]toolDef{}}
	version, listed := "", false
	var err error = bad
	eachMember(jsontext.Value(strings.TrimSpace(strings.TrimPrefix(string(body), bom))), func(name string, m jsontext.Value, _ int64) {
		switch name {
		case "promptcheckPins":
			version = string(m)
		case "tools":
			listed = m.Kind() == '['
			if listed {
				eachElement(m, func(_ int, v jsontext.Value, _ int64) { listed = p.add(v) && listed })
			}
		}
	})
	if version == pinVersion && listed {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// add reads one row; false when it is not one.
func (p *pinned) add(v jsontext.Value) bool {
	var t toolDef
	n := 0
	eachMember(v, func(name string, m jsontext.Value, _ int64) {
		b, err := jsontext.AppendUnquote(nil, m)
		if err != nil {
			return
		}
		n++
		switch name {
		case "name":
			t.name = string(b)
		case "description":
			t.description = string(b)
		case "schema":
			t.schema = string(b)
		case "rest":
			t.rest = string(b)
		}
	})
	if _, twice := p.tools[t.name]; twice || n < 4 || t.name == "" {
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
