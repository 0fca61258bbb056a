package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
)

// folderOf makes a folder with files, named by path, and a root on it.
func folderOf(t testing.TB, files ...string) (dir string, root *os.Root) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "root")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		write(t, dir, f, f)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return dir, root
}

// write makes a file and the folders that it needs.
func write(t testing.TB, dir, name, text string) {
	t.Helper()
	p := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// subscribe is New for what a test watches.
func subscribe(t testing.TB, dir string, root *os.Root, globs ...string) *Watch {
	t.Helper()
	w, err := New(t.Context(), Options{Now: time.Now, Root: root, Name: dir, Globs: globs})
	must(t, err)
	t.Cleanup(w.Close)
	return w
}

// poll returns events as "kind path", a line each.
func poll(t testing.TB, w *Watch) string {
	t.Helper()
	events, err := w.Poll(t.Context())
	must(t, err)
	return lines(events)
}

func lines(events []Event) string {
	var b strings.Builder
	for _, e := range events {
		b.WriteString(e.Kind.String() + " " + e.Path + "\n")
	}
	return b.String()
}

// expect compares the events of one poll with lines.
func expect(t testing.TB, w *Watch, want ...string) {
	t.Helper()
	got := strings.TrimSuffix(poll(t, w), "\n")
	if got != strings.Join(want, "\n") {
		t.Errorf("events:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
	}
}

// expectCode holds that an error has a code.
func expectCode(t testing.TB, err error, want ringfence.Code) {
	t.Helper()
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Code != want {
		t.Errorf("%v, want %s", err, want)
	}
}

var background = context.Background()
