package patch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// before are the files that tests patch, and changes a patch of all kinds.
var before = map[string]string{"a.txt": "1\n2\n3\n", "d/b.txt": "x", "gone.txt": "bye\n", "other.txt": "other\n", ".git/config": "[core]\n"}

func changes() []Change {
	return []Change{
		{"a.txt", []byte("1\n2\n3\n"), []byte("1\nzwei\n3\n")},
		{"d/b.txt", []byte("x"), []byte("x\ny")},
		{"gone.txt", []byte("bye\n"), nil},
		{"new/deep/c.txt", nil, []byte("c\n")},
		{"d/empty", nil, []byte{}},
	}
}

func TestApplyAndRollback(t *testing.T) {
	dir, target := folder(t, before)
	target.MakeDirs = true
	must(t, os.Chmod(filepath.Join(dir, "a.txt"), 0o751))
	was := state(t, dir)
	a, err := target.Apply(t.Context(), patchOf(t, changes()...))
	must(t, err)
	now := state(t, dir)
	for _, want := range []string{"/a.txt -rwxr-x--x 1\nzwei\n3\n", "/d/b.txt -rw------- x\ny", "/new/deep/c.txt -rw-r--r-- c\n", "/d/empty -rw-r--r-- \n", "/other.txt"} {
		if !strings.Contains(now, want) && runtime.GOOS != "windows" {
			t.Errorf("%q is not in\n%s", want, now)
		}
	}
	if strings.Contains(now, "gone.txt") || strings.Contains(now, ".ringfence-") {
		t.Error(now)
	}
	// Until it is kept or undone there is no other.
	if _, err := target.Apply(t.Context(), patchOf(t, Change{"z", nil, []byte("z")})); code(err) != CodePending {
		t.Errorf("%v", err)
	}
	must(t, a.Rollback())
	if got := state(t, dir); got != was {
		t.Errorf("after the rollback\n%s\nbefore\n%s", got, was)
	}
	a, err = target.Apply(t.Context(), patchOf(t, changes()...))
	must(t, err)
	if !a.Intact() {
		t.Error("not intact")
	}
	for _, name := range []string{"a.txt", "d/empty", "gone.txt"} {
		p := filepath.Join(dir, name)
		old, err := os.ReadFile(p)
		must(t, os.WriteFile(p, []byte("mine"), 0o600))
		if a.Intact() {
			t.Errorf("%s was changed", name)
		}
		must(t, os.Remove(p))
		if a.Intact() != (name == "gone.txt") {
			t.Errorf("%s was removed", name)
		}
		if err == nil {
			mode := os.FileMode(0o644)
			if name == "a.txt" {
				mode = 0o751
			}
			must(t, os.WriteFile(p, old, 0o600))
			must(t, os.Chmod(p, mode))
		}
	}
	must(t, a.Keep())
	if got := state(t, dir); got != now {
		t.Errorf("applied again\n%s\nbefore\n%s", got, now)
	}
	left, err := target.undoNames("")
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %q %v", left, err)
	}
}

