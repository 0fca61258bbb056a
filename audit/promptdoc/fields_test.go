package promptdoc

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

func mustFields(t *testing.T, pointers ...string) *Fields {
	t.Helper()
	f, err := ParseFields(pointers)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// selected returns what fields select, as pointer=text.
func selected(f *Fields, record string) ([]string, error) {
	var out []string
	err := f.Each([]byte(record), contract.Limits{}, func(s *Selected) error {
		out = append(out, s.Pointer()+"="+s.Text)
		return nil
	})
	return out, err
}

func TestParseFieldsErrors(t *testing.T) {
	for p, offset := range map[string]int64{"text": 0, "*": 0, "/a~": 2, "/~3": 1, "/a/b~~0": 4, "/~": 1, "/\xff": ringfence.NoOffset} {
		_, err := ParseFields([]string{"/ok", p})
		var e *ringfence.Error
		if !errors.As(err, &e) || e.Code != CodePointer || e.Offset != offset || e.Pointer != "" || e.Hint == "" {
			t.Errorf("%q: %#v", p, err)
		}
	}
	var many []string
	for i := range MaxFields {
		many = append(many, "/"+strconv.Itoa(i))
	}
	mustFields(t, append(many, many...)...) // twice is once
	if _, err := ParseFields(append(many, "/one more")); !errors.Is(err, &ringfence.Error{Code: CodePointer}) {
		t.Errorf("%d pointers: %v", MaxFields+1, err)
	}
}

func TestEach(t *testing.T) {
	for _, tc := range []struct {
		pointers, record, want string
	}{
		{"/text", `{"id":7,"text":"a"}`, "/text=a"},
		{"/text", `{"id":7,"text":""}`, "/text="},
		{"/messages/*/content", `{"messages":[{"role":"user","content":"a"},{"content":null},{"role":"tool"},{"content":"b"}]}`, "/messages/0/content=a /messages/3/content=b"},
		{"/*", `{"a":"1","b":"2"}`, "/a=1 /b=2"},
		{"/*/*", `{"a":{"x":"1"},"b":["2","3"],"c":"4"}`, "/a/x=1 /b/0=2 /b/1=3"},
		{"", `"whole"`, "=whole"},
		{"", bom + ` "whole" `, "=whole"},
		{"/", `{"":"empty name","a":"x"}`, "/=empty name"},
		{"/0", `["first","second"]`, "/0=first"},
		{"/1", `["first","second"]`, "/1=second"},
		{"/0", `{"0":"a member","00":"another"}`, "/0=a member"},
		{"/a~1b/m~0n", `{"a/b":{"m~n":"x"},"a":{"b":"y"}}`, "/a~1b/m~0n=x"},
		{"/~01", `{"~1":"x","/":"y"}`, "/~01=x"},
		{"/~2", `{"*":"x","a":"y"}`, "/*=x"},
		{"/~2~2", `{"**":"x","a":"y"}`, "/**=x"},
		{"/**", `{"**":"x","a":"y"}`, "/**=x"},
		{"/*a", `{"*a":"x","ba":"y"}`, "/*a=x"},
		{"/é", `{"\u00e9":"x"}`, "/é=x"},
		{"/a /b", `{"b":"2","c":{"a":"3"},"a":"1"}`, "/b=2 /a=1"},
		{"/a /*", `{"a":"1","b":"2"}`, "/a=1 /b=2"}, // each once
		{"/*/a /x/b", `{"x":{"a":"1","b":"2"}}`, "/x/a=1 /x/b=2"},
		{"/c /c/*/text", `{"c":"plain"}`, "/c=plain"},
		{"/c /c/*/text", `{"c":[{"type":"text","text":"part"},{"type":"image"}]}`, "/c/0/text=part"},
		{"/c/*/text /c", `{"c":[{"text":"part"}]}`, "/c/0/text=part"}, // in any order
		{"/m/*/c /m/*/c/*/t", `{"m":[{"c":"1"},{"c":[{"t":"2"},{"t":"3"}]}]}`, "/m/0/c=1 /m/1/c/0/t=2 /m/1/c/1/t=3"},
		{"/a", " \n{ \"x\" : [ { } , [ ] , 1 ] ,\t\"a\" : \"1\" } \n", "/a=1"},
	} {
		got, err := selected(mustFields(t, strings.Split(tc.pointers, " ")...), tc.record)
		if err != nil || strings.Join(got, " ") != tc.want {
			t.Errorf("%s of %s: %q, %v; want %q", tc.pointers, tc.record, got, err, tc.want)
		}
	}
	if got, err := selected(new(Fields), `{"a":"b"}`); len(got) != 0 || err != nil {
		t.Errorf("without pointers: %v, %v", got, err)
	}
}

func TestEachErrors(t *testing.T) {
	for _, tc := range []struct {
		pointers, record, got string // what is selected all the same
		code                  ringfence.Code
		pointer               string
		offset                int64
		more                  int
	}{
		{"/text", `{"txet":"a"}`, "", CodePointerMissing, "/text", -1, 0},
		{"/text", `{"text":null}`, "", CodePointerMissing, "/text", -1, 0},
		{"/text", `[]`, "", CodePointerMissing, "/text", -1, 0},
		{"/text", `"text"`, "", CodePointerMissing, "/text", -1, 0},
		{"/m/*/c", `{"m":[]}`, "", CodePointerMissing, "/m/*/c", -1, 0},
		{"/-", `["a"]`, "", CodePointerMissing, "/-", -1, 0},
		{"/01", `["a","b"]`, "", CodePointerMissing, "/01", -1, 0},
		{"/~2", `{"a":"x"}`, "", CodePointerMissing, "/~2", -1, 0},
		{"/a /b", `{"b":"x"}`, "/b=x", CodePointerMissing, "/a", -1, 0},
		{"/a /b /c", `{}`, "", CodePointerMissing, "/a", -1, 2},
		{"/a /a/b /c", `{"c":"x"}`, "/c=x", CodePointerMissing, "/a", -1, 0},
		{"/a", `{"a": 5}`, "", CodePointerType, "/a", 6, 0},
		{"/*", `{"a": 5,"b":"x","c":true}`, "/b=x", CodePointerType, "/a", 6, 1},
		{"/a", `{"a":{"b":"x"}}`, "", CodePointerType, "/a", 5, 0},
		{"/a", `{"a":[]}`, "", CodePointerType, "/a", 5, 0},
		{"", `{"a":"x"}`, "", CodePointerType, "", 0, 0},
		{"", bom + "1", "", CodePointerType, "", 3, 0},
		{"/c /c/*/text", `{"c":[{"type":"image"}]}`, "", CodePointerType, "/c", 5, 0},
		{"/c /c/*/text", `{"c":[{"text":"x"},{"text":9}]}`, "/c/0/text=x", CodePointerType, "/c/1/text", 27, 0},
		{"/m/*/c", `{"m":[{"c":{}},{"c":"x"}]}`, "/m/1/c=x", CodePointerType, "/m/0/c", 11, 0},
		{"/a", `{"a":"x","a":"y"}`, "", contract.CodeDuplicate, "/a", 9, 0},
		{"/a", `{"a":"x","b":{"c":1,"\u0063":2}}`, "", contract.CodeDuplicate, "/b/c", 20, 0},
		{"/a", "{\"a\":\"x\",\"b\":\"\xff\"}", "", contract.CodeSyntax, "", -2, 0},
		{"/a", `{"a":"\ud800"}`, "", contract.CodeSyntax, "", -2, 0},
		{"/a", `{"a":"x"`, "", contract.CodeTruncated, "", 8, 0},
		{"/a", `{"a":"x"} {"a":"y"}`, "", contract.CodeTrailing, "", 10, 0},
		{"/a", `words`, "", contract.CodeSyntax, "", -2, 0},
		{"/a", ``, "", contract.CodeTruncated, "", 0, 0},
		{"/a", `{"a":"x","b":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `}`, "", contract.CodeDepth, "", -2, 0},
	} {
		got, err := selected(mustFields(t, strings.Split(tc.pointers, " ")...), tc.record)
		var e *ringfence.Error
		if !errors.As(err, &e) || e.Code != tc.code || e.Hint == "" || strings.Join(got, " ") != tc.got {
			t.Errorf("%s of %s: %q, %v; want %s", tc.pointers, tc.record, got, err, tc.code)
			continue
		}
		if tc.offset != -2 && (e.Offset != tc.offset || e.Pointer != tc.pointer) {
			t.Errorf("%s of %s: byte %d at %q", tc.pointers, tc.record, e.Offset, e.Pointer)
		}
		if want := fmt.Sprintf(", and %d more of this record", tc.more); strings.Contains(e.Message, want) != (tc.more > 0) {
			t.Errorf("%s of %s: %s", tc.pointers, tc.record, e.Message)
		}
	}
	small := contract.Limits{Bytes: 5}
	if err := mustFields(t, "/a").Each([]byte(`{"a":"x"}`), small, func(*Selected) error { return nil }); !errors.Is(err, &ringfence.Error{Code: contract.CodeSize}) {
		t.Error(err)
	}
}

// What cannot be checked in a string is told with its place in the record, once,
// and the other strings are given all the same.
func TestEachMovesErrors(t *testing.T) {
	record := `{"a":"\u00e9{\n[","b":"x","c":"y"}`
	n := 0
	err := mustFields(t, "/*").Each([]byte(record), contract.Limits{}, func(s *Selected) error {
		n++
		if s.Text == "x" {
			return nil
		}
		return &ringfence.Error{Code: "inner", Message: "bad", Offset: 4, Pointer: "/in", Hint: "h"}
	})
	var e *ringfence.Error
	if !errors.As(err, &e) || n != 3 || e.Code != "inner" || e.Pointer != "/a/in" || record[e.Offset] != '[' || e.Hint != "h" || e.Message != "bad, and 1 more of this record could not be checked" {
		t.Errorf("%d strings, %#v", n, e)
	}
	err = mustFields(t, "/b").Each([]byte(record), contract.Limits{}, func(*Selected) error {
		return &ringfence.Error{Code: "inner", Offset: ringfence.NoOffset}
	})
	if !errors.As(err, &e) || e.Offset != int64(strings.Index(record, `"x"`)) || e.Pointer != "/b" {
		t.Errorf("without a place: %#v", e)
	}
	other := errors.New("other")
	if err := mustFields(t, "/b").Each([]byte(record), contract.Limits{}, func(*Selected) error { return other }); !errors.Is(err, other) {
		t.Error(err)
	}
}

func ExampleFields_Each() {
	fields, err := ParseFields([]string{"/messages/*/content"})
	if err != nil {
		fmt.Println(err)
		return
	}
	record := []byte(`{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello\n"}]}`)
	err = fields.Each(record, contract.Limits{}, func(s *Selected) error {
		fmt.Printf("%q at %s, byte %d\n", s.Text, s.Pointer(), s.Span.Start())
		return nil
	})
	fmt.Println(err)
	// Output:
	// "Hi" at /messages/0/content, byte 38
	// "Hello\n" at /messages/1/content, byte 74
	// <nil>
}

// oracle selects with encoding/json and recursion: texts by pointer, and whether
// something that is selected is no text.
func oracle(v any, at string, segments []string, texts map[string]string) (odd bool) {
	if len(segments) == 0 {
		switch v := v.(type) {
		case string:
			texts[at] = v
		case nil:
		default:
			return true
		}
		return false
	}
	want := strings.NewReplacer("~0", "~", "~1", "/", "~2", "*").Replace(segments[0])
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if segments[0] == "*" || name == want {
				escaped := strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
				odd = oracle(member, at+"/"+escaped, segments[1:], texts) || odd
			}
		}
	case []any:
		for i, element := range v {
			if segments[0] == "*" || strconv.Itoa(i) == want {
				odd = oracle(element, at+"/"+strconv.Itoa(i), segments[1:], texts) || odd
			}
		}
	}
	return odd
}

// fieldSeeds are records and pointers of the tables.
var fieldSeeds = [][2]string{
	{`{"id":7,"text":"a\u202eb"}`, "/text"},
	{`{"messages":[{"role":"user","content":"a\n\ud83d\ude00é"},{"content":null},{"content":[{"text":"x"}]}]}`, "/messages/*/content"},
	{`{"a/b":{"m~n":"x","*":"y"}}`, "/a~1b/~2"},
	{`["x",["y"],{"0":"z"}]`, "/*/0"},
	{`"whole"`, ""},
	{bom + ` {"":{"":"x"}}`, "//"},
	{`{"a":1}`, "/a"},
	{`{"a":"x","a":"y"}`, "/a"},
	{`{"a":"\ud800"}`, "/a"},
	{"[\"\xff\"]", "/0"},
	{`{"a"`, "/a"},
	{`{"00":"x"}`, "/00"},
	{`[[],{},"",0,true,null,"\u0000\"\\\/"]`, "/*"},
	{`{"a":"x"}`, "a"},
	{`{"a":"x"}`, "/~3"},
}

// FuzzFields holds that
//
//   - pointers and records give a typed error with a place, or strings: no panic;
//   - the strings are those that encoding/json finds at the pointers, each once;
//   - a value that is no string, and a record without any, are errors;
//   - each place in a text leads to the byte of the record that it was read from;
//   - the pointer of a string selects that string and no other.
func FuzzFields(f *testing.F) {
	for _, seed := range fieldSeeds {
		f.Add([]byte(seed[0]), seed[1])
	}
	f.Fuzz(func(t *testing.T, record []byte, pointer string) {
		const most = 1 << 12 // what is compared takes more than linear time
		fields, err := ParseFields([]string{pointer})
		var e *ringfence.Error
		if err != nil {
			if !errors.As(err, &e) || e.Code != CodePointer || fields != nil || e.Offset >= int64(max(1, len(pointer))) {
				t.Errorf("pointer %q: %v", pointer, err)
			}
			return
		}
		if len(record) > most {
			return
		}
		got := map[string]string{}
		err = fields.Each(record, contract.Limits{}, func(s *Selected) error {
			at := s.Pointer()
			if _, twice := got[at]; twice {
				t.Errorf("%q is selected twice", at)
			}
			got[at] = s.Text
			checkPlaces(t, record, s)
			return nil
		})
		code := ringfence.Code("")
		if errors.As(err, &e) {
			code = e.Code
		}
		if err != nil && (code == "" || e.Offset < ringfence.NoOffset || e.Offset > int64(len(record))) {
			t.Fatalf("error %#v", err)
		}
		if code != "" && code != CodePointerType && code != CodePointerMissing {
			if len(got) > 0 {
				t.Errorf("%v, and strings were selected", err)
			}
			return
		}
		checkOracle(t, record, pointer, got, code)
		for at, text := range got {
			if one, err := selected(mustFields(t, asField(at)), string(record)); err != nil || !slices.Equal(one, []string{at + "=" + text}) {
				t.Errorf("%q selects %q, %v", asField(at), one, err)
			}
		}
	})
}

// asField writes the pointer of a value so that it stands for that value alone.
func asField(pointer string) string {
	segments := strings.Split(pointer, "/")
	for i, s := range segments {
		if s == "*" {
			segments[i] = "~2"
		}
	}
	return strings.Join(segments, "/")
}

// checkPlaces compares what stands at places with what was read from there.
func checkPlaces(t *testing.T, record []byte, s *Selected) {
	t.Helper()
	var at []int
	for i := range s.Text {
		at = append(at, i)
	}
	at = append(at, len(s.Text))
	places := s.Span.Offsets(at)
	end := places[len(places)-1]
	if record[s.Span.Start()] != '"' || record[end] != '"' || places[0] != s.Span.Start()+1 {
		t.Fatalf("%q is not between quotation marks", s.Text)
	}
	for i, from := range places {
		var rest string
		if err := json.Unmarshal([]byte(`"`+string(record[from:end])+`"`), &rest); err != nil || rest != s.Text[at[i]:] {
			t.Fatalf("place %d of %q: %q, %v", at[i], s.Text, rest, err)
		}
	}
}

// checkOracle compares with what encoding/json finds in a record without faults.
func checkOracle(t *testing.T, record []byte, pointer string, got map[string]string, code ringfence.Code) {
	t.Helper()
	rest, _ := trim(record)
	var v any
	if err := json.Unmarshal(rest, &v); err != nil {
		t.Fatalf("%q is no JSON: %v", record, err)
	}
	var segments []string
	if pointer != "" {
		segments = strings.Split(pointer[1:], "/")
	}
	want := map[string]string{}
	odd := oracle(v, "", segments, want)
	if len(want) != len(got) {
		t.Errorf("%q of %q: %q, want %q", pointer, record, got, want)
	}
	for at, text := range want {
		if have, ok := got[at]; !ok || have != text || !utf8.ValidString(have) {
			t.Errorf("%q of %q at %q: %q, want %q", pointer, record, at, have, text)
		}
	}
	switch {
	case odd != (code == CodePointerType):
		t.Errorf("%q of %q: a value that is no string: %v, code %q", pointer, record, odd, code)
	case !odd && (len(want) == 0) != (code == CodePointerMissing):
		t.Errorf("%q of %q: %d strings, code %q", pointer, record, len(want), code)
	}
}
