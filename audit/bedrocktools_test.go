package audit

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// specTool is a tool as Bedrock's Converse takes it, specRequest a request with it.
const (
	specTool    = `{"toolSpec":{"name":"add","description":"Adds two numbers.","inputSchema":{"json":{"type":"object"}}}}`
	specRequest = `{"modelId":"m","messages":[{"role":"user","content":[{"text":"hi"}]}],"toolConfig":{"tools":[` + specTool + `],"toolChoice":{"auto":{}}}}`
)

// Tools of Bedrock are tools in each place that a list of them can stand, by their
// shape and as that kind, and findings point into the definition.
func TestBedrockTools(t *testing.T) {
	bad := strings.Replace(specTool, "two", `two\u202e`, 1)
	for body, pointer := range map[string]string{
		`[` + bad + `]`:                                   "/0/toolSpec/description",
		`{"tools":[` + bad + `]}`:                         "/tools/0/toolSpec/description",
		`{"toolConfig":{"tools":[` + bad + `]}}`:          "/toolConfig/tools/0/toolSpec/description",
		" \n{\"toolConfig\": {\"tools\": [" + bad + `]}}`: "/toolConfig/tools/0/toolSpec/description",
	} {
		for _, kind := range []Kind{Auto, Tools} {
			got := mustCheck(t, kind, body)
			if ids(got) != idBidi || got[0].Pointer != pointer || got[0].Offset != int64(strings.Index(body, `\u202e`)) {
				t.Errorf("%v %s: %+v", kind, body, got)
			}
		}
	}
	if got := ids(mustCheck(t, Auto, specRequest)); got != "" {
		t.Errorf("an ordinary request: %q", got)
	}
}

// Names are judged in lists and in requests, and the place is that of the element.
func TestBedrockNames(t *testing.T) {
	name := strings.Replace(specTool, `"add"`, `"add two"`, 1)
	for what, tc := range map[string]struct{ list, want string }{
		"name":          {name, idToolName},
		"twice":         {specTool + "," + specTool, idToolTwice},
		"other first":   {`{"systemTool":{"name":"nova_grounding"}},` + name, idToolName},
		"its own name":  {specTool + `,{"systemTool":{"name":"nova grounding"}}`, idToolName},
		"a cache point": {specTool + `,{"cachePoint":{"type":"default","ttl":"5m"}}`, ""},
	} {
		for _, form := range []string{`{"toolConfig":{"tools":[#]}}`, strings.Replace(specRequest, specTool, "#", 1)} {
			body := strings.Replace(form, "#", tc.list, 1)
			got := mustCheck(t, Auto, body)
			if ids(got) != tc.want {
				t.Errorf("%s: %q, want %q: %s", what, ids(got), tc.want, body)
				continue
			}
			if tc.want == "" {
				continue
			}
			last := strings.LastIndex(body, `,{"`)
			if what == "name" {
				last = strings.Index(body, `{"toolSpec"`) - 1
			}
			index := map[bool]string{true: "0", false: "1"}[what == "name"]
			if got[0].Pointer != "/toolConfig/tools/"+index || got[0].Offset != int64(last+1) {
				t.Errorf("%s: %+v, want offset %d", what, got[0], last+1)
			}
		}
	}
}

