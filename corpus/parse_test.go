package corpus_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/corpus"
)

// head is a header that is valid up to the encoding.
const head = "expect: contained\nfamily: demo\nsource: a test\ncarrier: text\n"

func TestParse(t *testing.T) {
	tests := []struct {
		name, file, payload string
	}{
		{"raw", head + "encoding: raw\n\nabc\n", "abc"},
		{"raw bytes", head + "encoding: raw\n\n\xff\r\x00\n", "\xff\r\x00"},
		{"raw backslash", head + "encoding: raw\n\n\\u{41}\n", `\u{41}`},
		{"empty", head + "encoding: raw\n\n\n", ""},
		{"final line feed", head + "encoding: raw\nfinal-newline: keep\n\nabc\n", "abc\n"},
		{"only a line feed", head + "encoding: raw\nfinal-newline: keep\n\n\n", "\n"},
		{"blank lines first", head + "encoding: raw\n\n\n\na\n", "\n\na"},
		{"header in the body", head + "encoding: raw\n\nfamily: x\n\ny\n", "family: x\n\ny"},
		{"escaped", head + "encoding: escaped\n\n<\\u{200B}\\\\\"\t\\xFF\\u{10FFFF}\n", "<\u200b\\\"\t\xff\U0010ffff"},
		{"escaped surrogate bytes", head + "encoding: escaped\n\n\\xED\\xA0\\x80\n", "\xed\xa0\x80"},
		{"base64", head + "encoding: base64\n\nAP8=\n", "\x00\xff"},
		{"base64 of nothing", head + "encoding: base64\n\n\n", ""},
		{"repeat", head + "encoding: raw\ngen: repeat \"ab\" 3\n\nx\n", "xababab"},
		{"repeats", head + "encoding: raw\ngen: repeat \"\\\"\\u{A}\" 2 repeat \" repeat \" 1\n\n\n", "\"\n\"\n repeat "},
		{"canary over the seam", head + "canary: ab\nencoding: raw\ngen: repeat \"b\" 1\n\na\n", "ab"},
		{"note", head + "note: why: because\nencoding: raw\n\na\n", "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, err := corpus.Parse("demo/a", []byte(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			if got := v.Payload.Raw(); got != tt.payload {
				t.Errorf("payload %q, want %q", got, tt.payload)
			}
			back, err := v.Format()
			if err != nil {
				t.Fatal(err)
			}
			if string(back) != tt.file {
				t.Errorf("formatted as %q, want %q", back, tt.file)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	line := func(s string) string { return strings.Repeat("A", 76) + s }
	tests := []struct {
		name, vector, file string
		code               ringfence.Code
		offset             int64
	}{
		{"empty file", "demo/a", "", corpus.CodeHeader, 0},
		{"no empty line", "demo/a", "expect: contained\n", corpus.CodeHeader, 18},
		{"no header", "demo/a", "\nabc\n", corpus.CodeHeader, 0},
		{"no colon", "demo/a", "expect contained\n\n", corpus.CodeHeader, 0},
		{"no space", "demo/a", "expect:contained\n\n", corpus.CodeHeader, 0},
		{"two spaces", "demo/a", "expect:  contained\n\n", corpus.CodeHeader, 8},
		{"space at the end", "demo/a", "expect: contained \n\n", corpus.CodeHeader, 17},
		{"carriage return", "demo/a", "expect: contained\r\n\r\n", corpus.CodeHeader, 17},
		{"empty value", "demo/a", "expect: \n\n", corpus.CodeHeader, 8},
		{"not ASCII", "demo/a", "expect: \u00e9\n\n", corpus.CodeHeader, 8},
		{"unknown key", "demo/a", "expects: contained\n\n", corpus.CodeHeader, 0},
		{"key in other case", "demo/a", "Expect: contained\n\n", corpus.CodeHeader, 0},
		{"repeated key", "demo/a", "expect: inert\nexpect: inert\n\n", corpus.CodeHeader, 14},
		{"out of order", "demo/a", "family: demo\nexpect: inert\n\n", corpus.CodeHeader, 13},
		{"no encoding", "demo/a", head + "\nabc\n", corpus.CodeHeader, int64(len(head))},
		{"unknown expect", "demo/a", strings.Replace(head, "contained", "safe", 1) + "encoding: raw\n\na\n", corpus.CodeValue, 8},
		{"expect none", "demo/a", strings.Replace(head, "contained", "none", 1) + "encoding: raw\n\na\n", corpus.CodeValue, 8},
		{"error without a code", "demo/a", strings.Replace(head, "contained", "error", 1) + "encoding: raw\n\na\n", corpus.CodeValue, 8},
		{"inert with a code", "demo/a", strings.Replace(head, "contained", "inert x", 1) + "encoding: raw\n\na\n", corpus.CodeValue, 8},
		{"two codes", "demo/a", strings.Replace(head, "contained", "error a b", 1) + "encoding: raw\n\na\n", corpus.CodeValue, 14},
		{"unknown carrier", "demo/a", strings.Replace(head, "text", "paper", 1) + "encoding: raw\n\na\n", corpus.CodeValue, 55},
		{"unknown encoding", "demo/a", head + "encoding: hex\n\na\n", corpus.CodeValue, int64(len(head)) + 10},
		{"other family", "other/a", head + "encoding: raw\n\na\n", corpus.CodeName, 26},
		{"no slug", "demo", head + "encoding: raw\n\na\n", corpus.CodeName, 0},
		{"deep name", "demo/a/b", head + "encoding: raw\n\na\n", corpus.CodeName, 0},
		{"name with a dot", "demo/..", head + "encoding: raw\n\na\n", corpus.CodeName, 0},
		{"canary missing", "demo/a", head + "canary: zebra\nencoding: raw\n\na\n", corpus.CodeCanary, int64(len(head)) + 8},
		{"no body", "demo/a", head + "encoding: raw\n\n", corpus.CodeBody, int64(len(head)) + 15},
		{"no final line feed", "demo/a", head + "encoding: raw\n\na", corpus.CodeBody, int64(len(head)) + 16},
		{"two final line feeds", "demo/a", head + "encoding: raw\n\na\n\n", corpus.CodeBody, int64(len(head)) + 17},
		{"final-newline drop", "demo/a", head + "encoding: raw\nfinal-newline: drop\n\na\n", corpus.CodeValue, int64(len(head)) + 29},
		{"final-newline with base64", "demo/a", head + "encoding: base64\nfinal-newline: keep\n\nAP8=\n", corpus.CodeHeader, int64(len(head)) + 32},
		{"escape of a printable", "demo/a", head + "encoding: escaped\n\n\\u{41}\n", corpus.CodeBody, int64(len(head)) + 19},
		{"escape in lower case", "demo/a", head + "encoding: escaped\n\n\\u{200b}\n", corpus.CodeBody, int64(len(head)) + 19},
		{"escape with zeros", "demo/a", head + "encoding: escaped\n\n\\u{0200B}\n", corpus.CodeBody, int64(len(head)) + 19},
		{"escape of a surrogate", "demo/a", head + "encoding: escaped\n\nab\\u{D800}\n", corpus.CodeBody, int64(len(head)) + 21},
		{"escape too big", "demo/a", head + "encoding: escaped\n\n\\u{110000}\n", corpus.CodeBody, int64(len(head)) + 19},
		{"escape open", "demo/a", head + "encoding: escaped\n\n\\u{41\n", corpus.CodeBody, int64(len(head)) + 19},
		{"backslash at the end", "demo/a", head + "encoding: escaped\n\na\\\n", corpus.CodeBody, int64(len(head)) + 20},
		{"ASCII as a byte", "demo/a", head + "encoding: escaped\n\n\\x41\n", corpus.CodeBody, int64(len(head)) + 19},
		{"character as bytes", "demo/a", head + "encoding: escaped\n\n\\xC3\\xA9\n", corpus.CodeBody, int64(len(head)) + 19},
		{"not escaped", "demo/a", head + "encoding: escaped\n\n\u00e9\n", corpus.CodeBody, int64(len(head)) + 19},
		{"base64 without padding", "demo/a", head + "encoding: base64\n\nAP8\n", corpus.CodeBody, int64(len(head)) + 18},
		{"base64 with bits left over", "demo/a", head + "encoding: base64\n\nAP9=\n", corpus.CodeBody, int64(len(head)) + 18},
		{"base64 in a long line", "demo/a", head + "encoding: base64\n\n" + line("AAAA") + "\n", corpus.CodeBody, int64(len(head)) + 18},
		{"base64 with a carriage return", "demo/a", head + "encoding: base64\n\nAP8=\r\n", corpus.CodeBody, int64(len(head)) + 18},
		{"gen of nothing", "demo/a", head + "encoding: raw\ngen: repeat \"\" 3\n\n\n", corpus.CodeValue, int64(len(head)) + 27},
		{"gen without a count", "demo/a", head + "encoding: raw\ngen: repeat \"a\"\n\n\n", corpus.CodeValue, int64(len(head)) + 29},
		{"gen with a zero", "demo/a", head + "encoding: raw\ngen: repeat \"a\" 0\n\n\n", corpus.CodeValue, int64(len(head)) + 29},
		{"gen with leading zeros", "demo/a", head + "encoding: raw\ngen: repeat \"a\" 03\n\n\n", corpus.CodeValue, int64(len(head)) + 29},
		{"gen with a sign", "demo/a", head + "encoding: raw\ngen: repeat \"a\" +3\n\n\n", corpus.CodeValue, int64(len(head)) + 29},
		{"gen open", "demo/a", head + "encoding: raw\ngen: repeat \"a\\\" 3\n\n\n", corpus.CodeValue, int64(len(head)) + 27},
		{"gen with other words", "demo/a", head + "encoding: raw\ngen: repeat \"a\" 3 twice\n\n\n", corpus.CodeValue, int64(len(head)) + 32},
		{"gen too big", "demo/a", head + "encoding: raw\ngen: repeat \"ab\" 16777216\n\n\n", corpus.CodeSize, int64(len(head)) + 41},
		{"gens too big together", "demo/a", head + "encoding: raw\ngen: repeat \"a\" 16777216 repeat \"b\" 1\n\n\n", corpus.CodeSize, int64(len(head)) + 53},
		{"gen and body too big together", "demo/a", head + "encoding: raw\ngen: repeat \"a\" 16777216\n\nb\n", corpus.CodeSize, int64(len(head)) + 40},
		{"gen count beyond an int", "demo/a", head + "encoding: raw\ngen: repeat \"a\" 99999999999999999999\n\n\n", corpus.CodeValue, int64(len(head)) + 29},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, err := corpus.Parse(tt.vector, []byte(tt.file))
			var e *ringfence.Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want a *ringfence.Error", err)
			}
			if e.Code != tt.code || e.Offset != tt.offset {
				t.Errorf("%s at %d, want %s at %d: %v", e.Code, e.Offset, tt.code, tt.offset, err)
			}
			if v.Name != "" || v.Payload.Present() {
				t.Error("an error came with a vector")
			}
		})
	}
}

