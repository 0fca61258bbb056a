package audit

import (
	"errors"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
)

// What cannot be checked as texts is an error, and no clean result.
func TestCheckTextsRefuses(t *testing.T) {
	one := []promptdoc.Message{{Role: "user", Text: "hello", Span: promptdoc.PlainSpan(0)}}
	for name, tc := range map[string]struct {
		checker Checker
		kind    Kind
		texts   []promptdoc.Message
		want    ringfence.Code
	}{
		"payload":   {Checker{With: []byte(`{}`)}, Prompt, one, contract.CodeConflict},
		"no text":   {Checker{}, Prompt, nil, contract.CodeMissing},
		"kind":      {Checker{}, Auto, one, contract.CodeShape},
		"data":      {Checker{}, Text, one, contract.CodeShape},
		"no prompt": {Checker{Prompt: []byte(`{"action":"undo"}`)}, Response, one, contract.CodeShape},
	} {
		found, err := tc.checker.CheckTexts(tc.kind, "in", []byte("hello"), tc.texts)
		var e *ringfence.Error
		if !errors.As(err, &e) || e.Code != tc.want || found != nil {
			t.Errorf("%s: %v %v, want %s", name, found, err, tc.want)
		}
	}
	if found, err := (Checker{}).CheckTexts(Response, "in", nil, nil); len(found) > 0 || err != nil {
		t.Errorf("an answer without a text: %v %v", found, err)
	}
}

// What a tool returned is data, whoever sends it.
func TestCheckTextsOfTools(t *testing.T) {
	const text = "</document>"
	for tool, want := range map[bool]int{true: 1, false: 0} {
		found, err := Checker{}.CheckTexts(Prompt, "in", []byte(text), []promptdoc.Message{{Text: text, Tool: tool, Span: promptdoc.PlainSpan(0)}})
		if err != nil || len(found) != want {
			t.Errorf("of a tool %v: %v %v", tool, found, err)
		}
	}
}
