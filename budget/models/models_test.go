package models_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/bpe"
	"github.com/ringfence/ringfence/budget/models"
	"github.com/ringfence/ringfence/budget/tiktoken"
)

func TestLookup(t *testing.T) {
	for name, want := range map[string]string{
		"gpt-4o": "gpt-4o", "gpt-4o-2024-05-13": "gpt-4o", "GPT-4o-mini": "gpt-4o", "openai/gpt-4o": "gpt-4o",
		"gpt-4": "gpt-4", "gpt-4-32k": "gpt-4", "gpt-4-turbo": "gpt-4", "gpt-4.1-nano": "gpt-4.1", "gpt-5-mini": "gpt-5",
		"o1": "o1", "o1-preview": "o1", "o3-mini": "o3", "gpt-oss-120b": "gpt-oss", "davinci-002": "davinci-002", "davinci": "davinci",
		"claude-3-5-sonnet-20241022": "claude", "anthropic/claude-x": "claude", "claude:latest": "claude",
		"gemini-2.5-pro": "gemini-2.5", "google/gemma-3-27b-it": "gemma-3", "meta-llama/Llama-3.1-8B": "llama-3.1", "llama3:8b": "llama3",
		"mistral-nemo-2407": "mistral-nemo", "Qwen/Qwen2.5-7B": "qwen2.5", "deepseek-ai/DeepSeek-V3": "deepseek-v3",
	} {
		info, ok := models.Lookup(name)
		if !ok || info.Prefix != want {
			t.Errorf("%s: %q %v, want %q", name, info.Prefix, ok, want)
		}
	}
	for _, name := range []string{
		"", "/", "gpt", "gpt-4x", "gpt-4.2", "gpt-40", "o", "o11", "o2", "xgpt-4o", "claudette", "llama", "gpt-4o/", "unknown-model",
		"claude\x00", "ｇpt-4", "GPT\u20114", strings.Repeat("gpt-4-", 1000),
	} {
		if info, ok := models.Lookup(name); ok || info != (models.Info{}) {
			t.Errorf("%q: %+v", name, info)
		}
	}
}

// TestTable holds what every entry promises.
func TestTable(t *testing.T) {
	seen, vendors := map[string]bool{}, map[string]bool{}
	for _, info := range models.All() {
		if seen[info.Prefix] {
			t.Errorf("%s is there twice", info.Prefix)
		}
		seen[info.Prefix] = true
		vendors[info.Vendor] = true
		if got, ok := models.Lookup(info.Prefix); !ok || got != info {
			t.Errorf("%s does not find itself", info.Prefix)
		}
		if _, err := tiktoken.New(info.Encoding); err != nil {
			t.Errorf("%s: encoding %q: %v", info.Prefix, info.Encoding, err)
		}
		if info.Pattern != "" {
			if _, err := bpe.ParseFamily(info.Pattern); err != nil {
				t.Errorf("%s: pattern %q: %v", info.Prefix, info.Pattern, err)
			}
		}
		if (info.Exactness == budget.Exact) != (info.Margin == 0) || info.Exactness == budget.Exact && info.Vendor != "OpenAI" {
			t.Errorf("%s: %v with margin %v", info.Prefix, info.Exactness, info.Margin)
		}
		if info.Known() != (info.Exactness == budget.Exact || info.Pattern != "") || info.Note == "" {
			t.Errorf("%s: %+v", info.Prefix, info)
		}
	}
	for _, v := range []string{"OpenAI", "Anthropic", "Google", "Meta", "Mistral", "Qwen", "DeepSeek"} {
		if !vendors[v] {
			t.Errorf("%s is missing", v)
		}
	}
}

func TestAllIsACopy(t *testing.T) {
	models.All()[0].Prefix = "changed"
	if models.All()[0].Prefix == "changed" {
		t.Error("the table can be changed")
	}
}

func ExampleLookup() {
	for _, name := range []string{"openai/gpt-4o-mini", "claude-sonnet", "unheard-of"} {
		info, ok := models.Lookup(name)
		fmt.Println(name, ok, info.Encoding, info.Exactness, info.Margin)
	}
	// Output:
	// openai/gpt-4o-mini true o200k_base exact 0
	// claude-sonnet true o200k_base estimate 0.6
	// unheard-of false  estimate 0
}
