// Package testdata finds test data that lives beside the repository and not in
// it. Only tests import it.
package testdata

import (
	"os"
	"path/filepath"
	"testing"
)

// Root returns the folder of the repository: the nearest one at or above the
// working directory that holds go.mod. The test fails when there is none.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatalf("working directory: %v", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod at or above the working directory")
		}
		dir = up
	}
}

// Shared returns the path of a file or folder of the shared data, which is
// named by slash-separated path relative to the folder "shared" beside the
// repository. The test is skipped, and says so, when it is not there.
func Shared(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(filepath.Dir(Root(t)), "shared", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("shared data %s is not beside the repository", name)
	}
	return path
}

// ReadShared returns the content of a file of the shared data, or skips the
// test like [Shared].
func ReadShared(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(Shared(t, name))
	if err != nil {
		t.Fatalf("shared data %s: %v", name, err)
	}
	return b
}
