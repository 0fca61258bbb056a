package fence

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// benchTexts are a line of each kind of text.
var benchTexts = []struct{ name, line string }{
	{"go", "\tif err := f.check(ctx, items[i]); err != nil && n < len(items) { return fmt.Errorf(\"%w: %d\", err, n) }\n"},
	{"html", "<div class=\"card\"><a href=\"/item/42\">Title</a><span data-id='x'>12 €</span></div><br/>\n"},
	{"cjk", "日本語のテキスト、中文字符測試，한국어 텍스트 。「引用」\n"},
	{"latin", "Les élèves étudient à l'école où Çelik naïvement père fenêtre garçon über größe.\n"},
	{"lines", "2026-01-05T10:00:00Z level=info msg=\"\x1b[32mjob done\x1b[0m\" id=42 took=17ms queue=default worker=3\n"},
	{"escapes", "\u200b<|im_start|>\u202etext\xff⟦</untrusted-data-" + testCode + "-1>\n"},
}

func benchSizes(b *testing.B, run func(b *testing.B, text string)) {
	for _, size := range []struct {
		name string
		n    int
	}{{"100kB", 100_000}, {"1MB", 1_000_000}} {
		for _, c := range benchTexts {
			b.Run(c.name+"/"+size.name, func(b *testing.B) {
				text := strings.Repeat(c.line, size.n/len(c.line)+1)[:size.n]
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				run(b, text)
			})
		}
	}
}

func BenchmarkSeal(b *testing.B) {
	benchSizes(b, func(b *testing.B, text string) {
		d := ringfence.NewData(text)
		dst := make([]byte, 0, MaxExpansion*len(text)+1000)
		for b.Loop() {
			if _, _, err := Seal(dst, testNonce, noteHeader, d); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkScan counts the bytes of the data, not of the payload.
func BenchmarkScan(b *testing.B) {
	benchSizes(b, func(b *testing.B, text string) {
		block, _, _ := seal(b, testNonce, noteHeader, text)
		for b.Loop() {
			if _, err := testNonce.Scan(block); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	benchSizes(b, func(b *testing.B, text string) {
		for b.Loop() {
			FindControlTokens(text)
			FindCharacters(text)
			FindFenceShapes(text)
		}
	})
}
