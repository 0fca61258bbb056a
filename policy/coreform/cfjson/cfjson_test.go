package cfjson_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/coreform/cfjson"
)

// table holds terms and the one writing of each.
var table = []struct{ term, json string }{
	{`nil`, `null`},
	{`true`, `true`},
	{`false`, `false`},
	{`0`, `0`},
	{`-12`, `-12`},
	{`9007199254740991`, `9007199254740991`},
	{`-9007199254740991`, `-9007199254740991`},
	{`9007199254740992`, `{"$int":"9007199254740992"}`},
	{`-123456789012345678901234567890`, `{"$int":"-123456789012345678901234567890"}`},
	{`""`, `""`},
	{`"a\"\\\n\u0000"`, `"a\"\\\n\u0000"`},
	{`"é$sym"`, `"é$sym"`},
	{`"x\u2028y\u0085z\u007f"`, `"x\u2028y\u0085z\u007f"`},
	{`b""`, `{"$bytes":""}`},
	{`b"\xFF\x00a"`, `{"$bytes":"/wBh"}`},
	{`:ok`, `{"$sym":":ok"}`},
	{`editor/task::spawn`, `{"$sym":"editor/task::spawn"}`},
	{`$sym`, `{"$sym":"$sym"}`},
	{`[]`, `[]`},
	{`[1 [nil] "a"]`, `[1,[null],"a"]`},
	{`(1 (a))`, `{"$list":[1,{"$list":[{"$sym":"a"}]}]}`},
	{`'x`, `{"$list":[{"$sym":"quote"},{"$sym":"x"}]}`},
	{`{}`, `{}`},
	{`{:a 1 :b {c "d"}}`, `{":a":1,":b":{"c":"d"}}`},
	{`{"a" 1}`, `{"$map":[["a",1]]}`},
	{`{$sym "x"}`, `{"$map":[[{"$sym":"$sym"},"x"]]}`},
	{`{1 2 :a [3]}`, `{"$map":[[1,2],[{"$sym":":a"},[3]]]}`},
	{`{{} {}}`, `{"$map":[[{},{}]]}`},
}

func TestMapping(t *testing.T) {
	for _, v := range table {
		term, err := coreform.Parse([]byte(v.term))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(cfjson.Append([]byte("x"), term)); got != "x"+v.json {
			t.Errorf("%s: %s", v.term, got)
		}
		got, err := cfjson.Parse([]byte(" \n" + v.json + "\t"))
		if err != nil || !got.Equal(term) {
			t.Errorf("%s: %s, %v", v.json, got, err)
		}
	}
}

func TestRefused(t *testing.T) {
	deep := strings.Repeat("[", coreform.MaxDepth+2) + strings.Repeat("]", coreform.MaxDepth+2)
	for src, want := range map[string]ringfence.Code{
		``: cfjson.CodeSyntax, `{`: cfjson.CodeSyntax, `nil`: cfjson.CodeSyntax, `1 2`: cfjson.CodeSyntax, "\"\xff\"": cfjson.CodeSyntax, `"\ud800"`: cfjson.CodeSyntax,
		`[1,]`: cfjson.CodeSyntax, `{":a" 1}`: cfjson.CodeSyntax, `[1`: cfjson.CodeSyntax, `{":a":`: cfjson.CodeSyntax, `{"$sym":"a"`: cfjson.CodeSyntax, `]`: cfjson.CodeSyntax,
		`{":a":1,":a":2}`: cfjson.CodeName, `{"":1}`: cfjson.CodeName, `{"a b":1}`: cfjson.CodeName, `{"nil":1}`: cfjson.CodeName, `{"12":1}`: cfjson.CodeName,
		`1.0`: cfjson.CodeNumber, `1e3`: cfjson.CodeNumber, `-0`: cfjson.CodeNumber, `9007199254740992`: cfjson.CodeNumber, `1000000000000000000000`: cfjson.CodeNumber,
		`{"$int":"1"}`: cfjson.CodeTag, `{"$int":9007199254740992}`: cfjson.CodeTag, `{"$int":"09007199254740992"}`: cfjson.CodeTag, `{"$int":" 9007199254740992"}`: cfjson.CodeTag,
		`{"$sym":"a b"}`: cfjson.CodeTag, `{"$sym":""}`: cfjson.CodeTag, `{"$sym":1}`: cfjson.CodeTag, `{"$sym":"a","x":1}`: cfjson.CodeTag, `{"x":1,"$sym":"a"}`: cfjson.CodeTag,
		`{"$bytes":"/wB"}`: cfjson.CodeTag, `{"$bytes":"/wBh\n"}`: cfjson.CodeTag, `{"$bytes":"/x=="}`: cfjson.CodeTag, `{"$bytes":[]}`: cfjson.CodeTag,
		`{"$list":[]}`: cfjson.CodeTag, `{"$list":{}}`: cfjson.CodeTag, `{"$map":[]}`: cfjson.CodeTag, `{"$map":[[1]]}`: cfjson.CodeTag, `{"$map":[1]}`: cfjson.CodeTag,
		`{"$map":[[{"$sym":":a"},1]]}`: cfjson.CodeTag, `{"$map":[[1,1],[1,2]]}`: cfjson.CodeTag, `{"$other":1}`: cfjson.CodeTag, `{"$":1}`: cfjson.CodeTag,
		deep: cfjson.CodeDepth, strings.Repeat(`{":a":`, coreform.MaxDepth+2): cfjson.CodeDepth, strings.Repeat("[", 1<<20): cfjson.CodeDepth,
	} {
		got, err := cfjson.Parse([]byte(src))
		var e *ringfence.Error
		if !errors.As(err, &e) || e.Code != want || !got.IsNil() || e.Offset < 0 || e.Offset > int64(len(src)) {
			t.Errorf("%.40s: %v, %.40s", src, err, got)
		}
	}
}

