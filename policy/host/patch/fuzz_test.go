package patch

import (
	"bytes"
	"testing"
)

// FuzzDiff: for any two texts, applying the diff gives the second, its reverse the
// first, and both are read as they were written.
func FuzzDiff(f *testing.F) {
	for _, p := range pairs {
		f.Add([]byte(p[0]), []byte(p[1]), "f")
	}
	f.Add([]byte("a\n"), []byte("b"), "d i/ü\"x")
	f.Fuzz(func(t *testing.T, base, next []byte, path string) {
		if len(base)+len(next) > 1<<16 || !validPath(path) {
			return
		}
		if base == nil {
			base = []byte{}
		}
		if next == nil {
			next = []byte{}
		}
		roundTrip(t, Change{path, base, next})
		roundTrip(t, Change{path, nil, next})
		roundTrip(t, Change{path, base, nil})
	})
}

// FuzzParse: nothing panics; what is read is written so that it is read the same;
// and what applies to a text is undone by its reverse.
func FuzzParse(f *testing.F) {
	for _, p := range pairs {
		text, err := Diff([]Change{{"a b", []byte(p[0]), []byte(p[1])}, {"c", nil, []byte(p[1])}, {"d", []byte(p[0]), nil}})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, []byte(p[0]))
	}
	f.Add([]byte("--- a/x\t1\n+++ b/x\n@@ -1 +1 @@ f\n-a\n+b\n"), []byte("a\n"))
	f.Fuzz(func(t *testing.T, src, base []byte) {
		files, err := Parse(src)
		if err != nil {
			if files != nil || code(err) == "" {
				t.Errorf("%v %v", files, err)
			}
			return
		}
		var out []byte
		for i := range files {
			out = files[i].Append(out)
		}
		again, err := Parse(out)
		if err != nil || len(again) != len(files) {
			t.Fatalf("%v\n%q\nfrom\n%q", err, out, src)
		}
		for i := range files {
			if !validPath(files[i].Path) || files[i].Path != again[i].Path || files[i].Op != again[i].Op {
				t.Fatalf("%+v became %+v", files[i], again[i])
			}
			next, err := files[i].Apply(base)
			other, err2 := again[i].Apply(base)
			if (err == nil) != (err2 == nil) || !bytes.Equal(next, other) {
				t.Fatalf("%q %v, written again %q %v", next, err, other, err2)
			}
			if err != nil {
				continue
			}
			r := files[i].Reverse()
			if got, err := r.Apply(next); err != nil || !bytes.Equal(got, base) {
				t.Fatalf("reversed: %q %v, want %q", got, err, base)
			}
		}
	})
}

// FuzzRecord: an undo record is what was written or none.
func FuzzRecord(f *testing.F) {
	r := record{ID: "0123456789abcdef", Root: "x", Files: []entry{{Path: "a", Op: "modify", Base: []byte("b"), After: "c"}}, Dirs: []string{"d"}}
	good := r.encode()
	f.Add(good[len(recordHead) : len(good)-64])
	f.Add([]byte("16:0123456789abcdef\n1:x\n1:0\n1:0\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if _, ok := decode(body); ok && !bytes.HasPrefix(body, []byte(recordHead)) {
			t.Error("a record without its head")
		}
		r, ok := decode([]byte(sealedRecord(recordHead + string(body))))
		if !ok {
			return
		}
		for _, e := range r.Files {
			if !validPath(e.Path) || !validPath(e.temporary(base(e.Path))) {
				t.Errorf("%q", e.Path)
			}
		}
		again, ok := decode(r.encode())
		if !ok || len(again.Files) != len(r.Files) || len(again.Dirs) != len(r.Dirs) || again.Root != r.Root {
			t.Errorf("%+v became %+v", r, again)
		}
	})
}
