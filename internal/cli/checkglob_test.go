package cli

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
)

// A folder is entered where a file below it may fit, and nowhere else.
func TestLeadsTo(t *testing.T) {
	for _, c := range []struct {
		pattern, dir string
		want         bool
	}{
		{"*.txt", "a", false},
		{"*", "a", false},
		{"*/*.txt", "a", true},
		{"*/*.txt", "a/b", false},
		{"a*/x.txt", "b", false},
		{"a*/x.txt", "ab", true},
		{"**", "a/b/c", true},
		{"**/*.txt", "a/b/c", true},
		{"a/**", "b", false},
		{"a/**/x", "a/b/c", true},
		{"{a/b,c}/x", "q/r/s", true},
		{"[ab]/x", "c", false},
		{"[a/b]/x", "c", true},
	} {
		if got := leadsTo(c.pattern, c.dir); got != c.want {
			t.Errorf("%s in %s: %t", c.pattern, c.dir, got)
		}
	}
}

// Whatever fits a pattern is found: no folder above it is left out.
func FuzzLeadsTo(f *testing.F) {
	for _, pattern := range []string{"*", "**", "*/*.txt", "a/**/b?c", "{a/b,c}/*", "[a-c]/x", "[^a/b]*/\\*", "a**/x", "**/a/*"} {
		for _, name := range []string{"a", "a/b", "ab/c.txt", "a/b/c/d", "c/x/y", "b/a/*"} {
			f.Add(pattern, name)
		}
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if len(pattern) > 100 || len(name) > 100 || name != filepath.ToSlash(filepath.Clean(name)) || !filepath.IsLocal(name) {
			return
		}
		if ok, err := doublestar.Match(pattern, name); err != nil || !ok {
			return
		}
		for dir := filepath.ToSlash(filepath.Dir(name)); dir != "."; dir = filepath.ToSlash(filepath.Dir(dir)) {
			if !leadsTo(pattern, dir) {
				t.Errorf("%q fits %q, and %q is left out", pattern, name, dir)
			}
		}
	})
}

// Links that a glob does not lead to are nothing that could not be checked.
func TestGlobPassesLinksElsewhere(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"p/a.txt", "p/sub/b.txt", "away/c.txt"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"p/latest": "../away", "p/gone": "nowhere", "p/sub/up": ".."} {
		if err := os.Symlink(target, link); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	for pattern, want := range map[string][]string{
		"p/*.txt":     {"p/a.txt"},
		"p/s*/*.txt":  {"p/sub/b.txt"},
		"p/l*/*.txt":  {"p/latest!"},
		"p/*/*.txt":   {"p/latest!", "p/sub/b.txt"},
		"p/**/*.txt":  {"p/a.txt", "p/latest!", "p/sub/b.txt"}, // p/sub/up is p
		"p/g*":        {"p/gone!"},
		"p/{a,b}.txt": {"p/a.txt", "p/latest!", "p/sub/up!"},
	} {
		var got []string
		list, _ := glob(nil, pattern, nil)
		for _, e := range list {
			name := filepath.ToSlash(e.name)
			if e.err != nil {
				name += "!"
			}
			got = append(got, name)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", pattern, got, want)
		}
	}
}
