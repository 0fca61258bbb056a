package gobridge

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
)

// Limits of what is read of a module.
const (
	maxFile    = 8 << 20
	maxFiles   = 20_000
	maxSource  = 256 << 20
	maxSymbols = 4_000 // that are listed; all are counted
)

// module is a Go module of the workspace.
type module struct {
	dir      string // folder, from the working directory, slash-separated
	path     string // that go.mod declares
	named    string // :path of the result
	below    string // folder below dir that the task is about, "." for all
	packages []gopackage
	symbols  []string
	tests    int
}

// gopackage is a folder with Go files.
type gopackage struct {
	dir   string // below the module
	main  bool
	files int // that are no tests
	tests bool
}

// pattern is what the go tool is given for the packages of the task.
func (m *module) pattern() string {
	if m.below == "." {
		return "./..."
	}
	return "./" + m.below + "/..."
}

// load finds the module of the task and looks at its packages.
func (j *job) load(base string) bool {
	ws := task.Workspace{Dir: filepath.ToSlash(base)}
	root, err := os.OpenRoot(".")
	if err != nil {
		j.fail("workspace", "<task>", "the working directory cannot be opened")
		return false
	}
	defer func() { _ = root.Close() }() // it was only read
	ws.Root = root
	pkg, _ := j.input.Lookup(":pkg")
	named, _ := pkg.Text()
	j.module.named = named
	j.set(":path", coreform.Str(named))
	at, ok := below(ws.Dir, named)
	if ok && path.Base(at) == "go.mod" {
		at = path.Dir(at)
	}
	narrow := at
	if p, has := j.input.Lookup(":path"); has && ok {
		s, _ := p.Text()
		narrow, ok = below(ws.Dir, s)
	}
	if !ok {
		j.fail("pkg-load-error", named, "the package is outside the workspace")
		return false
	}
	dir := at
	for ; !j.manifest(ws, dir); dir = path.Dir(dir) {
		if dir == "." {
			j.fail("pkg-load-error", named, "there is no go.mod in the folder of the package or above it, or it leads through a link")
			return false
		}
	}
	j.module.dir = dir
	inside, ok := below("/"+dir, "/"+narrow)
	if dir == "." {
		inside, ok = narrow, true
	}
	if !ok {
		j.fail("pkg-load-error", narrow, "the path is outside the module")
		return false
	}
	j.module.below = inside
	opened, err := ws.OpenDir(path.Join(dir, inside))
	if err != nil {
		j.fail("pkg-load-error", narrow, "there is no such folder, or it leads through a link")
		return false
	}
	defer func() { _ = opened.Close() }() // it was only read
	return j.scan(opened, inside)
}

// below returns a path below a folder, "." for the folder itself.
func below(dir, p string) (string, bool) {
	p = filepath.ToSlash(p)
	if path.IsAbs(p) {
		rest, ok := strings.CutPrefix(path.Clean(p), strings.TrimSuffix(path.Clean(dir), "/"))
		if !ok || rest != "" && rest[0] != '/' {
			return "", false
		}
		p = strings.TrimPrefix(rest, "/")
	}
	p = path.Clean("./" + p)
	return p, filepath.IsLocal(filepath.FromSlash(p))
}

// manifest reads the go.mod of a folder, if there is one.
func (j *job) manifest(ws task.Workspace, dir string) bool {
	b, err := ws.ReadFile(path.Join(dir, "go.mod"), maxFile)
	if err != nil {
		return false
	}
	for line := range bytes.Lines(b) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(string(line)), "module ")
		if ok {
			rest, _, _ = strings.Cut(rest, "//")
			j.module.path = printable(strings.Trim(strings.TrimSpace(rest), "\"`"), 512)
			break
		}
	}
	return true
}

