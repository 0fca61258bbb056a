package langchain_test

import (
	"context"
	"fmt"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/fake"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/render"
	"github.com/ringfence/ringfence/render/langchain"
)

func ExampleMessages() {
	ctx := context.Background()
	r := render.Renderer{Limit: budget.Limit{Tokens: 8000, Counter: budget.Bytes{}}}
	p, err := r.Render(ctx, render.Text("Answer the request."), render.Request(ringfence.NewData("Say hello.")))
	if err != nil {
		fmt.Println(err)
		return
	}
	var llm llms.Model = fake.NewFakeLLM([]string{"Hello."})
	reply, err := llm.GenerateContent(ctx, langchain.Messages(p))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reply.Choices[0].Content)
	// Output: Hello.
}
