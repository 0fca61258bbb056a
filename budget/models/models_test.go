package models_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
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
		"gpt-4o-2024-08-06": "gpt-4o", "chatgpt-4o-latest": "chatgpt-4o", "gpt-4.5-preview": "gpt-4.5", "o3-mini-2025-01-31": "o3",
		"gpt-5-2025-08-07": "gpt-5", "gpt-5.1": "gpt-5.", "gpt-5.2-codex": "gpt-5.", "ft:gpt-4o:shop::x1": "gpt-4o", "ft:gpt-4-0613:shop": "gpt-4",
		"text-embedding-3-large": "text-embedding-3-large", "meta-llama/Llama-4-Scout-17B-16E": "llama-4", "gemini-3-pro": "gemini",
		"claude-opus-4-7": "claude", "gemma-3n-e4b": "gemma", "qwen3-coder": "qwen3", "deepseek-r1:32b": "deepseek-r1", "us.anthropic.claude-x": "",
		"mistral-nemo-2407": "mistral-nemo", "Qwen/Qwen2.5-7B": "qwen2.5", "deepseek-ai/DeepSeek-V3": "deepseek-v3",
	} {
		info, ok := models.Lookup(name)
		if ok != (want != "") || info.Prefix != want {
			t.Errorf("%s: %q %v, want %q", name, info.Prefix, ok, want)
		}
	}
	for _, name := range []string{
		"", "/", "gpt", "gpt-4x", "gpt-4.2", "gpt-40", "o", "o11", "o2", "xgpt-4o", "claudette", "llama", "gpt-4o/", "unknown-model",
		"gpt-5.", "gpt-5.x", "gpt-5x", "ft:", "ft:ft:gpt-4o", "llama-5", "deepseek-v9", "mistral-large",
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
		name := info.Prefix
		if strings.HasSuffix(name, ".") {
			name += "9"
		}
		if got, ok := models.Lookup(name); !ok || got != info {
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
	checkFraming(t)
	for _, v := range []string{"OpenAI", "Anthropic", "Google", "Meta", "Mistral", "Qwen", "DeepSeek"} {
		if !vendors[v] {
			t.Errorf("%s is missing", v)
		}
	}
}

// checkFraming: where a framing is given its source is, and a prompt of two
// messages costs what the template has.
func checkFraming(t *testing.T) {
	t.Helper()
	want := map[string]int{
		"gpt-4o": 11, "gpt-3.5-turbo": 11, "gpt-oss": 10, "llama3": 15, "llama-4": 15, "qwen3": 13, "mistral-nemo": 5, "gemma-3": 14, "deepseek-v3": 6,
		"o3": 0, "gpt-5": 0, "claude": 0, "gemini": 0, "davinci-002": 0, "llama2": 0,
	}
	for _, info := range models.All() {
		if (info.Framing == budget.Framing{}) != (info.FramingNote == "") || info.Framing.PerMessage < 0 || info.Framing.PerPrompt < 0 {
			t.Errorf("%s: framing %+v, note %q", info.Prefix, info.Framing, info.FramingNote)
		}
		if n, ok := want[info.Prefix]; ok && info.Framing.Tokens(2) != n {
			t.Errorf("%s: two messages cost %d, want %d", info.Prefix, info.Framing.Tokens(2), n)
		}
		delete(want, info.Prefix)
	}
	for name := range want {
		t.Errorf("%s is not in the table", name)
	}
}

func TestFind(t *testing.T) {
	if info, err := models.Find("gpt-4o-mini"); err != nil || info.Prefix != "gpt-4o" {
		t.Errorf("%+v %v", info, err)
	}
	for _, name := range []string{"", "unheard-of", "a\x1b[2J\u202e", strings.Repeat("x", 5000)} {
		info, err := models.Find(name)
		var e *ringfence.Error
		if info != (models.Info{}) || !errors.As(err, &e) || e.Code != models.CodeUnknown || e.Hint == "" {
			t.Fatalf("%q: %+v %v", name, info, err)
		}
		if text := err.Error(); len(text) > 400 || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%q: %q", name, text)
		}
	}
}

func FuzzLookup(f *testing.F) {
	for _, info := range models.All() {
		f.Add(info.Prefix)
	}
	f.Add("ft:openai/GPT-4o:x")
	f.Add("gpt-5.\xff")
	f.Fuzz(func(t *testing.T, name string) {
		info, ok := models.Lookup(name)
		if ok != (info != models.Info{}) {
			t.Fatalf("%q: %+v %v", name, info, ok)
		}
		if upper, _ := models.Lookup(strings.Map(func(r rune) rune {
			if 'a' <= r && r <= 'z' {
				return r - 'a' + 'A'
			}
			return r
		}, name)); utf8.ValidString(name) && upper != info {
			t.Fatalf("%q: case matters", name)
		}
		if ok && !strings.Contains(strings.ToLower(name), info.Prefix) {
			t.Fatalf("%q is taken for %s", name, info.Prefix)
		}
		if _, err := models.Find(name); (err == nil) != ok {
			t.Fatalf("%q: %v", name, err)
		}
	})
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

func ExampleFind() {
	info, err := models.Find("meta-llama/Llama-3.1-8B")
	if err != nil {
		fmt.Println(err)
		return
	}
	limit := budget.Limit{Tokens: 8000, Counter: budget.Bytes{}, Margin: info.Margin, Reserve: 1000}
	fmt.Println(info.Framing.Tokens(2), limit.Framed(info.Framing, 2).Reserve)
	// Output: 15 1015
}
