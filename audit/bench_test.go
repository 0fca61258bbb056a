package audit

import (
	"strings"
	"testing"
)

// BenchmarkCheck is the rate of a check by kind of text, in a chat message that
// is all instruction and in an item that is all data.
func BenchmarkCheck(b *testing.B) {
	const size = 1 << 20
	for _, tc := range []struct{ name, unit string }{
		{"prose", "The quick brown fox jumps over the lazy dog, again and again. "},
		{"code", "if (a < b) { return [1, 2].map(x => x.y); }\\n"},
		{"cjk", "日本語のテキストがここにあります。"},
		{"bidi", "a\u202e"},
		{"tokens", "<s>"},
		{"brackets", "<"},
		{"tags", "</untrusted>"},
	} {
		text := strings.Repeat(tc.unit, size/len(tc.unit))
		for _, wrap := range []struct{ name, body string }{
			{"data", askItem(`"label":"` + text + `"`)},
			{"prompt", `[{"role":"user","content":"` + text + `"}]`},
		} {
			b.Run(tc.name+"/"+wrap.name, func(b *testing.B) {
				b.SetBytes(int64(len(wrap.body)))
				for b.Loop() {
					if _, err := (Checker{}).Check(Auto, "", []byte(wrap.body)); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
