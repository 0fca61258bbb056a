package coreform_test

import (
	"errors"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
)

type inner struct {
	ID    string `coreform:":id"`
	Level *int8  `coreform:":level,optional"`
}

type outer struct {
	Kind    coreform.Symbol `coreform:":kind"`
	Title   *string         `coreform:":title"`
	OK      bool            `coreform:":ok"`
	N       uint16          `coreform:":n"`
	Big     *big.Int        `coreform:":big,optional"`
	Raw     []byte          `coreform:":raw"`
	Hash    [4]byte         `coreform:":hash"`
	Items   []inner         `coreform:":items"`
	Nested  *inner          `coreform:"ns/x,optional"`
	Any     coreform.Term   `coreform:":any"`
	Private string          `coreform:"-"`
}

const outerPrint = `{
  :any (a b)
  :big 1267650600228229401496703205376
  :hash b"\x01\x02\x03\x04"
  :items
    [
      {:id "a" :level -5}
      {:id "b"}]
  :kind :state/running
  :n 65535
  :ok true
  :raw b"\x00raw"
  :title "T"
  ns/x {:id ""}}`

func outerValue() outer {
	title, level := "T", int8(-5)
	return outer{
		Kind: ":state/running", Title: &title, OK: true, N: 65535,
		Big: new(big.Int).Lsh(big.NewInt(1), 100), Raw: []byte("\x00raw"), Hash: [4]byte{1, 2, 3, 4},
		Items: []inner{{ID: "a", Level: &level}, {ID: "b"}}, Nested: &inner{},
		Any: coreform.List(coreform.Sym("a"), coreform.Sym("b")),
	}
}

func TestMarshal(t *testing.T) {
	term, err := coreform.Marshal(outerValue())
	if err != nil {
		t.Fatal(err)
	}
	if got := term.String(); got != outerPrint {
		t.Errorf("marshalled\n%s\nwant\n%s", got, outerPrint)
	}
	got := outer{Private: "gone"}
	if err := coreform.Unmarshal(term, &got); err != nil {
		t.Fatal(err)
	}
	want := outerValue()
	if !got.Any.Equal(want.Any) {
		t.Errorf("term %v", got.Any)
	}
	got.Any = want.Any
	if !reflect.DeepEqual(got, want) {
		t.Errorf("unmarshalled %+v, want %+v", got, want)
	}
}

func TestMarshalValues(t *testing.T) {
	type name string
	s := "x"
	for _, c := range []struct {
		v    any
		want string
	}{
		{nil, "nil"},
		{(*outer)(nil), "nil"},
		{(*big.Int)(nil), "nil"},
		{&s, `"x"`},
		{name("n"), `"n"`},
		{coreform.Symbol("n"), "n"},
		{int8(-128), "-128"},
		{uint64(1<<64 - 1), "18446744073709551615"},
		{[]string(nil), "[]"},
		{[][]int{{1}, nil}, "[\n  [1]\n  []]"},
		{[]byte(nil), `b""`},
		{[2]byte{1, 2}, `b"\x01\x02"`},
		{struct{}{}, "{}"},
		{coreform.Nil(), "nil"},
	} {
		term, err := coreform.Marshal(c.v)
		if err != nil || term.String() != c.want {
			t.Errorf("Marshal(%#v) = %v, %v, want %s", c.v, term, err, c.want)
		}
	}
}

// Embedded is exported: only then is it refused for being embedded.
type Embedded struct{}

type loop struct {
	Next *loop `coreform:":next"`
}

func TestMarshalErrors(t *testing.T) {
	self := &loop{}
	self.Next = self
	for _, c := range []struct {
		name    string
		v       any
		code    ringfence.Code
		pointer string
	}{
		{"float", 1.5, coreform.CodeGoType, ""},
		{"Go map", map[string]int{}, coreform.CodeGoType, ""},
		{"interface", []any{1}, coreform.CodeGoType, "/0"},
		{"array of ints", [2]int{}, coreform.CodeGoType, ""},
		{"pointer to pointer", new(*int), coreform.CodeGoType, ""},
		{"pointer to slice", &[]int{}, coreform.CodeGoType, ""},
		{"pointer to Term", &coreform.Term{}, coreform.CodeGoType, ""},
		{"struct with hidden content", time.Time{}, coreform.CodeGoType, ""},
		{"field without tag", struct{ A int }{}, coreform.CodeGoType, ""},
		{"key that is no symbol", struct {
			A int `coreform:"a b"`
		}{}, coreform.CodeGoType, ""},
		{"unknown option", struct {
			A int `coreform:":a,omitempty"`
		}{}, coreform.CodeGoType, ""},
		{"embedded", struct {
			Embedded `coreform:":a"`
		}{}, coreform.CodeGoType, ""},
		{"field that cannot be set", struct {
			a int `coreform:":a"`
		}{1}, coreform.CodeGoType, ""},
		{"one key twice", struct {
			A int `coreform:":a"`
			B int `coreform:":a"`
		}{}, coreform.CodeGoType, ""},
		{"symbol", []coreform.Symbol{":a", "b c"}, coreform.CodeSymbol, "/1"},
		{"text", outer{Items: []inner{{ID: "\xff"}}, Kind: "k"}, coreform.CodeUTF8, "/:items/0/:id"},
		{"slash in a key", struct {
			A string `coreform:":a/b~c"`
		}{"\xff"}, coreform.CodeUTF8, "/:a~1b~0c"},
		{"value that holds itself", self, coreform.CodeDepth, strings.Repeat("/:next", coreform.MaxDepth+1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			term, err := coreform.Marshal(c.v)
			checkPlace(t, err, c.code, c.pointer, ringfence.NoOffset)
			if !term.IsNil() {
				t.Errorf("%v beside an error", term)
			}
		})
	}
}

