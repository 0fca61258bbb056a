package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// walker walks a folder for the files that are wanted.
type walker struct {
	root   string // where it begins
	wanted func(name string) bool
	enter  func(dir string) bool // whether something below may be wanted; nil for everywhere
	hidden bool                  // take names that begin with a dot
	// anywhere says that a file is wanted for its own name alone, whatever folders
	// it lies in.
	anywhere bool
	globs    exclusion         // what is left out of what is found
	other    func(name string) // is told of what is not wanted; nil for nobody
	inside   func(name string) // is told of links to what is reached without them
}

// into reports whether a folder is walked, or would be if it were none but a link.
func (w walker) into(name string) bool { return w.enter == nil || w.enter(name) }

func (w walker) walk(out []entry, dir string, depth int) []entry {
	list, err := os.ReadDir(dir)
	if err != nil {
		return append(out, entry{name: dir, err: fileError("", "the folder cannot be read", err)})
	}
	if depth >= maxFolders {
		return append(out, entry{name: dir, err: fileError("", "the folder lies too deep", nil)})
	}
	for _, e := range list {
		if w.isHidden(e.Name()) {
			continue
		}
		name := filepath.Join(dir, e.Name())
		switch mode := e.Type(); {
		case mode.IsDir():
			if w.into(name) {
				out = w.walk(out, name, depth+1)
			}
		case mode&os.ModeSymlink != 0:
			out = w.link(out, name)
		case w.wanted(name):
			out = append(out, entry{name: name}) // no regular file is an error when it is read
		case w.other != nil:
			w.other(name)
		}
	}
	return out
}

func (w walker) isHidden(base string) bool { return strings.HasPrefix(base, ".") && !w.hidden }

// link judges a symbolic link, which is never followed. A name of which no file is
// taken says as much of a link, wherever that leads; a folder has no such name.
func (w walker) link(out []entry, name string) []entry {
	target, err := os.Stat(name)                                                            // an end to loops is the system's
	folder := err == nil && target.IsDir() || err != nil && !errors.Is(err, fs.ErrNotExist) // for what is known
	switch {
	case !w.wanted(name) && !(folder && w.into(name)):
		if w.other != nil {
			w.other(name)
		}
	case err == nil && w.reaches(name, target):
		w.inside(name)
	default:
		out = append(out, entry{name: name, err: notRegular("a symbolic link in a folder is not followed", "name its target to check it")})
	}
	return out
}

// reaches reports whether the walk comes to what a link leads to by its own name,
// and takes from there what it would take behind the link.
func (w walker) reaches(link string, target fs.FileInfo) bool {
	if target.IsDir() && !w.anywhere {
		return false // other names may be wanted behind the link than behind the folder
	}
	root, err := filepath.EvalSymlinks(w.root)
	if err != nil {
		return false
	}
	real, err := filepath.EvalSymlinks(link)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(root, real)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	name, parts := w.root, strings.Split(filepath.ToSlash(rel), "/")
	if rel == "." {
		return true // the folder that is walked
	}
	if len(parts) >= maxFolders || w.globs.fits(filepath.ToSlash(rel)) {
		return false
	}
	for i, part := range parts {
		name = filepath.Join(name, part)
		if w.isHidden(part) || (i < len(parts)-1 || target.IsDir()) && !w.into(name) {
			return false
		}
	}
	return target.IsDir() || w.wanted(name)
}
