package serve

import (
	"encoding/json"
	"strings"
	"testing"
)

// Why a body could not be checked is said with a code, a place and our own words,
// and with nothing of the body: neither texts nor names of its members.
func TestReasons(t *testing.T) {
	observing := newServer(t, func(c *Config) { c.Action = Observe })
	s := newServer(t, func(c *Config) { c.Bytes = 2000 })
	for _, c := range []struct{ name, path, body, want string }{
		{"no body", PathRequest, `{"messages":[{"role":"user","content":"CANARY"}]}`, "field-missing at /body: there is no body around the messages; "},
		{"no body of a response", PathResponse, `{"choices":[]}`, "field-missing at /body: there is no body around the choices; "},
		{"no list", PathRequest, `{"body":{"CANARY":[]}}`, "field-missing at /body/messages: there is no list of messages; "},
		{"no list of a response", PathResponse, `{"body":{"messages":[]}}`, "field-missing at /body/choices: there is no list of choices; "},
		{"wrong list", PathRequest, `{"body":{"messages":{"CANARY":1}}}`, "field-type at byte 19: a list is expected"},
		{"null", PathRequest, `{"body":null}`, "field-type at byte 7: an object is expected"},
		{"no text", PathRequest, `{"body":{"messages":[]}}`, "field-missing: there is no text here that could be checked; "},
		{"no such role", PathRequest, `{"body":{"messages":[{"role":"CANARY","content":"x"}]}}`, "field-type at byte 37: the role is not known; "},
		{"tokens", PathRequest, `{"body":{"messages":[{"role":"user","content":[1]}]}}`, "field-type at byte "},
		{"no JSON", PathRequest, `CANARY`, "json-syntax at byte 0: the body is not valid JSON"},
		{"cut", PathRequest, `{"body":{"messages":["CANARY`, "json-truncated at byte "},
		{"twice", PathRequest, `{"CANARY":1,"CANARY":2}`, "duplicate-key at byte "},
		{"long", PathRequest, `{"body":{"messages":["` + strings.Repeat("CANARY", 400) + `"]}}`, "http-body: the body is longer than the limit; "},
		{"no event", PathPortkey, `{"request":{"json":{}}}`, "field-missing at /eventType: the event is missing or not known; "},
		{"another event", PathPortkey, `{"eventType":"CANARY"}`, "field-missing at /eventType: the event is missing or not known; "},
		{"no request", PathPortkey, `{"eventType":"beforeRequestHook"}`, "field-missing at /request/json: there is no json object here"},
		{"no response", PathPortkey, `{"eventType":"afterRequestHook","request":{"json":{"prompt":"CANARY"}}}`, "field-missing at /response/json: there is no json object here"},
		{"no text in it", PathPortkey, `{"eventType":"beforeRequestHook","request":{"json":{"CANARY":1}}}`, "field-missing at /request/json: there is no text here that could be checked; "},
		{"no such role in it", PathPortkey, `{"eventType":"beforeRequestHook","request":{"json":{"messages":[{"role":"CANARY"}]}}}`, "field-type at byte 80: the role is not known; "},
	} {
		for _, server := range []*Server{s, observing} {
			answer := post(t, server, c.path, c.body)
			if server == observing && c.name == "long" {
				continue // it has another limit
			}
			var reason string
			if c.path == PathPortkey {
				var r portkeyReply
				_ = json.Unmarshal([]byte(answer), &r)
				reason = r.Data.Explanation
			} else {
				_, _, _, reason = gatewayReply(t, answer)
			}
			if !strings.HasPrefix(reason, c.want) || strings.Contains(answer, "CANARY") || strings.ContainsAny(reason, "\n\x1b") {
				t.Errorf("%s: %q, want %q", c.name, reason, c.want)
			}
		}
	}
}

// The byte of a reason is that of the whole body, also for what stands in one half.
func TestReasonOffsets(t *testing.T) {
	s := newServer(t, nil)
	const body = `{"eventType":"beforeRequestHook","request":{"text":"x","json":{"input":["a",7]}}}`
	r := askPortkey(t, s, body)
	at := strings.Index(body, ",7]") // what was read last ends before it
	if want := "field-type at byte " + itoa(at) + ": "; !strings.HasPrefix(r.Data.Explanation, want) {
		t.Errorf("%q, want %q", r.Data.Explanation, want)
	}
}

func itoa(n int) string { b, _ := json.Marshal(n); return string(b) }
