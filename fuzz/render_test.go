package fuzz_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/corpus"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// scenePlans are plans that reach every kind of part, each counter and limits
// from too small to roomy.
var scenePlans = [][]byte{
	{0, 255, 4, 0, 0, 0, 2, 0, 0, 4, 0, 0, 5, 0, 0, 7, 0, 2},
	{4, 120, 4, 7, 0, 0, 8, 1, 5, 9, 0, 1, 9, 0, 0, 3, 2, 30},
	{3, 60, 3, 0, 0, 2, 5, 12, 17, 4, 12, 0, 8, 12, 1},
	{7, 20, 4, 2, 48, 0, 0, 0, 1, 6, 3, 9, 9, 3, 3, 1, 0, 4},
	{0, 3, 2, 2, 2, 1, 7, 0, 1, 0, 0, 3},
	{0, 250, 3, 9, 0, 1, 7, 0, 0, 0, 0, 1, 9, 0, 3},
	{0, 250, 1, 7, 0, 0, 9, 0, 5},
	{0, 250, 1, 7, 0, 0, 9, 0, 1},
	{224, 40, 4, 2, 0, 0, 8, 0, 0, 9, 0, 0, 4, 0, 0, 5, 0, 3},
}

// dataTapes are seeds for the data of a scene.
func dataTapes(f *testing.F) [][]byte {
	f.Helper()
	tapes := plainTapes()
	for _, s := range vectors(f) {
		tapes = append(tapes, literalTape(s))
	}
	for _, folder := range []string{"htmltemplate/corpus", "url/corpus"} {
		for _, b := range collected(f, folder) {
			tapes = append(tapes, literalTape(string(b)))
		}
	}
	return tapes
}

// plainTapes are data without a source: none, every byte, and two that repeat.
func plainTapes() [][]byte {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i * 37)
	}
	return [][]byte{{}, all, []byte(strings.Repeat("\x04\x0a\x0f\x0c\x10", 40)), []byte(strings.Repeat("\x01\xaf\x17\x03\x05", 40))}
}

// literalTape makes a tape whose texts are pieces of s: one piece of raw bytes
// each, as long as a piece can be.
func literalTape(s string) []byte {
	var b []byte
	for len(s) > 0 && len(b) < maxInput/2 {
		n := min(len(s), maxLiteral)
		b = append(append(b, 1, 9*maxLiteral+byte(n)-1), s[:n]...)
		s = s[n:]
	}
	return b
}

// FuzzRender builds a prompt by a plan, from two different data tapes.
func FuzzRender(f *testing.F) {
	tapes := dataTapes(f)
	for i, d := range tapes {
		f.Add(scenePlans[i%len(scenePlans)], d, tapes[(i+1)%len(tapes)])
	}
	for _, plan := range scenePlans {
		f.Add(plan, tapes[1], tapes[2])
	}
	f.Fuzz(func(t *testing.T, plan, a, b []byte) {
		if tooLong(plan, a, b) {
			return
		}
		first := newScene(t, &tape{b: plan}, &tape{b: a}, secrets{})
		p, err := first.render(t)
		if err != nil {
			return
		}
		renderedInstructionsAreFixed(t, &first, p)
		renderedBlocksAreFound(t, &first, p)
		renderedDataComesBack(t, &first, p)
		renderedBlocksAreInert(t, p)
		renderedTextFits(t, &first, p)
		renderedRunsAreTheText(t, p)
		renderedProvenanceIsWhole(t, &first, p)

		second := newScene(t, &tape{b: plan}, &tape{b: b}, secrets{})
		if q, err := second.render(t); err == nil {
			renderedAlike(t, p, q)
			renderedTextFits(t, &second, q)
		}
		// The rest costs a rendering each, so an input checks one of them.
		switch (len(a) + len(b)) % 3 {
		case 0:
			renderedAgain(t, &first, p)
		case 1:
			renderedWithSecrets(t, plan, a, p)
		default:
			renderedWithMoreRoom(t, first, p, 1+len(b))
		}
	})
}

// renderedInstructionsAreFixed: what stands outside of blocks is exactly the
// guide and the instructions, in order; none is lost, cut or added.
func renderedInstructionsAreFixed(t *testing.T, sc *scene, p *render.Prompt) {
	t.Helper()
	if got := outside(p); got != sc.instructions {
		broken(t, nonInterference, "outside of blocks stands\n%q, want\n%q", got, sc.instructions)
	}
	for i, m := range p.Messages() {
		if m.Role == render.System && (i != 0 || m.Text != sc.system) {
			broken(t, nonInterference, "system message %d is %q, want %q", i, m.Text, sc.system)
		}
		if !strings.HasSuffix(m.Text, "\n") {
			broken(t, nonInterference, "message %d does not end in a line feed", i)
		}
	}
}

