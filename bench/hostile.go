package main

import (
	"math/rand/v2"
	"strings"

	"github.com/ringfence/ringfence/budget/o200k"
)

// family makes texts that have no places to divide them at, of any size. A seed
// makes another text of the same kind, where there is one.
type family struct {
	name string
	make func(n int, seed uint64) string
}

var families = []family{
	{"one letter", run("a", "b", "c", "d")},
	{"one CJK character", run("中", "国", "人", "大")},
	{"white space", run(" ", "\t", "\n", "\r\n")},
	{"punctuation", run("^", "~", "=", "-")},
	{"combining marks", run("\u0301", "\u0302", "\u0303", "\u0304")},
	{"emoji sequences", run("👩\u200d👧\u200d👦", "👨\u200d👩\u200d👧", "👩🏽\u200d💻", "🏳️\u200d🌈")},
	{"random letters", random("abcdefghijklmnopqrstuvwxyz")},
	{"random punctuation", random("!#$%&()*+,-.:;<=>?@[]^_{|}~")},
	{"tokens without their last byte", cutTokens},
}

func run(units ...string) func(int, uint64) string {
	return func(n int, seed uint64) string {
		u := units[seed%uint64(len(units))]
		return strings.Repeat(u, n/len(u))
	}
}

func random(alphabet string) func(int, uint64) string {
	return func(n int, seed uint64) string {
		rng := rand.New(rand.NewPCG(21, seed))
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[rng.IntN(len(alphabet))]
		}
		return string(b)
	}
}

// cutTokens joins long tokens of lower-case letters, each without its last one:
// what looks like a token to the end turns out not to be.
func cutTokens(n int, seed uint64) string {
	enc := o200k.Encoding()
	rng := rand.New(rand.NewPCG(23, seed))
	var b strings.Builder
	for b.Len() < n {
		token, err := enc.Decode(nil, uint32(rng.IntN(enc.Size())))
		if err == nil && len(token) >= 9 && strings.Trim(string(token), "abcdefghijklmnopqrstuvwxyz") == "" {
			b.Write(token[:len(token)-1])
		}
	}
	return b.String()[:n]
}
