package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/host/internal/ordinary"
)

func itoa(n int) string { return strconv.Itoa(n) }

// What does not fit into a poll comes with the next ones, whatever happens in
// between, and in the end everything was told.
func TestEventLimit(t *testing.T) {
	dir, root := folderOf(t, "a", "b", "c", "d")
	w, err := New(background, Options{Now: time.Now, Root: root, Name: dir, MaxEvents: 2})
	must(t, err)
	defer w.Close()
	for _, f := range []string{"a", "e", "f"} {
		write(t, dir, f, "changed")
	}
	must(t, os.Remove(filepath.Join(dir, "b")))
	must(t, os.Remove(filepath.Join(dir, "c")))
	expect(t, w, "modify a", "create e")
	// One that waits is changed again, one vanishes, one that was told changes.
	write(t, dir, "f", "again")
	write(t, dir, "b", "back")
	write(t, dir, "a", "again!")
	expect(t, w, "modify a", "modify b")
	expect(t, w, "create f", "delete c")
	expect(t, w)
	if events, err := w.PollMax(background, 0, 0); err != nil || len(events) != 0 {
		t.Errorf("%v %v", events, err)
	}
	write(t, dir, "g", "")
	write(t, dir, "h", "")
	_, err = w.PollMax(background, 9, EventBytes+2)
	expectCode(t, err, CodeLimit)
	for _, want := range []string{"create g\n", "create h\n", ""} {
		if events, err := w.PollMax(background, 9, 2*EventBytes+5); err != nil || lines(events) != want {
			t.Errorf("%v %v, want %q", events, err, want)
		}
	}
}

// Limits are errors; nothing is lost over them.
func TestFileLimit(t *testing.T) {
	dir, root := folderOf(t, "a", "b")
	_, err := New(background, Options{Now: time.Now, Root: root, Name: dir, MaxFiles: 1})
	expectCode(t, err, CodeLimit)
	w, err := New(background, Options{Now: time.Now, Root: root, Name: dir, MaxFiles: 2})
	must(t, err)
	defer w.Close()
	write(t, dir, "c", "")
	_, err = w.Poll(background)
	expectCode(t, err, CodeLimit)
	must(t, os.Remove(filepath.Join(dir, "a")))
	expect(t, w, "create c", "delete a")
	w.maxEntries = 2
	write(t, dir, "deep/x", "")
	_, err = w.Poll(background)
	expectCode(t, err, CodeLimit)
	w.maxEntries = MaxEntries
	must(t, os.Remove(filepath.Join(dir, "b")))
	expect(t, w, "create deep/x", "delete b")
}

// A path that is too long is said and not left out.
func TestPathLimit(t *testing.T) {
	dir, root := folderOf(t)
	w := subscribe(t, dir, root)
	at := root
	for range MaxPath/201 + 1 {
		name := strings.Repeat("d", 200)
		must(t, at.Mkdir(name, 0o700))
		next, err := at.OpenRoot(name)
		must(t, err)
		defer next.Close()
		at = next
	}
	_, err := w.Poll(background)
	expectCode(t, err, CodeLimit)
}

// A root that goes gives its deletes, in as many polls as they take, and then
// the same error for ever.
func TestRootGone(t *testing.T) {
	for name, lose := range map[string]func(dir string) error{
		"deleted": os.RemoveAll,
		"moved":   func(dir string) error { return os.Rename(dir, dir+"2") },
		"exchanged": func(dir string) error {
			return errors.Join(os.Rename(dir, dir+"2"), os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, "new"), nil, 0o600))
		},
		"a file now": func(dir string) error { return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o600)) },
		"a link now": func(dir string) error {
			return errors.Join(os.Rename(dir, dir+"2"), os.MkdirAll(dir+"3/a", 0o700), os.Symlink(dir+"3", dir))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, root := folderOf(t, "a/b", "c", "d")
			w, err := New(background, Options{Now: time.Now, Root: root, Name: dir, MaxEvents: 2})
			must(t, err)
			defer w.Close()
			if err := lose(dir); err != nil {
				t.Skip("this system does not do that: " + err.Error())
			}
			must(t, w.Wait(background))
			expect(t, w, "delete a/b", "delete c")
			expect(t, w, "delete d")
			for range 3 {
				_, err := w.Poll(background)
				expectCode(t, err, CodeGone)
			}
			must(t, w.Wait(background))
			// One that comes back is another.
			_ = os.Rename(dir+"2", dir)
			_, err = w.Poll(background)
			expectCode(t, err, CodeGone)
		})
	}
}

// A folder that cannot be read is empty, and not an error of the others.
func TestUnreadable(t *testing.T) {
	dir, root := folderOf(t, "a/b", "c")
	w := subscribe(t, dir, root)
	ordinary.User(t)
	must(t, os.Chmod(filepath.Join(dir, "a"), 0))
	defer os.Chmod(filepath.Join(dir, "a"), 0o700)
	expect(t, w, "delete a/b")
	must(t, os.Chmod(filepath.Join(dir, "a"), 0o700))
	expect(t, w, "create a/b")
}

// A cancelled context ends a poll and loses nothing.
func TestCancelled(t *testing.T) {
	dir, root := folderOf(t)
	w := subscribe(t, dir, root)
	write(t, dir, "a", "")
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := w.Poll(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := New(ctx, Options{Now: time.Now, Root: root}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	expect(t, w, "create a")
	w.Close()
	w.Close()
	_, err := w.Poll(background)
	expectCode(t, err, CodeClosed)
	expectCode(t, w.Wait(background), CodeClosed)
}

// A closed root is an error that passes, not a folder without files.
func TestClosedRoot(t *testing.T) {
	dir, root := folderOf(t, "a")
	w := subscribe(t, dir, root)
	must(t, root.Close())
	_, err := w.Poll(background)
	expectCode(t, err, CodeRead)
}

// Changes that no time shows are found by content: the stat of every file is made
// the same.
func TestSameTick(t *testing.T) {
	dir, root := folderOf(t, "a", "b")
	w, err := New(background, Options{Now: time.Now, Root: root, Name: dir})
	must(t, err)
	defer w.Close()
	still := time.Now()
	w.statOf = func(info os.FileInfo) stat {
		return stat{size: info.Size(), mtime: still.UnixNano(), ctime: still.UnixNano()}
	}
	w.o.Now = func() time.Time { return still }
	poll(t, w)
	expect(t, w)
	write(t, dir, "a", "A")
	expect(t, w, "modify a")
	expect(t, w)
	write(t, dir, "b", "B")
	w.o.Now = func() time.Time { return still.Add(time.Minute) }
	expect(t, w, "modify b")
	// From then on the stat is old enough to be believed.
	write(t, dir, "b", "C")
	expect(t, w)
}

// Which times can hide a change.
func TestFresh(t *testing.T) {
	now := time.Unix(1_700_000_000, 500)
	for _, c := range []struct {
		age  time.Duration
		want bool
	}{{0, true}, {tick - 1, true}, {tick, false}, {time.Hour, false}, {-time.Hour, true}} {
		s := stat{mtime: now.Add(-c.age).UnixNano()}
		if got := s.fresh(now); got != c.want {
			t.Errorf("%v: %v", c.age, got)
		}
		s = stat{mtime: 1, ctime: now.Add(-c.age).UnixNano()}
		if got := s.fresh(now); got != c.want {
			t.Errorf("change %v: %v", c.age, got)
		}
	}
	whole := stat{mtime: now.Truncate(time.Second).Add(-time.Second).UnixNano()}
	if !whole.fresh(now) {
		t.Error("a time in whole seconds, one second ago, is believed")
	}
}
