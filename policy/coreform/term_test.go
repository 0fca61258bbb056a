package coreform_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
)

// isCode reports whether an error has a code.
func isCode(err error, code ringfence.Code) bool {
	return errors.Is(err, &ringfence.Error{Code: code})
}

func TestBuild(t *testing.T) {
	for _, c := range []struct {
		term coreform.Term
		kind coreform.Kind
		want string
	}{
		{coreform.Term{}, coreform.KindNil, "nil"},
		{coreform.Nil(), coreform.KindNil, "nil"},
		{coreform.List(), coreform.KindNil, "nil"},
		{coreform.BigInt(nil), coreform.KindNil, "nil"},
		{coreform.Bool(true), coreform.KindBool, "true"},
		{coreform.Bool(false), coreform.KindBool, "false"},
		{coreform.Int(math.MinInt64), coreform.KindInt, "-9223372036854775808"},
		{coreform.Uint(math.MaxUint64), coreform.KindInt, "18446744073709551615"},
		{coreform.BigInt(new(big.Int).Lsh(big.NewInt(1), 100)), coreform.KindInt, "1267650600228229401496703205376"},
		{coreform.Str("é\n"), coreform.KindStr, `"é\n"`},
		{coreform.Bytes([]byte{0, 'a', 0xff}), coreform.KindBytes, `b"\x00a\xFF"`},
		{coreform.Sym(":ok"), coreform.KindSymbol, ":ok"},
		{coreform.List(coreform.Sym("quote"), coreform.Nil()), coreform.KindList, "(quote nil)"},
		{coreform.Vec(), coreform.KindVector, "[]"},
		{coreform.Vec(coreform.Int(1)), coreform.KindVector, "[1]"},
	} {
		if c.term.Kind() != c.kind || c.term.String() != c.want || c.term.Err() != nil {
			t.Errorf("%v %s, want %v %s", c.term.Kind(), c.term, c.kind, c.want)
		}
		back, err := coreform.Parse([]byte(c.want))
		if err != nil || !back.Equal(c.term) {
			t.Errorf("%s reads back as %v: %v", c.want, back, err)
		}
	}
}

func TestInvalidTerms(t *testing.T) {
	deep := coreform.Nil()
	for range coreform.MaxDepth {
		deep = coreform.Vec(deep)
	}
	if deep.Err() != nil {
		t.Fatal("nesting of MaxDepth is refused")
	}
	long := new(big.Int).Exp(big.NewInt(10), big.NewInt(coreform.MaxDigits), nil)
	huge := new(big.Int).Lsh(big.NewInt(1), 8*coreform.MaxDigits)
	for _, c := range []struct {
		name string
		term coreform.Term
		code ringfence.Code
	}{
		{"string that is not UTF-8", coreform.Str("a\xff"), coreform.CodeUTF8},
		{"symbol that is not UTF-8", coreform.Sym("a\xff"), coreform.CodeUTF8},
		{"empty symbol", coreform.Sym(""), coreform.CodeSymbol},
		{"symbol nil", coreform.Sym("nil"), coreform.CodeSymbol},
		{"symbol true", coreform.Sym("true"), coreform.CodeSymbol},
		{"symbol false", coreform.Sym("false"), coreform.CodeSymbol},
		{"symbol that is a number", coreform.Sym("12"), coreform.CodeSymbol},
		{"symbol that starts like a number", coreform.Sym("-1a"), coreform.CodeSymbol},
		{"symbol that closes its map", coreform.Sym(":x} {:ok"), coreform.CodeSymbol},
		{"symbol with a quote", coreform.Sym("a'b"), coreform.CodeSymbol},
		{"symbol with a comment", coreform.Sym("a;"), coreform.CodeSymbol},
		{"one digit too many", coreform.BigInt(long), coreform.CodeDigits},
		{"far too many digits", coreform.BigInt(huge), coreform.CodeDigits},
		{"nesting of vectors", coreform.Vec(deep), coreform.CodeDepth},
		{"nesting of lists", coreform.List(coreform.Nil(), deep), coreform.CodeDepth},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.term.Kind() != coreform.KindInvalid || !isCode(c.term.Err(), c.code) {
				t.Errorf("kind %v, error %v, want %s", c.term.Kind(), c.term.Err(), c.code)
			}
			if inside := coreform.Vec(coreform.Int(1), coreform.List(c.term)); !isCode(inside.Err(), c.code) {
				t.Errorf("within containers: %v", inside.Err())
			}
			if _, err := coreform.Parse([]byte(c.term.String())); err == nil {
				t.Errorf("it prints as %q, which can be read", c.term)
			}
			if m, err := coreform.Map(coreform.Sym(":a"), c.term); !isCode(err, c.code) || !m.IsNil() {
				t.Errorf("within a map: %v, %v", m, err)
			}
			if m, err := coreform.Marshal([]coreform.Term{c.term}); !isCode(err, c.code) || !m.IsNil() {
				t.Errorf("marshalled: %v, %v", m, err)
			}
			var target coreform.Term
			if err := coreform.Unmarshal(c.term, &target); !isCode(err, c.code) {
				t.Errorf("unmarshalled: %v", err)
			}
		})
	}
}

