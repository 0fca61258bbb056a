package serve

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/contract"
)

// What a hint says of flags of the command is left out where there is no such thing,
// and the rest is kept.
func TestHintsHaveNoFlags(t *testing.T) {
	for hint, want := range map[string]string{
		"": "", "say --kind text": "", "check the request; say --kind text for data, or --kind tools": "check the request", "write each name once": "write each name once",
		"leave --model out; write it out": "write it out",
	} {
		if got := problemOf(&ringfence.Error{Code: contract.CodeMissing, Hint: hint}).err.Hint; got != want {
			t.Errorf("%q: %q, want %q", hint, got, want)
		}
	}
	s := newServer(t, nil)
	if answer := post(t, s, PathRequest, `{"body":{"messages":[{"role":"user","content":[]}]}}`); strings.Contains(answer, "--") {
		t.Error(answer)
	}
}

// Hints about kinds speak of the query: a client has no flags.
func TestHintsSpeakOfTheQuery(t *testing.T) {
	for body, want := range map[string]string{
		`{"a":1}`:                        "say ?kind=text to check",
		`{"choices":[]}`:                 "say ?kind=response",
		`{"contextItems":[],"tools":[]}`: "which one it is with ?kind=",
		" ":                              "say ?kind=prompt",
	} {
		_, err := audit.Checker{}.Check(audit.Auto, bodyName, []byte(body))
		if err == nil {
			t.Errorf("%s is checked", body)
			continue
		}
		if got := explain(err); !strings.Contains(got, want) || strings.Contains(got, "--") {
			t.Errorf("%s: %s", body, got)
		}
	}
}
