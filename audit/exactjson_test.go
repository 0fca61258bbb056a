package audit

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// Values that mean the same have one hash, and others another.
func TestExactHash(t *testing.T) {
	groups := [][]string{
		{`1`, `1.0`, `10e-1`, `0.1E1`, `0.01e+2`, ` 1 `},
		{`0`, `-0`, `0.000`, `0e99999999999999999999`},
		{`-1`, `-1.00`},
		{`9007199254740992`, `9007199254740992.0`},
		{`9007199254740993`},
		{`0.1`, `1e-1`},
		{`0.1000000000000000055511151231257827`},
		{`1e999`, `10e998`},
		{`1e1000`},
		{`1e99999999999999999999`},
		{`1e99999999999999999998`},
		{`"1"`, `"\u0031"`},
		{`"1e0"`},
		{`"\"1.0"`},
		{`{"a":1,"b":[2,{}]}`, `{ "b" : [ 2.0, { } ], "\u0061" : 1e0 }`},
		{`{"b":1,"a":[2,{}]}`},
		{`[1,12]`},
		{`[11,2]`},
		{`null`},
		{`"null"`},
		{`{}`},
		{`[]`},
	}
	seen := map[string]int{}
	for i, group := range groups {
		for _, v := range group {
			if !jsontext.Value(v).IsValid() {
				t.Fatalf("%s is no JSON", v)
			}
			h := exactHash("", []byte(v))
			if was, ok := seen[h]; ok && was != i {
				t.Errorf("%s and %s have one hash", v, groups[was][0])
			} else if !ok && v != group[0] {
				t.Errorf("%s and %s have two hashes", v, group[0])
			}
			seen[h] = i
			if exactHash("/a", []byte(v)) == h {
				t.Errorf("%s: the place makes no difference", v)
			}
		}
	}
}

// Two numbers are written alike exactly when they are equal, as fractions say.
func TestExactNumbersAgainstFractions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	number := func() string {
		var b strings.Builder
		if rng.IntN(3) == 0 {
			b.WriteByte('-')
		}
		whole := strconv.FormatUint(rng.Uint64()>>rng.IntN(64), 10)
		if rng.IntN(3) == 0 {
			whole = []string{"0", "1", "10", "100", "12"}[rng.IntN(5)]
		}
		b.WriteString(whole)
		if rng.IntN(2) == 0 {
			b.WriteString([]string{".0", ".10", ".5", ".050", ".00"}[rng.IntN(5)])
		}
		if rng.IntN(2) == 0 {
			b.WriteString([]string{"e", "E", "e+", "e-", "E-0"}[rng.IntN(5)] + strconv.Itoa(rng.IntN(4)))
		}
		return b.String()
	}
	equal := 0
	for range 20_000 {
		x, y := number(), number()
		rx, okX := new(big.Rat).SetString(x)
		ry, okY := new(big.Rat).SetString(y)
		if !okX || !okY {
			t.Fatalf("%s or %s is no number", x, y)
		}
		a, b := string(appendExact(nil, []byte(x))), string(appendExact(nil, []byte(y)))
		if (a == b) != (rx.Cmp(ry) == 0) {
			t.Fatalf("%s is written %s, %s is written %s", x, a, y, b)
		}
		if a == b {
			equal++
		}
		back, ok := new(big.Rat).SetString(a)
		if !ok || back.Cmp(rx) != 0 || !jsontext.Value(a).IsValid() {
			t.Fatalf("%s is written %s", x, a)
		}
	}
	if equal < 50 {
		t.Errorf("only %d pairs were equal", equal)
	}
}

// Numbers in strings are text, and stay.
func TestExactNumbersLeaveStrings(t *testing.T) {
	for in, want := range map[string]string{
		`{"1.0":"1.0","a\"2.0":[-3.50,"\\",4.0]}`: `{"1.0":"1.0","a\"2.0":[-35e-1,"\\",4]}`,
		`[true,null,1.0]`:                         `[true,null,1]`,
		`"1.0`:                                    `"1.0`,
		`"1.0\`:                                   `"1.0\`,
		``:                                        ``,
	} {
		if got := string(exactNumbers([]byte(in))); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
