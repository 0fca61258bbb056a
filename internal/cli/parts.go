package cli

import (
	"context"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// What the prompts of this program ask of a model. They are examples of good
// instructions, and constants: nothing that is rendered can change them.
const (
	editInstruction = "Edit the source so that the request is met. Change only what the request needs. " +
		"Answer with the exact text to replace, as it stands in the source block, and the text to put in its place."
	askInstruction = "Answer the request of the user. The other blocks say what is on the user's screen and what the user attached; " +
		"use them where they help. Do not speak of windows that are not listed."
	outsideInstruction = "Answer the request of the user. The other blocks are results of tools and other text from outside; use them where they help."
)

// input reads the files and makes the parts of a prompt: those of the body, if
// there is one, then the text from outside, then the request.
func (f renderFlags) input(inv *invocation, file string) (*input, error) {
	in := &input{parts: []render.Part{render.Text(outsideInstruction)}}
	if file != "" {
		body, err := inv.read(file, *f.maxBytes)
		if err != nil {
			return nil, nameFile(file, err)
		}
		if in, err = f.parts(inv, body); err != nil {
			return nil, nameBody(file, body, asOutside(body, err))
		}
	}
	outside, err := inv.outsideParts(*f.outside, *f.maxBytes)
	if err != nil {
		return nil, err
	}
	in.parts = append(in.parts, outside...)
	if f.requestSet() {
		in.message = ringfence.NewData(*f.request)
	}
	if in.message.Present() {
		in.parts = append(in.parts, render.Request(in.message))
	}
	return in, nil
}

// parts makes the parts of a prompt from a body.
func (f renderFlags) parts(inv *invocation, body []byte) (*input, error) {
	limits := contract.Limits{Bytes: *f.maxBytes}
	switch contract.ShapeOf(body) {
	case contract.ShapeEditContext:
		if f.prevSet() || *f.store != "" {
			return nil, usageError("--prev and --store are for ask bodies, and this is an edit context", "leave them out")
		}
		ec, err := limits.ParseEditContext(body)
		if err != nil {
			return nil, err
		}
		return &input{parts: editParts(ec)}, nil
	case contract.ShapeStored:
		return nil, shapeError("this is a stored state; it goes with --prev beside the ask body of this turn")
	case contract.ShapeAsk, contract.ShapeUnknown: // the parser says what is wrong with an unknown one
	}
	ask, err := limits.ParseAsk(body)
	if err != nil {
		return nil, err
	}
	var prev *contract.UI
	if f.prevSet() {
		if prev, err = inv.ui(*f.prev, *f.secret, *f.maxBytes); err != nil {
			return nil, err
		}
	}
	return &input{ui: ask.UI, parts: askParts(prev, ask), message: ask.Message}, nil
}

// editParts are the parts of the prompt of an edit context, but for the request.
func editParts(ec *contract.EditContext) []render.Part {
	return []render.Part{render.Text(editInstruction), render.EditContext(ec)}
}

// askParts are the parts of the prompt of an ask body, but for the request.
func askParts(prev *contract.UI, ask *contract.Ask) []render.Part {
	return []render.Part{render.Text(askInstruction), render.Windows(prev, ask.UI), render.Items(ask.ContextItems)}
}

// prompt renders the parts.
func (f renderFlags) prompt(parts []render.Part) (*render.Prompt, error) {
	nonce, err := f.nonce()
	if err != nil {
		return nil, err
	}
	c, err := counter(*f.encoding)
	if err != nil {
		return nil, err
	}
	style, _ := fence.ParseStyle(*f.style) // judged already
	r := render.Renderer{Nonce: nonce, Limit: budget.Limit{Tokens: *f.budget, Counter: c}, Style: style}
	prompt, err := r.Render(context.Background(), parts...)
	if err != nil {
		return nil, tooSmall(context.Background(), r, parts, err, "give --budget %d")
	}
	return prompt, nil
}
