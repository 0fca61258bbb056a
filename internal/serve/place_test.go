package serve

import (
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit"
)

// A finding of a hook says where it is in the body that was sent.
func TestPlacesOfFindings(t *testing.T) {
	const mark = `\u202e`
	for name, c := range map[string]struct{ path, body string }{
		"request": {PathRequest, `{"body":{"messages":[{"role":"system","content":"go"},{"role":"user","content":"a \"b\" ` + mark + ` c"}]}}`},
		"reply":   {PathResponse, `{"body": {"choices":[{"message":{"role":"assistant","content":"\u00e9 ` + mark + `"}}]}}`},
		"portkey": {PathPortkey, portkeyCall(beforeRequest, `{"messages":[{"role":"user","content":"x `+mark+`"}]}`, "{}")},
		"answer":  {PathPortkey, portkeyCall(afterRequest, `{"messages":[{"role":"user","content":"x"}]}`, `{"choices":[{"message":{"content":"y `+mark+`"}}]}`)},
	} {
		var spans lockedBuffer
		s := newServer(t, func(config *Config) { config.Spans, config.Action = &spans, Observe })
		post(t, s, c.path, c.body)
		if err := s.spans.close(); err != nil {
			t.Fatal(err)
		}
		list := readSpans(t, spans.String())
		if len(list) != 1 || len(list[0].Events) != 1 {
			t.Fatalf("%s: %+v", name, list)
		}
		want := strconv.Itoa(strings.Index(c.body, mark))
		if got := attribute(list[0].Events[0].Attributes, "promptcheck.offset"); got != want {
			t.Errorf("%s: offset %s, want %s", name, got, want)
		}
	}
}

// A role says whether a text is what a tool returned, as in the body of a prompt.
func TestToolResultsAreData(t *testing.T) {
	for role, want := range map[string]int{"tool": 1, "function": 1, "user": 0} {
		body := `{"messages":[{"role":"` + role + `","content":"</document>"}]}`
		h, err := readHook([]byte(`{"body":`+body+`}`), "messages")
		if err != nil {
			t.Fatal(err)
		}
		v, err := newServer(t, nil).guard(judged{kind: audit.Prompt}, []byte(`{"body":`+body+`}`), h.list)
		if err != nil || len(v.findings) != want {
			t.Errorf("%s: %v %v", role, v.findings, err)
		}
		direct, err := audit.Checker{}.Check(audit.Prompt, "-", []byte(body))
		if err != nil || len(direct) != want {
			t.Errorf("%s: a prompt has %v %v", role, direct, err)
		}
	}
}
