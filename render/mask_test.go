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
	"github.com/ringfence/ringfence/contract"
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
	type inside struct { // fmt calls no methods of what unexported fields hold
		p render.Prompt
		s render.Session
		d render.Part
	}
	values := []any{
		p, *p, s, *s, p.Messages(), p.Parts(), p.Messages()[0], p.Parts()[0],
		holder{p},
		holder{s},
		holder{p.Messages()},
		inside{p: *p, s: *s},
		&inside{p: *p, s: *s},
	}
	for _, d := range []render.Part{
		render.ToolResult(ringfence.NewData(canary)), render.Items([]contract.Item{{Label: ringfence.NewData(canary)}}),
	} {
		values = append(values, d, &d, []render.Part{d}, holder{d}, inside{d: d}, &inside{d: d})
	}
	verbs := []string{"%v", "%+v", "%s", "%#v", "%q", "%x", "%X", "%d", "%t", "%c", "%e", "%z"}
	for i, v := range values {
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "v", v)
		for _, verb := range verbs {
			fmt.Fprintf(&log, verb, v)
		}
		for _, secret := range []string{canary, p.Nonce().Reveal(), fmt.Sprintf("%x", canary)} {
			if strings.Contains(strings.ToLower(log.String()), secret) {
				t.Errorf("value %d, a %T, prints what it holds", i, v)
			}
		}
	}
	for _, v := range []any{p, s, render.Request(ringfence.NewData(canary)), render.Int(4)} {
		if b, err := json.Marshal(v); !errors.Is(err, render.ErrEncoding) {
			t.Errorf("%T encodes: %s, %v", v, b, err)
		}
	}
	if got := fmt.Sprintf("%s %d", render.Int(40), render.Int(41)); got != "arg arg" {
		t.Errorf("an argument prints %q", got)
	}
}

// TestNoPrompt: what there is instead of a prompt after an error reads as an
// empty one.
func TestNoPrompt(t *testing.T) {
	for _, p := range []*render.Prompt{nil, {}} {
		var b bytes.Buffer
		if n, err := p.WriteTo(&b); n != 0 || err != nil {
			t.Errorf("%v: wrote %d, %v", p, n, err)
		}
		if p.Text() != "" || len(p.Messages())+len(p.Spans())+len(p.Parts())+len(p.Report().Parts) != 0 {
			t.Errorf("%v: holds something", p)
		}
		if !p.Nonce().IsZero() || p.NextOrdinal() != 0 || p.Provenance().Known() || p.Report().Used != 0 {
			t.Errorf("%v: knows something", p)
		}
		if err := p.WriteMessages(&b); err != nil || b.String() != "[]\n" {
			t.Errorf("%v: messages %q, %v", p, b.String(), err)
		}
		b.Reset()
		if err := p.WriteJSON(&b); err != nil || !strings.Contains(b.String(), `"messages":[]`) {
			t.Errorf("%v: JSON %q, %v", p, b.String(), err)
		}
		if fmt.Sprintf("%s", p) == "" || p.LogValue().String() == "" {
			t.Error("does not describe itself")
		}
	}
}
