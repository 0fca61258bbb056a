package report

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit"
)

// Lines and columns are those of a count from the start, in whatever order places
// come.
func TestLineCounter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		body := make([]byte, r.IntN(60))
		for i := range body {
			body[i] = "ab\n"[r.IntN(3)]
		}
		var c lineCounter
		for range 40 {
			at := r.IntN(len(body) + 1)
			line, column := c.place(body, int64(at))
			before := body[:at]
			wantLine, wantColumn := bytes.Count(before, []byte{'\n'})+1, at-bytes.LastIndexByte(before, '\n')
			if line != wantLine || column != wantColumn {
				t.Fatalf("%q at %d: %d:%d, want %d:%d", body, at, line, column, wantLine, wantColumn)
			}
		}
	}
}

// A spool can be used again when it was written.
func TestSpoolIsEmptied(t *testing.T) {
	var s spool
	for range 2 {
		if err := s.add([]byte("x")); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := s.copyTo(&b); err != nil || b.String() != "x" {
			t.Errorf("%q %v", b.String(), err)
		}
	}
}

// Whoever makes findings of outside text gets it in no sink as it is.
func TestSinksMakeVisible(t *testing.T) {
	const hostile = "a\x1b[31m\r\n::error::b\n##vso[c]\u202e\u2028\u200b\xff"
	for _, name := range Formats() {
		var b bytes.Buffer
		s, _ := New(name, &b, Header{Tool: hostile, Version: hostile})
		for _, err := range []error{
			s.Unchecked(Unchecked{File: hostile, Error: hostile, Record: 3}),
			s.Finding(Finding{Finding: audit.Finding{Rule: hostile, File: hostile, Line: 1, Column: 1, Pointer: hostile, Message: hostile}, Fingerprint: hostile}),
			s.Close(Summary{Checked: 1}),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, raw := range []string{"\x1b", "\r", "\u202e", "\u2028", "\u200b", "\xff", "\n::", "##vso"} {
			if strings.Contains(b.String(), raw) {
				t.Errorf("%s has %q: %q", name, raw, b.String())
			}
		}
	}
}