// Pins hold each member of a definition of Bedrock and what stands beside the list,
// and are compared with requests.
func TestBedrockPins(t *testing.T) {
	const list = `{"toolConfig":{"tools":[` + specTool + `]}}`
	pins, err := Pin([]byte(list), contract.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	request := strings.Replace(specRequest, `,"toolChoice":{"auto":{}}`, "", 1)
	for name, tc := range map[string]struct{ from, to, want string }{
		"same":                   {`x`, `x`, ""},
		"another order":          {`"name":"add","description":"Adds two numbers."`, `"description":"Adds \u0074wo numbers.","name":"add"`, ""},
		"a cache point":          {`}}}}]`, `}}}},{"cachePoint":{"type":"default"}}]`, ""},
		"description":            {`two`, `ten`, idToolChanged},
		"schema":                 {`"object"`, `"string"`, idToolChanged},
		"beside the schema":      {`{"json"`, `{"x":1,"json"`, idToolChanged},
		"in the definition":      {`"name"`, `"strict":true,"name"`, idToolChanged},
		"beside the definition":  {`{"toolSpec"`, `{"strict":true,"toolSpec"`, idToolChanged},
		"the schema of another":  {`"inputSchema"`, `"input_schema"`, idToolChanged},
		"the tool of another":    {`"toolSpec"`, `"function"`, idToolChanged},
		"a tool of the provider": {`}}}}]`, `}}}},{"systemTool":{"name":"nova_grounding"}}]`, idToolNew},
		"one of that name":       {specTool, `{"systemTool":{"name":"add"}}`, idToolChanged},
		"another name":           {`"add"`, `"sub"`, idToolMissing + " " + idToolNew},
		"all gone":               {specTool, ``, idToolMissing},
	} {
		for kind, body := range map[Kind]string{Tools: list, Prompt: request} {
			changed := strings.Replace(body, tc.from, tc.to, 1)
			if changed == body && tc.from != tc.to {
				t.Fatalf("%s: nothing was changed", name)
			}
			for _, kind := range []Kind{kind, Auto} {
				if kind == Auto && name == "all gone" {
					continue // a list of none is no shape
				}
				got, err := Checker{Pins: pins}.Check(kind, "", []byte(changed))
				if err != nil || ids(got) != tc.want {
					t.Errorf("%s, %v: %q %v, want %q", name, kind, ids(got), err, tc.want)
				}
			}
		}
	}
	for name, tc := range map[string]struct{ from, to string }{
		"in the member":     {`]}}`, `],"toolChoice":{"any":{}}}}`},
		"beside the member": {`{"toolConfig"`, `{"instructions":"x","toolConfig"`},
		"tools of no kind":  {`{"toolConfig"`, `{"tools":"x","toolConfig"`},
	} {
		got, err := Checker{Pins: pins}.Check(Tools, "", []byte(strings.Replace(list, tc.from, tc.to, 1)))
		if err != nil || ids(got) != idToolBeside {
			t.Errorf("%s: %q %v", name, ids(got), err)
		}
	}
	if !HasTools([]byte(request)) || HasTools([]byte(strings.Replace(request, `"tools"`, `"tolls"`, 1))) {
		t.Error("whether a request has tools is not what it has")
	}
}

// What one reader takes for a tool and another does not is refused.
func TestBedrockSaidTwice(t *testing.T) {
	list := `{"toolConfig":{"tools":[` + specTool + `]}}`
	for name, body := range map[string]string{
		"two lists":          strings.Replace(list, `{`, `{"tools":[],`, 1),
		"two lists, result":  strings.Replace(list, `{`, `{"result":{"tools":[]},`, 1),
		"two definitions":    strings.Replace(list, `{"toolSpec"`, `{"function":{"name":"sub"},"toolSpec"`, 1),
		"a system tool, too": strings.Replace(list, `{"toolSpec"`, `{"systemTool":{"name":"sub"},"toolSpec"`, 1),
		"a name beside":      strings.Replace(list, `{"toolSpec"`, `{"name":"sub","toolSpec"`, 1),
		"two schemas":        strings.Replace(list, `"inputSchema"`, `"parameters":{},"inputSchema"`, 1),
	} {
		for _, kind := range []Kind{Tools, Auto} {
			if got, err := (Checker{}).Check(kind, "", []byte(body)); !errors.Is(err, &ringfence.Error{Code: contract.CodeConflict}) {
				t.Errorf("%s, %v: %+v %v", name, kind, got, err)
			}
		}
	}
	for name, body := range map[string]string{
		"no name":                   strings.Replace(list, `"name":"add",`, ``, 1),
		"a definition that is none": strings.Replace(list, specTool, `{"toolSpec":"add"}`, 1),
		"a tool nobody knows":       strings.Replace(list, specTool, specTool+`,{"newTool":{"name":"add"}}`, 1),
		"words for a name":          strings.Replace(list, specTool, specTool+`,{"cachePoint":{"Say yes.":"default"}}`, 1),
		"words in a cache point":    strings.Replace(list, specTool, specTool+`,{"cachePoint":{"type":"Say yes."}}`, 1),
		"more in a cache point":     strings.Replace(list, specTool, specTool+`,{"cachePoint":{"type":{"a":"b"}}}`, 1),
		"beside a cache point":      strings.Replace(list, specTool, specTool+`,{"cachePoint":{"type":"default"},"x":1}`, 1),
		"no cache point":            strings.Replace(list, specTool, specTool+`,{"cachePoint":"default"}`, 1),
	} {
		if got, err := (Checker{}).Check(Tools, "", []byte(body)); !errors.Is(err, &ringfence.Error{Code: contract.CodeShape}) {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
	// With a second kind beside it, it is neither.
	if got, err := (Checker{}).Check(Auto, "", []byte(strings.Replace(list, `{`, `{"screen":{},`, 1))); err == nil || !strings.Contains(err.Error(), "two kinds") {
		t.Errorf("two kinds: %+v %v", got, err)
	}
	// Gemini gives a member of the same name no tools.
	if got := ids(mustCheck(t, Auto, `{"contents":[{"parts":[{"text":"a"}]}],"tools":[{"functionDeclarations":[{"name":"c"}]}],"toolConfig":{"functionCallingConfig":{"mode":"ANY"}}}`)); got != "" {
		t.Errorf("Gemini's toolConfig: %q", got)
	}
}

// Pins that were written stay what they are: hashes change for no file.
func TestPinsStayAsTheyAre(t *testing.T) {
	const want = `{"promptcheckPins":2,"beside":"28cbe8c015a6d40ff78ec34445e2ca8015e9f5017d42b8a8b9a96098a1cdf92a","tools":[
{"name":"a","description":"","schema":"","rest":"9f7aa26d85de8cdfb59d24d51162139b047552ffd099d5cd4d29b8a3a9fad859"}
]}
`
	got, err := Pin([]byte(`{"instructions":"x","tools":[{"name":"a"}]}`), contract.Limits{})
	if err != nil || string(got) != want {
		t.Errorf("%v:\n%s", err, got)
	}
}
