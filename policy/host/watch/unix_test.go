//go:build unix

package watch

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What is no regular file is not reported, and a pipe without a writer holds
// nothing up.
func TestSpecialFiles(t *testing.T) {
	dir, root := folderOf(t, "f")
	w := subscribe(t, dir, root)
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip("no pipes here: " + err.Error())
	}
	expect(t, w)
	must(t, os.Remove(filepath.Join(dir, "f")))
	must(t, syscall.Mkfifo(filepath.Join(dir, "f"), 0o600))
	expect(t, w, "delete f")
	if _, ok := w.sum(&record{path: "pipe"}); ok {
		t.Error("a pipe has content")
	}
	// A hard link is a file like any other.
	write(t, dir, "g", "")
	must(t, os.Link(filepath.Join(dir, "g"), filepath.Join(dir, "h")))
	expect(t, w, "create g", "create h")
}
