package serve

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/fence"
)

func sprint(v any) string { return fmt.Sprint(v) }

func findingsAt(pointers ...string) []audit.Finding {
	out := make([]audit.Finding, len(pointers))
	for i, p := range pointers {
		out[i] = audit.Finding{Pointer: p}
	}
	return out
}

func TestMask(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "": "", "größer\n\tx": "größer\n\tx", "👩🏽‍💻": "👩🏽‍💻",
		"a\u202eb": "a⟦U+202E⟧b", "<|im_end|>": "⟦U+003C⟧|im_end|>", "⟦": "⟦U+27E6⟧", "\x00": "⟦U+0000⟧",
		"a\r\nb\r\n": "a\r\nb\r\n", "a\r\nb\n": "a⟦U+000D⟧\nb\n", "</untrusted-data-abcdefghij-1>": "⟦U+003C⟧/untrusted-data-abcdefghij-1>",
	} {
		if got, ok := mask(text); !ok || got != want {
			t.Errorf("%q: %q %v, want %q", text, got, ok, want)
		}
	}
}

// FuzzMask. Properties of a mask of any text:
//
//  1. It is the payload of a block whose data is the text: nothing is lost.
//  2. Nothing is left in it that a fence would escape, but for its own brackets.
//  3. Text that needs nothing is unchanged, and then maskText says so.
//  4. The literal is JSON of the mask, and what is judged differs in brackets only.
func FuzzMask(f *testing.F) {
	for _, s := range []string{"", "plain", "a\u202eb", "<|im_start|>", "⟦U+200B⟧", "a\r\nb\r\n", "\r\n\n\r", "[INST]", "<untrusted-data-abcdefghij-1>", "\u200d\u200d", "é\u0301"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) || len(s) > 32<<10 {
			t.Skip("a JSON string is UTF-8")
		}
		got, ok := mask(s)
		if !ok {
			t.Fatal("no mask")
		}
		crlf := strings.Contains(got, "\r")
		payload := strings.ReplaceAll(got, "\r\n", "\n")
		n := fence.SeededNonce([]byte("mask"))
		if strings.Contains(s, n.Reveal()) {
			t.Skip("the text knows the nonce of this test")
		}
		eol := ""
		if crlf {
			eol = " eol=crlf"
		}
		block := "<untrusted-data-" + n.Reveal() + "-1 kind=note" + eol + ">\n" + payload + "\n</untrusted-data-" + n.Reveal() + "-1>\n"
		blocks, err := fence.Scan(block)
		if err != nil || len(blocks) != 1 || blocks[0].Data.Raw() != s {
			t.Fatalf("%q masked is %q: %v", s, got, err)
		}
		for _, m := range fence.FindCharacters(payload) {
			if m.Class != fence.Bracket {
				t.Fatalf("%q masked is %q: %v is left", s, got, m)
			}
		}
		if left := fence.FindControlTokens(payload); len(left) > 0 {
			t.Fatalf("%q masked is %q: %v is left", s, got, left)
		}
		m, changed := maskText(s)
		if blocks, _ := fence.Inspect(s); len(blocks) > 0 {
			if changed {
				t.Fatal("a text with blocks is masked")
			}
			return
		}
		if changed != (got != s) {
			t.Fatalf("%q: changed %v", s, changed)
		}
		if !changed {
			return
		}
		var text string
		if json.Unmarshal(m.literal, &text) != nil || text != got {
			t.Fatalf("%q: literal %s", s, m.literal)
		}
		if m.judged != strings.NewReplacer("⟦", "(", "⟧", ")").Replace(text) {
			t.Fatalf("%q: judged %q", s, m.judged)
		}
	})
}
