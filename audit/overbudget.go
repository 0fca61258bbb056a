package audit

import (
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/cl100k"
	"github.com/ringfence/ringfence/budget/models"
	"github.com/ringfence/ringfence/budget/o200k"
)

// windows are the context windows of models in tokens, by the beginning of the
// name, as their vendors publish them (November 2026). The longest entry counts.
var windows = [...]struct {
	prefix string
	tokens int
}{
	{"gpt-4", 8_192},
	{"gpt-4-32k", 32_768},
	{"gpt-4-turbo", 128_000},
	{"gpt-4o", 128_000},
	{"chatgpt-4o", 128_000},
	{"gpt-4.1", 1_047_576},
	{"gpt-4.5", 128_000},
	{"gpt-5", 400_000},
	{"gpt-3.5", 16_385},
	{"gpt-35-turbo", 16_385},
	{"gpt-oss", 131_072},
	{"o1", 200_000},
	{"o3", 200_000},
	{"o4-mini", 200_000},
	{"claude", 200_000},
	{"gemini", 1_048_576},
	{"gemma-3", 131_072},
	{"llama-3", 8_192},
	{"llama-3.1", 131_072},
	{"llama-3.2", 131_072},
	{"llama-3.3", 131_072},
	{"meta-llama-3", 8_192},
	{"mistral-large", 131_072},
	{"mistral-small", 131_072},
	{"qwen2.5", 131_072},
	{"qwen3", 131_072},
	{"deepseek", 131_072},
}

// window returns the context window of a model that models knows.
func (c Checker) window() (tokens int, info models.Info, err error) {
	info, err = models.Find(c.Model)
	if err != nil {
		return 0, info, err
	}
	if c.Window > 0 {
		return c.Window, info, nil
	}
	name := asciiLower(c.Model)
	name = strings.TrimPrefix(name[strings.LastIndexByte(name, '/')+1:], "ft:")
	best := ""
	for _, w := range windows {
		if strings.HasPrefix(name, w.prefix) && len(w.prefix) > len(best) {
			best, tokens = w.prefix, w.tokens
		}
	}
	if best == "" {
		return 0, info, &ringfence.Error{
			Code: models.CodeUnknown, Message: "the context window of this model is not known",
			Hint: "set Checker.Window to its size in tokens", Offset: ringfence.NoOffset,
		}
	}
	return tokens, info, nil
}

// overBudget reports a prompt that does not fit the window of the model, room
// for an answer not counted.
func (c Checker) overBudget(col *collector, texts []string) error {
	if c.Model == "" {
		return nil
	}
	limit, info, err := c.window()
	if err != nil {
		return err
	}
	size := 0
	for _, s := range texts {
		size += len(s)
	}
	if size <= limit && info.Margin == 0 {
		return nil // no token is shorter than a byte: no vocabulary is loaded
	}
	counter := counterOf(info.Encoding)
	n := 0
	for _, s := range texts {
		n += counter.Count(s)
	}
	if n > limit && info.Exactness == budget.Exact && counter.Exactness() == budget.Exact {
		col.add(idBudget, promptdoc.PlainSpan(0), 0, at(""), strconv.Itoa(n)+" tokens, and the context window of the model has "+strconv.Itoa(limit))
		return nil
	}
	if upper := n + int(float64(n)*info.Margin); upper > limit {
		col.add(idEstimate, promptdoc.PlainSpan(0), 0, at(""), "an estimate of "+strconv.Itoa(upper)+" tokens with its margin, and the context window of the model has "+strconv.Itoa(limit))
	}
	return nil
}

// counterOf returns the counter of an encoding that is at hand, or bytes, which
// are an upper bound.
func counterOf(encoding string) budget.Counter {
	switch encoding {
	case "o200k_base":
		return o200k.Encoding()
	case "cl100k_base":
		return cl100k.Encoding()
	}
	return budget.Bytes{}
}
