package coreform_test

import (
	"math/big"
	"math/rand/v2"
	"strings"

	"github.com/ringfence/ringfence/policy/coreform"
)

// random makes terms from a seed.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 2))} }

// text returns text of characters that are hard to print.
func (r random) text() string {
	alphabet := []rune("ab \"\\\n\r\t\x00\x1b\x7f\u0080\u009f\u00a0é漢\u2028😀;(")
	var b strings.Builder
	for range r.IntN(12) {
		b.WriteRune(alphabet[r.IntN(len(alphabet))])
	}
	return strings.Repeat(b.String(), 1+r.IntN(2)*r.IntN(12))
}

func (r random) atom() coreform.Term {
	switch r.IntN(7) {
	case 0:
		return coreform.Nil()
	case 1:
		return coreform.Bool(r.IntN(2) == 0)
	case 2:
		return coreform.Int(r.Int64N(200) - 100)
	case 3:
		n := new(big.Int).Lsh(big.NewInt(r.Int64()), uint(r.IntN(300)))
		return coreform.BigInt(n.Mul(n, big.NewInt(r.Int64N(3)-1)))
	case 4:
		return coreform.Str(r.text())
	case 5:
		return coreform.Bytes([]byte(r.text() + string([]byte{byte(r.IntN(256)), byte(r.IntN(256))})))
	default:
		return coreform.Sym(":" + strings.Repeat("k", r.IntN(30)))
	}
}

func (r random) term(depth int) coreform.Term {
	if depth == 0 || r.IntN(3) == 0 {
		return r.atom()
	}
	items := make([]coreform.Term, r.IntN(6))
	for i := range items {
		items[i] = r.term(depth - 1)
	}
	switch r.IntN(3) {
	case 0:
		return coreform.List(items...)
	case 1:
		return coreform.Vec(items...)
	}
	// A key that came twice makes a vector: the draw stays a function of the seed.
	m, err := coreform.Map(items[:len(items)/2*2]...)
	if err != nil {
		return coreform.Vec(items...)
	}
	return m
}
