package render_test

import (
	"fmt"
	"testing"

	"github.com/ringfence/ringfence/render"
)

// BenchmarkParts renders many parts of about 240 bytes with room for a quarter
// of their tokens.
func BenchmarkParts(b *testing.B) {
	for _, n := range []int{200, 2000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			parts := notes(n, 17)
			r := renderer(n*25 + 400)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Render(b.Context(), parts...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLargePage renders a page of 850 elements and 120 kB.
func BenchmarkLargePage(b *testing.B) {
	ec := largePage()
	for _, tokens := range []int{2000, 8000, roomy} {
		b.Run(fmt.Sprint(tokens), func(b *testing.B) {
			r := renderer(tokens)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Render(b.Context(), render.EditContext(ec), render.Request(data("Make it so."))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
