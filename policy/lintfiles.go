package policy

import (
	"io/fs"
	"path"
	"strings"
)

// MaxWalk is the most entries of the file system that Lint looks at below one
// root: it answers a person who waits.
const MaxWalk = 20_000

// files looks at roots and globs on the file system.
func (l *linter) files() {
	for id := opID(1); id < opCount; id++ {
		t := l.p.tables[id]
		if t == nil || !l.allowed(id) {
			continue
		}
		roots := t.roots(id)
		var seen [][]string // folded and plain paths below the roots
		var plain [][]string
		whole := true
		for _, r := range roots {
			if !l.root(r) {
				whole = false
				continue
			}
			folded, names, done := l.walk(r.path)
			seen, plain = append(seen, folded...), append(plain, names...)
			whole = whole && done
		}
		if !whole || len(plain) == 0 {
			continue // what was not seen, or is not there yet, may match
		}
		for _, g := range t.denyGlobs {
			l.glob(g, seen)
		}
		if id == watchSubscribe {
			for _, g := range t.watchGlobs {
				l.glob(g, plain)
			}
		}
	}
}

func (l *linter) glob(g glob, paths [][]string) {
	for _, p := range paths {
		if matches(g.elements, p) {
			return
		}
	}
	l.add(ruleGlobNothing, g.origin, "nothing below the roots matches the glob")
}

// root looks at one root and reports whether it is a folder to walk.
func (l *linter) root(r root) bool {
	name, ok := fsName(r.path)
	if !ok {
		return false // relative: nobody knows to what
	}
	for at := name; at != "."; at = path.Dir(at) {
		if info, err := fs.Lstat(l.fsys, at); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			l.add(ruleRootSymlink, r.origin, "the root is or lies behind a symbolic link")
			return false
		}
	}
	info, err := fs.Stat(l.fsys, name)
	switch {
	case err != nil:
		l.add(ruleRootMissing, r.origin, "there is no such folder, or it cannot be read")
		return false
	case !info.IsDir():
		l.add(ruleRootMissing, r.origin, "the root is not a folder")
		return false
	}
	return true
}

// fsName is the name of an absolute path in a file system that is rooted at "/".
func fsName(p string) (string, bool) {
	if !strings.HasPrefix(p, "/") {
		return "", false
	}
	if p == "/" {
		return ".", true
	}
	return p[1:], true
}

// walk lists what is below a root, without following links; done is false when
// it saw only a part.
func (l *linter) walk(rootPath string) (folded, names [][]string, done bool) {
	start, _ := fsName(rootPath)
	done = true
	n := 0
	err := fs.WalkDir(l.fsys, start, func(name string, _ fs.DirEntry, err error) error {
		if n++; n > MaxWalk {
			done = false
			return fs.SkipAll
		}
		if err != nil {
			done = false
			return nil //nolint:nilerr // a folder that cannot be read is one that was not seen
		}
		if rel := below(rootPath, "/"+strings.TrimPrefix(name, "./")); name != start && rel != "" {
			folded, names = append(folded, foldPath(rel)), append(names, strings.Split(rel, "/"))
		}
		return nil
	})
	return folded, names, done && err == nil
}
