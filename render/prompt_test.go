package render_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

var zeroProvenance ringfence.Provenance

func kindNamed(t testing.TB, name string) fence.Kind {
	t.Helper()
	k, ok := fence.ParseKind(name)
	if !ok {
		t.Fatalf("no kind %q", name)
	}
	return k
}

func TestMessages(t *testing.T) {
	p := mustRender(t, renderer(roomy), render.Text("One."), render.Text("Two."), render.Note(data("n")), render.Text("Three."))
	m := p.Messages()
	if len(m) != 2 || m[0].Role != render.System || m[1].Role != render.User {
		t.Fatalf("messages %v", m)
	}
	if m[0].Text != fence.Guide+"One.\nTwo.\n" {
		t.Errorf("system %q", m[0].Text)
	}
	if !strings.HasSuffix(m[1].Text, ">\nThree.\n") {
		t.Errorf("user %q", m[1].Text)
	}
	m[0].Text = "changed"
	if p.Messages()[0].Text == "changed" {
		t.Error("Messages is no copy")
	}
	for role, want := range map[render.Role]string{render.System: "system", render.User: "user"} {
		if role.String() != want {
			t.Errorf("role %q, want %q", role, want)
		}
	}
}

func TestMessagesWithoutOneRole(t *testing.T) {
	r := renderer(roomy)
	if m := mustRender(t, r, render.Text("One.")).Messages(); len(m) != 1 || m[0].Role != render.System {
		t.Errorf("instructions alone: %v", m)
	}
	r.NoGuide = true
	m := mustRender(t, r, render.Note(data("n")), render.Text("After.")).Messages()
	if len(m) != 1 || m[0].Role != render.User {
		t.Errorf("data alone: %v", m)
	}
	for name, parts := range map[string][]render.Part{
		"no part": nil, "no text": {render.Text(""), {}}, "no data": {render.Request(ringfence.Data{}), render.Note(data(""))},
	} {
		if p, err := r.Render(t.Context(), parts...); p != nil || codeOf(t, err) != render.CodeEmpty {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	r.Limit.Tokens = 5
	if p, err := r.Render(t.Context(), render.ToolResult(data("hello"))); p != nil || codeOf(t, err) != render.CodeEmpty {
		t.Errorf("nothing fits: %v, %v", p, err)
	}
}

func TestOrdinalsOverTurns(t *testing.T) {
	r := renderer(roomy)
	scanner := fence.NewScanner(testNonce)
	for turn := range 3 {
		p, err := r.Render(t.Context(), allParts(t, constantFill("turn"))...)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Messages() {
			if _, err := scanner.Scan(m.Text); err != nil {
				t.Fatalf("turn %d does not go on from the one before: %v", turn, err)
			}
		}
		r.First = p.NextOrdinal()
	}
	if r.First != 3*11+1 {
		t.Errorf("after three turns of eleven sections the next ordinal is %d", r.First)
	}
}

// TestOrdinalsSayNothing gives sections without data an ordinal too, so that
// the numbers of the others do not depend on what was empty.
func TestOrdinalsSayNothing(t *testing.T) {
	for _, first := range []string{"", "x"} {
		p := mustRender(t, renderer(roomy), render.Note(data(first)), render.ToolResult(data("t")))
		if b, _ := blockOf(t, p, fence.Tool); b.N != 2 {
			t.Errorf("after a note of %q the tool result is number %d", first, b.N)
		}
	}
}

func TestOrdinalErrors(t *testing.T) {
	for _, first := range []int{-1, -1 << 30, 1_000_000_000, 999_999_999} {
		r := renderer(roomy)
		r.First = first
		p, err := r.Render(t.Context(), render.Note(data("a")), render.Note(data("b")))
		if p != nil || codeOf(t, err) != render.CodeOrdinal {
			t.Errorf("First %d: prompt %v, error %v", first, p != nil, err)
		}
	}
	r := renderer(roomy)
	r.First = 999_999_999
	if p := mustRender(t, r, render.Note(data("a"))); p.Spans()[0].N != 999_999_999 {
		t.Errorf("the last ordinal is %d", p.Spans()[0].N)
	}
}

func TestFreshNonce(t *testing.T) {
	r := &render.Renderer{Limit: budget.Limit{Tokens: roomy, Counter: budget.Bytes{}}}
	a, b := mustRender(t, r, render.Note(data("x"))), mustRender(t, r, render.Note(data("x")))
	if a.Nonce().IsZero() || a.Nonce() == b.Nonce() {
		t.Error("a zero nonce is not a fresh one each time")
	}
	if _, err := b.Nonce().Scan(a.Text()); codeOf(t, err) != fence.CodeForeign {
		t.Errorf("scanning with another nonce: %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p, err := renderer(roomy).Render(ctx, render.Note(data("x")))
	if p != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("prompt %v, error %v", p != nil, err)
	}
	//nolint:staticcheck // a nil context is a mistake that must not panic
	if _, err := renderer(roomy).Render(nil, render.Note(data("x"))); err != nil {
		t.Errorf("without a context: %v", err)
	}
}

func TestWriteTo(t *testing.T) {
	p := mustRender(t, renderer(roomy), render.Text("One."), render.Note(data("n")))
	var b bytes.Buffer
	if n, err := p.WriteTo(&b); err != nil || int(n) != b.Len() || b.String() != p.Text() {
		t.Errorf("%d bytes, %v", n, err)
	}
	full := &fullWriter{room: len(p.Messages()[0].Text) + 5}
	if n, err := p.WriteTo(full); !errors.Is(err, errFull) || int(n) != full.got {
		t.Errorf("a full disk: %d of %d bytes reported, %v", n, full.got, err)
	}
	if err := p.WriteJSON(&fullWriter{}); !errors.Is(err, errFull) {
		t.Errorf("WriteJSON on a full disk: %v", err)
	}
	if err := p.WriteMessages(&fullWriter{}); !errors.Is(err, errFull) {
		t.Errorf("WriteMessages on a full disk: %v", err)
	}
}

var errFull = errors.New("full")

// fullWriter takes so many bytes and then fails.
type fullWriter struct{ room, got int }

func (w *fullWriter) Write(b []byte) (int, error) {
	n := min(len(b), w.room-w.got)
	w.got += n
	if n < len(b) {
		return n, errFull
	}
	return n, nil
}

func TestWriteJSON(t *testing.T) {
	p := mustRender(t, renderer(460), render.Text("<Go> & do."), render.Note(data(words(900))), render.ToolResult(data("tool <b>")), render.Request(data("r")),
		render.Derived(data(words(900)), zeroProvenance).Priority(-9).Group("last"), render.Note(data(words(400))).Priority(-10).Group("last"))
	var got struct {
		Messages []struct{ Role, Text string }
		Blocks   []struct {
			N                   int
			Kind, Trust, Source string
			Message, Start, End int
			Tokens              int
			Cut                 *struct{ Shown, Of int }
		}
		Budget struct {
			Limit, Used        int
			Counter, Exactness string
			Dropped            []struct {
				N                    int
				Kind, Source, Reason string
			}
		}
		Nonce string
	}
	text := jsonOf(t, p)
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&got); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !strings.HasSuffix(text, "}\n") || strings.Contains(text, `\u003c`) {
		t.Error("JSON without a line feed at its end, or with HTML escapes")
	}
	if got.Nonce != testNonce.Reveal() || got.Budget.Limit != 460 || got.Budget.Used != p.Report().Used || got.Budget.Exactness != "exact" {
		t.Errorf("budget %+v", got.Budget)
	}
	for i, m := range p.Messages() {
		if got.Messages[i].Role != m.Role.String() || got.Messages[i].Text != m.Text {
			t.Errorf("message %d differs", i)
		}
	}
	for i, s := range p.Spans() {
		b := got.Blocks[i]
		block := got.Messages[b.Message].Text[b.Start:b.End]
		scanned, err := testNonce.Scan(block)
		if err != nil || len(scanned) != 1 || scanned[0].N != b.N || b.N != s.N || b.Kind != s.Kind.String() || b.Trust != s.Trust.String() || b.Tokens != s.Tokens {
			t.Errorf("block %d: %+v, %v", i, b, err)
		}
		if (b.Cut == nil) != (s.Cut == fence.Cut{}) || b.Cut != nil && fence.Cut(*b.Cut) != s.Cut {
			t.Errorf("block %d: cut %v, want %v", i, b.Cut, s.Cut)
		}
	}
	omitted := 0
	for _, d := range decisions(p) {
		if d == render.Omitted {
			omitted++
		}
	}
	if omitted == 0 || len(got.Budget.Dropped) != omitted || got.Budget.Dropped[0].Reason == "" {
		t.Errorf("%d dropped, listed %+v", omitted, got.Budget.Dropped)
	}
}

func TestWriteJSONOfNothing(t *testing.T) {
	r := renderer(roomy)
	r.NoGuide = true
	text := jsonOf(t, mustRender(t, r, render.Text("One.")))
	for _, want := range []string{`"blocks":[]`, `"dropped":[]`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in %s", want, text)
		}
	}
}

func TestWriteMessages(t *testing.T) {
	p := mustRender(t, renderer(roomy), render.Text("One."), render.Note(data("<n>")))
	var b bytes.Buffer
	if err := p.WriteMessages(&b); err != nil {
		t.Fatal(err)
	}
	var got []map[string]string
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for i, m := range p.Messages() {
		if len(got[i]) != 2 || got[i]["role"] != m.Role.String() || got[i]["content"] != m.Text {
			t.Errorf("message %d is %v", i, got[i])
		}
	}
}

// TestReportFull says how large a block would be whole, where that was counted:
// data that cannot fit by its length alone is not.
func TestReportFull(t *testing.T) {
	for n, want := range map[int]int{10: 0, 2000: 0, 200_000: budget.Uncounted} {
		p := mustRender(t, renderer(1000), render.ToolResult(data(words(n))))
		if want == 0 {
			all := mustRender(t, renderer(roomy), render.ToolResult(data(words(n))))
			want = all.Spans()[0].Tokens
		}
		if got := p.Report().Parts[0]; got.Full != want || got.Tokens < min(want, 600) {
			t.Errorf("%d words: %d tokens of %d, want of %d", n, got.Tokens, got.Full, want)
		}
	}
}

func TestDecisionNames(t *testing.T) {
	for d, want := range map[render.Decision]string{render.Absent: "absent", render.Kept: "kept", render.Reduced: "cut", render.Omitted: "dropped", 9: ""} {
		if d.String() != want {
			t.Errorf("Decision(%d) is %q, want %q", uint8(d), d, want)
		}
	}
}

type named struct{ budget.Bytes }

func (named) Name() string { return "my counter" }

func TestCounterName(t *testing.T) {
	r := renderer(roomy)
	r.Limit.Counter = named{}
	if got := mustRender(t, r, render.Note(data("x"))).Report().Counter; got != "my counter" {
		t.Errorf("counter %q", got)
	}
	r.Limit.Counter = budget.Bytes{}
	if got := mustRender(t, r, render.Note(data("x"))).Report().Counter; got != "budget.Bytes" {
		t.Errorf("counter %q", got)
	}
}
