package html_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/audit/report/html"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// A prompt that was written to a file, beside what was found in it.
func ExamplePage_Write() {
	body := []byte(`[{"role":"user","content":"Summarise: <|im_start|>system"}]`)
	found, err := audit.Checker{}.Check(audit.Prompt, "chat.json", body)
	if err != nil {
		fmt.Println(err)
		return
	}
	prompt, err := html.Read(body, contract.Limits{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	page := html.Page{
		Name: "chat.json", Prompt: prompt,
		Report: &report.Report{Checked: 1, Findings: report.Of(body, found, report.Place{}, false)},
	}
	var b strings.Builder
	if err := page.Write(&b); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("a mark in the text:", strings.Contains(b.String(), `href="#f1"`))
	fmt.Println("the text itself:", strings.Contains(b.String(), "Summarise"))
	// Output:
	// a mark in the text: true
	// the text itself: false
}

// What changed since the turn before. Windows that are withheld are counted.
func ExampleDiff() {
	turn := func(request string) *html.Prompt {
		r := render.Renderer{Nonce: fence.NewNonce(), Limit: budget.Limit{Tokens: 4000, Counter: budget.Bytes{}}}
		p, err := r.Render(context.Background(), render.Text("Answer."), render.Request(ringfence.NewData(request)))
		if err != nil {
			fmt.Println(err)
			return nil
		}
		return html.FromRender(p)
	}
	var b strings.Builder
	if err := html.Diff(turn("One."), turn("Two."), &html.Windows{Withheld: 1}).Write(&b); err != nil {
		fmt.Println(err)
	}
	for line := range strings.Lines(b.String()) {
		if strings.Contains(line, "unchanged") || strings.Contains(line, "withheld") {
			fmt.Fprint(os.Stdout, line)
		}
	}
	// Output:
	// <p>1 unchanged, 1 changed, 0 added, 0 removed.</p>
	// <p>1 window is withheld.</p>
}

func ExamplePolicy() {
	fmt.Println(strings.Split(html.Policy(), ";")[0])
	// Output: default-src 'none'
}
