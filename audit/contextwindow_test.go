package audit_test

import (
	"testing"

	"github.com/ringfence/ringfence/audit"
)

// A window is known where a check with the model is possible, and nowhere else.
func TestContextWindow(t *testing.T) {
	for model, want := range map[string]int{
		"gpt-4o": 128_000, "openai/GPT-4-32k": 32_768, "gpt-4": 8_192, "claude-x": 200_000,
		"": 0, "frobnicate": 0, "davinci-002": 0,
	} {
		got, ok := audit.ContextWindow(model)
		if got != want || ok != (want > 0) {
			t.Errorf("%q: %d %v, want %d", model, got, ok, want)
		}
		if err := (audit.Checker{Model: model}).Validate(); model != "" && (err == nil) != ok {
			t.Errorf("%q: %v, and a check says %v", model, ok, err)
		}
	}
}
