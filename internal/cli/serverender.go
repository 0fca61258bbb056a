package cli

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/serve"
	"github.com/ringfence/ringfence/render"
)

// renderBody renders what POST /v1/render asks for, with the instructions of the
// command render.
type renderBody struct{ maxBytes int }

// defaultBudget is that of the command.
const defaultBudget = 8000

func (r renderBody) render(ctx context.Context, in serve.RenderInput) (*render.Prompt, error) {
	parts, err := r.parts(in)
	if err != nil {
		return nil, err
	}
	renderer, err := r.renderer(in)
	if err != nil {
		return nil, err
	}
	p, err := renderer.Render(ctx, parts...)
	if err == nil {
		return p, nil
	}
	err = tooSmall(ctx, *renderer, parts, err, "set budget to %d")
	var e *ringfence.Error
	if errors.As(err, &e) && e.Code == budget.CodeRequired {
		e.Pointer = "/budget"
	}
	return nil, err
}

// renderer makes the configuration of a prompt.
func (r renderBody) renderer(in serve.RenderInput) (*render.Renderer, error) {
	if in.Budget == 0 {
		in.Budget = defaultBudget
	}
	if in.Encoding == "" {
		in.Encoding = defaultEncoding
	}
	if in.Style == "" {
		in.Style = styleNames()[0]
	}
	c, err := counter(in.Encoding)
	if err != nil {
		return nil, bodyError("/encoding", "the encoding is not known", "there are "+strings.Join(encodingNames(), ", "))
	}
	style, ok := fence.ParseStyle(in.Style)
	if !ok {
		return nil, bodyError("/style", "the style is not known", "there are "+strings.Join(styleNames(), ", "))
	}
	out := &render.Renderer{Limit: budget.Limit{Tokens: in.Budget, Counter: c}, Style: style, First: in.First}
	if in.Nonce != "" {
		if out.Nonce, err = fence.ParseNonce(in.Nonce); err != nil {
			return nil, &ringfence.Error{
				Code: fence.CodeNonce, Message: "a nonce is 10 to 64 characters of a-z and 2-7", Pointer: "/nonce",
				Hint: "send the nonce of an earlier answer, or none for a fresh one", Offset: ringfence.NoOffset,
			}
		}
	}
	return out, nil
}

// parts makes the parts of the prompt, as the command does.
func (r renderBody) parts(in serve.RenderInput) ([]render.Part, error) {
	parts, message, err := r.main(in)
	if err != nil {
		return nil, err
	}
	for i, o := range in.Parts {
		if o.Source == "" {
			o.Source = "/parts/" + strconv.Itoa(i) + "/text"
		}
		part, ok := outsidePart(o.Kind, o.Text, o.Source)
		if !ok {
			return nil, bodyError("/parts/"+strconv.Itoa(i)+"/kind", "the kind of a part is not known", "there are "+strings.Join(outsideNames(), ", "))
		}
		parts = append(parts, part)
	}
	if in.Request != nil {
		if strings.TrimSpace(*in.Request) == "" {
			return nil, bodyError("/request", "the request is empty", "leave it out for a prompt without a request, or for the message of an ask body")
		}
		message = ringfence.NewData(*in.Request)
	}
	if message.Present() {
		parts = append(parts, render.Request(message))
	}
	return parts, nil
}

// main makes the parts of the edit context or ask body, if there is one, and
// returns what an ask body asks for.
func (r renderBody) main(in serve.RenderInput) (parts []render.Part, message ringfence.Data, err error) {
	limits := contract.Limits{Bytes: r.maxBytes}
	if in.Prev != nil && !in.Ask {
		return nil, message, bodyError("/prev", "prev goes with an ask body, and there is none", "leave it out")
	}
	switch {
	case in.Body == nil:
		return []render.Part{render.Text(outsideInstruction)}, message, nil
	case !in.Ask:
		ec, err := limits.ParseEditContext(in.Body)
		if err != nil {
			return nil, message, within(err, "/context", in.BodyAt)
		}
		return editParts(ec), message, nil
	}
	ask, err := limits.ParseAsk(in.Body)
	if err != nil {
		return nil, message, within(err, "/ask", in.BodyAt)
	}
	var before *contract.UI
	if in.Prev != nil {
		prev, err := limits.ParseAsk(in.Prev)
		if err != nil {
			return nil, message, within(err, "/prev", in.PrevAt)
		}
		before = prev.UI
	}
	return askParts(before, ask), ask.Message, nil
}

func bodyError(pointer, message, hint string) error {
	return &ringfence.Error{Code: serve.CodeBody, Message: message, Hint: hint, Pointer: pointer, Offset: ringfence.NoOffset}
}

// within gives an error about a value that stands in the request its place there.
func within(err error, member string, at int) error {
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return err
	}
	placed := *e
	placed.Pointer = member + e.Pointer
	if e.Offset >= 0 {
		placed.Offset += int64(at)
	}
	return &placed
}
