package html

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// nonceOf is the nonce of the prompts of these tests.
var nonceOf = fence.SeededNonce([]byte("html report"))

// parts of a prompt of several kinds and trusts.
type parts struct {
	request, tool, note, reply string
	items                      string // an ask body
}

// ordinary is what a well-behaved turn holds.
var ordinary = parts{
	request: "Make the heading larger.\nKeep its colour.",
	tool:    "{\"status\":\"ok\",\"rows\":12}\n",
	note:    "The file has changed.",
	reply:   "I looked at the heading.",
	items:   `{"contextItems":[{"kind":"file","id":"f1","label":"notes.md","excerpt":"Buy milk"}]}`,
}

// prompt renders parts.
func (p parts) prompt(t testing.TB) *render.Prompt {
	t.Helper()
	ask, err := contract.ParseAsk([]byte(p.items))
	if err != nil {
		t.Fatal(err)
	}
	seen := ringfence.NewProvenance(ringfence.Source{Trust: ringfence.Untrusted})
	r := render.Renderer{Nonce: nonceOf, Limit: budget.Limit{Tokens: 6000, Counter: budget.Bytes{}}}
	out, err := r.Render(context.Background(),
		render.Text("Answer the request of the user."), render.Items(ask.ContextItems),
		render.ToolResult(ringfence.NewData(p.tool)), render.Note(ringfence.NewData(p.note)),
		render.Derived(ringfence.NewData(p.reply), seen), render.Request(ringfence.NewData(p.request)))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// file is the JSON form of the prompt.
func (p parts) file(t testing.TB) []byte {
	t.Helper()
	var b strings.Builder
	if err := p.prompt(t).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return []byte(b.String())
}

// audited is the page of a file that was checked.
func audited(t testing.TB, name string, body []byte, show bool) Page {
	t.Helper()
	found, err := audit.Checker{}.Check(audit.Prompt, name, body)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Read(body, contract.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := &report.Report{Tool: "promptcheck", Version: "test", Checked: 1, Findings: report.Of(body, found, report.Place{}, show)}
	return Page{Report: r, Prompt: p, Name: name, Show: show}
}

// written is the page as text.
func written(t testing.TB, p Page) string {
	t.Helper()
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// hostile are texts that try to be more than text on a page, one for each place
// where HTML reads text in another way.
var hostile = []string{
	`<script>window.pwned=1;alert(1)</script>`,
	`"><img src=x onerror="window.pwned=2">`,
	`' onmouseover='window.pwned=3' autofocus onfocus='window.pwned=4`,
	`</script><script>window.pwned=5</script>`,
	`</style><style>*{display:none}body{background:url(http://127.0.0.1:9/x)}</style>`,
	`</title><script>window.pwned=6</script>`,
	`<!--<script>--><svg/onload=window.pwned=7>`,
	`&lt;script&gt;window.pwned=8&lt;/script&gt;&#60;img src=x onerror=window.pwned=9&#62;`,
	`{{.}}{{template "piece"}}${window.pwned=10}<%= 1 %>`,
	`javascript:window.pwned=11//`,
	`]]><foo xmlns="x"/><![CDATA[`,
	`<iframe srcdoc="<script>parent.pwned=12</script>"></iframe><base href="//evil"><meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">`,
	"<math><mtext></form><form><mglyph><style></math><img src onerror=window.pwned=13>",
	"\u202eevil\u202c \u200b\u200b\u200b zero\U000E0041 tag \u0000 nul \x1b[31m esc \u2028 sep",
}

// sprint prints with the verb that shows most.
func sprint(v any) string { return fmt.Sprintf("%#v %+v %s", v, v, v) }
