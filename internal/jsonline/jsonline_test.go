package jsonline_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/jsonline"
)

func TestAppendString(t *testing.T) {
	for s, want := range map[string]string{
		"":                  `""`,
		"plain":             `"plain"`,
		`"quoted" \ slash/`: `"\"quoted\" \\ slash/"`,
		"\n\r\t":            `"\n\r\t"`,
		"\x00\x1f\b\f":      `"\u0000\u001f\u0008\u000c"`,
		"\x7f":              "\"\x7f\"",
		"<b> & 'c'":         `"<b> & 'c'"`,
		"é漢👍\u2028\u2029":   "\"é漢👍\u2028\u2029\"",
		"\xff\xc3":          "\"\xff\xc3\"",
	} {
		if got := string(jsonline.AppendString([]byte("x"), s)); got != "x"+want {
			t.Errorf("%q is written %q, want x%q", s, got, want)
		}
	}
}

func TestObject(t *testing.T) {
	var inner, o jsonline.Object
	if o.Line() != "{}" || o.Len() != 0 {
		t.Errorf("without members: %q, length %d", o.Line(), o.Len())
	}
	inner.Int("n", -12)
	o.String("s", "a\nb")
	o.True("yes")
	o.Object("o", &inner)
	o.Object("empty", new(jsonline.Object))
	o.String("s", "again")
	want := `{"s":"a\nb","yes":true,"o":{"n":-12},"empty":{},"s":"again"}`
	for range 2 { // taking the line does not close the object
		if o.Line() != want || o.Len() != len(want)-1 {
			t.Errorf("%s, want %s", o.Line(), want)
		}
	}
}

func Example() {
	var o jsonline.Object
	o.String("label", "<Blue> \"Hoodie\"")
	o.Int("count", 3)
	fmt.Println(o.Line())
	// Output: {"label":"<Blue> \"Hoodie\"","count":3}
}

// FuzzString checks that a string is one line, comes back from another decoder,
// holds no more escapes than it needs, and is what the members of objects are.
func FuzzString(f *testing.F) {
	for _, s := range []string{"", "plain", "\"\\\n\r\t\x00\x1f\x7f", "\u2028<&>", "\xff", "⟦U+003C⟧", "👩‍👩‍👧"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := string(jsonline.AppendString(nil, s))
		if strings.ContainsAny(got, "\n\r") {
			t.Errorf("%q spans lines: %q", s, got)
		}
		var back string
		if err := json.Unmarshal([]byte(got), &back); err != nil {
			t.Fatalf("%q is no JSON: %v", got, err)
		}
		if utf8.ValidString(s) && back != s {
			t.Errorf("%q came back as %q", s, back)
		}
		needs := 0
		for i := range len(s) {
			if s[i] < ' ' || s[i] == '"' || s[i] == '\\' {
				needs++
			}
		}
		if n := strings.Count(strings.ReplaceAll(got, `\\`, `\`), `\`); n != needs {
			t.Errorf("%q has %d escapes, needs %d: %q", s, n, needs, got)
		}
		var o jsonline.Object
		o.String(s, s)
		if o.Line() != "{"+got+":"+got+"}" {
			t.Errorf("as a member: %q", o.Line())
		}
	})
}
