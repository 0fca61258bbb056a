package report

import (
	"bytes"
	"math/rand/v2"
	"testing"
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
