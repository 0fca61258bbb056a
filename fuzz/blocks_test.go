package fuzz_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/cli"
	"github.com/ringfence/ringfence/render"
)

// The JSON of a prompt as another program would declare it.
type (
	outerPrompt struct {
		Messages []struct{ Role, Text string }
		Blocks   []struct {
			N, Message, Start, End, Tokens, More, Dropped int

			Kind, Trust, Source string
			Cut                 *struct{ Shown, Of int }
		}
		Budget struct {
			Limit, Used        int
			Counter, Exactness string
			Dropped            []struct {
				N            int
				Kind, Reason string
			}
		}
		Nonce string
	}
	chatMessage struct{ Role, Content string }
	// What "promptcheck blocks" prints of a block.
	listedBlock struct {
		N           int
		Kind, Trust string
		Data        *string
		Base64      []byte `json:"data_base64"`
	}
)

// FuzzBlocks writes a prompt as JSON, as messages and as text, and reads the
// blocks back from each as another program would.
func FuzzBlocks(f *testing.F) {
	for i, d := range append(plainTapes(), collected(f, "strings/corpus")...) {
		f.Add(scenePlans[i%len(scenePlans)], d)
	}
	for i, s := range append(vectors(f), attacks(f)...) {
		f.Add(scenePlans[i%len(scenePlans)], literalTape(s))
	}
	f.Fuzz(func(t *testing.T, plan, data []byte) {
		if tooLong(plan, data) {
			return
		}
		sc := newScene(t, &tape{b: plan}, &tape{b: data}, secrets{})
		p, err := sc.render(t)
		if err != nil {
			return
		}
		out := writtenIsJSON(t, p)
		writtenMessagesAreTheText(t, p, out)
		writtenOffsetsHoldBlocks(t, p, out)
		writtenBudgetIsTheReport(t, p, out)
		writtenIsReadByCommand(t, p)
		writtenPassesTheAudit(t, p)
	})
}

// writtenIsJSON: the JSON form is one object and a line feed, also to a strict
// reader.
func writtenIsJSON(t *testing.T, p *render.Prompt) outerPrompt {
	t.Helper()
	var b bytes.Buffer
	if err := p.WriteJSON(&b); err != nil {
		broken(t, fidelity, "%v", err)
	}
	var out outerPrompt
	if err := json.Unmarshal(b.Bytes(), &out); err != nil || !bytes.HasSuffix(b.Bytes(), []byte("}\n")) {
		broken(t, fidelity, "%v in %s", err, b.Bytes())
	}
	return out
}

// writtenMessagesAreTheText: JSON, messages and text hold the same bytes.
func writtenMessagesAreTheText(t *testing.T, p *render.Prompt, out outerPrompt) {
	t.Helper()
	var b bytes.Buffer
	if err := p.WriteMessages(&b); err != nil {
		broken(t, fidelity, "%v", err)
	}
	var chat []chatMessage
	if err := json.Unmarshal(b.Bytes(), &chat); err != nil {
		broken(t, fidelity, "%v in %s", err, b.Bytes())
	}
	messages := p.Messages()
	if len(chat) != len(messages) || len(out.Messages) != len(messages) {
		broken(t, fidelity, "%d messages, %d in JSON, %d as chat", len(messages), len(out.Messages), len(chat))
	}
	for i, m := range messages {
		if chat[i].Content != m.Text || out.Messages[i].Text != m.Text ||
			chat[i].Role != m.Role.String() || out.Messages[i].Role != m.Role.String() {
			broken(t, fidelity, "message %d: %q, %q, %q", i, m.Text, out.Messages[i].Text, chat[i].Content)
		}
	}
}

