package contract

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
)

func TestSyntaxErrors(t *testing.T) {
	for _, tc := range []struct {
		body    string
		code    ringfence.Code
		pointer string
		at      string // text at the offset; "$" for the end
	}{
		{"", CodeTruncated, "", "$"},
		{" \r\n", CodeTruncated, "", "$"},
		{"{", CodeTruncated, "", "$"},
		{`{"editContextVersion"`, CodeTruncated, "/editContextVersion", "$"},
		{`{"editContextVersion":"0.1`, CodeTruncated, "/editContextVersion", "$"},
		{`{"editContextVersion":"0.1","selection":[`, CodeTruncated, "/selection", "$"},
		{`{"a":1}x`, CodeTrailing, "", "x"},
		{`{"a":1}` + "\x00", CodeTrailing, "", "\x00"},
		{`{"a":1},`, CodeTrailing, "", ","},
		{`{"a":1}:`, CodeTrailing, "", ":"},
		{"{\"a\":1}\n\n{}", CodeTrailing, "", "{}"},
		{`nul`, CodeTruncated, "", "$"},
		{`nulx`, CodeSyntax, "", "x"},
		{`{'a':1}`, CodeSyntax, "", "'"},
		{`{"a":1,}`, CodeSyntax, "", "}"},
		{`[1,]`, CodeSyntax, "", "]"},
		{`{"a":01}`, CodeSyntax, "", "1"},
		{`{"a":+1}`, CodeSyntax, "/a", "+"},
		{`{"a":NaN}`, CodeSyntax, "/a", "N"},
		{"{\"a\":\"\n\"}", CodeSyntax, "/a", "\n"},
		{`{"a":"\x41"}`, CodeSyntax, "/a", `\x`},
		{`{"a":"\ud83"}`, CodeSyntax, "/a", `\ud83"`},
		{`{"a" 1}`, CodeSyntax, "/a", "1"},
		{`// c` + "\n{}", CodeSyntax, "", "/"},
		{"\u00a0{}", CodeSyntax, "", "\u00a0"},
	} {
		for name, parse := range parsers {
			if parse(nil) == nil {
				t.Fatalf("%s accepts nothing", name)
			}
			err := parse([]byte(tc.body))
			at := tc.at
			if at == "$" {
				at = ""
				var e *ringfence.Error
				if errors.As(err, &e) && e.Offset != int64(len(tc.body)) {
					t.Errorf("%s %q: offset %d, want the end", name, tc.body, e.Offset)
				}
			}
			var e *ringfence.Error
			if tc.code == CodeSyntax && errors.As(err, &e) && !strings.Contains(tc.body[min(int(e.Offset), len(tc.body)):], at) {
				t.Errorf("%s %q: offset %d is past %q", name, tc.body, e.Offset, at)
			}
			if tc.code == CodeSyntax {
				at = ""
			}
			wantError(t, err, tc.body, tc.code, tc.pointer, at)
		}
	}
}

// parsers are all ways to read a body, without the values.
var parsers = map[string]func([]byte) error{
	"edit context": func(b []byte) error { _, err := ParseEditContext(b); return err },
	"ask":          func(b []byte) error { _, err := ParseAsk(b); return err },
	"stored":       func(b []byte) error { _, err := ParseStored(b, secret); return err },
}

// Errors do not carry the decoder's own words, which quote the body.
func TestSyntaxErrorsDoNotQuote(t *testing.T) {
	err := parsers["ask"]([]byte(`{"ui":zebra}`))
	for e := err; e != nil; e = errors.Unwrap(e) {
		if strings.Contains(e.Error(), "zebra") || strings.Contains(e.Error(), "'z'") {
			t.Errorf("error quotes the body: %v", e)
		}
	}
}

func TestDuplicateNames(t *testing.T) {
	for _, tc := range []struct {
		body, pointer, at string
		code              ringfence.Code
	}{
		{`{"a":1,"a":2}`, "/a", `"a":2`, CodeDuplicate},
		{`{"a":1,"b":{"c":1,"d":[{},{"e":1,"e":1}]},"a":2}`, "/b/d/1/e", `"e":1}`, CodeDuplicate},
		{`{"a":1,"\u0061":2}`, "/a", `"\u0061"`, CodeDuplicate},
		{`{"":1,"":2}`, "/", `"":2`, CodeDuplicate},
		{`{"a/b~":1,"a/b~":2}`, "/a~1b~0", `"a/b~":2`, CodeDuplicate},
		{`{"\ud83d\ude00":1,"😀":2}`, "/😀", `"😀"`, CodeDuplicate},
		{"{\"k\xff\":1,\"k\xff\":2}", "/k\ufffd", "\"k\xff\":2", CodeDuplicate},
		{"{\"k\xff\":1,\"k\xfe\":2}", "/k\ufffd", "\"k\xfe\"", CodeDuplicateReplaced},
		{"{\"k\ufffd\":1,\"k\xfe\":2}", "/k\ufffd", "\"k\xfe\"", CodeDuplicateReplaced},
		{"{\"k\xfe\":1,\"x\":{},\"k\ufffd\":2}", "/k\ufffd", "\"k\ufffd\"", CodeDuplicateReplaced},
		{`{"k\ud800":1,"k\udfff":2}`, "/k\ufffd", `"k\udfff"`, CodeDuplicateReplaced},
		{`{"k\ufffd":1,"k` + "\ufffd" + `":2}`, "/k\ufffd", "\"k\ufffd\"", CodeDuplicate},
		{`[{"q":[1]},{"k\ud800":[{}],"y":[],"k\udfff":2}]`, "/1/k\ufffd", `"k\udfff"`, CodeDuplicateReplaced},
	} {
		for _, parse := range parsers {
			wantError(t, parse([]byte(tc.body)), tc.body, tc.code, tc.pointer, tc.at)
		}
	}
	for _, body := range []string{ // the same name in two objects, or in another case
		contextWith(Version01, "x", `[{"a":1},{"a":1},{"A":1,"a":{"a":1}}]`),
		contextWith(Version01, "x", "{\"a\xff\":1,\"a\xff\xff\":2}"),
	} {
		mustContext(t, body)
	}
}

