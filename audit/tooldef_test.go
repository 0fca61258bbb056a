package audit

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// Whatever is said twice is refused, with and without pins: one reader takes the
// one, another the other.
func TestToolsSaidTwice(t *testing.T) {
	const clean = `"name":"add","description":"Adds."`
	for name, body := range map[string]string{
		"two schemas":          `{"tools":[{` + clean + `,"parameters":{},"inputSchema":{"description":"x"}}]}`,
		"two schemas, null":    `{"tools":[{` + clean + `,"input_schema":null,"inputSchema":{}}]}`,
		"three schemas":        `[{` + clean + `,"input_schema":{},"inputSchema":{},"parameters":{}}]`,
		"schemas in function":  `[{"type":"function","function":{` + clean + `,"parameters":{},"inputSchema":{}}}]`,
		"name beside":          `[{"type":"function","name":"sub","function":{` + clean + `}}]`,
		"description beside":   `[{"type":"function","description":"x","function":{` + clean + `}}]`,
		"schema beside":        `[{"type":"function","parameters":{},"function":{` + clean + `}}]`,
		"another schema":       `[{"type":"function","inputSchema":{},"function":{` + clean + `,"parameters":{}}}]`,
		"list and result":      `{"tools":[{` + clean + `,"inputSchema":{}}],"result":{"tools":[{` + clean + `,"inputSchema":{}}]}}`,
		"result and list":      `{"result":{"tools":[]},"tools":[{` + clean + `,"inputSchema":{}}]}`,
		"the second of two":    `[{` + clean + `},{"name":"b","input_schema":{},"parameters":{}}]`,
		"empty list in result": `{"tools":[],"result":{"tools":[]}}`,
	} {
		want := &ringfence.Error{Code: contract.CodeConflict}
		if got, err := (Checker{}).Check(Tools, "", []byte(body)); !errors.Is(err, want) {
			t.Errorf("%s: %+v %v", name, got, err)
		}
		if pins, err := Pin([]byte(body), contract.Limits{}); !errors.Is(err, want) {
			t.Errorf("%s was pinned: %s %v", name, pins, err)
		}
		if got, err := (Checker{}).Check(Auto, "", []byte(body)); err == nil {
			t.Errorf("%s, by its shape: %+v", name, got)
		}
	}
}

