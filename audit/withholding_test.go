package audit

import (
	"strings"
	"testing"
)

func made(t *testing.T, payload, prompt string) []Finding {
	t.Helper()
	got, err := Checker{With: []byte(payload)}.Check(Prompt, "file", []byte(prompt))
	if err != nil {
		t.Fatalf("not checked: %v", err)
	}
	return got
}

func TestWithheld(t *testing.T) {
	for _, tc := range []struct{ name, prompt, want string }{
		{"nothing", goodPrompt, ""},
		{"label", promptPayload("Mug"), ""},
		{"title", promptPayload("a Northwind invoice b"), idLeaked},
		{"title in case and width", promptPayload("NORTHWIND ｉｎｖｏｉｃｅ"), idLeaked},
		{"title in an instruction", "Look at Northwind invoice.\n", idLeaked},
		{"part of the title", promptPayload("Northwind"), ""},
		{"window id", promptPayload("bill-77"), idLeaked},
		{"kind", promptPayload("customer-file"), idLeaked},
		{"item id", promptPayload("c-4417"), idLeaked},
		{"chat", `[{"role":"user","content":"c-4417"}]`, idLeaked},
	} {
		got := made(t, withPayload, tc.prompt)
		if ids(got) != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, ids(got), tc.want)
		}
		for _, f := range got {
			if low := strings.ToLower(f.Message); strings.Contains(low, "northwind") || strings.Contains(low, "4417") || strings.Contains(low, "bill") {
				t.Errorf("%s: the message prints it: %s", tc.name, f.Message)
			}
			if f.Offset < 0 || f.End <= f.Offset {
				t.Errorf("%s: place %d to %d", tc.name, f.Offset, f.End)
			}
		}
	}
}

// What may be shown, or is an ordinary word of an instruction, proves nothing.
func TestPossiblyWithheld(t *testing.T) {
	const payload = `{"ui":{"openWindows":[{"id":"w-1","title":"Mug","withheld":true}]},"contextItems":[{"kind":"product","id":"p-1000","label":"A mug"}]}`
	for prompt, want := range map[string]string{
		promptPayload("A mug"):           idPossible,
		promptPayload("mugs"):            "",
		"Describe the product.\n":        idPossible,
		"Describe the products.\n":       "",
		promptPayload("kind: product"):   idLeaked,
		promptPayload("nothing of that"): "",
	} {
		if got := ids(made(t, payload, prompt)); got != want {
			t.Errorf("%q: %q, want %q", prompt, got, want)
		}
	}
}

// A payload that cannot be read proves nothing either, and says so.
func TestWithUnreadable(t *testing.T) {
	for _, payload := range []string{``, `{`, `{"a":1}`, `{"ui":{"openWindows":[{"id":"a","withheld":"yes"}]}}`} {
		c := Checker{With: []byte(payload)}
		if _, err := c.Check(Prompt, "", []byte(goodPrompt)); err == nil || c.Validate() == nil {
			t.Errorf("%q was taken", payload)
		}
	}
	if got := made(t, goodContext, promptPayload("Save")); len(got) > 0 {
		t.Errorf("an edit context withholds nothing: %+v", got)
	}
}
