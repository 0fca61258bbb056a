package tiktoken

import (
	"testing"
)

func FuzzTiktoken(f *testing.F) {
	for i, s := range samples {
		f.Add(uint8(i), s)
	}
	for _, s := range runs(400) {
		f.Add(uint8(0), s)
		f.Add(uint8(3), s)
	}
	f.Fuzz(func(t *testing.T, which uint8, s string) {
		e := encoding(t, names[int(which)%len(names)])
		if len(s) > 2000 {
			s = s[:2000] // the library is quadratic beyond
		}
		compare(t, e, s)
		if got := decode(e, e.Encode(nil, s)); got != string([]rune(s)) {
			t.Fatalf("decodes to %q", got)
		}
		if n := e.Count(s); n > 3*len(s) {
			t.Fatalf("%d tokens of %d bytes", n, len(s))
		}
	})
}

func BenchmarkCount(b *testing.B) {
	e := encoding(b, "o200k_base")
	for kind, s := range runs(100_000) {
		b.Run(kind, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				e.Count(s)
			}
		})
	}
}
