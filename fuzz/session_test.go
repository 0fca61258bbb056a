package fuzz_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/corpus"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// maxTurns bounds the turns of a conversation.
const maxTurns = 5

// FuzzSession holds a conversation with a model that repeats what it was shown,
// with changes: the nonce and whole blocks come back in every turn.
func FuzzSession(f *testing.F) {
	plans := [][]byte{
		{4, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
		{2, 3, 1, 0, 0, 200, 2, 1, 4, 9, 3, 250, 1, 0, 0},
		{4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
		{0},
	}
	for i, s := range append(vectors(f), attacks(f)...) {
		f.Add(plans[i%len(plans)], literalTape(s))
	}
	for i, d := range plainTapes() {
		f.Add(plans[i%len(plans)], d)
	}
	f.Fuzz(func(t *testing.T, plan, data []byte) {
		if tooLong(plan, data) {
			return
		}
		c := newConversation(t)
		p, d := &tape{b: plan}, &tape{b: data}
		for range 1 + p.pick(maxTurns) {
			if !c.turn(t, p, d) {
				return
			}
		}
		c.comesBack(t)
	})
}

// A conversation is a session with what the test knows of it.
type conversation struct {
	renderer render.Renderer
	session  *render.Session
	texts    []string // of all blocks, in order
}

func newConversation(t *testing.T) *conversation {
	t.Helper()
	nonce, err := fence.ParseNonce(corpus.Nonce)
	if err != nil {
		t.Fatal(err)
	}
	r := render.Renderer{Nonce: nonce, Limit: budget.Limit{Tokens: 1 << 20, Counter: budget.Bytes{}}}
	return &conversation{renderer: r, session: render.NewSession(r)}
}

// turn renders one turn of a tool result and a request, after the replies of the
// model, and checks what has to hold after every turn. It returns false when
// the session refuses the turn: then nothing has changed.
func (c *conversation) turn(t *testing.T, p, d *tape) bool {
	t.Helper()
	before, turns := c.session.Text(), c.session.Turns()
	var replies []string
	if turns > 0 {
		for range p.pick(3) {
			replies = append(replies, c.echo(p, d))
		}
	}
	var data []ringfence.Data
	for _, r := range replies {
		data = append(data, ringfence.NewData(r))
	}
	c.session.Reply(data...)
	tool, request := d.text(), "Go on. "+d.text()
	style := fence.Style(p.pick(int(fence.StyleBase64) + 1))
	prompt, err := c.session.Render(t.Context(), render.Text("Answer the request."),
		render.ToolResult(ringfence.NewData(tool)).Style(style), render.Request(ringfence.NewData(request)))
	if err != nil {
		typed(t, err)
		if c.session.Text() != before || c.session.Turns() != turns {
			broken(t, determinism, "a turn that was refused changed the session: %v", err)
		}
		return false
	}
	c.texts = append(append(c.texts, replies...), tool, request)
	sessionKeepsWhatWas(t, c.session, before, prompt)
	c.sessionIsFound(t)
	c.sessionGuardsTheNonce(t, replies)
	return true
}

// echo is what the model says: a piece of the whole conversation, with words of
// its own around it.
func (c *conversation) echo(p, d *tape) string {
	all := c.session.Text()
	from := min(len(all), int(p.next())*8)
	return d.text() + all[from:min(len(all), from+8*int(p.next()))] + d.text()
}

// sessionKeepsWhatWas: earlier turns are the same bytes, and the new prompt is
// what comes after them.
func sessionKeepsWhatWas(t *testing.T, s *render.Session, before string, p *render.Prompt) {
	t.Helper()
	if s.Text() != before+p.Text() {
		broken(t, determinism, "a turn changed what was before it:\n%q\n%q", before, s.Text())
	}
	if s.Used() != len(s.Text()) {
		broken(t, withinBudget, "%d bytes, %d used", len(s.Text()), s.Used())
	}
}

// sessionIsFound: over all messages both scanners find the blocks of all turns
// with their texts, and nothing else; ordinals rise from turn to turn.
func (c *conversation) sessionIsFound(t *testing.T) {
	t.Helper()
	blocks, err := c.session.Scan()
	if err != nil {
		broken(t, containment, "%v in %q", err, c.session.Text())
	}
	naive, ok := naiveScan(c.session.Text())
	if !ok || len(naive) != len(blocks) {
		broken(t, containment, "%d blocks, the naive scanner finds %d", len(blocks), len(naive))
	}
	var want []string
	for _, s := range c.texts {
		if s != "" { // an empty text has no block
			want = append(want, s)
		}
	}
	if len(blocks) != len(want) {
		broken(t, containment, "%d blocks for %d texts", len(blocks), len(want))
	}
	for i, b := range blocks {
		if b.Data.Raw() != want[i] || naive[i].data != want[i] {
			broken(t, fidelity, "block %d holds %q, want %q", b.N, b.Data.Raw(), want[i])
		}
	}
}

// sessionGuardsTheNonce: what would leave with the nonce in it is found, and the
// state that a client holds does not have it.
func (c *conversation) sessionGuardsTheNonce(t *testing.T, replies []string) {
	t.Helper()
	for _, r := range replies {
		if hasNonce(r, c.renderer.Nonce) && len(c.session.CheckOutgoing(r)) == 0 {
			broken(t, containment, "the nonce in %q would leave unnoticed", r)
		}
	}
	state, err := c.session.ClientState([]byte("a secret of the application"))
	if err != nil || bytes.Contains(state, []byte(c.renderer.Nonce.Reveal())) {
		broken(t, withholding, "the client would hold %q: %v", state, err)
	}
}

// comesBack: a session that was stored goes on as the one that was not, from a
// client's form too, also with a turn that joins the end of the one before.
func (c *conversation) comesBack(t *testing.T) {
	t.Helper()
	state, err := c.session.Stored()
	if err != nil {
		broken(t, fidelity, "%v", err)
	}
	back, err := render.ParseSession(c.renderer, state)
	if err != nil {
		broken(t, fidelity, "a stored session is refused: %v\n%s", err, state)
	}
	held, err := c.session.ClientState([]byte("a secret of the application"))
	if err != nil {
		broken(t, fidelity, "%v", err)
	}
	client, err := render.ParseClientSession(c.renderer, held, []byte("a secret of the application"), c.renderer.Nonce)
	if err != nil {
		broken(t, fidelity, "a client's form is refused: %v\n%s", err, held)
	}
	parts := []render.Part{render.Text("/*"), render.Request(ringfence.NewData("And now?"))}
	p, err := c.session.Render(t.Context(), parts...)
	q, errBack := back.Render(t.Context(), parts...)
	k, errClient := client.Render(t.Context(), parts...)
	if (err == nil) != (errClient == nil) || err == nil && everything(t, p) != everything(t, k) || client.Used() != c.session.Used() {
		broken(t, withinBudget, "the session of a client goes on otherwise: %v, %v, %d used and %d", err, errClient, c.session.Used(), client.Used())
	}
	if (err == nil) != (errBack == nil) || err == nil && (everything(t, p) != everything(t, q) || !strings.HasSuffix(back.Text(), q.Text())) {
		broken(t, determinism, "the stored session goes on otherwise: %v, %v", err, errBack)
	}
}
