package cli

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
)

// seeded is the nonce of a seed.
func seeded(seed string) string { return fence.SeededNonce([]byte(seed)).Reveal() }

// errorOf runs a command line that has to fail, and returns what it says.
func errorOf(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs strings.Builder
	c := Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}
	if code := c.Main(args); code != ExitUnchecked || out.Len() > 0 {
		t.Fatalf("%v: status %d, output %.80q", args, code, out.String())
	}
	return errs.String()
}

// A turn that does not fit is named, and the hint names no flag that diff lacks.
func TestDiffPageBudget(t *testing.T) {
	dir := t.TempDir()
	small, large := filepath.Join(dir, "small.json"), filepath.Join(dir, "large.json")
	for name, message := range map[string]string{small: "Hello.", large: strings.Repeat("A request in many words. ", 4_000)} {
		body := marshal(t, map[string]any{"contextItems": []any{}, "message": message})
		if err := os.WriteFile(name, body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{small, large}, {large, small}} {
		said := errorOf(t, append([]string{"diff", "--format", "html"}, args...)...)
		for _, want := range []string{"large.json: " + string(budget.CodeRequired), "hint: make both prompts with promptcheck render"} {
			if !strings.Contains(said, want) {
				t.Errorf("%v: %q is not in %q", args, want, said)
			}
		}
	}
	promptcheck(t, "diff", small, large) // a list needs no prompt
}

// A window that the later turn withholds is a number, whatever the earlier turn said
// of it: no form of a comparison tells its name, its id or the item about it.
func TestDiffOfWithdrawnWindow(t *testing.T) {
	dir := t.TempDir()
	turns := func(id, title, label string) []string {
		var names []string
		for name, body := range map[string]any{
			"a.json": map[string]any{
				"ui":           map[string]any{"openWindows": []any{map[string]any{"id": id, "title": title}, map[string]any{"id": "w-2", "title": "Mug list"}}},
				"contextItems": []any{map[string]any{"kind": "bill", "id": title, "label": label}, map[string]any{"kind": "mug", "id": "m", "label": "A mug"}},
			},
			"b.json": map[string]any{
				"ui":           map[string]any{"openWindows": []any{map[string]any{"id": id, "title": title, "withheld": true}}},
				"contextItems": []any{map[string]any{"kind": "mug", "id": "m", "label": "A mug"}},
			},
		} {
			names = append(names, filepath.Join(dir, name))
			if err := os.WriteFile(filepath.Join(dir, name), marshal(t, body), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		slices.Sort(names)
		return names
	}
	for _, flags := range [][]string{{"--format", "html", "--show"}, {"--format", "html"}, {"--format", "text"}, {"--format", "json"}} {
		one := string(promptcheck(t, append(append([]string{"diff"}, flags...), turns("zebra-1", "Invoice 4471", "zebra-2 of 4471")...)...))
		other := string(promptcheck(t, append(append([]string{"diff"}, flags...), turns("okapi", "Another title", "okapi")...)...))
		if one != other {
			t.Errorf("%v: what is withheld changes the comparison", flags)
		}
		for _, word := range []string{"4471", "zebra"} {
			if strings.Contains(one, word) {
				t.Errorf("%v tells %s:\n%s", flags, word, one)
			}
		}
		if len(flags) == 3 && (!strings.Contains(one, "Mug list") || !strings.Contains(one, "1 window is withheld")) {
			t.Errorf("%v: the window that was closed, and the number, are not there", flags)
		}
	}
}

func TestWithoutBudget(t *testing.T) {
	other := &ringfence.Error{Code: CodeUsage, Hint: "keep"}
	if got := withoutBudget(other); !errors.Is(got, other) || got.(*ringfence.Error).Hint != "keep" { //nolint:errorlint // exactly this
		t.Errorf("%v", got)
	}
	plain := errors.New("plain")
	if got := withoutBudget(plain); !errors.Is(got, plain) {
		t.Errorf("%v", got)
	}
	short := &ringfence.Error{Code: budget.CodeRequired, Message: "short", Hint: "give --budget 9 or more"}
	got := withoutBudget(short).(*ringfence.Error) //nolint:errorlint // exactly this
	if got.Message != short.Message || strings.Contains(got.Hint, "--budget 9") || short.Hint != "give --budget 9 or more" {
		t.Errorf("%+v", got)
	}
}

func TestFitShow(t *testing.T) {
	for _, format := range append(append([]string{}, renderFormats...), diffFormats...) {
		err := fitShow(true, format)
		var e *ringfence.Error
		if format == formatHTML {
			if err != nil {
				t.Errorf("%s: %v", format, err)
			}
		} else if !errors.As(err, &e) || e.Code != CodeUsage || e.Hint != "add --format html" {
			t.Errorf("%s: %v", format, err)
		}
		if err := fitShow(false, format); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// A prompt is told by shape, and never from what another kind of file is.
func TestIsRenderedPrompt(t *testing.T) {
	for _, c := range []struct {
		path, body string
		want       bool
	}{
		{"a.txt", "Hello.", true},
		{"a.txt", "Read <untrusted-data-abcdefghij-1>\nx\n</untrusted-data-abcdefghij-1>\n", true},
		{"a.json", `{"messages":[]}`, true},
		{"a.json", `[{"role":"user","content":"x"}]`, true},
		{"-", "[INST] x", true},
		{"a.txt", "", false},
		{"a.txt", " \n\t", false},
		{"a.json", "Hello.", false},
		{"a.txt", `{"a":1}`, false},
		{"a.txt", "\x7fELF\x00", false},
	} {
		if got := isRenderedPrompt(c.path, []byte(c.body)); got != c.want {
			t.Errorf("%s %q: %v", c.path, c.body, got)
		}
	}
}
