package contract

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// TestNothingPrints: what came from a body reaches no log through the types
// around it; the place in a note is printable ASCII.
func TestNothingPrints(t *testing.T) {
	ec, err := ParseEditContext([]byte(`{"editContextVersion":"0.1","selection":[],"screen":{"elementIds":[]},` +
		`"source":null,"untrusted":{"canary\u001b\u202e":{"text":"canary text"}}}`))
	if err != nil || len(ec.Notes) == 0 {
		t.Fatalf("%v, %v", ec, err)
	}
	ask := mustAsk(t, `{"contextItems":[{"label":"canary text"}],"message":"canary text"}`)
	for _, v := range []any{ec, ask, ec.Notes, ec.Notes[0], (*EditContext)(nil), (*Ask)(nil)} {
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "v", v)
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
			fmt.Fprintf(&log, verb, v)
		}
		if s := log.String(); strings.Contains(s, "canary text") || strings.ContainsAny(s, "\x1b\u202e") {
			t.Errorf("%T prints what it holds: %q", v, s)
		}
	}
}
