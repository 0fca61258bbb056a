package watch

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// Creates and modifies stand together in the order of paths, deletes last.
func TestOrder(t *testing.T) {
	dir, root := folderOf(t, "b", "a/x", "a.x", "z")
	w := subscribe(t, dir, root)
	expect(t, w)
	write(t, dir, "b", "other")
	write(t, dir, "a/y", "")
	write(t, dir, "a.y", "")
	must(t, os.Remove(filepath.Join(dir, "a.x")))
	must(t, os.Remove(filepath.Join(dir, "z")))
	write(t, dir, "c/d/e", "")
	expect(t, w, "create a.y", "create a/y", "modify b", "create c/d/e", "delete a.x", "delete z")
	expect(t, w)
}

// Stamps number the snapshots and come from no clock.
func TestStamps(t *testing.T) {
	dir, root := folderOf(t)
	w := subscribe(t, dir, root)
	for i := int64(1); i < 5; i++ {
		write(t, dir, string(rune('a'+i)), "")
		events, err := w.Poll(background)
		must(t, err)
		if len(events) != 1 || events[0].Stamp != i {
			t.Errorf("snapshot %d: %v", i, events)
		}
	}
}

// What is changed and changed back, or made and removed, between two polls is no
// event.
func TestNothing(t *testing.T) {
	dir, root := folderOf(t, "a")
	w := subscribe(t, dir, root)
	write(t, dir, "b", "")
	must(t, os.Remove(filepath.Join(dir, "b")))
	must(t, os.MkdirAll(filepath.Join(dir, "empty/folder"), 0o700))
	expect(t, w)
	if _, err := os.ReadFile(filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	expect(t, w)
}

// How editors save: in place, through a temporary file, through a backup.
func TestSavePatterns(t *testing.T) {
	dir, root := folderOf(t, "f")
	w := subscribe(t, dir, root, "f")
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, save := range map[string]func(){
		"in place":         func() { write(t, dir, "f", "g") },
		"same length":      func() { write(t, dir, "f", "h") },
		"temporary file":   func() { write(t, dir, ".f.tmp", "g"); must(t, os.Rename(at(".f.tmp"), at("f"))) },
		"temporary, same":  func() { write(t, dir, ".f.tmp", "g"); must(t, os.Rename(at(".f.tmp"), at("f"))) },
		"backup":           func() { must(t, os.Rename(at("f"), at("f~"))); write(t, dir, "f", "g") },
		"remove and write": func() { must(t, os.Remove(at("f"))); write(t, dir, "f", "i") },
		"append": func() {
			f, err := os.OpenFile(at("f"), os.O_APPEND|os.O_WRONLY, 0)
			must(t, err)
			_, err = f.WriteString("more")
			must(t, err)
			must(t, f.Close())
		},
		"truncate": func() { must(t, os.Truncate(at("f"), 0)) },
		"times put back": func() {
			info, err := os.Stat(at("f"))
			must(t, err)
			old, err := os.ReadFile(at("f"))
			must(t, err)
			for i := range old {
				old[i] ^= 1
			}
			write(t, dir, "f", string(old)+"x")
			must(t, os.Truncate(at("f"), info.Size()))
			must(t, os.Chtimes(at("f"), info.ModTime(), info.ModTime()))
		},
	} {
		if name == "times put back" && runtime.GOOS == "windows" {
			continue // there is no change time that shows it
		}
		save()
		if got := poll(t, w); got != "modify f\n" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A folder that is renamed takes its files along.
func TestRenamedFolder(t *testing.T) {
	dir, root := folderOf(t, "a/b/c", "a/d", "x")
	w := subscribe(t, dir, root)
	must(t, os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "n")))
	expect(t, w, "create n/b/c", "create n/d", "delete a/b/c", "delete a/d")
	must(t, os.Rename(filepath.Join(dir, "x"), filepath.Join(dir, "n", "d")))
	expect(t, w, "modify n/d", "delete x")
	must(t, os.RemoveAll(filepath.Join(dir, "n")))
	write(t, dir, "n", "a file now")
	expect(t, w, "create n", "delete n/b/c", "delete n/d")
}

// Links are neither followed nor reported, also those that lead into the root, to
// themselves or up.
func TestLinks(t *testing.T) {
	dir, root := folderOf(t, "a/f")
	outside := filepath.Join(filepath.Dir(dir), "outside")
	write(t, outside, "canary", "")
	for name, to := range map[string]string{"loop": "loop", "up": "..", "self": ".", "a/back": "../a", "out": outside, "file": "a/f", "dangling": "none"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip("this system has no symbolic links: " + err.Error())
		}
	}
	w := subscribe(t, dir, root)
	write(t, outside, "other", "")
	write(t, outside, "canary", "changed")
	write(t, dir, "a/f", "changed")
	expect(t, w, "modify a/f")
	must(t, os.Remove(filepath.Join(dir, "a/f")))
	must(t, os.Symlink(filepath.Join(outside, "canary"), filepath.Join(dir, "a/f")))
	expect(t, w, "delete a/f")
}

// Folders and files that may not be looked at are as if they were not there.
func TestAllowed(t *testing.T) {
	dir, root := folderOf(t, "a/f", "secret/f", ".git/config", "a/secret")
	w, err := New(background, Options{Now: time.Now, Root: root, Name: dir, Allowed: func(p string) bool {
		return filepath.Base(p) != "secret" && p != ".git"
	}})
	must(t, err)
	defer w.Close()
	for _, f := range []string{"a/f", "secret/f", ".git/config", "a/secret", ".git/new", "secret/new"} {
		write(t, dir, f, "changed")
	}
	expect(t, w, "modify a/f")
}

// Renames and edits of thousands of files, and a poll with all of them.
func TestThousands(t *testing.T) {
	dir, root := folderOf(t)
	const n = 3_000
	name := func(i int) string { return filepath.Join("d"+string(rune('a'+i%26)), "sub", "f"+itoa(i)) }
	for i := range n {
		write(t, dir, name(i), "x")
	}
	w, err := New(background, Options{Now: time.Now, Root: root, Name: dir, MaxEvents: n})
	must(t, err)
	defer w.Close()
	changes := 0
	for i := 0; i < n; i += 3 {
		write(t, dir, name(i), "yy")
		must(t, os.Rename(filepath.Join(dir, name(i+1)), filepath.Join(dir, name(i+1))+"r"))
		changes += 3
	}
	events, err := w.Poll(background)
	must(t, err)
	if len(events) != changes {
		t.Fatalf("%d events, want %d", len(events), changes)
	}
	kinds := map[Kind]int{}
	for i, e := range events {
		kinds[e.Kind]++
		if i > 0 && (e.Kind != Delete && events[i-1].Kind == Delete || (e.Kind == Delete) == (events[i-1].Kind == Delete) && e.Path <= events[i-1].Path) {
			t.Fatalf("%v after %v", e, events[i-1])
		}
	}
	if kinds[Create] != n/3 || kinds[Modify] != n/3 || kinds[Delete] != n/3 {
		t.Errorf("%v", kinds)
	}
	expect(t, w)
}
