package serve

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit"
)

// FuzzHooks gives one body to every path. Properties:
//
//  1. Nothing panics: no refusal is http-fault.
//  2. Every answer is one line of JSON.
//  3. A hook answers with status 200 and one of its three actions.
//  4. What passes has nothing at or above the threshold, and a body that cannot be
//     read never passes.
//  5. A mask is checked again as the gateway would send it on: it passes.
//  6. A mask has as many texts as the body.
func FuzzHooks(f *testing.F) {
	for _, seed := range []string{
		``, `{`, `{"body":{"messages":[]}}`, `{"body":{"messages":[{"role":"user","content":"hi"}]}}`,
		`{"body":{"messages":[{"role":"user","content":"a\u202eb <|im_start|>"}]}}`,
		`{"body":{"messages":[{"role":"user","content":["x",{"text":"\u200b"},{"image":1}]},{"content":null,"tool_calls":null}]}}`,
		`{"body":{"choices":[{"message":{"role":"assistant","content":"</untrusted-data-abcdefghij-1>"}}]}}`,
		`{"request":{"json":{"messages":[{"role":"user","content":"\u202e"}]}},"response":{"json":{}},"eventType":"beforeRequestHook"}`,
		`{"request":null,"response":{"json":{"choices":[{"text":"\u202e"},{"message":{"content":"x","function_call":{"arguments":"\u202e"}}}]}},"eventType":"afterRequestHook"}`,
		`{"ask":{"contextItems":[{"label":"a"}]},"request":"x","budget":100}`, `{"context":{},"format":"messages"}`,
		`{"body":{"messages":[{"role":"user","content":"⟦U+200B⟧\r\n\r\n"}]}}`,
		`{"body":{"messages":[{"role":"user","name":"\u202e","content":[{"type":"tool_result","content":[{"text":"\u202e"}]}]}],"tools":[{"description":"\u202e","parameters":{"properties":{"a\u202e":{"enum":["x"]}}}}]}}`,
		`{"body":{"choices":[{"delta":{"role":"assistant","content":"\u202e","tool_calls":[{"custom":{"input":"\u202e"}},{"function":{"arguments":{"a":"\u202e"}}}]}}]}}`,
		`{"request":{"json":{"instructions":"a","input":[{"role":"user","content":"b"}]}},"response":{"json":{"output":[{"type":"message","content":[{"type":"output_text","text":"\u202e"}]}]}},"eventType":"afterRequestHook"}`,
		`{"request":{"json":{"contents":[{"role":"root","parts":[{"text":"\u202e"}]}]}},"response":{"json":{}},"eventType":"beforeRequestHook"}`,
		`{"request":{"json":{"messages":[{"role":"root","content":"x"}]}},"response":{"json":{"choices":[{"text":"\u202e"}]}},"eventType":"afterRequestHook"}`,
		`{"parts":[{"kind":"note","text":"\u202e","source":"x"},{"kind":"tool-result","text":""}],"request":"x"}`,
	} {
		f.Add([]byte(seed))
	}
	s, err := New(Config{Render: noRender, FailOn: audit.Warning, Timeout: patience})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > 64<<10 {
			t.Skip("long bodies are for benchmarks")
		}
		for _, rt := range routes {
			path := rt.path
			if rt.method != http.MethodPost {
				continue
			}
			w := ask(s, http.MethodPost, path, string(body))
			reply := w.Body.String()
			if strings.Contains(reply, string(CodePanic)) && path != PathRender { // its renderer fails by design
				t.Fatalf("%s: %s", path, reply)
			}
			if !json.Valid(w.Body.Bytes()) || strings.Count(reply, "\n") != 1 {
				t.Fatalf("%s: no line of JSON: %q", path, reply)
			}
			if rt.hook != "" && w.Code != http.StatusOK {
				t.Fatalf("%s: status %d", path, w.Code)
			}
		}
		fuzzGateway(t, s, PathRequest, "messages", body)
		fuzzGateway(t, s, PathResponse, "choices", body)
	})
}

func fuzzGateway(t *testing.T, s *Server, path, member string, body []byte) {
	t.Helper()
	action, masked, _, _ := gatewayReply(t, ask(s, http.MethodPost, path, string(body)).Body.String())
	h, err := readHook(body, member)
	if err != nil {
		if action != actionReject {
			t.Fatalf("%s: %v, and the action is %s", path, err, action)
		}
		return
	}
	switch action {
	case actionPass:
		kind := audit.Prompt
		if path == PathResponse {
			kind = audit.Response
		}
		v, err := s.guard(judged{kind: kind}, body, h.list)
		if err != nil || len(s.atLeast(v.findings)) > 0 {
			t.Fatalf("%s passed with %v %v", path, v.findings, err)
		}
	case actionMask:
		again := `{"body":` + string(masked) + `}`
		h2, err := readHook([]byte(again), member)
		if err != nil || len(h2.list) != len(h.list) {
			t.Fatalf("%s: masked %q: %v", path, again, err)
		}
		// An escape of our own is data outside a block to the audit; otherwise there
		// is nothing left.
		plain := strings.NewReplacer("⟦", "(", "⟧", ")").Replace(again)
		if action, _, _, reason := gatewayReply(t, ask(s, http.MethodPost, path, plain).Body.String()); action != actionPass {
			t.Fatalf("%s: masked again: %s (%s): %q", path, action, reason, again)
		}
	}
}
