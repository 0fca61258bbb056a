package render_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// testNonce is the nonce of most tests.
var testNonce = fence.SeededNonce([]byte("render tests"))

// roomy is a limit that every small prompt fits.
const roomy = 100_000

// data is short for what tests write all the time.
func data(s string) ringfence.Data { return ringfence.NewData(s) }

// renderer returns a renderer with an exact counter.
func renderer(tokens int) *render.Renderer {
	return &render.Renderer{Nonce: testNonce, Limit: budget.Limit{Tokens: tokens, Counter: o200k.Encoding()}}
}

// mustRender renders and checks everything a prompt promises.
func mustRender(t testing.TB, r *render.Renderer, parts ...render.Part) *render.Prompt {
	t.Helper()
	p, err := r.Render(t.Context(), parts...)
	if err != nil {
		t.Fatalf("Render: %v", err)
	}
	checkPrompt(t, r, p)
	return p
}

// codeOf returns the code of a *ringfence.Error and "" for nil.
func codeOf(t testing.TB, err error) ringfence.Code {
	t.Helper()
	if err == nil {
		return ""
	}
	e, ok := errors.AsType[*ringfence.Error](err)
	if !ok {
		t.Fatalf("error of type %T: %v", err, err)
	}
	return e.Code
}

// parseContext parses an edit context.
func parseContext(t testing.TB, body string) *contract.EditContext {
	t.Helper()
	ec, err := contract.ParseEditContext([]byte(body))
	if err != nil {
		t.Fatalf("ParseEditContext: %v", err)
	}
	return ec
}

// parseUI parses the ui of an ask body whose openWindows are given.
func parseUI(t testing.TB, windows ...string) *contract.UI {
	t.Helper()
	ask, err := contract.ParseAsk([]byte(`{"ui":{"openWindows":[` + strings.Join(windows, ",") + `]}}`))
	if err != nil {
		t.Fatalf("ParseAsk: %v", err)
	}
	return ask.UI
}

// blocksOf returns the blocks of a prompt, scanned with its nonce.
func blocksOf(t testing.TB, p *render.Prompt) []fence.Block {
	t.Helper()
	blocks, err := p.Nonce().Scan(p.Text())
	if err != nil {
		t.Fatalf("Scan: %v", err)
	}
	return blocks
}

// blockOf returns the data of the first block of a kind.
func blockOf(t testing.TB, p *render.Prompt, kind fence.Kind) (fence.Block, bool) {
	t.Helper()
	for _, b := range blocksOf(t, p) {
		if b.Kind == kind {
			return b, true
		}
	}
	return fence.Block{}, false
}

// record is one line of a block of structured data.
type record map[string]any

// recordsOf parses the lines of the block of a kind; none without a block.
func recordsOf(t testing.TB, p *render.Prompt, kind fence.Kind) []record {
	t.Helper()
	b, ok := blockOf(t, p, kind)
	if !ok {
		return nil
	}
	var out []record
	for line := range strings.SplitSeq(b.Data.Raw(), "\n") {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("a record of the %v block is no JSON: %v\n%s", kind, err, line)
		}
		out = append(out, r)
	}
	return out
}

// str is a member of a record that is a string, "" when it is not there.
func (r record) str(key string) string {
	s, _ := r[key].(string)
	return s
}

// object is a member of a record that is an object.
func (r record) object(key string) record {
	m, _ := r[key].(map[string]any)
	return m
}

// outside returns the text of each role without its blocks.
func outside(t testing.TB, p *render.Prompt) map[render.Role]string {
	t.Helper()
	out := map[render.Role]string{}
	scanner := fence.NewScanner(p.Nonce())
	for _, m := range p.Messages() {
		blocks, err := scanner.Scan(m.Text)
		if err != nil {
			t.Fatalf("Scan: %v", err)
		}
		at := 0
		for _, b := range blocks {
			out[m.Role] += m.Text[at:b.Start]
			at = b.End
		}
		out[m.Role] += m.Text[at:]
	}
	return out
}

// jsonOf returns what WriteJSON writes.
func jsonOf(t testing.TB, p *render.Prompt) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.WriteJSON(&b); err != nil {
		t.Fatalf("WriteJSON: %v", err)
	}
	return b.String()
}

// decisions returns what became of each part, by ordinal.
func decisions(p *render.Prompt) map[int]render.Decision {
	out := map[int]render.Decision{}
	for _, r := range p.Report().Parts {
		out[r.N] = r.Decision
	}
	return out
}

// notes returns a part of many blocks with different text, each of n words.
func notes(blocks, n int) []render.Part {
	out := make([]render.Part, blocks)
	for i := range out {
		out[i] = render.Note(data(strings.Repeat("note "+string(rune('a'+i%26))+" words ", n)))
	}
	return out
}
