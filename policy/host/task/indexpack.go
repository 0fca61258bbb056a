package task

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence/policy/host/internal/nolink"
)

// maxManifest is the longest manifest, or start of a Go file, that is read for a
// name, in bytes.
const maxManifest = 256 << 10

// packages adds the packages that the files of a folder make, counts its files
// where they belong, and returns what holds for the folders below.
func (x *indexer) packages(dir *os.Root, at string, names []string, here place) place {
	if slices.Contains(names, "go.mod") {
		b, _, _ := nolink.ReadFile(dir, "go.mod", maxManifest) // without a path, names are those of the packages
		here.module, here.moduleDir = modulePath(b), at
	}
	x.golang(dir, at, names, here)

	script := false
	for _, n := range names {
		script = script || isScript(n)
	}
	if slices.Contains(names, "tsconfig.json") || slices.Contains(names, "package.json") && (script || x.scripts(dir)) {
		here.typescript = x.add(at, langTypeScript, packageName(dir, at))
	} else if slices.Contains(names, "package.json") {
		here.typescript = nil // a package of another language
	}
	if slices.Contains(names, "package.toml") || here.coreform == nil && hasSuffix(names, ".gc") {
		here.coreform = x.add(at, langCoreForm, base(x.root, at))
	}
	for _, n := range names {
		if p := here.typescript; p != nil && isScript(n) {
			p.modules++
			if strings.Contains(n, ".test.") || strings.Contains(n, ".spec.") {
				p.tests++
			}
		}
		if p := here.coreform; p != nil && strings.HasSuffix(n, ".gc") {
			p.modules++
			if strings.HasSuffix(n, "_test.gc") || strings.HasSuffix(n, ".test.gc") {
				p.tests++
			}
		}
	}
	if !slices.Contains(names, "package.toml") && here.coreform != nil && here.coreform.path == at {
		here.coreform = nil // without a manifest a package is one folder
	}
	return here
}

func (x *indexer) add(at, language, name string) *pack {
	if !utf8.ValidString(at) || !utf8.ValidString(name) {
		x.warn("editor/task/index-name", "<workspace>", "a package has a name that is not UTF-8")
		return nil
	}
	p := &pack{path: at, language: language, name: name}
	x.packs = append(x.packs, p)
	return p
}

// golang adds the Go package of a folder: what the go tool would call one.
func (x *indexer) golang(dir *os.Root, at string, names []string, here place) {
	var modules, tests int64
	first, last := "", ""
	for _, n := range names {
		if !strings.HasSuffix(n, ".go") || strings.HasPrefix(n, ".") || strings.HasPrefix(n, "_") {
			continue
		}
		modules++
		if strings.HasSuffix(n, "_test.go") {
			tests++
		} else if first == "" {
			first = n
		}
		last = n
	}
	if modules == 0 {
		return
	}
	if first == "" {
		first = last // tests alone
	}
	name := base(x.root, at)
	if here.module != "" {
		name = path.Join(here.module, strings.TrimPrefix(strings.TrimPrefix(at, here.moduleDir), "/"))
	} else if b, _, err := nolink.ReadFile(dir, first, maxManifest); err == nil {
		if f, err := parser.ParseFile(token.NewFileSet(), "", b, parser.PackageClauseOnly); err == nil {
			name = f.Name.Name
		}
	}
	if added := x.add(at, langGo, name); added != nil {
		added.modules, added.tests = modules, tests
	}
}

// scripts reports whether the folder src of a package holds TypeScript.
func (x *indexer) scripts(dir *os.Root) bool {
	child, err := nolink.Child(dir, "src")
	if err != nil {
		return false
	}
	defer func() { _ = child.Close() }() // it was only read
	files, _, err := x.list(child, "src")
	return err == nil && slices.ContainsFunc(files, isScript)
}

func isScript(name string) bool {
	switch path.Ext(name) {
	case ".ts", ".tsx", ".mts", ".cts":
		return true
	}
	return false
}

func hasSuffix(names []string, suffix string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(n, suffix) })
}

// base returns the name of a folder, that of the root for ".".
func base(root, at string) string {
	if at == "." {
		at = root
	}
	return path.Base(path.Clean(at))
}

// modulePath returns the path that a go.mod declares, or "".
func modulePath(src []byte) string {
	for line := range bytes.Lines(src) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(string(line)), "module")
		if !ok || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		rest, _, _ = strings.Cut(rest, "//")
		name := strings.Trim(strings.TrimSpace(rest), "\"`")
		if utf8.ValidString(name) && !strings.ContainsAny(name, " \t\"\\") {
			return name
		}
	}
	return ""
}

// packageName returns the name that a package.json gives, or that of the folder.
func packageName(dir *os.Root, at string) string {
	name := path.Base(at)
	b, _, err := nolink.ReadFile(dir, "package.json", maxManifest)
	if err != nil {
		return name
	}
	d := jsontext.NewDecoder(bytes.NewReader(b))
	if t, err := d.ReadToken(); err != nil || t.Kind() != jsontext.KindBeginObject {
		return name
	}
	for d.PeekKind() == jsontext.KindString {
		key, err := d.ReadToken()
		if err != nil {
			return name
		}
		if key.String() != "name" {
			if d.SkipValue() != nil {
				return name
			}
			continue
		}
		if v, err := d.ReadToken(); err == nil && v.Kind() == jsontext.KindString {
			return v.String()
		}
		return name
	}
	return name
}