// writtenOffsetsHoldBlocks: each block of the list, cut out of its message by
// its offsets, scans by itself as what the list says; the list and a scan of
// the text have the same blocks.
func writtenOffsetsHoldBlocks(t *testing.T, p *render.Prompt, out outerPrompt) {
	t.Helper()
	nonce, err := fence.ParseNonce(out.Nonce)
	if err != nil {
		broken(t, containment, "%v", err)
	}
	all, err := nonce.Scan(p.Text())
	if err != nil || len(all) != len(out.Blocks) {
		broken(t, containment, "%d blocks in the text, %d in JSON: %v", len(all), len(out.Blocks), err)
	}
	for i, b := range out.Blocks {
		text := out.Messages[b.Message].Text[b.Start:b.End]
		alone, err := nonce.Scan(text)
		if err != nil || len(alone) != 1 || alone[0].End != len(text) {
			broken(t, containment, "block %d alone: %d blocks, %v", b.N, len(alone), err)
		}
		cut := fence.Cut{}
		if b.Cut != nil {
			cut = fence.Cut{Shown: b.Cut.Shown, Of: b.Cut.Of}
		}
		h := alone[0].Header
		if h.N != b.N || h.Kind.String() != b.Kind || h.Trust.String() != b.Trust || h.Cut != cut || h.More != b.More || h.Dropped != b.Dropped {
			broken(t, containment, "block %+v is listed as %+v", h, b)
		}
		if !alone[0].Data.Equal(all[i].Data) {
			broken(t, fidelity, "block %d has other data alone", b.N)
		}
	}
}

// writtenBudgetIsTheReport: the numbers are those of the report, and what is
// listed as dropped is in no message.
func writtenBudgetIsTheReport(t *testing.T, p *render.Prompt, out outerPrompt) {
	t.Helper()
	r := p.Report()
	if out.Budget.Limit != r.Limit || out.Budget.Used != r.Used || out.Budget.Counter != r.Counter || out.Budget.Exactness != r.Exactness.String() {
		broken(t, withinBudget, "%+v written for %+v", out.Budget, r)
	}
	listed := map[int]bool{}
	for _, b := range out.Blocks {
		listed[b.N] = true
	}
	for _, d := range out.Budget.Dropped {
		if listed[d.N] || d.Kind == "" || d.Reason == "" {
			broken(t, withinBudget, "dropped %+v, blocks %v", d, listed)
		}
	}
}

// writtenIsReadByCommand: "promptcheck blocks" gives back the data of every
// block, from the JSON form and from the text.
func writtenIsReadByCommand(t *testing.T, p *render.Prompt) {
	t.Helper()
	blocks, err := p.Nonce().Scan(p.Text())
	if err != nil {
		broken(t, containment, "%v", err)
	}
	if len(blocks) == 0 {
		return
	}
	var form bytes.Buffer
	if err := p.WriteJSON(&form); err != nil {
		broken(t, fidelity, "%v", err)
	}
	for name, in := range map[string]string{"JSON": form.String(), "text": p.Text()} {
		var stdout, stderr bytes.Buffer
		command := cli.Command{Stdin: strings.NewReader(in), Stdout: &stdout, Stderr: &stderr}
		if code := command.Main([]string{"blocks", "--format", "json", "-"}); code != cli.ExitClean {
			broken(t, containment, "blocks of %s exits %d: %s", name, code, &stderr)
		}
		var list []listedBlock
		if err := json.Unmarshal(stdout.Bytes(), &list); err != nil || len(list) != len(blocks) {
			broken(t, containment, "%d of %d blocks from %s: %v", len(list), len(blocks), name, err)
		}
		for i, b := range blocks {
			l := list[i]
			data := string(l.Base64)
			if l.Data != nil {
				data = *l.Data
			}
			if data != b.Data.Raw() || l.N != b.N || l.Kind != b.Kind.String() || l.Trust != b.Trust.String() {
				broken(t, fidelity, "block %+v with %q is listed from %s as %+v with %q", b.Header, b.Data.Raw(), name, l, data)
			}
		}
	}
}

// writtenPassesTheAudit: no structure rule of rank error finds anything in what
// was rendered, whatever its data: a false alarm would teach people to look
// away.
func writtenPassesTheAudit(t *testing.T, p *render.Prompt) {
	t.Helper()
	var form bytes.Buffer
	if err := p.WriteJSON(&form); err != nil {
		broken(t, fidelity, "%v", err)
	}
	for name, in := range map[string][]byte{"JSON": form.Bytes(), "text": []byte(p.Text())} {
		findings, err := audit.Checker{}.Check(audit.Prompt, "prompt", in)
		if err != nil {
			broken(t, containment, "the %s of a prompt cannot be checked: %v", name, err)
		}
		for _, f := range findings {
			if f.Severity == audit.Error {
				broken(t, containment, "the audit of the %s finds %+v", name, f)
			}
		}
	}
}
