package nolink_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/ringfence/ringfence/policy/host/internal/nolink"
)

// tree makes a root with a folder, a file, links to both, and a folder beside it
// that nothing may reach.
func tree(t *testing.T) (dir string, root *os.Root) {
	t.Helper()
	dir = t.TempDir()
	for _, d := range []string{"root/a/b", "outside"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"root/a/b/f": "in", "outside/f": "canary", "outside/b": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"root/inside": "a", "root/out": "../outside", "root/a/lf": "b/f", "root/loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip("this system has no symbolic links: " + err.Error())
		}
	}
	root, err := os.OpenRoot(filepath.Join(dir, "root"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return dir, root
}

func TestDir(t *testing.T) {
	_, root := tree(t)
	for name, want := range map[string]error{
		".": nil, "a": nil, "a/b": nil,
		"inside": nolink.ErrLink, "inside/b": nolink.ErrLink, "out": nolink.ErrLink, "loop": nolink.ErrLink,
		"a/b/f": nolink.ErrNotFolder, "none": fs.ErrNotExist, "a/../a": fs.ErrInvalid, "/a": fs.ErrInvalid, "": fs.ErrInvalid,
	} {
		got, err := nolink.Dir(root, name)
		if !errors.Is(err, want) || (got != nil) != (want == nil) {
			t.Errorf("%q: %v, want %v", name, err, want)
		}
		if got != nil {
			_ = got.Close()
		}
	}
}

func TestReadFile(t *testing.T) {
	_, root := tree(t)
	for name, want := range map[string]error{
		"a/b/f": nil, "a/lf": nolink.ErrLink, "inside/b/f": nolink.ErrLink, "out/f": nolink.ErrLink, "a/b": nolink.ErrNotRegular,
		"a/none": fs.ErrNotExist, ".": fs.ErrInvalid,
	} {
		dir, base, err := nolink.Parent(root, name)
		var content []byte
		if err == nil {
			content, _, err = nolink.ReadFile(dir, base, 2)
			_ = dir.Close()
		}
		if !errors.Is(err, want) || want == nil && string(content) != "in" {
			t.Errorf("%q: %q %v, want %v", name, content, err, want)
		}
	}
	dir, base, err := nolink.Parent(root, "a/b/f")
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	if _, _, err := nolink.ReadFile(dir, base, 1); !errors.Is(err, nolink.ErrSize) {
		t.Errorf("one byte over: %v", err)
	}
}

// While a folder and a link out are exchanged, what is read is the file inside
// or nothing.
func TestExchange(t *testing.T) {
	dir, root := tree(t)
	if runtime.GOOS == "windows" {
		t.Skip("open folders cannot be renamed on Windows")
	}
	a, aside, link := filepath.Join(dir, "root/a"), filepath.Join(dir, "root/aside"), filepath.Join(dir, "root/link")
	if err := os.MkdirAll(filepath.Join(dir, "outside/b2"), 0o700); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(filepath.Join(dir, "outside/b"))
	if err := os.Rename(filepath.Join(dir, "outside/b2"), filepath.Join(dir, "outside/b")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "outside/b/f"), []byte("canary"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../outside", link); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.Rename(a, aside)
			_ = os.Rename(link, a)
			_ = os.Rename(a, link)
			_ = os.Rename(aside, a)
		}
	})
	read := 0
	for range 20_000 {
		d, base, err := nolink.Parent(root, "a/b/f")
		if err != nil {
			continue
		}
		if content, _, err := nolink.ReadFile(d, base, 100); err == nil {
			read++
			if string(content) != "in" {
				t.Errorf("read %q", content)
			}
		}
		_ = d.Close()
	}
	close(stop)
	group.Wait()
	if read == 0 {
		t.Error("nothing was ever read")
	}
}
