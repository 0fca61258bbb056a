package cli

import (
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report/html"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/models"
)

// formatHTML is the one format with a page of its own.
const formatHTML = "html"

// page is what an HTML report shows beside the findings: the prompt, where one
// prompt is all that is checked. Its text is on the page only with --show.
func (c *settings) page(inv *invocation, list []entry) html.Page {
	p := html.Page{Show: c.show}
	if len(list) != 1 || list[0].err != nil || list[0].name == stdinName || c.isLines(list[0].name) || c.fieldsOf(list[0].name) != nil {
		return p // standard input can be read once
	}
	name := list[0].name
	body, err := c.body(inv, name)
	if err != nil || !isPromptBody(c.kindOf(name), withoutGzip(name), body) {
		return p // the check itself says what is wrong
	}
	if prompt, err := html.Read(body, c.checker.Limits, c.pageCounter()); err == nil {
		p.Prompt, p.Name = prompt.Without(c.checker.Withheld(c.kindOf(name), name, body)), name
	}
	return p
}

// pageCounter counts the regions of a page with the vocabulary of --model; nil
// without one, and then they are measured in bytes.
func (c *settings) pageCounter() budget.Counter {
	info, err := models.Find(c.checker.Model)
	if c.checker.Model == "" || err != nil {
		return nil // an unknown model ends the check itself
	}
	count, err := counter(info.Encoding)
	if err != nil {
		return nil
	}
	return worth{count, info.Exactness}
}

// worth is a counter with what its counts are worth for a model.
type worth struct {
	budget.Counter
	exactness budget.Exactness
}

// Exactness implements [budget.Counter].
func (w worth) Exactness() budget.Exactness { return w.exactness }

// isPromptBody reports whether a body is a prompt and nothing else: the body of
// another kind holds what no page may show.
func isPromptBody(kind audit.Kind, name string, body []byte) bool {
	switch kind {
	case audit.Prompt:
		return true
	case audit.Auto:
		is, err := audit.KindOf(name, body)
		return err == nil && is == audit.Prompt && !isBinary(body)
	default:
		return false
	}
}
