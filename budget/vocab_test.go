package budget_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/cl100k"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/budget/tiktoken"
)

// segment returns a line or more of text in which tokens would like to cross
// its ends.
func segment(rng *rand.Rand) string {
	words := [...]string{"the ", " Käse", "漢字", "\n", "\r\n", "  ", "\t", "/", "//", "!", "'s", "<", "</x>", "42", "\u0301", "\xff", "😀", "\u00a0"}
	var b strings.Builder
	for range 1 + rng.IntN(12) {
		b.WriteString(words[rng.IntN(len(words))])
	}
	if rng.IntN(8) > 0 {
		b.WriteString("\n")
	}
	return b.String()
}

// TestFitVocabularies fits random segments with real vocabularies, additive at
// seams and not, and counts the whole again.
func TestFitVocabularies(t *testing.T) {
	p50k, err := tiktoken.New("p50k_base")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]budget.Counter{"o200k": o200k.Encoding(), "cl100k": cl100k.Encoding(), "p50k": p50k} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 8))
			for round := range 300 {
				items := make([]budget.Item, rng.IntN(30))
				for i := range items {
					items[i] = budget.Item{Priority: rng.IntN(3), Forms: []string{segment(rng) + segment(rng), segment(rng)}}
				}
				limit := budget.Limit{Tokens: 1 + rng.IntN(300), Counter: c}
				p, err := budget.Fit(t.Context(), limit, items)
				if err != nil {
					t.Fatal(err)
				}
				if got := c.Count(p.Text()); got != p.Used || got > limit.Tokens {
					t.Fatalf("round %d: Used %d, counted %d, limit %d\n%q", round, p.Used, got, limit.Tokens, p.Text())
				}
			}
		})
	}
}
