package budget_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/o200k"
)

// known is a counter that costs next to nothing, so that a benchmark shows
// selection alone. Text tokens come to a fifth of the bytes or so.
type known struct{}

func (known) Count(s string) int          { return len(s)/5 + 1 }
func (known) Exactness() budget.Exactness { return budget.Exact }
func (known) SeamAdditive() bool          { return true }

// benchmarkFit fits n chunks of about 240 bytes into a quarter of their tokens.
func benchmarkFit(b *testing.B, n int) {
	items := make([]budget.Item, n)
	total := 0
	for i := range items {
		text := fmt.Sprintf("chunk %d: ", i) + strings.Repeat("lorem ipsum ", 18+i%4) + "\n"
		total += known{}.Count(text)
		items[i] = budget.Item{Name: "chunk", Forms: []string{text}, Priority: i * 7919 % 1000}
	}
	limit := budget.Limit{Tokens: total / 4, Counter: known{}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := budget.Fit(b.Context(), limit, items); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFit200(b *testing.B)   { benchmarkFit(b, 200) }
func BenchmarkFit2000(b *testing.B)  { benchmarkFit(b, 2000) }
func BenchmarkFit20000(b *testing.B) { benchmarkFit(b, 20_000) }

// BenchmarkFitAll keeps everything and lets it grow: the longest way through.
func BenchmarkFitAll(b *testing.B) {
	items := make([]budget.Item, 20_000)
	for i := range items {
		text := fmt.Sprintf("chunk %d: ", i) + strings.Repeat("lorem ipsum ", 18) + "\n"
		items[i] = budget.Item{Name: "chunk", Forms: []string{text + text, text}, Priority: i * 7919 % 1000}
	}
	limit := budget.Limit{Tokens: 1_500_000, Counter: known{}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := budget.Fit(b.Context(), limit, items); err != nil {
			b.Fatal(err)
		}
	}
}

// prose returns n different chunks of about 240 bytes.
func prose(n int) []string {
	rng := rand.New(rand.NewPCG(9, 10))
	words := strings.Fields("the order was shipped to a customer in Berlin on Friday and not returned 42 times, said func main() { return x }")
	out := make([]string, n)
	for i := range out {
		var b strings.Builder
		for b.Len() < 235 {
			b.WriteString(words[rng.IntN(len(words))] + " ")
		}
		out[i] = b.String() + "\n"
	}
	return out
}

// BenchmarkVocabulary shows the whole of fitting against counting alone:
// 20,000 chunks, all of which are counted.
func BenchmarkVocabulary(b *testing.B) {
	texts := prose(20_000)
	enc := o200k.Encoding()
	b.Run("count", func(b *testing.B) {
		for b.Loop() {
			for _, s := range texts {
				enc.Count(s)
			}
		}
	})
	b.Run("fit", func(b *testing.B) {
		items := make([]budget.Item, len(texts))
		for i, s := range texts {
			items[i] = budget.Item{Forms: []string{s}, Priority: i * 7919 % 1000}
		}
		limit := budget.Limit{Tokens: budget.MaxTokens, Counter: enc}
		for b.Loop() {
			if _, err := budget.Fit(b.Context(), limit, items); err != nil {
				b.Fatal(err)
			}
		}
	})
}