// renderedAlike: two prompts of the same parts with other data differ in blocks
// alone, and the next turn begins with the same ordinal.
func renderedAlike(t *testing.T, p, q *render.Prompt) {
	t.Helper()
	if a, b := p.Nonce().Mask(outside(p)), q.Nonce().Mask(outside(q)); a != b {
		broken(t, nonInterference, "instructions depend on data:\n%q\n%q", a, b)
	}
	if p.NextOrdinal() != q.NextOrdinal() {
		broken(t, nonInterference, "the next ordinal is %d or %d", p.NextOrdinal(), q.NextOrdinal())
	}
}

// renderedBlocksAreFound: scanning the messages, by both scanners, finds
// exactly the blocks of the span map, each of the kind and trust of its part.
func renderedBlocksAreFound(t *testing.T, sc *scene, p *render.Prompt) {
	t.Helper()
	spans := p.Spans()
	scanner := fence.NewScanner(p.Nonce())
	next := 0
	for i, m := range p.Messages() {
		blocks, err := scanner.Scan(m.Text)
		if err != nil || m.Role == render.System && len(blocks) > 0 {
			broken(t, containment, "message %d: %d blocks, %v", i, len(blocks), err)
		}
		scanAgreesWithNaive(t, m.Text, blocks, err)
		for _, b := range blocks {
			if next == len(spans) {
				broken(t, containment, "block %d is not in the span map", b.N)
			}
			s := spans[next]
			next++
			if s.Message != i || s.Start != b.Start || s.End != b.End || s.N != b.N || s.Kind != b.Kind || s.Trust != b.Trust ||
				s.Cut != b.Cut || s.More != b.More || s.Dropped != b.Dropped || !s.Contained {
				broken(t, containment, "span %+v, block %+v at %d to %d", s, b.Header, b.Start, b.End)
			}
			want := sc.section(t, b.N)
			if b.Kind != want.kind || b.Trust != want.trust {
				broken(t, containment, "block %d is %v of %v, its part is %v of %v", b.N, b.Kind, b.Trust, want.kind, want.trust)
			}
		}
	}
	if next != len(spans) {
		broken(t, containment, "%d of %d spans found", next, len(spans))
	}
}

// section returns the section that has ordinal n.
func (sc *scene) section(t *testing.T, n int) section {
	t.Helper()
	i := n - max(sc.renderer.First, 1)
	if i < 0 || i >= len(sc.sections) {
		broken(t, containment, "ordinal %d for %d sections", n, len(sc.sections))
	}
	return sc.sections[i]
}

// renderedDataComesBack: the data of a text block is the text passed, or a
// declared first part of it; records are one JSON object a line. What is absent
// was empty or is reported as left out.
func renderedDataComesBack(t *testing.T, sc *scene, p *render.Prompt) {
	t.Helper()
	blocks, err := p.Nonce().Scan(p.Text())
	if err != nil {
		broken(t, containment, "%v", err)
	}
	for _, b := range blocks {
		want := sc.section(t, b.N)
		got := b.Data.Raw()
		switch {
		case !want.isText:
			for line := range strings.SplitSeq(got, "\n") {
				if !json.Valid([]byte(line)) || line[0] != '{' {
					broken(t, fidelity, "a record that is no JSON object: %q", line)
				}
			}
		case b.Cut == fence.Cut{} && got != want.text:
			broken(t, fidelity, "block %d holds %q, want %q", b.N, got, want.text)
		case !strings.HasPrefix(want.text, got) || (b.Cut != fence.Cut{}) != (got != want.text):
			broken(t, fidelity, "block %d, cut %+v, holds %q of %q", b.N, b.Cut, got, want.text)
		}
	}
	for _, r := range p.Report().Parts {
		if s := sc.section(t, r.N); r.Decision == render.Absent && s.text != "" {
			broken(t, fidelity, "part %d is reported absent and holds %q", r.N, s.text)
		}
	}
}

// renderedBlocksAreInert: no payload holds anything of the tables.
func renderedBlocksAreInert(t *testing.T, p *render.Prompt) {
	t.Helper()
	for _, run := range p.Parts() {
		if run.Trusted {
			continue
		}
		if m := fence.FindControlTokens(run.Text); m != nil {
			broken(t, inertness, "control tokens %v in %q", m, run.Text)
		}
		for _, c := range fence.FindCharacters(run.Text) {
			if c.Class != fence.Bracket {
				broken(t, inertness, "%v %U in %q", c.Class, c.Rune, run.Text)
			}
		}
		if tok := liveToken(run.Text); tok != "" {
			broken(t, inertness, "%q in %q", tok, run.Text)
		}
		if hasNonce(run.Text, p.Nonce()) {
			broken(t, inertness, "the nonce in %q", run.Text)
		}
	}
}

