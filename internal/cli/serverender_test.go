package cli

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/internal/serve"
	"github.com/ringfence/ringfence/render"
)

// rendered renders as the server does.
func rendered(t *testing.T, in serve.RenderInput) (*render.Prompt, error) {
	t.Helper()
	if in.Encoding == "" {
		in.Encoding = "bytes"
	}
	if in.Budget == 0 {
		in.Budget = 20_000
	}
	return renderBody{serve.DefaultBytes}.render(context.Background(), in)
}

const oneWindow = `{"ui":{"openWindows":[{"id":"a","title":"Inbox","focused":true}]},"message":"What is new?"}`

// Each form of a request gives what the command gives for the same input, under
// the same nonce.
func TestRenderBodyIsRender(t *testing.T) {
	context := rootFile(t, "examples/quickstart/context.json")
	words := "Make it blue."
	for name, c := range map[string]struct {
		in   serve.RenderInput
		body string
		args []string
	}{
		"context":          {serve.RenderInput{Body: []byte(context)}, context, nil},
		"context, asked":   {serve.RenderInput{Body: []byte(context), Request: &words}, context, []string{"--request", words}},
		"ask":              {serve.RenderInput{Body: []byte(oneWindow), Ask: true}, oneWindow, nil},
		"ask, other words": {serve.RenderInput{Body: []byte(oneWindow), Ask: true, Request: &words}, oneWindow, []string{"--request", words}},
		"style":            {serve.RenderInput{Body: []byte(oneWindow), Ask: true, Style: "prefix"}, oneWindow, []string{"--style", "prefix"}},
		"vocabulary":       {serve.RenderInput{Body: []byte(oneWindow), Ask: true, Encoding: "cl100k_base"}, oneWindow, []string{"--encoding", "cl100k_base"}},
	} {
		code, want, stderr := run(c.body, append([]string{"render", "--seed", "00", "--format", "json", "--budget", "20000", "--encoding", "bytes"}, append(c.args, "-")...)...)
		if code != ExitClean {
			t.Errorf("%s: %s", name, stderr)
			continue
		}
		at := strings.LastIndex(want, `"nonce":"`) + len(`"nonce":"`)
		c.in.Nonce = want[at : at+10]
		p, err := rendered(t, c.in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got bytes.Buffer
		if err := p.WriteJSON(&got); err != nil || got.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got.String(), want)
		}
	}
}

// A conversation goes on under its nonce, with rising ordinals and the changes
// since the turn before. Without a nonce each prompt has another.
func TestRenderBodyTurns(t *testing.T) {
	one, err := rendered(t, serve.RenderInput{Body: []byte(oneWindow), Ask: true})
	if err != nil {
		t.Fatal(err)
	}
	two, err := rendered(t, serve.RenderInput{
		Body: []byte(strings.Replace(oneWindow, "Inbox", "Drafts", 1)), Ask: true, Prev: []byte(oneWindow),
		Nonce: one.Nonce().Reveal(), First: one.NextOrdinal(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if two.Nonce() != one.Nonce() || two.Spans()[0].N < one.NextOrdinal() || !strings.Contains(two.Text(), "kind=changes") {
		t.Errorf("the second turn: %s", two.Text())
	}
	again, err := rendered(t, serve.RenderInput{Body: []byte(oneWindow), Ask: true})
	if err != nil || again.Nonce() == one.Nonce() {
		t.Errorf("%v: a nonce twice", err)
	}
}

// Every mistake has a typed error that holds nothing of the body.
func TestRenderBodyErrors(t *testing.T) {
	empty := " "
	for name, in := range map[string]serve.RenderInput{
		"encoding":      {Body: []byte(oneWindow), Ask: true, Encoding: "CANARY"},
		"style":         {Body: []byte(oneWindow), Ask: true, Style: "CANARY"},
		"nonce":         {Body: []byte(oneWindow), Ask: true, Nonce: "CANARY"},
		"request":       {Body: []byte(oneWindow), Ask: true, Request: &empty},
		"prev":          {Body: []byte(oneWindow), Ask: true, Prev: []byte(`{"ui":"CANARY"}`)},
		"prev, context": {Body: []byte(rootFile(t, "examples/quickstart/context.json")), Prev: []byte(oneWindow)},
		"ask":           {Body: []byte(`{"contextItems":"CANARY"}`), Ask: true},
		"context":       {Body: []byte(`{"editContextVersion":"CANARY"}`)},
		"budget":        {Body: []byte(oneWindow), Ask: true, Budget: 1},
		"ordinal":       {Body: []byte(oneWindow), Ask: true, First: 1<<31 - 1},
	} {
		p, err := rendered(t, in)
		var e *ringfence.Error
		if p != nil || !errors.As(err, &e) || e.Code == "" || strings.Contains(e.Message+e.Hint, "CANARY") {
			t.Errorf("%s: %v %v", name, p, err)
		}
	}
}
