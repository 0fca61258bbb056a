package fence

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/internal/testdata"
)

// parseDir parses the Go files of this folder that match.
func parseDir(t *testing.T, match func(name string) bool) []*ast.File {
	t.Helper()
	return parseFolder(t, ".", match)
}

func parseFolder(t *testing.T, dir string, match func(name string) bool) []*ast.File {
	t.Helper()
	names, err := fs.Glob(os.DirFS(dir), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if !match(name) {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		t.Fatal("no files")
	}
	return files
}

// Every exported name has a comment. A constant or field may have it at the end
// of its line, and a field with a telling name in its block.
func TestEveryExportedNameIsDocumented(t *testing.T) {
	n := 0
	check := func(name string, docs ...*ast.CommentGroup) {
		if !ast.IsExported(name) {
			return
		}
		n++
		for _, d := range docs {
			if d != nil && len(strings.TrimSpace(d.Text())) > 0 {
				return
			}
		}
		t.Errorf("%s has no comment", name)
	}
	for _, f := range parseDir(t, func(name string) bool { return !strings.HasSuffix(name, "_test.go") }) {
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				check(d.Name.Name, d.Doc)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						check(s.Name.Name, s.Doc, d.Doc)
					case *ast.ValueSpec:
						for _, name := range s.Names {
							check(name.Name, s.Doc, s.Comment, d.Doc)
						}
					}
				}
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d exported names seen", n)
	}
}

// The guide names no nonce and holds nothing that sealing would escape, so it
// can stand in any prompt.
func TestGuide(t *testing.T) {
	if FindFenceShapes(Guide) != nil || FindControlTokens(Guide) != nil || FindCharacters(Guide) != nil || !strings.HasSuffix(Guide, "\n") {
		t.Errorf("shapes %v, tokens %v, characters %v", FindFenceShapes(Guide), FindControlTokens(Guide), FindCharacters(Guide))
	}
	for _, w := range words {
		if !strings.Contains(Guide, w) {
			t.Errorf("the guide does not explain %s", w)
		}
	}
	if blocks, err := Scan(Guide); blocks != nil || err != nil {
		t.Errorf("%v, %v", blocks, err)
	}
}

// Every row of the normative text names a test that exists.
func TestSpecRowsNameTests(t *testing.T) {
	root := testdata.Root(t)
	path := filepath.Join(root, "SPEC.md")
	row := regexp.MustCompile(`(?m)^\| (F[0-9]+) \|.*\| (.*) \|$`)
	text, err := os.ReadFile(path)
	if err != nil || !row.Match(text) {
		t.Fatalf("SPEC.md does not hold the rows of the fence: %v", err)
	}
	tests := map[string]bool{}
	isTest := func(name string) bool { return strings.HasSuffix(name, "_test.go") }
	for pkg, dir := range map[string]string{"fence.": ".", "spotlight.": "spotlight", "render.": "../render"} {
		for _, f := range parseFolder(t, dir, isTest) {
			for _, decl := range f.Decls {
				if d, ok := decl.(*ast.FuncDecl); ok && d.Recv == nil {
					tests[pkg+d.Name.Name] = true
				}
			}
		}
	}
	rows := row.FindAllStringSubmatch(string(text), -1)
	for i, r := range rows {
		if want := "F" + itoa(i+1); r[1] != want {
			t.Errorf("row %s where %s is due", r[1], want)
		}
		for name := range strings.SplitSeq(r[2], ", ") {
			if !tests[strings.Trim(name, "`")] {
				t.Errorf("%s: no test %s", r[1], name)
			}
		}
	}
	if len(rows) < 30 {
		t.Errorf("only %d rows", len(rows))
	}
}

func itoa(n int) string { return string(appendNumber(nil, "", n)) }
