package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/internal/serve"
)

// openAPI is docs/openapi.json, and its schemas compiled.
type openAPI struct {
	doc      map[string]any
	compiler *jsonschema.Compiler
}

func readOpenAPI(t *testing.T) *openAPI {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(rootFile(t, "docs/openapi.json")))
	if err != nil {
		t.Fatal(err)
	}
	doc, ok := v.(map[string]any)
	if !ok {
		t.Fatal("the document is no object")
	}
	a := &openAPI{doc, jsonschema.NewCompiler()}
	if err := a.compiler.AddResource("openapi.json", v); err != nil {
		t.Fatal(err)
	}
	return a
}

// at walks the document by names.
func (a *openAPI) at(t *testing.T, names ...string) map[string]any {
	t.Helper()
	here := a.doc
	for _, name := range names {
		next, ok := here[name].(map[string]any)
		if !ok {
			t.Fatalf("the document has no %v", names)
		}
		here = next
	}
	return here
}

// schema compiles the schema at a place of the document.
func (a *openAPI) schema(t *testing.T, names ...string) *jsonschema.Schema {
	t.Helper()
	a.at(t, names...)
	var pointer strings.Builder
	for _, name := range names {
		pointer.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
	}
	s, err := a.compiler.Compile("openapi.json#" + pointer.String())
	if err != nil {
		t.Fatalf("%v: %v", names, err)
	}
	return s
}

// The document names the paths of the server with their methods, all of them and
// no others, and every reference in it leads somewhere.
func TestOpenAPIDescribesTheServer(t *testing.T) {
	a := readOpenAPI(t)
	if a.doc["openapi"] != "3.1.0" || a.at(t, "info")["title"] == "" || a.at(t, "info")["version"] == "" {
		t.Errorf("%v", a.doc["info"])
	}
	described := map[string]string{}
	ids := map[string]bool{}
	for path := range a.at(t, "paths") {
		for method := range a.at(t, "paths", path) {
			described[path] = strings.ToUpper(method)
			op := a.at(t, "paths", path, method)
			id, _ := op["operationId"].(string)
			if id == "" || ids[id] || op["summary"] == "" {
				t.Errorf("%s %s: operation %q", method, path, id)
			}
			ids[id] = true
			for status := range a.at(t, "paths", path, method, "responses") {
				r := a.at(t, "paths", path, method, "responses", status)
				if r["description"] == "" {
					t.Errorf("%s %s: status %s is not described", method, path, status)
				}
				for kind := range a.at(t, "paths", path, method, "responses", status, "content") {
					a.schema(t, "paths", path, method, "responses", status, "content", kind, "schema")
				}
			}
		}
	}
	if !maps.Equal(described, serve.Routes()) {
		t.Errorf("described are %v, the server has %v", described, serve.Routes())
	}
	used := rootFile(t, "docs/openapi.json")
	for name := range a.at(t, "components", "schemas") {
		a.schema(t, "components", "schemas", name)
		if !strings.Contains(used, `"#/components/schemas/`+name+`"`) {
			t.Errorf("the schema %s is not used", name)
		}
	}
}

// The closed sets of the document are those of the program.
func TestOpenAPISets(t *testing.T) {
	a := readOpenAPI(t)
	set := func(names ...string) []string {
		list, _ := a.at(t, names...)["enum"].([]any)
		var out []string
		for _, v := range list {
			out = append(out, fmt.Sprint(v))
		}
		return out
	}
	at := []string{"components", "schemas"}
	for name, c := range map[string]struct{ got, want []string }{
		"encodings": {set(append(at, "RenderRequest", "properties", "encoding")...), encodingNames()},
		"kinds":     {set(append(at, "RenderPart", "properties", "kind")...), outsideNames()},
		"styles":    {set(append(at, "RenderRequest", "properties", "style")...), styleNames()},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: the document has %v, the program %v", name, c.got, c.want)
		}
	}
}

