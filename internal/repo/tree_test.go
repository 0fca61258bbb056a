package repo_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is the path of the main module.
const module = "github.com/ringfence/ringfence"

// root is the folder of the main module: the nearest one above with a go.mod.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod in this folder or above")
		}
		dir = up
	}
}

// files returns the paths of the regular files of the tree, relative to root,
// with slashes, sorted, without those of version control, of package managers
// and those that builds leave behind.
func files(t *testing.T) []string {
	t.Helper()
	top := root(t)
	var out []string
	err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if slices.Contains([]string{".git", "node_modules", "bin", "dist", ".idea", ".vscode"}, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(top, name)
		if err != nil {
			return err
		}
		built := strings.HasSuffix(rel, ".test") || strings.HasPrefix(rel, "bench-") ||
			strings.HasPrefix(rel, "coverage.") || rel == "promptcheck"
		if d.Type().IsRegular() && !built {
			out = append(out, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		t.Fatal("the tree has no files")
	}
	return out
}

// read returns the text of a file of the tree; a missing file fails the test.
func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
	if err != nil {
		t.Fatalf("%s is missing or unreadable: %v", name, err)
	}
	return string(b)
}

// inTestdata reports whether the go command ignores the folder of a file.
func inTestdata(name string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"), func(s string) bool {
		return s == "testdata" || strings.HasPrefix(s, "_") || len(s) > 1 && s[0] == '.'
	})
}

// A source is one parsed Go file of the tree.
type source struct {
	name string // path from root
	text string
	tree *ast.File
}

func (s source) dir() string     { return path.Dir(s.name) }
func (s source) test() bool      { return strings.HasSuffix(s.name, "_test.go") }
func (s source) generated() bool { return ast.IsGenerated(s.tree) }
func (s source) lines() int      { return strings.Count(s.text, "\n") }

// sources parses every Go file of the tree, those in testdata excepted.
func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	for _, name := range files(t) {
		if !strings.HasSuffix(name, ".go") || inTestdata(name) {
			continue
		}
		text := read(t, name)
		tree, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, source{name, text, tree})
	}
	if len(out) < 2 {
		t.Fatal("the tree has no Go files")
	}
	return out
}
