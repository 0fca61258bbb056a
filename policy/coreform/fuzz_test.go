package coreform_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"lukechampine.com/blake3"
)

// maxFuzz caps a fuzz input, in bytes: the second printer is quadratic.
const maxFuzz = 4 << 10

// property is one named claim about any source.
type property struct {
	name  string
	check func(t *testing.T, src []byte)
}

var parseProperties = []property{
	{"errors are typed, within the source and alone", errorsAreTyped},
	{"the second reader agrees", agreesWithNaive},
	{"a term is a module of one form", termIsModule},
	{"print is a fixpoint and parses back", printRoundTrip},
	{"keys are distinct and in order", keysInOrder},
	{"order agrees with the second one and is antisymmetric", orderAgrees},
	{"hash is BLAKE3 of prefix and print", hashIsPrint},
	{"a print with a cap is the print or an error", cappedPrint},
}

func FuzzParse(f *testing.F) {
	for _, s := range sources() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > maxFuzz {
			return
		}
		for _, p := range parseProperties {
			p.check(t, src)
			if t.Failed() {
				t.Fatalf("property %q fails for %q", p.name, src)
			}
		}
	})
}

// TestParseProperties runs the properties over the seeds and over terms made at
// random, each by name.
func TestParseProperties(t *testing.T) {
	all := sources()
	rng := newRandom(1)
	for range 400 {
		all = append(all, string(coreform.AppendModule(nil, []coreform.Term{rng.term(4), rng.term(2)})))
	}
	for _, p := range parseProperties {
		t.Run(strings.ReplaceAll(p.name, " ", "-"), func(t *testing.T) {
			for _, s := range all {
				p.check(t, []byte(s))
				if t.Failed() {
					t.Fatalf("source %q", s)
				}
			}
		})
	}
}

// sources are the seeds: all sources of the tables, valid and not.
func sources() []string {
	var out []string
	for _, c := range printCases {
		out = append(out, c.src, c.want)
	}
	for _, c := range errorCases {
		out = append(out, c.src)
	}
	out = append(out, orderedSources...)
	return slices.DeleteFunc(out, func(s string) bool { return len(s) > maxFuzz })
}

func errorsAreTyped(t *testing.T, src []byte) {
	t.Helper()
	term, err := coreform.Parse(src)
	checkError(t, err, len(src))
	if err != nil && !term.Equal(coreform.Nil()) {
		t.Error("a term beside an error")
	}
	forms, err := coreform.ParseModule(src)
	checkError(t, err, len(src))
	if err != nil && forms != nil {
		t.Error("forms beside an error")
	}
}

func checkError(t *testing.T, err error, size int) {
	t.Helper()
	if err == nil {
		return
	}
	var e *ringfence.Error
	switch {
	case !errors.As(err, &e):
		t.Errorf("error of type %T", err)
	case e.Offset < 0 || e.Offset > int64(size):
		t.Errorf("offset %d in %d bytes: %v", e.Offset, size, e)
	case !strings.HasPrefix(string(e.Code), "coreform-") || e.Message == "":
		t.Errorf("error %#v", e)
	}
}

func agreesWithNaive(t *testing.T, src []byte) {
	t.Helper()
	forms, err := coreform.ParseModule(src)
	want, ok := naiveParse(string(src))
	if ok != (err == nil) {
		t.Errorf("error %v, the second reader accepts: %v", err, ok)
		return
	}
	if got, want := string(coreform.AppendModule(nil, forms)), naiveModule(want); got != want {
		t.Errorf("print\n%s\nwant\n%s", got, want)
	}
}

func termIsModule(t *testing.T, src []byte) {
	t.Helper()
	term, err := coreform.Parse(src)
	forms, moduleErr := coreform.ParseModule(src)
	switch {
	case err == nil && (moduleErr != nil || len(forms) != 1 || !forms[0].Equal(term)):
		t.Errorf("one term, as a module %v %v", forms, moduleErr)
	case err != nil && moduleErr == nil && len(forms) == 1:
		t.Errorf("a module of one form, as a term %v", err)
	}
}

func printRoundTrip(t *testing.T, src []byte) {
	t.Helper()
	forms, err := coreform.ParseModule(src)
	if err != nil {
		return
	}
	print := coreform.AppendModule([]byte("kept"), forms)[4:]
	again, err := coreform.ParseModule(print)
	if err != nil || !slices.EqualFunc(forms, again, coreform.Term.Equal) {
		t.Errorf("read back %v from %q: %v", again, print, err)
	}
	if twice := coreform.AppendModule(nil, again); !bytes.Equal(twice, print) {
		t.Errorf("printed again\n%s\nwant\n%s", twice, print)
	}
}

func keysInOrder(t *testing.T, src []byte) {
	t.Helper()
	for _, term := range subterms(src) {
		var keys []coreform.Term
		for k, v := range term.Pairs() {
			keys = append(keys, k)
			if got, ok := term.Get(k); !ok || !got.Equal(v) {
				t.Errorf("Get(%v) = %v, %v", k, got, ok)
			}
		}
		for i := 1; i < len(keys); i++ {
			if coreform.Compare(keys[i-1], keys[i]) >= 0 {
				t.Errorf("key %v before %v", keys[i-1], keys[i])
			}
		}
	}
}

