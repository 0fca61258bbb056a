package tiktoken

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// runs are inputs that made the library, or its expression, quadratic.
func runs(size int) map[string]string {
	letters := make([]byte, size)
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range letters {
		letters[i] = byte('a' + rng.IntN(26))
	}
	return map[string]string{
		"letters":         strings.Repeat("a", size),
		"capitals":        strings.Repeat("A", size),
		"random letters":  string(letters),
		"spaces":          strings.Repeat(" ", size),
		"newlines":        strings.Repeat("\n", size),
		"spaces newlines": strings.Repeat(" ", size/2) + strings.Repeat("\n", size/2),
		"newlines spaces": strings.Repeat("\n", size/2) + strings.Repeat(" ", size/2) + "x",
		"mixed space":     strings.Repeat(" \t\u3000", size/5) + "x",
		"space pairs":     strings.Repeat("  x", size/3),
		"punctuation":     strings.Repeat("!", size),
		"bang newline":    strings.Repeat("!\n/", size/3),
		"marks":           "a" + strings.Repeat("\u0301", size/2),
		"cjk":             strings.Repeat("漢", size/3),
		"digits":          strings.Repeat("7", size),
		"quotes":          strings.Repeat("'", size),
		"special":         strings.Repeat("<|endoftext|>", size/13),
		"invalid":         strings.Repeat("\xff", size),
		"delete":          strings.Repeat("\x7f", size),
		"at the limit":    strings.Repeat(strings.Repeat("q", MaxPiece-1)+" ", size/MaxPiece),
	}
}

// TestGrowth compares two sizes, with a slack that only growth worse than
// linear exceeds: a quadratic one would be at 100.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("compares times over a megabyte of each input")
	}
	const small = 30_000
	for _, name := range []string{"o200k_base", "r50k_base"} {
		e := encoding(t, name)
		few, many := runs(small), runs(10*small)
		for kind, s := range few {
			t.Run(name+"/"+kind, func(t *testing.T) {
				// Once within the slack is enough: a busy machine adds time and
				// never takes any away.
				var before, after time.Duration
				for range 3 {
					before, after = cost(e, s), cost(e, many[kind])
					if after <= 40*before+200*time.Millisecond {
						return
					}
				}
				t.Errorf("ten times the input took %v after %v", after, before)
			})
		}
	}
}

func cost(e *Encoding, s string) time.Duration {
	start := time.Now()
	e.Count(s)
	return time.Since(start)
}
