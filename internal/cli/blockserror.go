package cli

import (
	"errors"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
)

// wantPrompt refuses a body that prompts are made of. It would pass for a text
// without blocks, and its reader would think that there is no data in it.
func wantPrompt(body []byte) error {
	message, hint := "", "promptcheck render makes one"
	switch contract.ShapeOf(body) {
	case contract.ShapeEditContext:
		message = "this is an edit context and no prompt"
	case contract.ShapeAsk:
		message = "this is an ask body and no prompt"
	case contract.ShapeStored:
		message, hint = "this is a stored state and no prompt", "promptcheck render makes one of the ask body of this turn"
	case contract.ShapeUnknown:
		return nil
	}
	return &ringfence.Error{Code: contract.CodeShape, Message: message, Hint: hint, Offset: ringfence.NoOffset}
}

// noForm says of a text without blocks that it may not be meant as text.
func noForm(file string, body []byte) string {
	if promptdoc.FormOf(body) == promptdoc.Text && promptdoc.LooksLikeJSON(file, body) {
		return ": the file looks like JSON, and is none of the forms that a prompt has; it was read as text"
	}
	return ""
}

// inMessage places an error of scanning in the file: scanning gives an offset
// into the text of one message.
func inMessage(err error, m promptdoc.Message) error {
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return err
	}
	placed := *e
	if placed.Offset >= 0 {
		placed.Offset = m.Span.Offsets([]int{int(placed.Offset)})[0]
	}
	placed.Pointer = m.Pointer
	if placed.Hint == "" {
		placed.Hint = "promptcheck check --kind prompt lists everything that is wrong"
	}
	return &placed
}
