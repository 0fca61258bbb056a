package langchain_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/tmc/langchaingo/llms"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
	"github.com/ringfence/ringfence/render/langchain"
)

// prompt renders text that a template engine would run.
func prompt(t *testing.T, parts ...render.Part) *render.Prompt {
	t.Helper()
	r := render.Renderer{Nonce: fence.SeededNonce([]byte("langchain")), Limit: budget.Limit{Tokens: 20_000, Counter: budget.Bytes{}}}
	p, err := r.Render(t.Context(), parts...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const template = "{{ env \"HOME\" }} {name} {% raw %} ${x}  \n\n"

func TestMessages(t *testing.T) {
	p := prompt(t, render.Text("Do it. {{.Name}} {name}"), render.ToolResult(ringfence.NewData(template)), render.Text("After."))
	got := langchain.Messages(p)
	if len(got) != 2 || got[0].Role != llms.ChatMessageTypeSystem || got[1].Role != llms.ChatMessageTypeHuman {
		t.Fatalf("messages %v", got)
	}
	for i, m := range p.Messages() {
		if len(got[i].Parts) != 1 {
			t.Fatalf("message %d has %d parts", i, len(got[i].Parts))
		}
		if text, ok := got[i].Parts[0].(llms.TextContent); !ok || text.Text != m.Text {
			t.Errorf("message %d is %v, want %q", i, got[i].Parts[0], m.Text)
		}
	}
	// What a provider would send scans back to the data.
	text, _ := got[1].Parts[0].(llms.TextContent)
	blocks, err := p.Nonce().Scan(text.Text)
	if err != nil || len(blocks) != 1 || blocks[0].Data.Raw() != template {
		t.Errorf("scanned %d blocks, %v", len(blocks), err)
	}
}

func TestMessagesWithoutOneRole(t *testing.T) {
	if got := langchain.Messages(prompt(t, render.Text("Do it."))); len(got) != 1 || got[0].Role != llms.ChatMessageTypeSystem {
		t.Errorf("instructions alone: %v", got)
	}
	if got := langchain.Messages(nil); got != nil {
		t.Errorf("no prompt: %v", got)
	}
}

func TestValue(t *testing.T) {
	p := prompt(t, render.Text("Do it."), render.ToolResult(ringfence.NewData(template)))
	var v llms.PromptValue = langchain.Value{Prompt: p}
	if v.String() != p.Text() {
		t.Error("the string is not the text")
	}
	got := v.Messages()
	if len(got) != 2 || got[0].GetType() != llms.ChatMessageTypeSystem || got[1].GetType() != llms.ChatMessageTypeHuman {
		t.Fatalf("messages %v", got)
	}
	for i, m := range p.Messages() {
		if got[i].GetContent() != m.Text {
			t.Errorf("message %d is %q, want %q", i, got[i].GetContent(), m.Text)
		}
	}
	var zero langchain.Value
	if zero.String() != "" || zero.Messages() != nil {
		t.Error("the zero value is not empty")
	}
}

// TestNoTemplateEngine looks through everything that this package brings along.
func TestNoTemplateEngine(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command to list packages with")
	}
	out, err := exec.CommandContext(t.Context(), goTool, "list", "-deps", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	deps := strings.Fields(string(out))
	if len(deps) < 20 {
		t.Fatalf("go list names %d packages only", len(deps))
	}
	for _, dep := range deps {
		for _, bad := range []string{"langchaingo/prompts", "langchaingo/chains", "sprig", "gonja", "pongo2", "jinja", "text/template", "html/template"} {
			if strings.Contains(dep, bad) {
				t.Errorf("the package brings %s along", dep)
			}
		}
	}
}