// apiServer is the server as the command configures it.
func apiServer(t *testing.T) *serve.Server {
	t.Helper()
	s, err := serve.New(serve.Config{Render: renderBody{serve.DefaultBytes}.render, Version: "test", FailOn: audit.Warning, Timeout: servePatience})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What the server takes and answers is as described, on every path.
func TestOpenAPIHoldsForAnswers(t *testing.T) {
	a, s := readOpenAPI(t), apiServer(t)
	context := rootFile(t, "examples/quickstart/context.json")
	const ask = `{"ui":{"openWindows":[{"id":"a","title":"Inbox","focused":true}]},"contextItems":[{"label":"A","excerpt":"b"}],"message":"Go."}`
	chat := func(text string) string {
		return `{"body":{"messages":[{"role":"user","content":"` + text + `"}]}}`
	}
	answer := func(text string) string {
		return `{"body":{"choices":[{"message":{"role":"assistant","content":"` + text + `"}}]}}`
	}
	hook := func(event, text string) string {
		return `{"request":{"json":{"messages":[{"role":"user","content":"` + text + `"}]}},"response":{"json":{"choices":[{"message":{"role":"assistant","content":"` + text + `"}}]}},"eventType":"` + event + `"}`
	}
	for _, c := range []struct {
		path, body string
		status     int
	}{
		{"/v1/render", `{"context":` + context + `,"request":"Make it blue.","encoding":"bytes","budget":20000}`, 200},
		{"/v1/render", `{"context":` + context + `,"encoding":"bytes","budget":3000,"style":"prefix"}`, 200},
		{"/v1/render", `{"ask":` + ask + `,"prev":` + ask + `,"nonce":"abcdefghij","first":7,"format":"messages","encoding":"cl100k_base"}`, 200},
		{"/v1/render", `{"parts":[{"kind":"tool-result","text":"x\u0000","source":"mail"},{"kind":"note","text":""}],"request":"Go."}`, 200},
		{"/v1/render", `{"context":` + context + `,"parts":[],"encoding":"bytes","budget":20000}`, 200},
		{"/v1/render", `{"ask":` + ask + `,"parts":[{"kind":"note","text":"x"}],"format":"messages"}`, 200},
		{"/v1/render", `{"parts":[{"kind":"tool","text":"x"}]}`, 400},
		{"/v1/render", `{"ask":` + ask + `,"budget":1}`, 422},
		{"/v1/render", `{"ask":{"contextItems":7}}`, 400},
		{"/v1/render", `{"ask":{},"nonce":"A"}`, 400},
		{"/v1/check", `x`, 200},
		{"/v1/check?kind=prompt&fail-on=never", `a <|im_start|>`, 200},
		{"/v1/check", `{"ui":`, 422},
		{"/v1/check?kind=nothing", `x`, 400},
		{"/request", chat("fine"), 200},
		{"/request", chat(`a\u202eb`), 200},
		{"/request", chat(`<untrusted-data-abcdefghij-1 kind=note>\nx\n</untrusted-data-abcdefghij-1>\n\u202e`), 200},
		{"/request", `{`, 200},
		{"/response", answer("fine"), 200},
		{"/response", answer(`a\u202eb`), 200},
		{"/response", `{}`, 200},
		{"/v1/guardrail/portkey", hook("beforeRequestHook", "fine"), 200},
		{"/v1/guardrail/portkey", hook("beforeRequestHook", `a\u202eb`), 200},
		{"/v1/guardrail/portkey", hook("afterRequestHook", `a\u202eb`), 200},
		{"/v1/guardrail/portkey", strings.Replace(hook("afterRequestHook", "fine"), `"role":"user"`, `"role":"root"`, 1), 200},
		{"/v1/guardrail/portkey", `{}`, 200},
		{"/healthz", "", 200},
		{"/healthz", "x", 200},
	} {
		path, _, _ := strings.Cut(c.path, "?")
		method := serve.Routes()[path]
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(method, "http://localhost"+c.path, strings.NewReader(c.body)))
		name := fmt.Sprintf("%s %.60s", c.path, c.body)
		if w.Code != c.status {
			t.Errorf("%s: status %d, want %d: %s", name, w.Code, c.status, w.Body)
			continue
		}
		op := []string{"paths", path, strings.ToLower(method)}
		status := fmt.Sprint(w.Code)
		if a.at(t, append(op, "responses")...)[status] == nil {
			status = "default"
		}
		validate(t, name+": answer", a.schema(t, append(op, "responses", status, "content", w.Header().Get("Content-Type"), "schema")...), w.Body.Bytes())
		for h := range headersOf(a.at(t, append(op, "responses", status)...)) {
			validate(t, name+": "+h, a.schema(t, append(op, "responses", status, "headers", h, "schema")...), []byte(w.Header().Get(h)))
		}
		// A body that was accepted as described fits its description.
		if method == http.MethodPost && path != "/v1/check" && w.Code == 200 && len(c.body) > 2 {
			validate(t, name+": body", a.schema(t, append(op, "requestBody", "content", "application/json", "schema")...), []byte(c.body))
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "http://localhost/nowhere", strings.NewReader("")))
	validate(t, "no path", a.schema(t, "components", "schemas", "Error"), w.Body.Bytes())
}

func headersOf(response map[string]any) map[string]any {
	h, _ := response["headers"].(map[string]any)
	return h
}

func validate(t *testing.T, name string, s *jsonschema.Schema, body []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		t.Errorf("%s: %v in %s", name, err, body)
		return
	}
	if err := s.Validate(v); err != nil {
		t.Errorf("%s: %v\n%s", name, err, body)
	}
}

// The schemas refuse what the server never answers: they could fail.
func TestOpenAPIRefuses(t *testing.T) {
	a := readOpenAPI(t)
	for name, bodies := range map[string][]string{
		"Report":                   {`{"checked":1,"unchecked":[]}`, `{"checked":2,"unchecked":[],"findings":[]}`, `{"checked":1,"unchecked":[],"findings":[],"x":1}`},
		"GuardrailsPromptResponse": {`{}`, `{"action":{"body":1}}`, `{"action":{"body":"x"}}`, `{"action":{"body":{"choices":[]}}}`, `{"action":{"body":"x","status_code":200}}`},
		"PortkeyAnswer":            {`{"data":{"action":"pass","explanation":"","unread":0}}`, `{"verdict":"true","data":{"action":"pass","explanation":"","unread":0}}`},
		"Error":                    {`{"error":"x"}`, `{"error":{"code":"A B","message":""}}`},
		"RenderRequest":            {`{}`, `{"context":{"editContextVersion":"0.1"},"ask":{}}`, `{"ask":{},"budget":0}`, `{"ask":{},"nonce":"short"}`, `{"parts":[]}`, `{"parts":[{"kind":"note"}]}`, `{"parts":[{"kind":"tool","text":""}]}`, `{"parts":[{"kind":"note","text":"","x":1}]}`},
	} {
		s := a.schema(t, "components", "schemas", name)
		for _, body := range bodies {
			var v any
			if err := json.Unmarshal([]byte(body), &v); err != nil {
				t.Fatal(err)
			}
			if s.Validate(v) == nil {
				t.Errorf("%s accepts %s", name, body)
			}
		}
	}
}
