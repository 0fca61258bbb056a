package report

import (
	"bytes"
	"strings"
	"testing"
)

// A spool gives back what was added, in memory and beyond.
func TestSpool(t *testing.T) {
	for _, n := range []int{0, 1, 3, 12} {
		var s spool
		var want, got bytes.Buffer
		for i := range n {
			part := []byte(strings.Repeat(string(rune('a'+i)), 1<<20))
			want.Write(part)
			if err := s.add(part); err != nil {
				t.Fatal(err)
			}
		}
		if onDisk := s.file != nil; onDisk != (n >= maxSpool>>20) || len(s.mem) > maxSpool {
			t.Errorf("%d MB: on disk is %v, %d bytes in memory", n, onDisk, len(s.mem))
		}
		if err := s.copyTo(&got); err != nil || s.n != n {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%d MB: %d bytes came back", n, got.Len())
		}
	}
}

func TestWidth(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "\u6f22\u5b57": 4, "e\u0301": 1, "\U0001F600": 2, "\u3042": 2, "\uac00": 2, "\uff01": 2} {
		if got := width(s); got != want {
			t.Errorf("%q is %d wide, want %d", s, got, want)
		}
	}
}

func TestWithoutIndexes(t *testing.T) {
	for in, want := range map[string]string{"": "", "/a/0/b/12": "/a/*/b/*", "/a1/b2": "/a1/b2", "/0": "/*", "//3": "//*"} {
		if got := withoutIndexes(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