// Any member of a definition, at any place, and any member beside the list is
// part of a pin; what means the same is the same.
func TestPinsHoldEverything(t *testing.T) {
	const mcp = `{"tools":[{"name":"add","description":"Adds.","inputSchema":{"maximum":9007199254740993,"of":1e999}}]}`
	const openai = `[{"type":"function","function":{"name":"add","description":"Adds.","parameters":{}}}]`
	for _, tc := range []struct{ name, pinned, from, to, want string }{
		{"whole number beyond doubles", mcp, `740993`, `740992`, idToolChanged},
		{"a number that no double holds", mcp, `1e999`, `1e998`, idToolChanged},
		{"beside such a number", mcp, `"of"`, `"if"`, idToolChanged},
		{"one more schema member", mcp, `"of"`, `"description":"x","of"`, idToolChanged},
		{"another name of the schema", mcp, `inputSchema`, `parameters`, idToolChanged},
		{"a name in another case", mcp, `"inputSchema"`, `"InputSchema":{},"inputSchema"`, idToolChanged},
		{"one more member", mcp, `"description"`, `"title":"x","description"`, idToolChanged},
		{"null for a description", mcp, `"Adds."`, `null`, idToolChanged},
		{"no description", mcp, `"description":"Adds.",`, ``, idToolChanged},
		{"beside the list", mcp, `{"tools"`, `{"instructions":"x","tools"`, idToolBeside},
		{"_meta beside the list", mcp, `{"tools"`, `{"_meta":{},"tools"`, idToolBeside},
		{"a cursor", mcp, `]}`, `],"nextCursor":"x"}`, idToolBeside},
		{"an id that is no plain name", mcp, `{"tools"`, `{"id":"Do this first","tools"`, idToolBeside},
		{"another version of JSON-RPC", mcp, `{"tools"`, `{"jsonrpc":"3.0","tools"`, idToolBeside},
		{"a result that is not read", mcp, `{"tools"`, `{"result":{"a":1},"tools"`, idToolBeside},
		{"beside function", openai, `"type"`, `"strict":true,"type"`, idToolChanged},
		{"in function", openai, `"name"`, `"strict":true,"name"`, idToolChanged},
		{
			"out of function", openai, `{"type":"function","function":{"name":"add","description":"Adds.","parameters":{}}}`,
			`{"type":"function","name":"add","description":"Adds.","parameters":{}}`, idToolChanged,
		},
		{"a function that is no object", mcp, `"description"`, `"function":"x","description"`, idToolChanged},
		{"around it all", mcp, mcp, `{"jsonrpc":"2.0","id":7,"result":` + mcp + `}`, ""},
		{"another id", mcp, `{"tools"`, `{"jsonrpc":"2.0","id":"call-7","tools"`, ""},
		{"beside the result", mcp, mcp, `{"jsonrpc":"2.0","id":7,"note":1,"result":` + mcp + `}`, idToolBeside},
		{"another spelling", mcp, `9007199254740993`, `900719925474099.3e1`, ""},
		{"white space", mcp, `,`, ` , `, ""},
		{"a list alone", openai, openai, `{"tools":` + openai + `}`, ""},
	} {
		pins, err := Pin([]byte(tc.pinned), contract.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		body := strings.Replace(tc.pinned, tc.from, tc.to, 1)
		if body == tc.pinned {
			t.Fatalf("%s: nothing was changed", tc.name)
		}
		got, err := Checker{Pins: pins}.Check(Tools, "", []byte(body))
		if err != nil || ids(got) != tc.want {
			t.Errorf("%s: %q %v, want %q", tc.name, ids(got), err, tc.want)
		}
		if got, err := (Checker{Pins: pins}).Check(Tools, "", []byte(tc.pinned)); err != nil || len(got) > 0 {
			t.Errorf("%s: as it was pinned: %+v %v", tc.name, got, err)
		}
	}
}

// A pin file that is changed, cut, or of another version pins nothing, and says so.
func TestPinFilesAreStrict(t *testing.T) {
	pins, err := Pin([]byte(oneTool), contract.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	read := func(s string) error { _, err := readPins([]byte(s), contract.Limits{}); return err }
	if err := read(string(pins)); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"version 1":       {`"promptcheckPins":2,`, `"promptcheckPins":1,`},
		"version 3":       {`"promptcheckPins":2,`, `"promptcheckPins":3,`},
		"version as text": {`"promptcheckPins":2,`, `"promptcheckPins":"2",`},
		"no version":      {`"promptcheckPins":2,`, ``},
		"beside is gone":  {`"beside":"",`, ``},
		"beside is none":  {`"beside":""`, `"beside":"0"`},
		"one more":        {`"beside":""`, `"beside":"","x":1`},
		"no tools":        {`"tools":[`, `"tolls":[`},
		"a member twice":  {`"name":"add"`, `"name":"add","name":"add"`},
		"another member":  {`"rest"`, `"Rest"`},
		"no name":         {`"name":"add"`, `"name":""`},
		"a number":        {`"name":"add"`, `"name":7`},
		"no hash":         {`"description":"`, `"description":"x`},
		"not lower case":  {`"schema":"`, `"schema":"A`},
		"twice":           {"[\n", "[\n" + string(pins[strings.Index(string(pins), `{"name"`):strings.Index(string(pins), "\n]}")]) + ","},
	} {
		body := strings.Replace(string(pins), change[0], change[1], 1)
		if body == string(pins) {
			t.Fatalf("%s: nothing was changed", name)
		}
		err := read(body)
		var e *ringfence.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.HasPrefix(name, "version") && (e.Code != contract.CodeShape || !strings.Contains(e.Hint, "promptcheck tools pin")) {
			t.Errorf("%s: %v, hint %q", name, err, e.Hint)
		}
	}
	const old = `{"promptcheckPins":1,"tools":[` + "\n" + `{"name":"add","description":"","schema":"","rest":""}` + "\n]}\n"
	if err := read(old); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("pins of version 1: %v", err)
	}
}
