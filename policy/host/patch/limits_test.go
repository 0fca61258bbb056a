package patch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A path costs a step for each of its elements, and for each folder above it
// again: there are limits for both, before anything is changed.
func TestDepthAndFolders(t *testing.T) {
	deep := func(elements int) string { return strings.Repeat("a/", elements-1) + "f" }
	for elements, want := range map[int]bool{MaxDepth: true, MaxDepth + 1: false} {
		text, err := Diff([]Change{{deep(elements), nil, []byte("x\n")}})
		if ok := err == nil; ok != want || !ok && code(err) != CodePath {
			t.Errorf("%d elements: %v", elements, err)
		}
		if want {
			_, err = Parse(text)
		} else {
			_, err = Parse([]byte("--- /dev/null\n+++ b/" + deep(elements) + "\n@@ -0,0 +1 @@\n+x\n"))
		}
		if ok := err == nil; ok != want || !ok && code(err) != CodePath {
			t.Errorf("%d elements: %v", elements, err)
		}
	}
	const each = 20 // folders for a file
	for _, c := range []struct {
		files int
		want  bool
	}{{MaxDirs / each, true}, {MaxDirs/each + 1, false}} {
		dir, target := folder(t, nil)
		target.MakeDirs = true
		was := state(t, dir)
		var changes []Change
		for i := range c.files {
			changes = append(changes, Change{fmt.Sprintf("%d/", i) + deep(each), nil, []byte("x")})
		}
		a, err := target.Apply(t.Context(), patchOf(t, changes...))
		if ok := err == nil; ok != c.want || !ok && code(err) != CodeSize {
			t.Fatalf("%d files: %v", c.files, err)
		}
		if err == nil {
			must(t, a.Rollback())
		}
		if got := state(t, dir); got != was {
			t.Errorf("%d files: %s", c.files, got)
		}
	}
}

// The longest record that is written is one that is read.
func TestLongestRecord(t *testing.T) {
	r := record{ID: "0123456789abcdef", Root: strings.Repeat("r", MaxPath)}
	long := strings.Repeat("/"+strings.Repeat("é", 19), MaxDepth-1)
	long = strings.Repeat("a", MaxPath-len(long)) + long
	for range MaxFiles {
		r.Files = append(r.Files, entry{Path: long, Op: Modify.String(), After: digest(nil), Mode: 0o777, UID: 1<<31 - 1, GID: 1<<31 - 1})
	}
	r.Files[0].Base = make([]byte, MaxFile)
	for range MaxDirs {
		r.Dirs = append(r.Dirs, long)
	}
	text := r.encode()
	if most := maxRecord - MaxAll + MaxFile; len(text) > most {
		t.Errorf("a record has %d bytes, where %d are read", len(text), most)
	}
	if _, ok := decode(text); !ok {
		t.Error("the record cannot be read")
	}
}

// An undo that fails says that the patch is there, and not that all is as before.
func TestPendingUndo(t *testing.T) {
	dir, target := folder(t, before)
	was := state(t, dir)
	a, err := target.Apply(t.Context(), patchOf(t, changes()[:2]...))
	must(t, err)
	must(t, target.Undo.Close())
	if err := a.Rollback(); code(err) != CodePending {
		t.Errorf("%v", err)
	}
	again := open(t, dir)
	if _, err := again.Apply(t.Context(), patchOf(t, Change{"z", nil, []byte("z")})); code(err) != CodePending {
		t.Errorf("%v", err)
	}
	if got, err := again.Recover(); err != nil || got.Undone != 1 || len(got.Conflicts) > 0 {
		t.Errorf("%+v %v", got, err)
	}
	if got := state(t, dir); got != was {
		t.Error(got)
	}
}

// A patch is kept also where somebody removed its record, and can be kept twice.
func TestKeepTwice(t *testing.T) {
	dir, target := folder(t, before)
	a, err := target.Apply(t.Context(), patchOf(t, changes()[:1]...))
	must(t, err)
	must(t, errors.Join(a.Keep(), a.Keep()))
	must(t, a.Rollback())
	if got, err := os.ReadFile(filepath.Join(dir, "a.txt")); err != nil || string(got) != before["a.txt"] {
		t.Errorf("%q %v", got, err)
	}
}

// One process has a folder of undo records at a time, until it closes its lock.
func TestLock(t *testing.T) {
	dir, first := folder(t, nil)
	second := open(t, dir)
	held, err := Lock(first.Undo)
	must(t, err)
	for range 2 {
		if again, err := Lock(second.Undo); code(err) != CodeBusy || again != nil {
			t.Fatalf("%v %v", again, err)
		}
	}
	must(t, held.Close())
	held, err = Lock(second.Undo)
	must(t, err)
	must(t, held.Close())
	must(t, second.Undo.Close())
	if _, err := Lock(second.Undo); code(err) != CodeWrite {
		t.Errorf("%v", err)
	}
}
