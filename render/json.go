package render

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/ringfence/ringfence/fence"
)

// The JSON form of a prompt, for programs in other languages. Offsets are bytes
// into the UTF-8 text of the message.
type (
	promptJSON struct {
		Messages []messageJSON `json:"messages"`
		Blocks   []blockJSON   `json:"blocks"`
		Budget   budgetJSON    `json:"budget"`
		Nonce    string        `json:"nonce"`
	}
	messageJSON struct {
		Role string `json:"role"`
		Text string `json:"text"`
	}
	blockJSON struct {
		N       int      `json:"n"`
		Kind    string   `json:"kind"`
		Trust   string   `json:"trust"`
		Source  string   `json:"source"`
		Message int      `json:"message"`
		Start   int      `json:"start"`
		End     int      `json:"end"`
		Tokens  int      `json:"tokens"`
		Cut     *cutJSON `json:"cut"`
		More    int      `json:"more,omitempty"`
		Dropped int      `json:"dropped,omitempty"`
		Style   string   `json:"style,omitempty"` // left out for block
	}
	cutJSON struct {
		Shown int `json:"shown"`
		Of    int `json:"of"`
	}
	budgetJSON struct {
		Limit     int           `json:"limit"`
		Reserve   int           `json:"reserve,omitempty"`
		Used      int           `json:"used"`
		Counter   string        `json:"counter"`
		Exactness string        `json:"exactness"`
		Dropped   []droppedJSON `json:"dropped"`
	}
	droppedJSON struct {
		N      int    `json:"n"`
		Kind   string `json:"kind"`
		Source string `json:"source"`
		Reason string `json:"reason"`
	}
	chatJSON struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
)

// WriteJSON writes the messages, the span map, the use of the budget and the
// nonce as one JSON object and a line feed. It reveals the nonce, as the text
// does: it is for the application and not for a log.
func (p *Prompt) WriteJSON(w io.Writer) error {
	c := p.in()
	out := promptJSON{
		Messages: make([]messageJSON, 0, len(c.messages)),
		Blocks:   make([]blockJSON, 0, len(c.spans)),
		Budget: budgetJSON{
			Limit: c.report.Limit, Reserve: c.report.Reserve, Used: c.report.Used,
			Counter: c.report.Counter, Exactness: c.report.Exactness.String(),
			Dropped: make([]droppedJSON, 0),
		},
		Nonce: c.nonce.Reveal(),
	}
	for _, m := range c.messages {
		out.Messages = append(out.Messages, messageJSON{m.Role.String(), m.Text})
	}
	for _, s := range c.spans {
		b := blockJSON{
			N: s.N, Kind: s.Kind.String(), Trust: s.Trust.String(), Source: s.Source,
			Message: s.Message, Start: s.Start, End: s.End, Tokens: s.Tokens,
			More: s.More, Dropped: s.Dropped,
		}
		if s.Cut != (fence.Cut{}) {
			b.Cut = &cutJSON{s.Cut.Shown, s.Cut.Of}
		}
		if s.Style != fence.StyleBlock {
			b.Style = s.Style.String()
		}
		out.Blocks = append(out.Blocks, b)
	}
	for _, r := range c.report.Parts {
		if r.Decision == Omitted {
			out.Budget.Dropped = append(out.Budget.Dropped,
				droppedJSON{r.N, r.Kind.String(), r.Source, r.Reason.String()})
		}
	}
	return writeJSON(w, out)
}

// WriteMessages writes the messages as the array of role and content that chat
// interfaces take, and a line feed.
func (p *Prompt) WriteMessages(w io.Writer) error {
	c := p.in()
	out := make([]chatJSON, 0, len(c.messages))
	for _, m := range c.messages {
		out = append(out, chatJSON{m.Role.String(), m.Text})
	}
	return writeJSON(w, out)
}

// writeJSON encodes first, so that a failed write is the only partial output.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