// What cannot be applied to every file changes none.
func TestRefusals(t *testing.T) {
	ok := Change{"other.txt", []byte("other\n"), []byte("better\n")}
	for name, c := range map[string]struct {
		prepare func(dir string) error
		change  Change
		want    ringfence.Code
	}{
		"context":      {nil, Change{"a.txt", []byte("1\n2\n4\n"), []byte("1\nx\n4\n")}, CodeMismatch},
		"absent":       {nil, Change{"none.txt", []byte("1\n"), []byte("2\n")}, CodeMismatch},
		"present":      {nil, Change{"a.txt", nil, []byte("2\n")}, CodeMismatch},
		"present link": {link("dangling", "nowhere"), Change{"dangling", nil, []byte("2\n")}, CodeMismatch},
		"no folder":    {nil, Change{"no/such/folder", nil, []byte("2\n")}, CodeMismatch},
		"denied":       {nil, Change{".git/config", []byte("[core]\n"), []byte("[core]\nhooksPath = x\n")}, CodeRefused},
		"link":         {link("l.txt", "a.txt"), Change{"l.txt", []byte("1\n2\n3\n"), []byte("1\n")}, CodeRefused},
		"link delete":  {link("l.txt", "a.txt"), Change{"l.txt", []byte("1\n2\n3\n"), nil}, CodeRefused},
		"folder link":  {link("l", "d"), Change{"l/b.txt", []byte("x"), []byte("y")}, CodeRefused},
		"git by link":  {link("l", ".git"), Change{"l/config", []byte("[core]\n"), []byte("y")}, CodeRefused},
		"new in link":  {link("l", ".git"), Change{"l/hook", nil, []byte("y")}, CodeRefused},
		"out":          {link("l", "../undo"), Change{"l/x", nil, []byte("y")}, CodeRefused},
		"hard link": {
			func(dir string) error { return os.Link(filepath.Join(dir, "a.txt"), filepath.Join(dir, "h.txt")) },
			Change{"h.txt", []byte("1\n2\n3\n"), []byte("1\n")},
			CodeRefused,
		},
		"hard link delete": {
			func(dir string) error { return os.Link(filepath.Join(dir, "a.txt"), filepath.Join(dir, "h.txt")) },
			Change{"a.txt", []byte("1\n2\n3\n"), nil},
			CodeRefused,
		},
		"read only":   {func(dir string) error { return os.Chmod(filepath.Join(dir, "a.txt"), 0o444) }, Change{"a.txt", []byte("1\n2\n3\n"), []byte("1\n")}, CodeRefused},
		"set user":    {func(dir string) error { return os.Chmod(filepath.Join(dir, "a.txt"), os.ModeSetuid|0o755) }, Change{"a.txt", []byte("1\n2\n3\n"), []byte("1\n")}, CodeRefused},
		"folder":      {nil, Change{"d", []byte("1\n"), []byte("2\n")}, CodeRefused},
		"below file":  {nil, Change{"a.txt/x", nil, []byte("2\n")}, CodeRefused},
		"delete more": {nil, Change{"a.txt", []byte("1\n2\n"), nil}, CodeMismatch},
		"large": {
			func(dir string) error { return os.Truncate(filepath.Join(dir, "a.txt"), MaxFile+1) },
			Change{"a.txt", []byte("1\n2\n3\n"), []byte("1\n")},
			CodeSize,
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, target := folder(t, before)
			if c.prepare != nil {
				if err := c.prepare(dir); err != nil {
					t.Skip("this system does not do that: " + err.Error())
				}
			}
			if runtime.GOOS == "windows" && strings.HasPrefix(name, "hard link") || name == "set user" && runtime.GOOS == "windows" {
				t.Skip("not known on Windows")
			}
			var was string
			if name != "large" {
				was = state(t, dir)
			}
			for _, list := range [][]Change{{ok, c.change}, {c.change, ok}} {
				a, err := target.Apply(t.Context(), patchOf(t, list...))
				if code(err) != c.want || a != nil {
					t.Errorf("%v, want %s", err, c.want)
				}
			}
			if name != "large" && state(t, dir) != was {
				t.Errorf("changed\n%s\nbefore\n%s", state(t, dir), was)
			}
			if left, err := target.undoNames(""); err != nil || len(left) != 0 {
				t.Errorf("left behind: %q %v", left, err)
			}
		})
	}
}

func link(name, to string) func(string) error {
	return func(dir string) error { return os.Symlink(to, filepath.Join(dir, name)) }
}

