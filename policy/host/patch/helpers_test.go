package patch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// folder is a target in a temporary place, with files by path.
func folder(t testing.TB, files map[string]string) (dir string, target *Target) {
	t.Helper()
	top := t.TempDir()
	dir = filepath.Join(top, "root")
	for _, d := range []string{dir, filepath.Join(top, "undo")} {
		must(t, os.Mkdir(d, 0o700))
	}
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	return dir, open(t, dir)
}

// open makes the target of a folder that exists, as another process would.
func open(t testing.TB, dir string) *Target {
	t.Helper()
	root, err := os.OpenRoot(dir)
	must(t, err)
	undo, err := os.OpenRoot(filepath.Join(filepath.Dir(dir), "undo"))
	must(t, err)
	t.Cleanup(func() { _ = errors.Join(root.Close(), undo.Close()) })
	return &Target{Root: root, Name: dir, Undo: undo, Allow: func(p string) bool {
		return !strings.HasPrefix(p, ".git/")
	}}
}

func write(t testing.TB, name, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o700))
	must(t, os.WriteFile(name, []byte(text), 0o600))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// state lists every file and folder below dir, with content and mode.
func state(t testing.TB, dir string) string {
	t.Helper()
	var b strings.Builder
	must(t, filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		content := ""
		if info.Mode().IsRegular() {
			raw, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			content = string(raw)
		}
		b.WriteString(strings.TrimPrefix(p, dir) + " " + info.Mode().String() + " " + content + "\n")
		return nil
	}))
	return b.String()
}

// patchOf is the parsed diff of changes.
func patchOf(t testing.TB, changes ...Change) []File {
	t.Helper()
	text, err := Diff(changes)
	must(t, err)
	files, err := Parse(text)
	must(t, err)
	return files
}

func code(err error) ringfence.Code {
	var e *ringfence.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
