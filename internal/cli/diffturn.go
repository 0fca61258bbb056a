package cli

import (
	"bytes"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report/html"
	"github.com/ringfence/ringfence/contract"
)

// turn is one of the two files of diff: an ask body, a stored state or a prompt.
type turn struct {
	name   string
	ui     *contract.UI  // nil for an ask body without one, and for a prompt
	ask    *contract.Ask // nil for all but an ask body
	prompt *html.Prompt  // nil for all but a prompt
}

func (t *turn) isPrompt() bool { return t.prompt != nil }

// turn reads one of the two files, told apart by shape.
func (f diffFlags) turn(inv *invocation, path string) (*turn, error) {
	body, err := inv.read(path, *f.maxBytes)
	if err != nil {
		return nil, nameFile(path, err)
	}
	t := &turn{name: path}
	limits := contract.Limits{Bytes: *f.maxBytes}
	switch shape := contract.ShapeOf(body); {
	case shape == contract.ShapeAsk:
		if t.ask, err = limits.ParseAsk(body); err == nil {
			t.ui = t.ask.UI
		}
	case shape == contract.ShapeUnknown && isRenderedPrompt(path, body):
		if *f.format != formatHTML {
			return nil, nameFile(path, usageError("this is a prompt, which has no list of windows to compare",
				"add --format "+formatHTML+" for a page that compares two prompts"))
		}
		t.prompt, err = html.Read(body, limits, nil)
	default:
		t.ui, err = inv.parseUI(body, *f.secret, limits)
	}
	if err != nil {
		return nil, nameBody(path, body, err)
	}
	return t, nil
}

// isRenderedPrompt reports whether a body of no other shape is taken for a prompt,
// as check takes it. What is empty may be a file that was never written.
func isRenderedPrompt(path string, body []byte) bool {
	return len(bytes.TrimSpace(body)) > 0 && isPromptBody(audit.Auto, path, body)
}

// fitTogether refuses a prompt beside what is none.
func fitTogether(prev, cur *turn) error {
	if prev.isPrompt() == cur.isPrompt() {
		return nil
	}
	prompt, other := prev, cur
	if cur.isPrompt() {
		prompt, other = cur, prev
	}
	return nameFile(other.name, usageError("this is no prompt, and the other file is one: "+visibleName(prompt.name),
		"give two prompts, or two of ask bodies and stored states; promptcheck render makes a prompt of an ask body"))
}