func orderAgrees(t *testing.T, src []byte) {
	t.Helper()
	terms := subterms(src)
	terms = terms[:min(len(terms), 12)]
	naive := make([]node, len(terms))
	for i, term := range terms {
		forms, _ := naiveParse(term.String())
		naive[i] = forms[0]
	}
	for i, a := range terms {
		for j, b := range terms {
			c := coreform.Compare(a, b)
			if want := sign(naiveCompare(naive[i], naive[j])); c != want || coreform.Compare(b, a) != -want {
				t.Errorf("Compare(%v, %v) = %d, %d the other way, want %d", a, b, c, coreform.Compare(b, a), want)
			}
			if (c == 0) != (a.String() == b.String()) {
				t.Errorf("Compare(%v, %v) = %d", a, b, c)
			}
		}
	}
}

func hashIsPrint(t *testing.T, src []byte) {
	t.Helper()
	forms, err := coreform.ParseModule(src)
	if err != nil {
		return
	}
	want := blake3.Sum256(coreform.AppendModule([]byte("GCv0.2\x00module\x00"), forms))
	if got := coreform.HashModule(forms); got != want {
		t.Errorf("module hash %x, want %x", got, want)
	}
	for _, f := range forms {
		if got, want := coreform.Hash(f), blake3.Sum256(f.Append([]byte("GCv0.2\x00"))); got != want {
			t.Errorf("hash %x, want %x", got, want)
		}
	}
}

func cappedPrint(t *testing.T, src []byte) {
	t.Helper()
	term, err := coreform.Parse(src)
	if err != nil {
		return
	}
	whole := term.String()
	for _, limit := range []int{len(whole), len(whole) - 1, len(whole) / 2, 0} {
		got, err := term.AppendMax([]byte("x"), limit)
		if limit == len(whole) {
			if err != nil || string(got) != "x"+whole {
				t.Errorf("AppendMax(%d) = %q, %v", limit, got, err)
			}
		} else if string(got) != "x" || !errors.Is(err, &ringfence.Error{Code: coreform.CodeSize}) {
			t.Errorf("AppendMax(%d) of %d bytes = %q, %v", limit, len(whole), got, err)
		}
	}
}

// subterms returns all terms of a source, containers before their parts.
func subterms(src []byte) []coreform.Term {
	terms, err := coreform.ParseModule(src)
	if err != nil {
		return nil
	}
	for i := 0; i < len(terms); i++ {
		for _, item := range terms[i].Items() {
			terms = append(terms, item)
		}
		for k, v := range terms[i].Pairs() {
			terms = append(terms, k, v)
		}
	}
	return terms
}

func sign(n int) int { return max(-1, min(1, n)) }

// FuzzOrder: the order of any three terms is transitive.
func FuzzOrder(f *testing.F) {
	for i := range len(orderedSources) - 2 {
		f.Add(orderedSources[i], orderedSources[i+1], orderedSources[i+2])
	}
	f.Add("(1 2)", "(1)", "[1]")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if len(a)+len(b)+len(c) > maxFuzz {
			return
		}
		terms := subterms([]byte(a + "\n" + b + "\n" + c))
		checkOrder(t, terms[:min(len(terms), 8)])
	})
}

// checkOrder checks that Compare is a total order on the terms.
func checkOrder(t *testing.T, terms []coreform.Term) {
	t.Helper()
	for _, a := range terms {
		if coreform.Compare(a, a) != 0 {
			t.Errorf("%v differs from itself", a)
		}
		for _, b := range terms {
			ab := coreform.Compare(a, b)
			if ab != -coreform.Compare(b, a) {
				t.Errorf("%v and %v: not antisymmetric", a, b)
			}
			for _, c := range terms {
				if bc := coreform.Compare(b, c); ab <= 0 && bc <= 0 && coreform.Compare(a, c) > 0 {
					t.Errorf("%v <= %v <= %v, but not the first and the last", a, b, c)
				}
			}
		}
	}
}

// FuzzBuild: what constructors accept prints as exactly one term, with the same
// content; what they do not is invalid and stays so in every container.
func FuzzBuild(f *testing.F) {
	for _, s := range []string{
		"", "nil", "true", ":ok", "a b", "x} {:ok true", "-", "-1", "1", "+1", "b", `b"`, "\xff", "é", "a;b", "\x00", "\u0085", "\ufeff",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > maxFuzz {
			return
		}
		for _, term := range []coreform.Term{coreform.Str(s), coreform.Sym(s), coreform.Bytes([]byte(s))} {
			nested := coreform.Vec(coreform.Int(1), coreform.List(term, coreform.Nil()))
			_, mapErr := coreform.Map(term, coreform.Nil())
			if term.Err() != nil {
				if nested.Err() == nil || mapErr == nil || nested.String() != ")" {
					t.Errorf("%q: an invalid term became valid: %v", s, nested)
				}
				continue
			}
			back, err := coreform.Parse([]byte(nested.String()))
			if err != nil || mapErr != nil || !back.Equal(nested) {
				t.Fatalf("%q: %v read back as %v: %v", s, nested, back, err)
			}
			list, _ := back.Item(1)
			atom, _ := list.Item(0)
			text, isStr := atom.Text()
			name, isSymbol := atom.Symbol()
			octets, _ := atom.Bytes()
			if got := text + name + string(octets); got != s || isStr && isSymbol {
				t.Errorf("%q came back as %q", s, got)
			}
		}
	})
}
