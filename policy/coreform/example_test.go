package coreform_test

import (
	"errors"
	"fmt"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
)

func ExampleParse() {
	t, err := coreform.Parse([]byte(`{:title "Save as" :id 7} ; a payload`))
	if err != nil {
		fmt.Println(err)
		return
	}
	title, _ := t.Lookup(":title")
	text, _ := title.Text()
	fmt.Println(t)
	fmt.Println(text, "at byte", title.Offset())
	// Output:
	// {:id 7 :title "Save as"}
	// Save as at byte 8
}

func ExampleParse_error() {
	_, err := coreform.Parse([]byte("{:ok true :ok false}"))
	var e *ringfence.Error
	if errors.As(err, &e) {
		fmt.Println(e.Code, e.Offset)
	}
	fmt.Println(err)
	// Output:
	// coreform-duplicate-key 10
	// coreform-duplicate-key: map key given twice (byte 10)
}

func ExampleParseModule() {
	forms, err := coreform.ParseModule([]byte("(def x (prim int/add 1 2)) 'x"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", coreform.AppendModule(nil, forms))
	// Output:
	// (def x (prim int/add 1 2))
	//
	// (quote x)
}

func ExampleLimits() {
	_, err := coreform.Limits{Bytes: 8}.Parse([]byte("[1 2 3 4]"))
	fmt.Println(err)
	// Output: coreform-size: more bytes than allowed (byte 8)
}

func ExampleMap() {
	m, err := coreform.Map(
		coreform.Sym(":ok"), coreform.Bool(true),
		coreform.Sym(":events"), coreform.Vec(coreform.Str("a"), coreform.Int(2)),
	)
	fmt.Println(m, err)
	// Output:
	// {
	//   :events ["a" 2]
	//   :ok true} <nil>
}

func ExampleTerm_Err() {
	op := coreform.Sym("editor/task::spawn} {:ok true")
	fmt.Println(coreform.Vec(op).Err())
	fmt.Println(coreform.Vec(op))
	// Output:
	// coreform-symbol: text that is not a symbol
	// )
}

func ExampleCompare() {
	a, b := coreform.Int(9), coreform.Str("1")
	fmt.Println(coreform.Compare(a, b), coreform.Compare(b, a), a.Equal(coreform.Int(9)))
	// Output: -1 1 true
}

func ExampleHash() {
	fmt.Printf("%x\n", coreform.Hash(coreform.Nil()))
	forms := []coreform.Term{coreform.Nil()}
	fmt.Println(coreform.HashModule(forms) == coreform.Hash(coreform.Nil()))
	// Output:
	// 0a3f5165053e99a22a909b9e2f62ad06e428df2ba0d4a928622d5bc92bb5ca3f
	// false
}

func ExampleMarshal() {
	type event struct {
		Kind  coreform.Symbol `coreform:":kind"`
		Path  string          `coreform:":path"`
		Stamp *int64          `coreform:":stamp"`
	}
	t, err := coreform.Marshal([]event{{Kind: ":create", Path: "a.txt"}})
	fmt.Println(t, err)
	// Output:
	// [
	//   {
	//     :kind :create
	//     :path "a.txt"
	//     :stamp nil}] <nil>
}

func ExampleUnmarshal() {
	type dialog struct {
		Title   string   `coreform:":title"`
		Filters []string `coreform:":filters,optional"`
	}
	t, err := coreform.Parse([]byte(`{:title "Open" :root "/"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	var d dialog
	fmt.Println(coreform.Unmarshal(t, &d))
	// Output: coreform-unknown-key: a key that is not expected here at /:root (byte 15)
}