// scan parses the Go files below a folder: which packages there are, what they
// define, which tests they declare. Nothing of it is run.
func (j *job) scan(root *os.Root, prefix string) bool {
	files, size := 0, int64(0)
	byDir := map[string]*gopackage{}
	symbols := map[string]bool{}
	fsys := root.FS()
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // what cannot be read is no package; the go tool says more
		}
		name := d.Name()
		if d.IsDir() {
			if p != "." && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "vendor" || nested(fsys, p)) {
				return fs.SkipDir
			}
			return j.ctx.Err()
		}
		if !d.Type().IsRegular() || path.Ext(name) != ".go" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
			return nil
		}
		info, err := d.Info()
		if err != nil || info.Size() > maxFile {
			return nil //nolint:nilerr // as above
		}
		if files, size = files+1, size+info.Size(); files > maxFiles || size > maxSource {
			return fs.ErrInvalid
		}
		src, err := fs.ReadFile(fsys, p)
		if err != nil || int64(len(src)) > maxFile {
			return nil //nolint:nilerr // as above
		}
		dir := path.Join(prefix, path.Dir(p))
		g := byDir[dir]
		if g == nil {
			g = &gopackage{dir: dir}
			byDir[dir] = g
		}
		j.file(g, name, src, symbols)
		return nil
	})
	if err != nil {
		j.fail("pkg-load-error", j.module.named, "the module has too many files or too much source")
		return false
	}
	for _, g := range byDir {
		j.module.packages = append(j.module.packages, *g)
	}
	slices.SortFunc(j.module.packages, func(a, b gopackage) int { return strings.Compare(a.dir, b.dir) })
	for s := range symbols {
		j.module.symbols = append(j.module.symbols, s)
	}
	slices.Sort(j.module.symbols)
	if len(j.module.packages) == 0 {
		j.fail("pkg-load-error", j.module.named, "there are no Go files")
		return false
	}
	return true
}

// nested reports whether a folder is a module of its own.
func nested(fsys fs.FS, dir string) bool {
	_, err := fs.Stat(fsys, path.Join(dir, "go.mod"))
	return err == nil
}

// file counts what a Go file declares. A file that does not parse counts as far as
// it does: the compiler will say what is wrong.
func (j *job) file(g *gopackage, name string, src []byte, symbols map[string]bool) {
	f, _ := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	test := strings.HasSuffix(name, "_test.go")
	if test {
		g.tests = true
	} else {
		g.files++
	}
	if f == nil || f.Name == nil {
		return
	}
	if !test && f.Name.Name == "main" {
		g.main = true
	}
	add := func(id *ast.Ident) {
		if id != nil && id.Name != "_" && id.Name != "init" && !test {
			symbols[path.Join(j.module.path, g.dir)+"."+id.Name] = true
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				continue
			}
			add(d.Name)
			if test && declaresTest(d.Name.Name) {
				j.module.tests++
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(s.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						add(id)
					}
				}
			}
		}
	}
}

// declaresTest reports whether the go tool runs a function of that name.
func declaresTest(name string) bool {
	for _, p := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
		if rest, ok := strings.CutPrefix(name, p); ok && name != "TestMain" {
			return rest == "" || rest[0] < 'a' || rest[0] > 'z'
		}
	}
	return false
}

// analysis sets the values of the result that typecheck-pkg and test-pkg share.
func (j *job) analysis() {
	m := &j.module
	listed := m.symbols
	if len(listed) > maxSymbols {
		listed = listed[:maxSymbols]
		j.say(task.Warn, "more-symbols", m.named, "the module defines more symbols than are listed")
	}
	names := make([]coreform.Term, len(listed))
	for i, s := range listed {
		names[i] = coreform.Str(printable(s, maxMessage))
	}
	j.set(":module-count", coreform.Int(int64(len(m.packages))))
	j.set(":test-declaration-count", coreform.Int(int64(m.tests)))
	j.set(":defined-symbol-count", coreform.Int(int64(len(m.symbols))))
	j.set(":defined-symbols", coreform.Vec(names...))
}
