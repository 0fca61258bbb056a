package serve

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/render"
)

// What stands in parts reaches the renderer as it is, in order, with a context or
// an ask body or alone.
func TestRenderParts(t *testing.T) {
	const parts = `"parts":[{"kind":"tool-result","text":"a\u0000\r\n⟦","source":"mail"},{"text":"","kind":"CANARY"}]`
	want := []RenderPart{{"tool-result", "a\x00\r\n⟦", "mail"}, {"CANARY", "", ""}}
	for name, c := range map[string]struct {
		body string
		main string
		ask  bool
	}{
		"alone":       {`{` + parts + `}`, "", false},
		"with":        {`{"context":{"x":1},` + parts + `,"budget":7}`, `{"x":1}`, false},
		"with an ask": {`{` + parts + `,"ask":{}}`, `{}`, true},
	} {
		in, _, err := readRender([]byte(c.body))
		if err != nil || !reflect.DeepEqual(in.Parts, want) || string(in.Body) != c.main || in.Ask != c.ask {
			t.Errorf("%s: %+v %v", name, in, err)
		}
	}
}

func TestRenderPartErrors(t *testing.T) {
	one := `{"kind":"note","text":"CANARY"}`
	list := func(n int) string { return `{"parts":[` + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + `]}` }
	for _, c := range []struct {
		name, body string
		code       ringfence.Code
		pointer    string
	}{
		{"none", `{"parts":[]}`, contract.CodeMissing, ""},
		{"no list", `{"parts":{}}`, contract.CodeType, ""},
		{"null", `{"parts":null}`, contract.CodeType, ""},
		{"no object", `{"parts":["CANARY"]}`, contract.CodeType, ""},
		{"no kind", `{"parts":[` + one + `,{"text":"CANARY"}]}`, contract.CodeMissing, "/parts/1/kind"},
		{"no text", `{"parts":[{"kind":"note"}]}`, contract.CodeMissing, "/parts/0/text"},
		{"text is a number", `{"parts":[{"kind":"note","text":1}]}`, contract.CodeType, ""},
		{"unknown member", `{"parts":[{"kind":"note","text":"x","CANARY":"request"}]}`, contract.CodeType, ""},
		{"name twice", `{"parts":[{"kind":"note","text":"CANARY","text":"y"}]}`, contract.CodeDuplicate, ""},
		{"empty source", `{"parts":[{"kind":"note","text":"x","source":""}]}`, contract.CodeType, ""},
		{"long source", `{"parts":[{"kind":"note","text":"x","source":"` + strings.Repeat("CANARY", MaxSource) + `"}]}`, contract.CodeType, ""},
		{"cut", `{"parts":[{"kind":"note","text":"CANARY`, contract.CodeTruncated, ""},
		{"too many", list(MaxParts + 1), contract.CodeType, ""},
	} {
		_, _, err := readRender([]byte(c.body))
		var e *ringfence.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Pointer != c.pointer || strings.Contains(e.Error()+e.Hint, "CANARY") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if in, _, err := readRender([]byte(list(MaxParts))); err != nil || len(in.Parts) != MaxParts {
		t.Errorf("%d parts: %v", len(in.Parts), err)
	}
	longest := `{"parts":[{"kind":"note","text":"x","source":"` + strings.Repeat("s", MaxSource) + `"}]}`
	if _, _, err := readRender([]byte(longest)); err != nil {
		t.Error(err)
	}
}

// The answer to parts is that of the renderer, over HTTP as well.
func TestRenderPartsAnswered(t *testing.T) {
	var got []RenderPart
	s := newServer(t, func(c *Config) {
		c.Render = func(_ context.Context, in RenderInput) (*render.Prompt, error) {
			got = in.Parts
			return &render.Prompt{}, nil
		}
	})
	post(t, s, PathRender, `{"parts":[{"kind":"note","text":"x"}]}`)
	if len(got) != 1 || got[0] != (RenderPart{Kind: "note", Text: "x"}) {
		t.Errorf("%+v", got)
	}
}
