package cli

import (
	"context"
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
	return renderer.Render(ctx, parts...)
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
		return nil, bodyError("the encoding is not known", "there are "+strings.Join(encodingNames(), ", "))
	}
	style, ok := fence.ParseStyle(in.Style)
	if !ok {
		return nil, bodyError("the style is not known", "there are "+strings.Join(styleNames(), ", "))
	}
	out := &render.Renderer{Limit: budget.Limit{Tokens: in.Budget, Counter: c}, Style: style, First: in.First}
	if in.Nonce != "" {
		if out.Nonce, err = fence.ParseNonce(in.Nonce); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// parts makes the parts of the prompt, as the command does.
func (r renderBody) parts(in serve.RenderInput) ([]render.Part, error) {
	limits := contract.Limits{Bytes: r.maxBytes}
	if !in.Ask {
		if in.Prev != nil {
			return nil, bodyError("prev goes with an ask body, and this is an edit context", "leave it out")
		}
		ec, err := limits.ParseEditContext(in.Body)
		if err != nil {
			return nil, err
		}
		return withRequest([]render.Part{render.Text(editInstruction), render.EditContext(ec)}, in.Request, ringfence.Data{})
	}
	ask, err := limits.ParseAsk(in.Body)
	if err != nil {
		return nil, err
	}
	var before *contract.UI
	if in.Prev != nil {
		prev, err := limits.ParseAsk(in.Prev)
		if err != nil {
			return nil, err
		}
		before = prev.UI
	}
	return withRequest([]render.Part{
		render.Text(askInstruction), render.Windows(before, ask.UI), render.Items(ask.ContextItems),
	}, in.Request, ask.Message)
}

// withRequest adds the request of the call, or else the body's own.
func withRequest(parts []render.Part, request *string, message ringfence.Data) ([]render.Part, error) {
	if request != nil {
		if strings.TrimSpace(*request) == "" {
			return nil, bodyError("the request is empty", "leave it out for a prompt without a request, or for the message of an ask body")
		}
		message = ringfence.NewData(*request)
	}
	if message.Present() {
		parts = append(parts, render.Request(message))
	}
	return parts, nil
}

func bodyError(message, hint string) error {
	return &ringfence.Error{Code: serve.CodeBody, Message: message, Hint: hint, Offset: ringfence.NoOffset}
}
