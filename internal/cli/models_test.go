package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/budget/models"
)

// Every model that completion offers is known, and its vocabulary is at hand.
func TestModelNames(t *testing.T) {
	names := modelNames()
	if len(names) < 20 {
		t.Fatalf("%d names", len(names))
	}
	for _, name := range names {
		info, ok := models.Lookup(name)
		if !ok || info.Prefix != name || !slices.Contains(encodingNames(), info.Encoding) {
			t.Errorf("%s: %+v", name, info)
		}
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
			t.Errorf("%s would have to be quoted for a shell", name)
		}
	}
}

func TestNearModels(t *testing.T) {
	for name, want := range map[string]string{
		"gtp-4o": "gpt-4o", "GTP-4o-mini-2024": "gpt-4o", "openai/gpt4o": "gpt-4o", "gpt-6": "gpt-5 gpt-4", "o5": "o1 o3", "claud-opus": "claude",
		"gemni-2.5-pro": "gemini gemini-2.5", "lama-3.1:8b": "llama-3.1", "frobnicate": "", "": "", "x": "", "a/": "", "-": "", "o": "o1 o3", "gpt-": "gpt-5 gpt-4 gpt2",
		strings.Repeat("gpt-", 10_000): "",
	} {
		got := strings.Join(nearModels(name), " ")
		if got != want {
			t.Errorf("%.40q: %q, want %q", name, got, want)
		}
	}
}
