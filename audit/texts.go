package audit

import (
	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
)

// CheckTexts checks the texts of a conversation that the caller has read, as
// [Checker.Check] does those that it reads itself: kind is [Prompt], or [Response]
// with texts of one answer. Their spans lead to places in body, and their pointers
// are those of findings. Everything that is to be checked has to be among the texts;
// what else stands in body is not looked at, and Limits do not apply to what was read.
//
// The error is a *[ringfence.Error]: of another kind, of a prompt without a text, of
// a checker that holds prompts against a payload, which is done with a whole body,
// or one of Check. Then there are no findings. It takes time linear in the texts.
func (c Checker) CheckTexts(kind Kind, file string, body []byte, texts []promptdoc.Message) ([]Finding, error) {
	if c.With != nil {
		return nil, &ringfence.Error{
			Code: contract.CodeConflict, Message: "texts cannot be held against a payload", Offset: ringfence.NoOffset,
			Hint: "check the body that they stand in",
		}
	}
	var col collector
	var err error
	switch kind {
	case Prompt:
		err = c.conversation(&col, texts)
	case Response:
		err = c.answer(&col, texts)
	case Auto, EditContext, Ask, Log, Policy, Text, Tools:
		err = unknownShape("texts are checked as a prompt or as a response", "use Check for a body of another kind")
	}
	return c.findings(&col, file, body, err)
}

// conversation checks the texts of a prompt.
func (c Checker) conversation(col *collector, texts []promptdoc.Message) error {
	doc := &promptdoc.Document{Messages: texts}
	if err := hasText(doc); err != nil {
		return err
	}
	c.messages(col, doc)
	return c.overBudget(col, doc.Texts())
}

// answer checks the texts of an answer.
func (c Checker) answer(col *collector, texts []promptdoc.Message) error {
	known, err := c.given()
	if err != nil {
		return err
	}
	for _, m := range texts {
		known.answer(m.Text, false, newPlaced(col, m.Span, 0, at(m.Pointer), m.Text))
	}
	return nil
}
