package durable_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ringfence/ringfence/policy/internal/durable"
)

func open(t *testing.T) (dir string, root *os.Root) {
	t.Helper()
	dir = t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return dir, root
}

func TestCreate(t *testing.T) {
	dir, root := open(t)
	for _, content := range []string{"", "text\n", "\x00\xff"} {
		name := "f" + string(rune('0'+len(content)))
		if err := durable.Create(root, name, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != content {
			t.Errorf("%q, %v, want %q", got, err, content)
		}
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others may use the file: %v", info.Mode())
		}
		if err := durable.Create(root, name, []byte("other")); !errors.Is(err, fs.ErrExist) {
			t.Errorf("over a file: %v", err)
		}
		if got, _ := os.ReadFile(filepath.Join(dir, name)); string(got) != content {
			t.Errorf("a file that was there became %q", got)
		}
	}
	for _, name := range []string{"no/such", "../f", ""} {
		if err := durable.Create(root, name, nil); err == nil {
			t.Errorf("%q was made", name)
		}
	}
}

func TestDir(t *testing.T) {
	dir, root := open(t)
	d, err := root.Open(".")
	if err := durable.Dir(d, err); err != nil {
		t.Error(err)
	}
	if err := d.Close(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("the folder was left open: %v", err)
	}
	want := errors.New("not opened")
	if err := durable.Dir(nil, want); !errors.Is(err, want) {
		t.Errorf("%v, want %v", err, want)
	}
	if err := durable.Dir(os.Open(filepath.Join(dir, "missing"))); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	closed, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	_ = closed.Close()
	if err := durable.Dir(closed, nil); err == nil {
		t.Error("a closed folder was forced to the disk")
	}
}