func TestParseLimit(t *testing.T) {
	_, err := corpus.Parse("demo/a", make([]byte, corpus.MaxFile+1))
	if !errors.Is(err, &ringfence.Error{Code: corpus.CodeSize}) {
		t.Errorf("file over the limit: %v", err)
	}
	file := head + "encoding: raw\ngen: repeat \"a\" 16777216\n\n\n"
	v, err := corpus.Parse("demo/a", []byte(file))
	if err != nil || v.Payload.Len() != corpus.MaxPayload {
		t.Errorf("payload at the limit: %d bytes, %v", v.Payload.Len(), err)
	}
}

// A vector made by hand that the format cannot hold is refused, not mangled.
func TestFormatRefuses(t *testing.T) {
	good, err := corpus.Parse("demo/a", []byte(head+"encoding: raw\n\nabc\n"))
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]func(v *corpus.Vector){
		"zero":            func(v *corpus.Vector) { *v = corpus.Vector{} },
		"line feed":       func(v *corpus.Vector) { v.Source = "a\nb" },
		"header in note":  func(v *corpus.Vector) { v.Note = "a\nencoding: base64" },
		"space":           func(v *corpus.Vector) { v.Note = " a" },
		"no source":       func(v *corpus.Vector) { v.Source = "" },
		"other family":    func(v *corpus.Vector) { v.Family = "other" },
		"no outcome":      func(v *corpus.Vector) { v.Expect = corpus.Expect{} },
		"unknown outcome": func(v *corpus.Vector) { v.Expect.Outcome = 99 },
		"detail":          func(v *corpus.Vector) { v.Expect.Detail = "x" },
		"unknown carrier": func(v *corpus.Vector) { v.Carrier = 99 },
		"encoding":        func(v *corpus.Vector) { v.Encoding = 99 },
		"canary":          func(v *corpus.Vector) { v.Canary = "zebra" },
		"repeats":         func(v *corpus.Vector) { v.Repeats = []corpus.Repeat{{Text: "x", Count: 1}} },
		"negative count":  func(v *corpus.Vector) { v.Repeats = []corpus.Repeat{{Text: "c", Count: -1}} },
		"empty repeat":    func(v *corpus.Vector) { v.Repeats = []corpus.Repeat{{Text: "", Count: 1}} },
		"huge count":      func(v *corpus.Vector) { v.Repeats = []corpus.Repeat{{Text: "c", Count: 1 << 30}} },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			v := good
			change(&v)
			out, err := v.Format()
			var e *ringfence.Error
			if !errors.As(err, &e) || out != nil {
				t.Errorf("wrote %q, error %v", out, err)
			}
		})
	}
}

func TestNames(t *testing.T) {
	if got := (corpus.Expect{Outcome: corpus.Fails, Detail: "x"}).String(); got != "error x" {
		t.Errorf("expect prints %q", got)
	}
	for got, want := range map[string]string{
		corpus.Outcome(99).String():  "none",
		corpus.Carrier(99).String():  "none",
		corpus.Encoding(99).String(): "raw",
		corpus.Verbatim.String():     "verbatim",
		corpus.Body.String():         "body",
		corpus.Base64.String():       "base64",
	} {
		if got != want {
			t.Errorf("name %q, want %q", got, want)
		}
	}
}
