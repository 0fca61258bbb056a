package task

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/internal/nolink"
	"github.com/ringfence/ringfence/policy/outcome"
)

const (
	// maxFolders is how deep folders may nest: each open one is a descriptor.
	maxFolders = 64
	// maxEntries is the most entries of one folder, which is read whole to be in
	// order.
	maxEntries = 100_000
)

// Languages of packages.
const (
	langGo         = ":go"
	langTypeScript = ":typescript"
	langCoreForm   = ":coreform"
)

// pack is a package of a workspace.
type pack struct {
	path, language, name string
	modules, tests       int64
}

// term returns the entry of a package: where it is, what it is, how many modules
// (source files) it has, and how many of them are tests.
func (p *pack) term() coreform.Term {
	t, err := coreform.Map(
		coreform.Sym(":path"), coreform.Str(p.path),
		coreform.Sym(":language"), coreform.Sym(p.language),
		coreform.Sym(":name"), coreform.Str(p.name),
		coreform.Sym(":module-count"), coreform.Int(p.modules),
		coreform.Sym(":test-module-count"), coreform.Int(p.tests),
	)
	if err != nil {
		return coreform.Nil() // a name that is not UTF-8 was left out before
	}
	return t
}

// indexWorkspace lists the packages of a workspace (docs/tasks.md says what is
// one), in the order of their paths.
func indexWorkspace(w *Work, c Contract, input coreform.Term, ws Workspace) outcome.Outcome {
	root := text(input, ":root")
	most := count(input, ":max-packages", DefaultPackages)
	dir, err := ws.OpenDir(root)
	if err != nil {
		return unreadable(c, root, err)
	}
	defer func() { _ = dir.Close() }() // it was only read
	x := &indexer{w: w, denied: ws.Denied, root: root}
	if err := x.folder(dir, ".", place{}, 0); err != nil {
		return stopped(w, err)
	}
	slices.SortFunc(x.packs, func(a, b *pack) int {
		return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.language, b.language))
	})
	if more := len(x.packs) - most; more > 0 {
		x.packs = x.packs[:most]
		x.warn("editor/task/index-more", root, "the workspace has more packages than :max-packages")
	}
	list := make([]coreform.Term, len(x.packs))
	partials := count(input, ":max-partials", DefaultPartials)
	for i, p := range x.packs {
		list[i] = p.term()
		if i >= partials {
			continue
		}
		if err := w.Partial(":index-package", (i+1)*100/len(x.packs), coreform.Sym(":package"), list[i]); err != nil {
			return stopped(w, err)
		}
	}
	return c.Result(x.diagnostics,
		coreform.Sym(":workspace/root"), coreform.Str(root),
		coreform.Sym(":package-count"), coreform.Int(int64(len(list))),
		coreform.Sym(":packages"), coreform.Vec(list...),
	)
}

// count returns the number that a key of a checked input has.
func count(input coreform.Term, key string, otherwise int) int {
	v, ok := input.Lookup(key)
	if n, is := v.Int64(); ok && is {
		return int(n)
	}
	return otherwise
}

// indexer is one walk through a workspace.
type indexer struct {
	w           *Work
	denied      func(string) bool
	root        string
	packs       []*pack
	diagnostics []Diagnostic
}

// warn adds a warning about a place, whose name need not be UTF-8.
func (x *indexer) warn(code, at, msg string) {
	x.diagnostics = append(x.diagnostics, Diagnostic{Warn, code, strings.ToValidUTF8(at, "\uFFFD"), msg})
}

// place is what the folders above say: the packages that a file belongs to, and
// the Go module.
type place struct {
	typescript, coreform *pack
	module, moduleDir    string
}

// skipped reports whether a folder holds no sources of the workspace itself.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") ||
		name == "node_modules" || name == "vendor" || name == "testdata"
}

// folder indexes a folder and those below it. An error means that the work was
// stopped or may not go on.
func (x *indexer) folder(dir *os.Root, at string, above place, depth int) error {
	names, folders, err := x.list(dir, at)
	if err != nil {
		return err
	}
	here := x.packages(dir, at, names, above)
	for _, f := range folders {
		below := path.Join(at, f)
		if skipped(f) || x.denied != nil && x.denied(path.Join(x.root, below)) {
			continue
		}
		if depth+1 >= maxFolders {
			x.warn("editor/task/index-depth", below, "the folder is nested too deep to be indexed")
			continue
		}
		child, err := nolink.Child(dir, f)
		if err != nil {
			x.warn("editor/task/index-unreadable", below, "the folder cannot be opened")
			continue
		}
		err = x.folder(child, below, here, depth+1)
		_ = child.Close() // it was only read
		if err != nil {
			return err
		}
	}
	return nil
}

// list returns the regular files and the folders of a folder, each in order.
// Links are neither.
func (x *indexer) list(dir *os.Root, at string) (files, folders []string, err error) {
	f, err := dir.Open(".")
	if err != nil {
		x.warn("editor/task/index-unreadable", at, "the folder cannot be read")
		return nil, nil, nil
	}
	defer func() { _ = f.Close() }() // it was only read
	for {
		entries, err := f.ReadDir(512)
		if stop := x.w.Step(int64(len(entries)) + 1); stop != nil {
			return nil, nil, stop
		}
		for _, e := range entries {
			switch {
			case e.Type().IsRegular():
				files = append(files, e.Name())
			case e.Type()&fs.ModeType == fs.ModeDir:
				folders = append(folders, e.Name())
			}
		}
		if len(files)+len(folders) > maxEntries {
			return nil, nil, fault(CodeLimit, "", "a folder of the workspace has too many entries")
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			x.warn("editor/task/index-unreadable", at, "the folder cannot be read to its end")
			break
		}
	}
	slices.Sort(files)
	slices.Sort(folders)
	return files, folders, nil
}
