package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// attested makes files, checks them, and attests the report; it returns the
// statement.
func attested(t *testing.T, files map[string]string) string {
	t.Helper()
	t.Chdir(t.TempDir())
	args := []string{"check", "--format", "json", "-o", "report.json"}
	subjects := []string{"attest"}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
		subjects = append(subjects, "--subject", name)
	}
	_, _, _ = run("", args...)
	code, statement, stderr := run("", append(subjects, "report.json")...)
	if code != ExitClean {
		t.Fatalf("status %d %s", code, stderr)
	}
	return statement
}

// The statement has the shape of in-toto's Statement v1: the members it needs,
// subjects with a name and a digest of 64 hexadecimal digits, each name once.
func TestStatementShape(t *testing.T) {
	text := attested(t, map[string]string{"a.txt": "CANARY one\n", "b.txt": "CANARY <|im_start|>\n"})
	if strings.Contains(text, "CANARY") {
		t.Error("text of a file is in the statement")
	}
	var s struct {
		Type          string `json:"_type"`
		PredicateType string `json:"predicateType"`
		Subject       []struct {
			Name   string
			Digest map[string]string
		}
		Predicate map[string]json.RawMessage
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		t.Fatal(err)
	}
	if s.Type != "https://in-toto.io/Statement/v1" || !strings.HasPrefix(s.PredicateType, "https://") || len(s.Subject) != 2 {
		t.Errorf("%+v", s)
	}
	seen := map[string]bool{}
	for _, x := range s.Subject {
		if seen[x.Name] || len(x.Digest) != 1 || len(x.Digest["sha256"]) != 64 {
			t.Errorf("%+v", x)
		}
		seen[x.Name] = true
	}
	for _, name := range []string{"tool", "rules", "limits", "reports", "checked", "unchecked", "findings", "byRule", "failOn", "exitStatus"} {
		if s.Predicate[name] == nil {
			t.Errorf("no %s", name)
		}
	}
}

// A statement in which any byte is changed is never taken for the one that was
// made: it is no statement, or does not hold.
func TestStatementIsNotMalleable(t *testing.T) {
	text := attested(t, map[string]string{"a.txt": "one\n", "b.txt": "two <|im_start|>\n"})
	verify := func(text string) int {
		code, _, _ := run(text, "attest", "--verify", "-")
		return code
	}
	if got := verify(text); got != ExitClean {
		t.Fatalf("the statement itself: status %d", got)
	}
	for i := 0; i < len(text); i += 1 + len(text)/150 {
		for _, b := range []byte{text[i] ^ 1, ' '} {
			changed := text[:i] + string(rune(b)) + text[i+1:]
			if changed == text {
				continue
			}
			// What a run says of itself cannot be checked against files.
			if got := verify(changed); got == ExitClean && !inside(text, i, `"version":"`, '"') && !inside(text, i, `"bytes":`, ',') {
				t.Errorf("byte %d (%q for %q in %.40q) is not noticed", i, b, text[i], text[max(0, i-20):])
			}
		}
		if got := verify(text[:i]); got == ExitClean {
			t.Errorf("cut at %d is not noticed", i)
		}
	}
}

// inside reports whether place i lies in what follows a prefix, up to end.
func inside(text string, i int, prefix string, end byte) bool {
	from := strings.Index(text, prefix) + len(prefix)
	return from <= i && i < from+strings.IndexByte(text[from:], end)
}

// Reports as large as may be are read in time that grows with their length: names
// are kept in sets.
func TestAttestManyFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString(`{"checked":100000,"unchecked":[],"findings":[`)
	for i := range 100_000 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"rule":"a/b","severity":"note","file":"%d"}`, i)
	}
	b.WriteString(`]}`)
	if code, _, stderr := run(b.String(), "attest", "-"); code != ExitUnchecked || !strings.Contains(stderr, "cannot be read") {
		t.Errorf("status %d %s", code, stderr)
	}
}
