package render_test

import (
	"context"
	"fmt"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

func ExampleSession() {
	nonce, _ := fence.ParseNonce("k3f4q2m7xa")
	s := render.NewSession(render.Renderer{Nonce: nonce, NoGuide: true, Limit: budget.Limit{Tokens: 4000, Counter: budget.Bytes{}}})
	ctx := context.Background()
	if _, err := s.Render(ctx, render.Text("Help the user."), render.Request(ringfence.NewData("What is on?"))); err != nil {
		panic(err)
	}
	s.Reply(ringfence.NewData("Nothing is on."))
	p, err := s.Render(ctx, render.Request(ringfence.NewData("And now?")))
	if err != nil {
		panic(err)
	}
	fmt.Print(p.Text())
	fmt.Println(s.Turns(), "turns, least trust", p.Provenance().Least())
	// Output:
	// <derived-data-k3f4q2m7xa-2 kind=derived>
	// Nothing is on.
	// </derived-data-k3f4q2m7xa-2>
	// <request-data-k3f4q2m7xa-3 kind=request>
	// And now?
	// </request-data-k3f4q2m7xa-3>
	// 2 turns, least trust derived
}

func ExampleSession_CheckOutgoing() {
	nonce, _ := fence.ParseNonce("k3f4q2m7xa")
	s := render.NewSession(render.Renderer{Nonce: nonce})
	fmt.Println(len(s.CheckOutgoing(`{"path": "notes.txt"}`)), len(s.CheckOutgoing(`{"path": "k3f4q2m7xa"}`)))
	// Output: 0 1
}