// An error says where the value begins that it is about.
func TestOffsets(t *testing.T) {
	for src, want := range map[string]int64{
		` [1, 2.5]`: 5, `[1 , -0 ]`: 5, "{\":a\" :\t1e3}": 8, ` {":a": {"$sym": 1}}`: 8, `{":a": [{"$int": "1"}]}`: 8,
		`{":a":1, "b c":2}`: 9, `{":a":1, "$sym":"x"}`: 9, `{"$sym":"a", "x":1}`: 13, `1  2`: 3, `[1, nil]`: 5, `{":a":1, ":a":2}`: 9,
		strings.Repeat("[", coreform.MaxDepth+2): coreform.MaxDepth + 1,
	} {
		_, err := cfjson.Parse([]byte(src))
		var e *ringfence.Error
		if !errors.As(err, &e) || e.Offset != want {
			t.Errorf("%.40s: %v, want it at %d", src, err, want)
		}
	}
}

// The deepest term that there is goes both ways.
func TestDepth(t *testing.T) {
	for _, pair := range [][2]string{{"[", "]"}, {"(", ")"}, {`{"a" `, "}"}, {"{a ", "}"}} {
		src := strings.Repeat(pair[0], coreform.MaxDepth-1) + "[]" + strings.Repeat(pair[1], coreform.MaxDepth-1)
		term, err := coreform.Parse([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		got, err := cfjson.Parse(cfjson.Append(nil, term))
		if err != nil || !got.Equal(term) {
			t.Errorf("%s: %v", pair[0], err)
		}
	}
}

// FuzzTerm: a term goes through JSON unchanged, on one line.
func FuzzTerm(f *testing.F) {
	for _, v := range table {
		f.Add([]byte(v.term))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		term, err := coreform.Limits{Bytes: 1 << 16}.Parse(src)
		if err != nil {
			return
		}
		text := cfjson.Append(nil, term)
		if strings.ContainsAny(string(text), "\n\r\u2028\u2029\u0085\x7f") {
			t.Fatalf("%s is more than a line", text)
		}
		got, err := cfjson.Parse(text)
		if err != nil || !got.Equal(term) {
			t.Fatalf("%s: %s: %v", src, text, err)
		}
	})
}

// FuzzJSON: what is read is written in one way, and read again as the same.
func FuzzJSON(f *testing.F) {
	for _, v := range table {
		f.Add([]byte(v.json))
	}
	f.Add([]byte(`{"$map":[[{"$map":[[1,2]]},{"$bytes":"AA=="}]]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		term, err := cfjson.Parse(src)
		if err != nil {
			var e *ringfence.Error
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(src)) || !term.IsNil() {
				t.Fatalf("%q: %v", src, err)
			}
			return
		}
		if term.Err() != nil {
			t.Fatalf("%q: %v", src, term.Err())
		}
		if _, err := coreform.Parse(term.Append(nil)); err != nil {
			t.Fatalf("%q: %s: %v", src, term, err)
		}
		text := cfjson.Append(nil, term)
		again, err := cfjson.Parse(text)
		if err != nil || !again.Equal(term) {
			t.Fatalf("%q: %s: %v", src, text, err)
		}
	})
}

func ExampleAppend() {
	term, err := coreform.Parse([]byte(`{:ok true :mime "text/plain" :data b"\x00"}`))
	fmt.Println(string(cfjson.Append(nil, term)), err)
	// Output: {":data":{"$bytes":"AA=="},":mime":"text/plain",":ok":true} <nil>
}

func ExampleParse() {
	term, err := cfjson.Parse([]byte(`{":task-kind": {"$sym": "editor/task::fmt-coreform"}, ":input": {":source": "x"}}`))
	fmt.Println(term, err)
	// Output:
	// {
	//   :input {:source "x"}
	//   :task-kind editor/task::fmt-coreform} <nil>
}