// The first duplicate in the order of the body is the one that is named.
func TestFirstDuplicateIsNamed(t *testing.T) {
	body := `{"editContextVersion":"0.1","editContextVersion":"8.8","selection":[{"id":"a","id":"b","tag":"p"}],"untrusted":{},"untrusted":{}}`
	_, err := ParseEditContext([]byte(body))
	wantError(t, err, body, CodeDuplicate, "/editContextVersion", `"editContextVersion":"8.8"`)
}

func TestDepth(t *testing.T) {
	nest := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	body := contextWith(Version01, "x", nest(DefaultDepth-1)) // the object itself is one level
	mustContext(t, body)
	body = contextWith(Version01, "x", nest(DefaultDepth))
	_, err := ParseEditContext([]byte(body))
	wantError(t, err, body, CodeDepth, "/x"+strings.Repeat("/0", DefaultDepth-1), "[]")
	if _, err := (Limits{Depth: DefaultDepth + 1}).ParseEditContext([]byte(body)); err != nil {
		t.Errorf("a raised limit: %v", err)
	}
	deep := contextWith(Version01, "x", nest(MaxDepth-1))
	if _, err := (Limits{Depth: MaxDepth}).ParseEditContext([]byte(deep)); err != nil {
		t.Errorf("the highest limit: %v", err)
	}
	deep = contextWith(Version01, "x", nest(MaxDepth))
	_, err = Limits{Depth: MaxDepth}.ParseEditContext([]byte(deep))
	if !errors.Is(err, &ringfence.Error{Code: CodeDepth}) {
		t.Errorf("over the highest limit: %v", err)
	}
}

func TestByteOrderMark(t *testing.T) {
	plain := contextWith(Version01, "selection", `[{"id":"A","tag":"P"}]`)
	body := bom + plain
	ec := mustContext(t, body)
	wantNote(t, ec.Notes, body, NoteBOM, "", 1, bom)
	wantNote(t, ec.Notes, body, NoteTagCase, "/selection/0/tag", 1, `"P"`)
	if _, ok := noteOf(mustContext(t, plain).Notes, NoteBOM); ok {
		t.Error("a note without a mark")
	}
	wrong := bom + contextWith(Version01, "selection", `7`)
	_, err := ParseEditContext([]byte(wrong))
	wantError(t, err, wrong, CodeType, "/selection", "7")
	_, err = ParseEditContext([]byte(bom + bom + plain))
	wantError(t, err, bom+bom+plain, CodeSyntax, "", bom)
	_, err = ParseEditContext([]byte(bom))
	wantError(t, err, bom, CodeTruncated, "", "")
}

// Line ends make no difference, and offsets count them.
func TestCRLF(t *testing.T) {
	crlf := strings.ReplaceAll(shop01, "\n", "\r\n")
	if diff := diffContext(mustContext(t, shop01), mustContext(t, crlf)); diff != "" {
		t.Error(diff)
	}
	wantNote(t, mustContext(t, crlf).Notes, crlf, NoteIDAuthored, "/screen/elementIds/0", 1, `"cart"`)
}

func TestUTF16Hint(t *testing.T) {
	for _, body := range []string{"\xff\xfe{\x00}\x00", "\xfe\xff\x00{\x00}"} {
		var e *ringfence.Error
		if _, err := ParseAsk([]byte(body)); !errors.As(err, &e) || !strings.Contains(e.Hint, "UTF-16") {
			t.Errorf("%q: %v", body, err)
		}
	}
}

// The decoder's errors keep their meaning when they become ours.
func TestSyntaxErrorMapping(t *testing.T) {
	d := &document{body: []byte("0123456789"), base: 3}
	for _, tc := range []struct {
		err    error
		code   ringfence.Code
		offset int64
	}{
		{io.EOF, CodeTruncated, 13},
		{&jsontext.SyntacticError{ByteOffset: 4, Err: io.ErrUnexpectedEOF}, CodeTruncated, 13},
		{&jsontext.SyntacticError{ByteOffset: 4, Err: errors.New("x")}, CodeSyntax, 7},
		{&jsontext.SyntacticError{ByteOffset: 99, Err: errors.New("x")}, CodeSyntax, 13},
		{&jsontext.SyntacticError{ByteOffset: -2, Err: errors.New("x")}, CodeSyntax, 3},
		{errors.New("x"), CodeSyntax, 3},
	} {
		var e *ringfence.Error
		if !errors.As(d.syntaxError(tc.err), &e) || e.Code != tc.code || e.Offset != tc.offset {
			t.Errorf("%v: %v", tc.err, e)
		}
	}
}