func checkPlace(t *testing.T, err error, code ringfence.Code, pointer string, at int64) {
	t.Helper()
	var e *ringfence.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v of type %T", err, err)
	}
	if e.Code != code || e.Pointer != pointer || e.Offset != at {
		t.Errorf("%s at %q, byte %d; want %s at %q, byte %d", e.Code, e.Pointer, e.Offset, code, pointer, at)
	}
}

func TestUnmarshalErrors(t *testing.T) {
	long := strings.Repeat("k", 300)
	for _, c := range []struct {
		name, src string
		target    any
		code      ringfence.Code
		pointer   string
		at        int64
	}{
		{"not a map", " []", new(inner), coreform.CodeType, "", 1},
		{"kind", "{:id 1}", new(inner), coreform.CodeType, "/:id", 5},
		{"nil in place of text", "{:id nil}", new(inner), coreform.CodeType, "/:id", 5},
		{"symbol in place of text", "{:id :a}", new(inner), coreform.CodeType, "/:id", 5},
		{"text in place of a symbol", `"a"`, new(coreform.Symbol), coreform.CodeType, "", 0},
		{"int in place of a bool", "0", new(bool), coreform.CodeType, "", 0},
		{"text in place of an int", `"1"`, new(int), coreform.CodeType, "", 0},
		{"text in place of bytes", `"a"`, new([]byte), coreform.CodeType, "", 0},
		{"list in place of a vector", "(1)", new([]int), coreform.CodeType, "", 0},
		{"text in place of an unbounded int", `"1"`, new(*big.Int), coreform.CodeType, "", 0},
		{"missing key", "[{}]", new([]inner), coreform.CodeMissingKey, "/0/:id", 1},
		{"unknown key", `{:id "" :ID ""}`, new(inner), coreform.CodeUnknownKey, "/:ID", 8},
		{"text as key", `{:id "" ":level" 1}`, new(inner), coreform.CodeUnknownKey, `/":level"`, 8},
		{"unknown long key", "{" + long + " 1}", new(inner), coreform.CodeUnknownKey, "/SYMBOL", 1},
		{"range", `{:id "" :level 128}`, new(inner), coreform.CodeRange, "/:level", 15},
		{"negative", "-1", new(uint8), coreform.CodeRange, "", 0},
		{"unbounded", strings.Repeat("9", 30), new(int64), coreform.CodeRange, "", 0},
		{"length", `b"abc"`, new([4]byte), coreform.CodeRange, "", 0},
		{"place in a vector", "[[1] [2 nil]]", new([][]int), coreform.CodeType, "/1/1", 8},
		{"Go type", "1", new(float64), coreform.CodeGoType, "", ringfence.NoOffset},
		{"Go array", "[]", new([2]int), coreform.CodeGoType, "", ringfence.NoOffset},
		{"Go struct", "{}", new(struct{ A int }), coreform.CodeGoType, "", ringfence.NoOffset},
		{"pointer to pointer", "nil", new(**int), coreform.CodeGoType, "", ringfence.NoOffset},
		{"no pointer", "1", 1, coreform.CodeGoType, "", ringfence.NoOffset},
		{"nil pointer", "1", (*int)(nil), coreform.CodeGoType, "", ringfence.NoOffset},
		{"nil", "1", nil, coreform.CodeGoType, "", ringfence.NoOffset},
	} {
		t.Run(c.name, func(t *testing.T) {
			term, err := coreform.Parse([]byte(c.src))
			if err != nil {
				t.Fatal(err)
			}
			checkPlace(t, coreform.Unmarshal(term, c.target), c.code, c.pointer, c.at)
		})
	}
}

// On an error the target is as it was, however far decoding went.
func TestUnmarshalAllOrNothing(t *testing.T) {
	level := int8(3)
	got := inner{ID: "before", Level: &level}
	term := parseAll(t, []string{`{:id "after" :level 1000}`})[0]
	if err := coreform.Unmarshal(term, &got); err == nil {
		t.Fatal("no error")
	}
	if got.ID != "before" || got.Level != &level || level != 3 {
		t.Errorf("the target became %+v", got)
	}
	// And on success nothing of what it held before is left.
	if err := coreform.Unmarshal(parseAll(t, []string{`{:id "after"}`})[0], &got); err != nil {
		t.Fatal(err)
	}
	if got.ID != "after" || got.Level != nil || level != 3 {
		t.Errorf("the target became %+v", got)
	}
}

// FuzzUnmarshal: any term is refused with a place or survives the way to Go and
// back to Go.
func FuzzUnmarshal(f *testing.F) {
	f.Add(outerPrint)
	f.Add(strings.Replace(outerPrint, ":ok true", ":ok nil", 1))
	f.Add(strings.Replace(outerPrint, `"T"`, "nil", 1))
	f.Add("{}")
	f.Fuzz(func(t *testing.T, src string) {
		term, err := coreform.Parse([]byte(src))
		if err != nil || len(src) > maxFuzz {
			return
		}
		var first, second outer
		if err := coreform.Unmarshal(term, &first); err != nil {
			checkError(t, err, len(src))
			return
		}
		back, err := coreform.Marshal(first)
		if err != nil {
			t.Fatalf("%v does not marshal: %v", first, err)
		}
		if err := coreform.Unmarshal(back, &second); err != nil {
			t.Fatalf("%v does not unmarshal: %v", back, err)
		}
		if !first.Any.Equal(second.Any) {
			t.Errorf("term %v became %v", first.Any, second.Any)
		}
		first.Any, second.Any = coreform.Nil(), coreform.Nil()
		if !reflect.DeepEqual(first, second) {
			t.Errorf("%+v became %+v", first, second)
		}
	})
}