func TestMapErrors(t *testing.T) {
	a, one := coreform.Sym(":a"), coreform.Int(1)
	if m, err := coreform.Map(a); !isCode(err, coreform.CodeOddMap) || !m.IsNil() {
		t.Errorf("a key alone: %v, %v", m, err)
	}
	if m, err := coreform.Map(a, one, coreform.Nil(), one, a, one); !isCode(err, coreform.CodeDuplicateKey) || !m.IsNil() {
		t.Errorf("a key twice: %v, %v", m, err)
	}
	if m, err := coreform.Map(); err != nil || m.Kind() != coreform.KindMap || m.String() != "{}" {
		t.Errorf("the empty map: %v, %v", m, err)
	}
}

// Every accessor answers for its own kind alone.
func TestAccessors(t *testing.T) {
	terms := parseAll(t, []string{"nil", "true", "1", `"s"`, `b"x"`, "y", "(a b)", "[1 2 3]", "{k v}"})
	terms = append(terms, coreform.Sym(""))
	for i, term := range terms {
		kind := coreform.Kind(i)
		if term.Kind() != kind {
			t.Fatalf("term %d has kind %v", i, term.Kind())
		}
		b, okBool := term.Bool()
		n, okInt := term.Int64()
		big, okBig := term.BigInt()
		s, okText := term.Text()
		y, okSymbol := term.Symbol()
		x, okBytes := term.Bytes()
		_, okItem := term.Item(0)
		_, okGet := term.Get(coreform.Sym("k"))
		_, okLookup := term.Lookup("k")
		for name, c := range map[string]struct{ got, want bool }{
			"IsNil":  {term.IsNil(), kind == coreform.KindNil},
			"Bool":   {okBool && b, kind == coreform.KindBool},
			"Int64":  {okInt && n == 1, kind == coreform.KindInt},
			"BigInt": {okBig && big.IsInt64(), kind == coreform.KindInt},
			"Text":   {okText && s == "s", kind == coreform.KindStr},
			"Symbol": {okSymbol && y == "y", kind == coreform.KindSymbol},
			"Bytes":  {okBytes && string(x) == "x", kind == coreform.KindBytes},
			"Item":   {okItem, kind == coreform.KindList || kind == coreform.KindVector},
			"Get":    {okGet, kind == coreform.KindMap},
			"Lookup": {okLookup, kind == coreform.KindMap},
			"Err":    {term.Err() != nil, kind == coreform.KindInvalid},
		} {
			if c.got != c.want {
				t.Errorf("%s of %v: %v", name, kind, c.got)
			}
		}
		if want := []int{0, 0, 0, 0, 0, 0, 2, 3, 1, 0}[i]; term.Len() != want {
			t.Errorf("Len of %v is %d", kind, term.Len())
		}
		items, pairs := 0, 0
		for range term.Items() {
			items++
		}
		for range term.Pairs() {
			pairs++
		}
		if kind == coreform.KindMap && (items != 0 || pairs != 1) || kind != coreform.KindMap && (items != term.Len() || pairs != 0) {
			t.Errorf("%v has %d items and %d pairs", kind, items, pairs)
		}
	}
}