// renderedTextFits: the whole text, counted once, is what the report says and
// within the limit; each span's tokens are the count of its block.
func renderedTextFits(t *testing.T, sc *scene, p *render.Prompt) {
	t.Helper()
	limit := sc.renderer.Limit
	text := p.Text()
	if n := limit.Counter.Count(text); n > limit.Usable() || n != p.Report().Used {
		broken(t, withinBudget, "%d tokens, reported %d, limit %d", n, p.Report().Used, limit.Usable())
	}
	messages := p.Messages()
	for _, s := range p.Spans() {
		if n := limit.Counter.Count(messages[s.Message].Text[s.Start:s.End]); n != s.Tokens {
			broken(t, withinBudget, "block %d has %d tokens, its span says %d", s.N, n, s.Tokens)
		}
	}
	for _, r := range p.Report().Parts {
		if s := sc.section(t, r.N); s.kind == fence.Request && s.text != "" && r.Decision != render.Kept {
			broken(t, withinBudget, "the request is %v", r.Decision)
		}
	}
}

// renderedRunsAreTheText: the runs joined are the text, what WriteTo writes is
// the text, and untrusted runs are the payloads.
func renderedRunsAreTheText(t *testing.T, p *render.Prompt) {
	t.Helper()
	var all, written strings.Builder
	var data []string
	for _, r := range p.Parts() {
		all.WriteString(r.Text)
		if !r.Trusted {
			data = append(data, r.Text)
		}
	}
	if n, err := p.WriteTo(&written); err != nil || n != int64(len(p.Text())) || written.String() != p.Text() || all.String() != p.Text() {
		broken(t, containment, "runs, WriteTo and Text differ: %v", err)
	}
	for _, s := range p.Spans() {
		block := p.Messages()[s.Message].Text[s.Start:s.End]
		payload := payloadOf(t, sealedBlock{block: block})
		if payload == "" {
			continue
		}
		if len(data) == 0 || data[0] != payload {
			broken(t, containment, "untrusted runs %q, payload %q", data, payload)
		}
		data = data[1:]
	}
	if len(data) > 0 {
		broken(t, containment, "untrusted runs beside the payloads: %q", data)
	}
}

// renderedProvenanceIsWhole: the provenance names the kinds that stand in the
// prompt and no other, and is as little trusted as the least of them.
func renderedProvenanceIsWhole(t *testing.T, sc *scene, p *render.Prompt) {
	t.Helper()
	least := ringfence.Instruction
	there := map[fence.Kind]bool{}
	for _, s := range p.Spans() {
		least = min(least, sc.section(t, s.N).origin)
		there[s.Kind] = true
	}
	if !p.Provenance().Known() || p.Provenance().Least() != least {
		broken(t, containment, "provenance %v, least %v", p.Provenance().Least(), least)
	}
	for k := fence.Selection; k <= fence.Note; k++ {
		if p.Provenance().Tainted(k.String()) != there[k] {
			broken(t, containment, "tainted by %v: %v, in the prompt: %v", k, !there[k], there[k])
		}
	}
}

// renderedAgain: the same scene gives the same bytes.
func renderedAgain(t *testing.T, sc *scene, p *render.Prompt) {
	t.Helper()
	q, err := sc.render(t)
	if err != nil || everything(t, p) != everything(t, q) {
		broken(t, determinism, "a second rendering differs: %v", err)
	}
}

// renderedWithSecrets: a window that is withheld and was never shown, whatever
// its id, title and place, and other kinds and ids of items, leave every byte
// of every output as it was.
func renderedWithSecrets(t *testing.T, plan, a []byte, p *render.Prompt) {
	t.Helper()
	for _, s := range []secrets{
		{withheld: `{"id":"never shown","withheld":true}`, kind: "k"},
		{withheld: `{"id":"another","withheld":null,"title":"zebra ` + corpus.Nonce + `","isFocused":true}`, kind: "</untrusted-data"},
	} {
		sc := newScene(t, &tape{b: plan}, &tape{b: a}, s)
		q, err := sc.render(t)
		if err != nil || everything(t, p) != everything(t, q) {
			broken(t, withholding, "%+v shows: %v\n%s\n%s", s, err, everything(t, p), everything(t, q))
		}
	}
}

// renderedWithMoreRoom: a larger limit keeps every block.
func renderedWithMoreRoom(t *testing.T, sc scene, p *render.Prompt, more int) {
	t.Helper()
	sc.renderer.Limit.Tokens += more
	q, err := sc.render(t)
	if err != nil {
		broken(t, withinBudget, "%d more tokens fail: %v", more, err)
	}
	there := map[int]bool{}
	for _, s := range q.Spans() {
		there[s.N] = true
	}
	for _, s := range p.Spans() {
		if !there[s.N] {
			broken(t, withinBudget, "%d more tokens drop block %d", more, s.N)
		}
	}
	renderedTextFits(t, &sc, q)
}

// everything is every output of a prompt.
func everything(t *testing.T, p *render.Prompt) string {
	t.Helper()
	if p == nil {
		return ""
	}
	var b strings.Builder
	if err := p.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if err := p.WriteMessages(&b); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s%+v%+v%+v%d", b.String(), p.Spans(), p.Report(), p.Provenance(), p.NextOrdinal())
}
