package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A source is the package that is changed: parsed and with types.
type source struct {
	path, dir string
	name      string
	fset      *token.FileSet
	files     map[string]*ast.File // by absolute path
	text      map[string][]byte
	order     []string
	info      *types.Info
	pkg       *types.Package
}

// load reads the package and the export data of what it imports.
func load(ctx context.Context, pattern string) (*source, error) {
	out, err := output(ctx, "go", "list", "-export", "-deps", "-json=ImportPath,Dir,Name,GoFiles,Export,DepOnly", "--", pattern)
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	p := &source{fset: token.NewFileSet(), files: map[string]*ast.File{}, text: map[string][]byte{}}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var l struct {
			ImportPath, Dir, Name, Export string
			GoFiles                       []string
			DepOnly                       bool
		}
		if err := dec.Decode(&l); err == io.EOF { // Decode returns it bare
			break
		} else if err != nil {
			return nil, err
		}
		exports[l.ImportPath] = l.Export
		if l.DepOnly {
			continue
		}
		p.path, p.dir, p.name = l.ImportPath, l.Dir, l.Name
		for _, f := range l.GoFiles {
			if err := p.add(filepath.Join(l.Dir, f)); err != nil {
				return nil, err
			}
		}
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	p.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	conf := types.Config{Importer: importer.ForCompiler(p.fset, "gc", lookup)}
	var files []*ast.File
	for _, f := range p.order {
		files = append(files, p.files[f])
	}
	p.pkg, err = conf.Check(p.path, p.fset, files, p.info)
	return p, err
}

func (p *source) add(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	tree, err := parser.ParseFile(p.fset, file, text, parser.ParseComments)
	if err != nil {
		return err
	}
	p.files[file], p.text[file] = tree, text
	p.order = append(p.order, file)
	return nil
}

// data reports the files that hold tables and no code.
func data(file string, tree *ast.File) bool {
	base := filepath.Base(file)
	return ast.IsGenerated(tree) || strings.HasSuffix(base, "_tables.go") || strings.HasSuffix(base, "_list.go")
}

func output(ctx context.Context, name string, args ...string) ([]byte, error) {
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, args[0], err, &stderr)
	}
	return out, nil
}
