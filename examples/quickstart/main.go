// Quickstart is a whole editing agent in one file: an edit context goes in, a
// fenced prompt goes to a model, and the edit that comes back is applied to the
// source.
//
//	go run ./examples/quickstart
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/fake"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
	"github.com/ringfence/ringfence/render/langchain"
)

// body is what the screen sends. Its source holds a comment that tries to close
// the fence and give orders, and a button whose label hides a zero-width space.
//
//go:embed context.json
var body []byte

// reply is what the model of this example answers: it quotes the block as it
// stands, the escape included. With a real model put its client here instead,
// such as openai.New() of langchaingo: everything else stays.
const reply = `{"find": "<button className=\"plain\">Add⟦U+200B⟧ to basket", "replace": "<button className=\"primary\">Add to basket"}`

func main() {
	if err := run(context.Background(), os.Stdout, fake.NewFakeLLM([]string{reply})); err != nil {
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

// run is one turn of the agent.
func run(ctx context.Context, w io.Writer, model llms.Model) error {
	// 1. Decode, strictly. From here on text of the screen is ringfence.Data,
	// which prints as its length and cannot be an instruction.
	ec, err := contract.ParseEditContext(body)
	if err != nil {
		return err
	}
	if ec.Source == nil {
		return errors.New("there is no source to edit yet")
	}

	// 2. Render. One nonce a conversation: make it once and keep it on the server
	// (Nonce.Reveal, fence.ParseNonce). Reserve leaves room for the answer.
	r := render.Renderer{
		Nonce: fence.NewNonce(),
		Limit: budget.Limit{Tokens: 8000, Reserve: 1000, Counter: o200k.Encoding()},
	}
	prompt, err := r.Render(ctx,
		render.Text(`Edit the source so that the request is met. Answer with JSON: {"find": text copied exactly from the source block, "replace": text to put in its place}.`),
		render.EditContext(ec),
		render.Request(ringfence.NewData("Make the button the primary one.")))
	if err != nil {
		return err
	}
	for _, m := range prompt.Messages() {
		if _, err := fmt.Fprintf(w, "--- %s message\n%s", m.Role, m.Text); err != nil {
			return err
		}
	}

	// 3. Ask the model. (A later turn sets Renderer.First to NextOrdinal.)
	answer, err := model.GenerateContent(ctx, langchain.Messages(prompt))
	if err != nil {
		return err
	}
	var edit struct{ Find, Replace string }
	if err := json.Unmarshal([]byte(answer.Choices[0].Content), &edit); err != nil {
		return fmt.Errorf("the model did not answer with JSON: %w", err)
	}

	// 4. Map the quotation back to the bytes of the source and apply it. A model
	// wrote the edit after reading data from strangers: whether it may be applied
	// is for your policy and your user to decide. Provenance says what it read.
	edited, err := apply(prompt, ec.Source.Code, edit.Find, edit.Replace)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "--- edited source (least trusted input: %v)\n%s", prompt.Provenance().Least(), edited.Raw())
	return err
}

// apply finds the source block of the prompt and makes the edit in the code it
// was made from.
func apply(p *render.Prompt, code ringfence.Data, find, replace string) (ringfence.Data, error) {
	blocks, err := p.Nonce().Scan(p.Text())
	if err != nil {
		return ringfence.Data{}, err
	}
	for _, b := range blocks {
		if b.Kind == fence.Source {
			edit, err := fence.Unescape(b, find, replace)
			if err != nil {
				return ringfence.Data{}, err
			}
			return edit.Apply(code)
		}
	}
	return ringfence.Data{}, errors.New("there was no room for the source")
}
