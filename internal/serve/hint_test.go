package serve

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit"
)

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
