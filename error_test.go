package ringfence_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

func TestErrorText(t *testing.T) {
	for _, tc := range []struct {
		e    ringfence.Error
		want string
	}{
		{ringfence.Error{Code: "a-code", Offset: ringfence.NoOffset}, "a-code"},
		{ringfence.Error{Code: "a-code", Message: "what", Offset: 0}, "a-code: what (byte 0)"},
		{ringfence.Error{Code: "a-code", Message: "what", Offset: 12, Pointer: "/a/0"}, "a-code: what at /a/0 (byte 12)"},
		{ringfence.Error{Code: "a-code", Offset: ringfence.NoOffset, Pointer: "/a\n\x1b[2J b\u202e", Hint: "not shown"}, `a-code at /a\n\x1b[2J\x20b\u202e`},
	} {
		if got := tc.e.Error(); got != tc.want {
			t.Errorf("got %q, want %q", got, tc.want)
		}
	}
}

func TestErrorIsAndUnwrap(t *testing.T) {
	e := &ringfence.Error{Code: "one", Message: "m", Offset: 4, Err: io.ErrUnexpectedEOF}
	wrapped := fmt.Errorf("reading: %w", e)
	if !errors.Is(wrapped, &ringfence.Error{Code: "one"}) || errors.Is(wrapped, &ringfence.Error{Code: "two"}) {
		t.Error("Is does not go by the code")
	}
	if !errors.Is(wrapped, io.ErrUnexpectedEOF) {
		t.Error("the cause is lost")
	}
	var got *ringfence.Error
	if !errors.As(wrapped, &got) || got.Offset != 4 {
		t.Errorf("As gives %v", got)
	}
	if errors.Is(e, errors.New("one")) {
		t.Error("another type of error matches")
	}
}

func TestPrintablePointer(t *testing.T) {
	for p, want := range map[string]string{
		"": "", "/a~1b/0": "/a~1b/0", `/"q"`: `/"q"`, `/a\b`: `/a\\b`, "/é": `/\u00e9`, "/\xff": `/\xff`, "/a b": `/a\x20b`, "/\x00": `/\x00`,
		"/😀": `/\U0001f600`, "/::error::": "/::error::",
	} {
		if got := ringfence.PrintablePointer(p); got != want {
			t.Errorf("%q prints as %q, want %q", p, got, want)
		}
	}
}

// A pointer is short, printable and one word, whatever the key it holds.
func FuzzPrintablePointer(f *testing.F) {
	f.Add("/a/b")
	f.Add("/" + strings.Repeat("é", 300))
	f.Add("/" + strings.Repeat("\xff", 300))
	f.Add("/" + strings.Repeat("😀\n", 100))
	f.Fuzz(func(t *testing.T, p string) {
		got := ringfence.PrintablePointer(p)
		for i := range len(got) {
			if got[i] <= ' ' || got[i] > '~' {
				t.Fatalf("%q prints as %q", p, got)
			}
		}
		if len(got) > 12*200 {
			t.Fatalf("%d bytes for a pointer of %d", len(got), len(p))
		}
		if got != ringfence.PrintablePointer(p) {
			t.Fatal("two prints differ")
		}
		e := &ringfence.Error{Code: "c", Message: "m", Pointer: p, Offset: 1}
		if strings.ContainsAny(e.Error(), "\r\n\x1b") {
			t.Fatalf("the error of %q has more than a line", p)
		}
	})
}

func TestErrorValuePrintsSafely(t *testing.T) {
	e := ringfence.Error{Code: "c", Pointer: "/\x1b[2J", Offset: ringfence.NoOffset}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if got := fmt.Sprintf(verb, e) + fmt.Sprintf(verb, &e); strings.Contains(got, "\x1b") {
			t.Errorf("%s prints a control character: %q", verb, got)
		}
	}
	if errors.Is(&e, (*ringfence.Error)(nil)) {
		t.Error("an error is no error")
	}
}

// A nil error can be asked everything that an error is asked.
func TestNilError(t *testing.T) {
	var e *ringfence.Error
	if got := e.Error(); got != "no error" {
		t.Errorf("it says %q", got)
	}
	if e.Unwrap() != nil || e.Is(io.EOF) || errors.Is(e, io.EOF) || errors.Is(e, &ringfence.Error{}) {
		t.Error("it is some error")
	}
	if errors.Is(fmt.Errorf("x: %w", e), io.EOF) {
		t.Error("wrapped, it is some error")
	}
	for _, verb := range []string{"%v", "%+v", "%s"} {
		if got := fmt.Sprintf(verb, e); strings.Contains(got, "PANIC") {
			t.Errorf("%s: %s", verb, got)
		}
	}
}
