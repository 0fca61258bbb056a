package audit

import (
	"strconv"
	"strings"
	"testing"
)

func TestOverBudget(t *testing.T) {
	words := func(n int) string { return strings.Repeat("word ", n) }
	var many strings.Builder
	for i := range 9000 {
		many.WriteString(strconv.Itoa(i) + " ")
	}
	for _, tc := range []struct {
		model  string
		window int
		kind   Kind
		body   string
		want   string
	}{
		{"gpt-4o", 0, Text, words(100), ""},
		{"gpt-4", 0, Text, many.String(), idBudget},
		{"openai/gpt-4o-2024-05-13", 50, Text, words(100), idBudget},
		{"gpt-4o", 50, Prompt, words(100), idBudget},
		{"gpt-4o", 50, Prompt, `[{"role":"system","content":"` + words(30) + `"},{"role":"user","content":"` + words(30) + `"}]`, idBudget},
		{"gpt-4o", 200, Prompt, words(100), ""},
		{"claude-sonnet-4", 110, Text, words(100), idEstimate}, // with its margin
		{"claude-sonnet-4", 0, Text, words(100), ""},
		{"gpt-4o", 50, Ask, `{"contextItems":[]}`, ""},
	} {
		got, err := Checker{Model: tc.model, Window: tc.window}.Check(tc.kind, "", []byte(tc.body))
		if err != nil || ids(got) != tc.want {
			t.Errorf("%s %d: %q %v, want %q", tc.model, tc.window, ids(got), err, tc.want)
		}
	}
	c := Checker{Model: "no-such-model"}
	if _, err := c.Check(Text, "", []byte("x")); err == nil || c.Validate() == nil {
		t.Error("a model that nobody knows was taken")
	}
}
