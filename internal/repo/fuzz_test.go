package repo_test

import (
	"go/ast"
	"path"
	"strings"
	"testing"
)

// TestFuzzSeeds wants seeds for each fuzz target in its source: a call of
// f.Add, a call that hands f to a helper, or files in testdata/fuzz. The fuzz
// runner counts the seeds that are really added; this test needs no run.
func TestFuzzSeeds(t *testing.T) {
	seeded := map[string]bool{}
	for _, name := range files(t) {
		if dir := path.Dir(name); strings.Contains(dir, "testdata/fuzz/") {
			seeded[dir] = true
		}
	}
	targets := 0
	for _, s := range sources(t) {
		if !s.test() {
			continue
		}
		for _, decl := range s.tree.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Fuzz") {
				continue
			}
			targets++
			if !addsSeeds(f) && !seeded[path.Join(s.dir(), "testdata/fuzz", f.Name.Name)] {
				t.Errorf("%s: %s has no seeds: call f.Add or add files in testdata/fuzz/%[2]s", s.name, f.Name.Name)
			}
		}
	}
	if targets == 0 {
		t.Error("the tree has no fuzz target")
	}
}

// addsSeeds reports whether a fuzz target calls Add on its *testing.F or
// passes it to a function.
func addsSeeds(f *ast.FuncDecl) bool {
	if f.Body == nil || len(f.Type.Params.List) != 1 || len(f.Type.Params.List[0].Names) != 1 {
		return false
	}
	param := f.Type.Params.List[0].Names[0].Name
	isParam := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && id.Name == param
	}
	found := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && isParam(sel.X) && sel.Sel.Name == "Add" {
			found = true
		}
		for _, arg := range call.Args {
			found = found || isParam(arg)
		}
		return true
	})
	return found
}