func TestItems(t *testing.T) {
	term := coreform.Vec(coreform.Int(0), coreform.Int(1), coreform.Int(2))
	for _, i := range []int{-1, 3, math.MaxInt} {
		if item, ok := term.Item(i); ok || !item.IsNil() {
			t.Errorf("item %d is %v", i, item)
		}
	}
	for i, item := range term.Items() {
		if n, _ := item.Int64(); n != int64(i) {
			t.Errorf("item %d is %v", i, item)
		}
		if i == 1 {
			break
		}
	}
	m := parseAll(t, []string{"{a 1 b 2}"})[0]
	for k := range m.Pairs() {
		if k.String() != "a" {
			t.Errorf("first key %v", k)
		}
		break
	}
}

func TestGet(t *testing.T) {
	m := parseAll(t, []string{`{nil 0 1 1 "b" 2 b"b" 3 :b 4 :d 5 (x) 6 [y] 7 {} 8}`})[0]
	for i, key := range parseAll(t, []string{"()", "1", `"b"`, `b"b"`, ":b", ":d", "(x)", "[y]", "{}"}) {
		v, ok := m.Get(key)
		if n, _ := v.Int64(); !ok || n != int64(i) {
			t.Errorf("Get(%v) = %v, %v", key, v, ok)
		}
	}
	for _, key := range parseAll(t, []string{"false", "0", "2", `":b"`, `b""`, ":", ":a", ":c", ":e", "(y)", "[]", "{a 1}"}) {
		if v, ok := m.Get(key); ok || !v.IsNil() {
			t.Errorf("Get(%v) = %v", key, v)
		}
	}
	if v, ok := m.Lookup(":d"); !ok || v.String() != "5" {
		t.Errorf("Lookup = %v, %v", v, ok)
	}
	if v, ok := m.Get(coreform.Sym("")); ok {
		t.Errorf("an invalid key has the value %v", v)
	}
}

// Terms are immutable: nothing that is given or handed out is shared.
func TestImmutable(t *testing.T) {
	octets := []byte("abc")
	items := []coreform.Term{coreform.Bytes(octets), coreform.Int(1)}
	n := big.NewInt(5)
	vec, list, num := coreform.Vec(items...), coreform.List(items...), coreform.BigInt(n)
	before := vec.String() + list.String() + num.String()
	octets[0], items[1] = '!', coreform.Nil()
	n.SetInt64(6)
	first, _ := vec.Item(0)
	out, _ := first.Bytes()
	out[0] = '!'
	value, _ := num.BigInt()
	value.SetInt64(7)
	if after := vec.String() + list.String() + num.String(); after != before {
		t.Errorf("%s became %s", before, after)
	}
}

func TestKindNames(t *testing.T) {
	seen := map[string]bool{}
	for k := coreform.KindNil; k <= coreform.KindInvalid; k++ {
		if s := k.String(); s == "" || seen[s] || strings.Contains(s, "(") {
			t.Errorf("kind %d is named %q", k, s)
		} else {
			seen[s] = true
		}
	}
	if s := coreform.Kind(200).String(); s != "kind(200)" {
		t.Errorf("an unknown kind is named %q", s)
	}
	if s := fmt.Sprint(coreform.Vec(coreform.Int(1))); s != "[1]" {
		t.Errorf("fmt prints %q", s)
	}
}
