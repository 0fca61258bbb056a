package host

import (
	"context"
	"errors"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/clipboard"
	"github.com/ringfence/ringfence/policy/outcome"
)

// clipboardGet answers {:data :mime :ok}. Text is a string and anything else is
// bytes.
func clipboardGet(ctx context.Context, c *call) outcome.Outcome {
	board := c.host.config.Clipboard
	if board == nil {
		return fail(c, CodeUnavailable, "there is no clipboard")
	}
	content, err := board.Get(ctx, c.max)
	if err != nil {
		return clipboardFailure(c, err)
	}
	data := coreform.Bytes(content.Data)
	if utf8.Valid(content.Data) {
		data = coreform.Str(string(content.Data))
	}
	return answer(c, coreform.Sym(":data"), data, coreform.Sym(":mime"), coreform.Str(content.MIME), symOK(), yes())
}

// clipboardSet takes what the policy has judged the shape of.
func clipboardSet(ctx context.Context, c *call) outcome.Outcome {
	board := c.host.config.Clipboard
	if board == nil {
		return fail(c, CodeUnavailable, "there is no clipboard")
	}
	mime, _ := c.payload.Lookup(":mime")
	kind, isText := mime.Text()
	data, _ := c.payload.Lookup(":data")
	octets, isBytes := data.Bytes()
	if text, ok := data.Text(); ok {
		octets, isBytes = []byte(text), true
	}
	if !isText || !isBytes {
		return fail(c, policy.CodePayload, "the content is a type and text or bytes")
	}
	if err := board.Set(ctx, clipboard.Content{MIME: kind, Data: octets}); err != nil {
		return clipboardFailure(c, err)
	}
	return answer(c, symOK(), yes())
}

// clipboardFailure gives an error of the clipboard the code of the contract.
func clipboardFailure(c *call, err error) outcome.Outcome {
	var e *ringfence.Error
	if errors.As(err, &e) {
		switch e.Code {
		case clipboard.CodeTooLong:
			return fail(c, policy.CodeResource, "the content of the clipboard is longer than allowed", coreform.Sym(":limit"), coreform.Int(int64(c.max)))
		case clipboard.CodeTimeout:
			return fail(c, CodeTimeout, "the clipboard did not answer in time")
		case clipboard.CodeMIME:
			return fail(c, policy.CodePayload, "the clipboard takes text/plain alone")
		case clipboard.CodeNotText:
			return fail(c, CodeUnavailable, "the clipboard cannot hold this, or holds something that is no text")
		}
	}
	return fail(c, CodeUnavailable, "the clipboard failed")
}