// The zero target, and one whose caller allows nothing.
func TestNothingAllowed(t *testing.T) {
	files := patchOf(t, Change{"a", nil, []byte("x")})
	if _, err := (&Target{}).Apply(t.Context(), files); code(err) != CodeRefused {
		t.Errorf("%v", err)
	}
	dir, target := folder(t, nil)
	target.Allow = nil
	if _, err := target.Apply(t.Context(), files); code(err) != CodeRefused {
		t.Errorf("%v", err)
	}
	target.Allow = func(string) bool { return true }
	for _, path := range []string{"../x", "/x", "a/../b", `a\b`, "a//b", ".", ""} {
		if _, err := target.Apply(t.Context(), []File{{Path: path, Op: Create}}); code(err) != CodePath {
			t.Errorf("%q: %v", path, err)
		}
	}
	if _, err := target.Apply(t.Context(), []File{{Path: "a", Op: Create}, {Path: "a", Op: Create}}); code(err) != CodePath {
		t.Errorf("twice: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := target.Apply(ctx, files); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if got := state(t, dir); strings.Count(got, "\n") != 1 {
		t.Errorf("changed\n%s", got)
	}
}

// A file that somebody changed since is left, the others are put back, and what
// was there before is kept.
func TestConflict(t *testing.T) {
	dir, target := folder(t, before)
	target.MakeDirs = true
	a, err := target.Apply(t.Context(), patchOf(t, changes()...))
	must(t, err)
	write(t, filepath.Join(dir, "d/b.txt"), "mine")
	write(t, filepath.Join(dir, "gone.txt"), "mine, too")
	write(t, filepath.Join(dir, "new/deep/mine"), "mine")
	err = a.Rollback()
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Code != CodeConflict || e.Pointer != "/1" {
		t.Fatalf("%v", err)
	}
	for name, want := range map[string]string{"a.txt": "1\n2\n3\n", "d/b.txt": "mine", "gone.txt": "mine, too", "new/deep/mine": "mine"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	for _, name := range []string{"d/empty", "new/deep/c.txt"} {
		if _, err := os.Stat(filepath.Join(dir, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	left, err := target.undoNames(conflictName)
	if err != nil || len(left) != 1 {
		t.Fatalf("%q %v", left, err)
	}
	raw, err := target.Undo.ReadFile(left[0])
	must(t, err)
	if r, ok := decode(raw); !ok || string(r.Files[1].Base) != "x" {
		t.Errorf("the record does not hold what was there: %v", ok)
	}
	// It holds up no other patch.
	a, err = target.Apply(t.Context(), patchOf(t, Change{"z", nil, []byte("z")}))
	must(t, err)
	must(t, a.Keep())
}

// What changes between the look and the change is not overwritten.
func TestChangedMeanwhile(t *testing.T) {
	dir, target := folder(t, before)
	files := patchOf(t, changes()[:2]...)
	steps := 0
	target.step = func() {
		// The record, its name, the first file and its name come before.
		if steps++; steps == 5 {
			write(t, filepath.Join(dir, "d/b.txt"), "mine")
		}
	}
	if _, err := target.Apply(t.Context(), files); code(err) != CodeConflict {
		t.Errorf("%v", err)
	}
	for name, want := range map[string]string{"a.txt": "1\n2\n3\n", "d/b.txt": "mine"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
}

// A folder of records that cannot be written, and records that are none.
func TestRecords(t *testing.T) {
	dir, target := folder(t, before)
	files := patchOf(t, changes()[:2]...)
	was := state(t, dir)
	undo := filepath.Join(filepath.Dir(dir), "undo")
	const id = "0123456789abcdef"
	good := string((&record{ID: id, Root: "x"}).encode())
	for name, text := range map[string]string{
		"empty": "", "no hash": recordHead, "torn": good[:len(good)-1], "changed": strings.Replace(good, "1:x", "1:y", 1), "no head": digest(nil),
		"path": string((&record{ID: id, Files: []entry{{Path: "../x", Op: "modify"}}}).encode()),
		"op":   string((&record{ID: id, Files: []entry{{Path: "x", Op: "rename"}}}).encode()),
		"dir":  string((&record{ID: id, Dirs: []string{"/x"}}).encode()),
		"id":   string((&record{ID: "../../.."}).encode()),
		"more": sealedRecord(good[:len(good)-64] + "1:x\n"), "count": sealedRecord(recordHead + "16:" + id + "\n1:x\n10:9999999999\n"),
	} {
		p := filepath.Join(undo, undoName+"0123456789abcdef")
		write(t, p, text)
		if _, err := target.Apply(t.Context(), files); code(err) != CodeRecord {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := target.Recover(); code(err) != CodeRecord {
			t.Errorf("%s: %v", name, err)
		}
		must(t, os.Remove(p))
	}
	// That of another folder is nobody's business here.
	write(t, filepath.Join(undo, undoName+"0123456789abcdef"), good)
	a, err := target.Apply(t.Context(), files)
	must(t, err)
	must(t, a.Rollback())
	if state(t, dir) != was {
		t.Error("changed")
	}
	must(t, target.Undo.Close())
	if _, err := target.Apply(t.Context(), files); code(err) != CodeWrite {
		t.Errorf("%v", err)
	}
	if _, err := target.Recover(); code(err) != CodeWrite {
		t.Errorf("%v", err)
	}
}

// sealedRecord puts the right hash behind a body.
func sealedRecord(body string) string { return body + digest([]byte(body)) }
