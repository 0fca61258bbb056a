package schema_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/schema"
)

func code(err error) ringfence.Code {
	var e *ringfence.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestCheck(t *testing.T) {
	s, err := schema.Compile([]byte(`{
		"type": "object", "additionalProperties": false, "required": [":path"],
		"properties": {
			":path": {"type": "string", "pattern": "^[a-z/]+$"},
			":mode": {"const": {"$sym": ":fast"}},
			":n": {"$ref": "#/$defs/n"},
			":big": {"type": "object", "properties": {"$int": {"type": "string"}}, "required": ["$int"]}
		},
		"$defs": {"n": {"type": "integer", "minimum": 1}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for src, ok := range map[string]bool{
		`{:path "a/b"}`: true, `{:path "a" :mode :fast :n 3}`: true, `{:path "a" :big 99999999999999999999}`: true,
		`{:path :a}`: false, `{"path" "a"}`: false, `{:path "a" :mode ":fast"}`: false, `{:path "A"}`: false,
		`{:path "a" :n 0}`: false, `{:path "a" :x 1}`: false, `{}`: false, `nil`: false, `[]`: false, `{:path b"a"}`: false,
		`{:path "a" :big 3}`: false,
	} {
		term, err := coreform.Parse([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		err = s.Check(term)
		if (err == nil) != ok || err != nil && code(err) != schema.CodeMismatch {
			t.Errorf("%s: %v", src, err)
		}
	}
	if err := s.Check(coreform.Sym("")); code(err) != schema.CodeMismatch {
		t.Errorf("no term: %v", err)
	}
	var none *schema.Schema
	if err := none.Check(coreform.Nil()); code(err) != schema.CodeMismatch {
		t.Errorf("no schema: %v", err)
	}
}

// Nothing is loaded, from the network or from a file.
func TestCompleteInItself(t *testing.T) {
	file := filepath.Join(t.TempDir(), "other.json")
	if err := os.WriteFile(file, []byte(`{}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, src := range []string{
		`{"$ref": "file://` + filepath.ToSlash(file) + `"}`, `{"$ref": "other.json"}`, `{"$ref": "http://127.0.0.1:1/x"}`,
		`{"$schema": "http://127.0.0.1:1/meta"}`, `{"$ref": "#/$defs/none"}`,
		``, `{`, `{} {}`, `3`, `{"type": "nothing"}`, `{"pattern": "("}`, `{"minimum": "x"}`, `"` + strings.Repeat("x", schema.MaxBytes) + `"`,
	} {
		if s, err := schema.Compile([]byte(src)); code(err) != schema.CodeInvalid || s != nil {
			t.Errorf("%.60s: %v", src, err)
		}
	}
}
