package cli

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit/report"
)

// withSecret writes a payload that withholds secret, and prompts and a store that
// hold it in several spellings.
func withSecret(t *testing.T, secret, kind string) {
	t.Helper()
	text := "Look \u202e at " + secret + ".\n" + strings.ToUpper(secret) + " x\u200by " + kind + ", again " + kind + "\n<|im_start|> " +
		strings.ReplaceAll(secret, " ", "%20") + " " + strings.ReplaceAll(secret, " ", "+") + "\n"
	line, err := json.Marshal(map[string]any{"a": map[string]string{secret: text}})
	if err != nil {
		t.Fatal(err)
	}
	chat, err := json.Marshal(map[string]any{"messages": []any{map[string]string{"role": "user", "content": text}}, "x": map[string]string{kind: text}})
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{
		"pay.json": `{"ui":{"openWindows":[{"id":"win-8821","title":"` + secret + `","withheld":true}]},"contextItems":[{"kind":"` + kind + `","id":"c-4417","label":"x"}]}`,
		"p.txt":    text, "chat.json": string(chat), "store.jsonl": string(line) + "\n",
	} {
		if err := os.WriteFile(name, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Nothing of a withheld window, and no kind of an item, is in any report, whatever
// flags were given, and no report tells one secret from another.
func TestNoSinkShowsWhatIsWithheld(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{"p.txt"}, {"chat.json"}, {"--kind", "prompt", "--field", "/a/*", "store.jsonl"},
	} {
		for _, format := range report.Formats() {
			for _, more := range []string{"--redact", "--show"} {
				var got [2]string
				for i, s := range [][2]string{{"Northwind plan", "customer-file"}, {"Southwing idea", "consumer-fact"}} {
					withSecret(t, s[0], s[1])
					code, out, stderr := run("", append([]string{"check", "--with", "pay.json", "--format", format, more}, args...)...)
					if code != ExitFindings || !strings.Contains(out, "withhold") {
						t.Fatalf("%s %s: status %d %s%s", format, args, code, out, stderr)
					}
					folded := strings.ToLower(out + stderr)
					for _, word := range append(strings.Fields(s[0]), s[1]) {
						if strings.Contains(folded, strings.ToLower(word)) {
							t.Errorf("%s %s %s holds %q:\n%s", format, more, args, word, out)
						}
					}
					got[i] = out
				}
				if got[0] != got[1] {
					t.Errorf("%s %s %s tells the secrets apart:\n%s\n%s", format, more, args, got[0], got[1])
				}
			}
		}
	}
}

// Two places of one secret are two findings, and what stands beside it counts.
func TestWithheldPlacesDiffer(t *testing.T) {
	t.Chdir(t.TempDir())
	withSecret(t, "Northwind plan", "customer-file")
	seen := map[string]string{}
	for _, text := range []string{"See Northwind plan.\n", "Take Northwind plan.\n", "See Northwind plan, too.\n"} {
		if err := os.WriteFile("p.txt", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, out, _ := run("", "check", "--with", "pay.json", "--format", "json", "p.txt")
		r, err := report.Read(strings.NewReader(out))
		if err != nil || len(r.Findings) != 1 {
			t.Fatalf("%v %s", err, out)
		}
		if id := r.Findings[0].Fingerprint; seen[id] != "" {
			t.Errorf("%q and %q are one", seen[id], text)
		} else {
			seen[id] = text
		}
	}
}
