package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A target is one fuzz function, in a test binary that is built already.
type target struct {
	Package string `json:"package"` // import path
	Name    string `json:"target"`  // function name, Fuzz…
	dir     string // folder of the package: seeds and crashers are below it
	binary  string // its test binary, instrumented for fuzzing
}

// goPackage is what "go list -json" says of a package, as far as needed.
type goPackage struct {
	ImportPath   string
	Dir          string
	TestGoFiles  []string
	XTestGoFiles []string
}

// discover builds the test binary of every package that declares a fuzz
// target and lists the targets, sorted by package and name. That there are
// none is an error, and so is a target that is declared in a test file and
// missing from the binary, or the other way round.
func discover(ctx context.Context, patterns []string, work string) ([]target, error) {
	packages, err := listPackages(ctx, patterns)
	if err != nil {
		return nil, err
	}
	var targets []target
	for i, p := range packages {
		declared, err := declaredTargets(p)
		if err != nil {
			return nil, err
		}
		if len(declared) == 0 {
			continue
		}
		binary := filepath.Join(work, strconv.Itoa(i)+".test")
		if _, err := output(ctx, p.Dir, "go", "test", "-c", "-fuzz=.", "-o", binary, "."); err != nil {
			return nil, err
		}
		listed, err := output(ctx, p.Dir, binary, "-test.list=^Fuzz")
		if err != nil {
			return nil, err
		}
		names := strings.Fields(string(listed))
		slices.Sort(names)
		if !slices.Equal(names, declared) {
			return nil, fmt.Errorf("%s: declares the targets %v, its test binary has %v", p.ImportPath, declared, names)
		}
		for _, name := range names {
			targets = append(targets, target{Package: p.ImportPath, Name: name, dir: p.Dir, binary: binary})
		}
	}
	if len(targets) == 0 {
		return nil, fmt.Errorf("no fuzz target in %s", strings.Join(patterns, " "))
	}
	return targets, nil
}

// selectTargets keeps the targets whose name matches. None left is an error.
func selectTargets(targets []target, match *regexp.Regexp) ([]target, error) {
	kept := slices.DeleteFunc(targets, func(t target) bool { return !match.MatchString(t.Name) })
	if len(kept) == 0 {
		return nil, fmt.Errorf("no fuzz target matches %q", match)
	}
	return kept, nil
}

// listPackages asks the go command, so that build constraints are honoured.
func listPackages(ctx context.Context, patterns []string) ([]goPackage, error) {
	args := append([]string{"list", "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles", "--"}, patterns...)
	out, err := output(ctx, "", "go", args...)
	if err != nil {
		return nil, err
	}
	var packages []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}

// declaredTargets returns the names of the fuzz functions in the test files of
// a package, sorted.
func declaredTargets(p goPackage) ([]string, error) {
	var names []string
	for _, file := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, decl := range tree.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Fuzz") {
				names = append(names, f.Name.Name)
			}
		}
	}
	slices.Sort(names)
	return names, nil
}

// writeMatrix prints the targets as a JSON array on one line, the form a CI
// job matrix takes.
func writeMatrix(w io.Writer, targets []target) error {
	return json.NewEncoder(w).Encode(targets)
}

// output runs a command and returns its standard output; an error holds what
// the command wrote to standard error.
func output(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s%s", filepath.Base(name), strings.Join(args, " "), err, stderr.Bytes(), out)
	}
	return out, nil
}
