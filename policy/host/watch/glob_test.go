package watch

import (
	"strings"
	"testing"
	"time"

	"github.com/bmatcuk/doublestar/v4"
)

func TestGlobs(t *testing.T) {
	for _, c := range []struct {
		globs, yes, no string
	}{
		{"", "a a/b .hidden", ""},
		{"*.go", "a.go", "a/b.go a.got"},
		{"**/*.go", "a.go a/b.go a/b/c.go", "a.txt"},
		{"src/**", "src/a src/a/b", "source/a a/src/b"},
		{"src/*/x?.go", "src/a/x1.go", "src/x1.go src/a/b/x1.go"},
		{"**/{a,b}/*.{ts,go}", "a/x.go q/b/y.ts", "c/x.go a/x.js"},
		{"[a-c]/*", "a/x", "d/x"},
		{"*.go docs/**", "a.go docs/a/b", "a/b.go"},
	} {
		g, err := compile(strings.Fields(c.globs))
		must(t, err)
		for p := range strings.FieldsSeq(c.yes) {
			if !g.file(p) {
				t.Errorf("%q does not match %q", c.globs, p)
			}
		}
		for p := range strings.FieldsSeq(c.no) {
			if g.file(p) {
				t.Errorf("%q matches %q", c.globs, p)
			}
		}
	}
}

func TestBadGlobs(t *testing.T) {
	for _, text := range []string{
		"", "[", "[a", "{a", "a}", "a//b", "/a", "../a", "a/../b", "./a", "a/", `a\`, "a\x00b", "a\xcb/*", strings.Repeat("a", MaxGlob+1),
		"{a,b}{a,b}{a,b}{a,b}", "{" + strings.Repeat("a,", MaxAlternatives) + "a}",
	} {
		_, err := compile([]string{"ok", text})
		expectCode(t, err, CodeGlob)
	}
	_, err := compile(make([]string, MaxGlobs+1))
	expectCode(t, err, CodeGlob)
	_, root := folderOf(t)
	_, err = New(background, Options{Now: time.Now, Root: root, Globs: []string{"["}})
	expectCode(t, err, CodeGlob)
	for _, o := range []Options{{}, {Root: root}, {Now: time.Now}} {
		_, err := New(background, o)
		expectCode(t, err, CodeOptions)
	}
}

// Folders in which nothing can match are not read: the test is that they are not
// asked about.
func TestPruning(t *testing.T) {
	dir, root := folderOf(t, "src/a/x.go", "src/a/deep/y.go", "node_modules/b/z.go", "top.go")
	for glob, want := range map[string]string{
		"*.go": "", "src/a/*": "src src/a", "src/**/*.go": "src src/a src/a/deep", "src/*.go": "src", "**": "node_modules node_modules/b src src/a src/a/deep",
	} {
		w := subscribe(t, dir, root, glob)
		_, folders, err := w.snapshot(background)
		must(t, err)
		seen := map[string]bool{}
		for _, f := range folders {
			seen[f.path] = true
		}
		if len(seen) != len(strings.Fields(want))+1 || !seen[""] {
			t.Errorf("%s: read %v, want %s", glob, folders, want)
		}
		for f := range strings.FieldsSeq(want) {
			if !seen[f] {
				t.Errorf("%s: %s was not read", glob, f)
			}
		}
	}
}

// FuzzGlob: what compiles matches as the matcher says, nothing panics, and no
// folder is left out that holds a match.
func FuzzGlob(f *testing.F) {
	for _, s := range [][2]string{
		{"**/*.go", "a/b.go"},
		{"src/**", "src/a/b"},
		{"{a,b/c}/*", "b/c/d"},
		{`a\*/b`, "a*/b"},
		{"[!a]/**/x?", "b/c/xy"},
		{"a/**/b/**/c", "a/b/b/c/c"},
		{"**a/b", "xa/b"},
		{"*{/a,b}", "x/a"},
		{"[/]", "/"},
		{"a[b/c]d/e", "abd/e"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, glob, path string) {
		g, err := compile([]string{glob})
		if err != nil {
			if g != nil {
				t.Error("globs beside an error")
			}
			return
		}
		if path == "" || len(path) > 256 || path[0] == '/' || strings.Contains(path, "//") || path[len(path)-1] == '/' {
			return
		}
		want, err := doublestar.Match(glob, path)
		if err != nil {
			t.Errorf("%q compiles and does not match: %v", glob, err)
		}
		if got := g.file(path); got != want {
			t.Errorf("%q on %q: %v", glob, path, got)
		}
		if !want {
			return
		}
		for i, c := range path {
			if c == '/' && !g.folder(path[:i]) {
				t.Errorf("%q matches %q and does not enter %q", glob, path, path[:i])
			}
		}
	})
}
