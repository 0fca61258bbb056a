package coreform_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy/coreform"
)

// orderedSources are terms from the smallest to the greatest.
var orderedSources = []string{
	"nil",
	"false", "true",
	"-100000000000000000000", "-11", "-2", "-1", "0", "1", "9", "10", "11", "100000000000000000000",
	`""`, `"\u0000"`, `"A"`, `"a"`, `"a\u0000"`, `"aa"`, `"b"`, `"é"`, `"｡"`, `"😀"`,
	`b""`, `b"\x00"`, `b"a"`, `b"a\x00"`, `b"\x7F"`, `b"\x80"`, `b"\xFF"`,
	"*", ":a", ":a/b", ":b", "a", "aa", "é",
	"(nil)", "(nil nil)", "(0)", "(0 5)", "(1)", "(a)", "((nil))", "((0) 1)", "([])",
	"[]", "[nil]", "[nil nil]", "[0]", "[0 9]", "[1]", "[[]]", "[{}]",
	"{}", "{nil 1}", "{nil 1 a 0}", "{nil 2}", "{a 1}", "{a 1 b 1}", "{a 2}", "{b 0}", "{[] 0}",
}

func parseAll(t *testing.T, sources []string) []coreform.Term {
	t.Helper()
	var out []coreform.Term
	for _, s := range sources {
		term, err := coreform.Parse([]byte(s))
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		out = append(out, term)
	}
	return out
}

func TestOrder(t *testing.T) {
	terms := parseAll(t, orderedSources)
	for i, a := range terms {
		for j, b := range terms {
			if got, want := coreform.Compare(a, b), sign(i-j); got != want {
				t.Errorf("Compare(%v, %v) = %d, want %d", a, b, got, want)
			}
			if a.Equal(b) != (i == j) {
				t.Errorf("%v equals %v: %v", a, b, a.Equal(b))
			}
		}
	}
	for _, a := range terms {
		if coreform.Compare(a, coreform.Sym("")) != -1 {
			t.Errorf("an invalid term does not sort behind %v", a)
		}
	}
}

func TestOrderIsTotal(t *testing.T) {
	rng := newRandom(7)
	for range 30 {
		var terms []coreform.Term
		for range 12 {
			terms = append(terms, rng.term(3))
		}
		checkOrder(t, terms)
	}
}

// Maps are the same in whatever order their pairs come.
func TestMapOrder(t *testing.T) {
	keys := parseAll(t, orderedSources)
	var pairs []coreform.Term
	for i, k := range keys {
		pairs = append(pairs, k, coreform.Int(int64(i)))
	}
	want, err := coreform.Map(pairs...)
	if err != nil {
		t.Fatal(err)
	}
	i := int64(0)
	for k, v := range want.Pairs() {
		if n, _ := v.Int64(); n != i || !k.Equal(keys[i]) {
			t.Errorf("pair %d is %v %v", i, k, v)
		}
		i++
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		shuffled := slices.Collect(slices.Chunk(pairs, 2))
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		flat := slices.Concat(shuffled...)
		before := slices.Clone(flat)
		got, err := coreform.Map(flat...)
		if err != nil || !got.Equal(want) || got.String() != want.String() {
			t.Fatalf("%v, %v", got, err)
		}
		if !slices.EqualFunc(flat, before, coreform.Term.Equal) {
			t.Fatal("Map changed its arguments")
		}
		var src strings.Builder
		for _, term := range flat {
			src.WriteString(term.String() + " ")
		}
		parsed, err := coreform.Parse([]byte("{" + src.String() + "}"))
		if err != nil || !parsed.Equal(want) {
			t.Fatalf("parsed %v, %v", parsed, err)
		}
	}
}
