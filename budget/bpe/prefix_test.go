package bpe_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/budget/bpe"
	"github.com/ringfence/ringfence/internal/grapheme"
)

// slowPrefix is Prefix by its definition.
func slowPrefix(e *bpe.Encoding, s string, limit int) int {
	ends := slices.Collect(grapheme.Boundaries(s))
	for _, end := range slices.Backward(ends) {
		if e.Count(s[:end]) <= limit {
			return end
		}
	}
	return 0
}

// fragments are what random texts of the tests are put together from: words,
// white space, marks, cased letters and the like, chosen so that neighbours
// change each other's pieces.
var fragments = []string{
	"a", "b", "A", "B", "Z", "word", "Word", " ", "  ", "\n", "\r\n", "\t", "\u00a0", "\u3000", "'", "'s", "'re", "'LL", "'ſ",
	"1", "23", "٣", "½", "ª", "ʰ", "中", "文字", "ひ", "カ", "한", "\u0301", "\u0300", "é", "É", "ǅ", "я", "Я", "!", "!!", "/", "//",
	"-", "---", "=", "😀", "👨\u200d👩\u200d👧", "🇫🇷", "\u200d", "\ufe0f", "<|endoftext|>", "\x7f", "\x00", "\x80", "\xff\xfe", "\xe4\xb8",
	"the quick brown", "internationalisation", " function(", "){\n\t", "aaaaaaaa", "\u0378", "𐐀", "𐐨", ".", "{\"key\":", "」", "。",
}

// randomText puts n fragments together. Few distinct ones give long runs.
func randomText(r *rand.Rand, n int) string {
	pick := fragments
	if r.IntN(2) == 0 {
		pick = nil
		for range 1 + r.IntN(4) {
			pick = append(pick, fragments[r.IntN(len(fragments))])
		}
	}
	var s strings.Builder
	for range n {
		s.WriteString(pick[r.IntN(len(pick))])
	}
	return s.String()
}

func TestPrefixIsTheLongest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, e := range encodings {
		enc := e.encoding()
		for k := range 400 {
			n := 12
			if k%8 == 0 {
				n = 150
			}
			s := randomText(r, n)
			limit := r.IntN(enc.Count(s) + 2)
			got, want := enc.Prefix(s, limit), slowPrefix(enc, s, limit)
			if got != want {
				t.Fatalf("%s: Prefix(%q, %d) = %d (%q), want %d (%q)", e.name, s, limit, got, s[:got], want, s[:want])
			}
		}
	}
}
