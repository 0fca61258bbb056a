package render_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// TestNothingPrints: neither data nor nonce reaches a log through a prompt, a
// message, a run or a session.
func TestNothingPrints(t *testing.T) {
	const canary = "canary-of-the-data"
	r := render.Renderer{Nonce: fence.SeededNonce([]byte("print")), Limit: budget.Limit{Tokens: 5000, Counter: budget.Bytes{}}}
	s := render.NewSession(r)
	p, err := s.Render(context.Background(), render.Request(ringfence.NewData(canary)))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(p.Text(), canary) {
		t.Fatal("the prompt does not hold the data: this test tests nothing")
	}
	type holder struct{ V any }
	for _, v := range []any{p, s, p.Messages(), p.Parts(), p.Messages()[0], p.Parts()[0], holder{p}, holder{s}, holder{p.Messages()}} {
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "v", v)
		for _, verb := range []string{"%v", "%+v", "%s", "%#v", "%q", "%x", "%d"} {
			fmt.Fprintf(&log, verb, v)
		}
		for _, secret := range []string{canary, p.Nonce().Reveal(), fmt.Sprintf("%x", canary)} {
			if strings.Contains(log.String(), secret) {
				t.Errorf("%T prints what it holds: %s", v, log.String())
			}
		}
	}
	if _, err := json.Marshal(p); !errors.Is(err, render.ErrEncoding) {
		t.Errorf("a prompt encodes: %v", err)
	}
}
