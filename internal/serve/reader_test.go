package serve

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// collect reads {"a": value} with a function on the value.
func collect(body string, value func(d *reader) error) error {
	d := newReader([]byte(body))
	return d.whole(func(string) error { return value(d) })
}

func codeOf(err error) ringfence.Code {
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Code
}

// Every way in which a body can be wrong has its code, wherever it is wrong: also
// behind and inside what is skipped.
func TestReaderIsStrict(t *testing.T) {
	for body, want := range map[string]ringfence.Code{
		``:                         contract.CodeTruncated,
		` `:                        contract.CodeTruncated,
		`{`:                        contract.CodeTruncated,
		`{"a"`:                     contract.CodeTruncated,
		`{"a":`:                    contract.CodeTruncated,
		`{"a":1`:                   contract.CodeTruncated,
		`{"a":[1,`:                 contract.CodeTruncated,
		`[]`:                       contract.CodeType,
		`1`:                        contract.CodeType,
		`"x"`:                      contract.CodeType,
		`{"a":1}x`:                 contract.CodeTrailing,
		`{"a":1}{}`:                contract.CodeTrailing,
		`{"a":1,"a":2}`:            contract.CodeDuplicate,
		`{"a":{"b":1,"\u0062":2}}`: contract.CodeDuplicate,
		`{"a":tru}`:                contract.CodeSyntax,
		`{"a":01}`:                 contract.CodeSyntax,
		`{"a":1,}`:                 contract.CodeSyntax,
		`{a:1}`:                    contract.CodeSyntax,
		`{"a":"\x"}`:               contract.CodeSyntax,
		`{"a":"\ud800"}`:           contract.CodeSyntax,
		"{\"a\":\"\xff\"}":         contract.CodeSyntax,
		"{\"a\":\"\n\"}":           contract.CodeSyntax,
		"\ufeff{}":                 contract.CodeSyntax,
		`x`:                        contract.CodeSyntax,
	} {
		err := collect(body, func(d *reader) error { return d.skip() })
		if codeOf(err) != want {
			t.Errorf("%q: %v, want %s", body, err, want)
		}
		var e *ringfence.Error
		if errors.As(err, &e) && (e.Offset < 0 || e.Offset > int64(len(body))) {
			t.Errorf("%q: offset %d", body, e.Offset)
		}
	}
	for _, body := range []string{`{}`, ` {"a" : [ 1 , {"b":null} ] } ` + "\r\n\t", `{"a":"\ud83d\ude00"}`} {
		if err := collect(body, func(d *reader) error { return d.skip() }); err != nil {
			t.Errorf("%q: %v", body, err)
		}
	}
}

// A wrong type is told from a broken value.
func TestReaderTypes(t *testing.T) {
	for _, c := range []struct {
		body string
		read func(d *reader) error
		want ringfence.Code
	}{
		{`{"a":1}`, func(d *reader) error { _, err := d.text(); return err }, contract.CodeType},
		{`{"a":x}`, func(d *reader) error { _, err := d.text(); return err }, contract.CodeSyntax},
		{`{"a":`, func(d *reader) error { _, err := d.text(); return err }, contract.CodeTruncated},
		{`{"a":"1"}`, func(d *reader) error { _, err := d.count(); return err }, contract.CodeType},
		{`{"a":0}`, func(d *reader) error { _, err := d.count(); return err }, contract.CodeType},
		{`{"a":-1}`, func(d *reader) error { _, err := d.count(); return err }, contract.CodeType},
		{`{"a":1.0}`, func(d *reader) error { _, err := d.count(); return err }, contract.CodeType},
		{`{"a":1e3}`, func(d *reader) error { _, err := d.count(); return err }, contract.CodeType},
		{`{"a":2147483648}`, func(d *reader) error { _, err := d.count(); return err }, contract.CodeType},
		{`{"a":2147483647}`, func(d *reader) error { _, err := d.count(); return err }, ""},
		{`{"a":{}}`, func(d *reader) error { return d.array(d.skip) }, contract.CodeType},
		{`{"a":[1,}`, func(d *reader) error { return d.array(d.skip) }, contract.CodeSyntax},
		{`{"a":[{"b":]}`, func(d *reader) error {
			return d.array(func() error { return d.object(func(string) error { return d.skip() }) })
		}, contract.CodeSyntax},
	} {
		if err := collect(c.body, c.read); codeOf(err) != c.want {
			t.Errorf("%s: %v, want %q", c.body, err, c.want)
		}
	}
}

// Places are exact, whatever stands around a value.
func TestReaderPlaces(t *testing.T) {
	body := "{ \"a\" :\n  \"x\\u0041\" , \"b\":\t{\"c\" : 1 } ,\"d\":\"\" }"
	d := newReader([]byte(body))
	got := map[string]string{}
	err := d.whole(func(name string) error {
		if name == "b" {
			from, to, err := d.objectAt(func(string) error { return d.skip() })
			got[name] = body[from:to]
			return err
		}
		from, to, err := d.place('"')
		got[name] = body[from:to]
		return err
	})
	want := map[string]string{"a": `"x\u0041"`, "b": `{"c" : 1 }`, "d": `""`}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v: %q, want %q", err, got, want)
	}
}

// Nesting costs no stack, and long names no time: a body is read in time linear in
// its length. Sizes are compared with wide slack, by what is allocated.
func TestReaderIsLinear(t *testing.T) {
	for name, make := range map[string]func(n int) string{
		"nesting": func(n int) string {
			return `{"x":` + strings.Repeat("[", min(n, 9000)) + strings.Repeat("]", min(n, 9000)) + `,"body":{"messages":[""]}}`
		},
		"long name": func(n int) string {
			return `{"body":{"messages":[""],"` + strings.Repeat("a", n) + `":[` + strings.Repeat(`"x",`, n) + `1]}}`
		},
		"roles": func(n int) string {
			return `{"body":{"messages":[` + strings.Repeat(strings.Repeat(`{"content":`, 30)+`["x"]`+strings.Repeat(`}`, 30)+`,`, n) + `""]}}`
		},
		"messages": func(n int) string {
			return `{"body":{"messages":[` + strings.Repeat(`{"role":"user","content":"x"},`, n) + `{"role":"user","content":""}]}}`
		},
	} {
		cost := func(n int) float64 {
			body := []byte(make(n))
			return testing.AllocsPerRun(3, func() {
				if _, err := readHook(body, "messages"); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		if small, large := cost(1000), cost(10000); large > 40*small+1000 {
			t.Errorf("%s: %v allocations, then %v", name, small, large)
		}
	}
	// Deeper than the decoder goes is an error and not a crash.
	deep := `{"body":{"messages":[],"x":` + strings.Repeat("[", 1_000_000)
	if _, err := readHook([]byte(deep), "messages"); err == nil {
		t.Error("a million levels are read")
	}
}
