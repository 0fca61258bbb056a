package contract

import (
	"bytes"
	"encoding/json"
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
	for _, v := range []any{ec, ask, *ec, *ask, ec.Notes, ec.Notes[0], &ec.Notes[0], (*EditContext)(nil), (*Ask)(nil)} {
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "v", v)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "v", v)
		if text, err := json.Marshal(v); err == nil {
			log.Write(text)
		}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
			fmt.Fprintf(&log, verb, v)
		}
		if s := log.String(); strings.Contains(s, "canary text") || strings.Contains(s, "PANIC") || strings.ContainsAny(s, "\x1b\u202e") {
			t.Errorf("%T prints what it holds: %q", v, s)
		}
	}
}

// A note in JSON keeps every field, with the place as it prints.
func TestNoteJSON(t *testing.T) {
	n := Note{Code: NoteUnknown, Pointer: "/a\x1b\u202e", Offset: 4, Count: 2, Detail: "d"}
	text, err := json.Marshal(n)
	var back Note
	if err != nil || json.Unmarshal(text, &back) != nil {
		t.Fatalf("%s: %v", text, err)
	}
	n.Pointer = `/a\x1b\u202e`
	if back.Code != n.Code || back.Pointer != n.Pointer || back.Offset != n.Offset || back.Count != n.Count || back.Detail != n.Detail {
		t.Errorf("%s", text)
	}
}
