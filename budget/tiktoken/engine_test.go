package tiktoken_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/cl100k"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/budget/tiktoken"
)

// TestAgainstEngine holds this package against the engine of budget/bpe, with
// which it shares no code: never fewer tokens, and as many when it says exact.
func TestAgainstEngine(t *testing.T) {
	alphabet := []rune("aZé漢ǅ\u0301 \t\n\r\u00a0'sl/!<|19😀\ufffd")
	for name, engine := range map[string]budget.Counter{"o200k_base": o200k.Encoding(), "cl100k_base": cl100k.Encoding()} {
		e, err := tiktoken.New(name)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(11, 12))
		for range 20_000 {
			s := make([]rune, rng.IntN(20))
			for i := range s {
				s[i] = alphabet[rng.IntN(len(alphabet))]
			}
			text := string(s)
			if rng.IntN(4) == 0 {
				text += strings.Repeat([]string{" ", "\n", "\t", "\r\n", "\u00a0"}[rng.IntN(5)], rng.IntN(9)) + "\n" + strings.Repeat(" ", rng.IntN(9))
			}
			n, worth := e.Measure(text)
			if want := engine.Count(text); n < want || worth == budget.Exact && n != want {
				t.Fatalf("%s %+q: %d %v, the engine %d", name, text, n, worth, want)
			}
		}
	}
}
